import { useRef, useState } from 'react';
import { t } from '../messages/messages.ts';
import { AlertCommands } from './alert-commands.tsx';
import { AlertDone } from './alert-done.tsx';
import { ServersAlike } from './alert-servers-alike.tsx';
import { ChecklistStep } from './alert-step.tsx';
import { CheckStep, useAlertCheck } from './check-now.tsx';
import type { Alert } from './data.ts';
import { Remediation } from './remediation.tsx';

/**
 * From an alert to its end: end the cause, have it checked, done. What comes next follows from what has been copied and what the last look
 * saw.
 * @param isSignedIn whether more than this alert can be read: what comes after it, and the same on other servers
 */
export function AlertChecklist({ alert, isSignedIn }: { alert: Alert; isSignedIn: boolean }) {
  const [isTaken, setTaken] = useState(false);
  const check = useAlertCheck(alert);
  const wasOpen = useRef(alert.status !== 'resolved');
  if (alert.status === 'resolved')
    return <AlertDone alert={alert} isSignedIn={isSignedIn} takesFocus={wasOpen.current} />;
  const isPort = alert.kind === 'port';
  const remedies = isPort || alert.remediation !== null;
  // Where this is the only step, the service must have said that a scan can tell: kinds may come that no scan knows of.
  const canBeChecked = alert.subject.type === 'endpoint' && (remedies || check.check?.impossible === null);
  if (!remedies && !canBeChecked) return null;
  const isChecking = isTaken || check.isRunning;
  return (
    <ol aria-label={t('portal.checklist.title')} className="grid min-w-0 grid-cols-1 gap-3 sm:gap-4">
      {isPort && (
        <Remediation
          alertId={alert.id}
          serverId={alert.subject.id}
          isCurrent={!isChecking}
          onTaken={() => setTaken(true)}
        />
      )}
      {!isPort && alert.remediation && (
        <ChecklistStep
          number={1}
          title={t('portal.alert.how-to-mend')}
          lead={t(alert.kind === 'domain_posture' ? 'portal.alert.mend-dns-lead' : 'portal.alert.mend-lead')}
          isCurrent={!isChecking}
        >
          <AlertCommands remediation={alert.remediation} onTaken={() => setTaken(true)} />
        </ChecklistStep>
      )}
      {canBeChecked && (
        <CheckStep alert={alert} number={remedies ? 2 : 1} isCurrent={isChecking || !remedies} of={check}>
          {isSignedIn && isPort && <ServersAlike alert={alert} />}
        </CheckStep>
      )}
    </ol>
  );
}
