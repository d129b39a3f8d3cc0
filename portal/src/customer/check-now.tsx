import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ScanSearch } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Paths } from '../../../client/session.ts';
import { answered, api } from '../api/api.ts';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { announce } from '../ui/announcements.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { duration, Time } from '../ui/time.tsx';
import { BottomBar, ChecklistStep } from './alert-step.tsx';
import { type Alert, alertQuery, exposureKeys } from './data.ts';

const checkPath = '/api/v1/monitoring/alerts/{id}/check';
const pollMs = 2_000;

type Check = Paths[typeof checkPath]['get']['responses'][200]['content']['application/json']['data']['check'];

/** Whether the cause of an alert is still there: how the last look at its server went, and what asks for another. */
export function useAlertCheck(alert: Alert) {
  const check = useQuery({
    queryKey: [...exposureKeys, 'alerts', 'check', alert.id],
    queryFn: async (): Promise<Check> =>
      (await answered(api.GET(checkPath, { params: { path: { id: alert.id } } }))).data.check,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? pollMs : false),
    enabled: alert.subject.type === 'endpoint' && alert.status !== 'resolved',
  });
  const ask = useMutation({
    mutationFn: () => askForCheck(alert.id),
    onSuccess: () => announce(t('portal.check.asked')),
    onSettled: () => check.refetch(),
  });
  useOutcome(alert, check.data);
  return { check: check.data, ask, isRunning: isUnderWay(check.data) };
}

export type AlertCheck = ReturnType<typeof useAlertCheck>;

/** Has the server of an alert scanned, as far as it may be scanned again so soon. */
export function askForCheck(id: string) {
  return answered(api.POST(checkPath, { params: { path: { id } }, body: {} }));
}

/** The second step: what was done is looked at. The button keeps the focus while it cannot be pressed. */
export function CheckStep({
  alert,
  number,
  isCurrent,
  of: { check, ask, isRunning },
  children,
}: {
  alert: Alert;
  number: number;
  isCurrent: boolean;
  of: AlertCheck;
  children?: ReactNode;
}) {
  const isPort = alert.kind === 'port';
  const waitSeconds = isRunning ? 0 : (check?.retry_after_seconds ?? 0);
  return (
    <ChecklistStep
      number={number}
      title={t(isPort ? 'portal.check.title' : 'portal.check.title-any')}
      isCurrent={isCurrent}
      lead={check?.impossible ?? t(isPort ? 'portal.check.lead' : 'portal.check.lead-any')}
    >
      {check?.impossible === null && (
        <BottomBar isCurrent={isCurrent}>
          <Button
            kind="primary"
            className="w-full sm:w-auto"
            busy={ask.isPending}
            held={isRunning || waitSeconds > 0}
            onClick={() => ask.mutate()}
          >
            <ScanSearch aria-hidden="true" size={16} />
            {t(isRunning ? 'portal.check.under-way' : isPort ? 'portal.check.action' : 'portal.check.action-any')}
          </Button>
        </BottomBar>
      )}
      <div className="mt-3 grid gap-2 text-sm empty:hidden" aria-live="polite">
        {check && <Progress alert={alert} check={check} />}
        {waitSeconds > 0 && <p className="text-muted">{t('portal.check.next-in', { time: duration(waitSeconds) })}</p>}
        <ErrorNotice error={ask.error} />
      </div>
      {children}
    </ChecklistStep>
  );
}

function Progress({ alert, check: { scan, still_seen: stillSeen } }: { alert: Alert; check: Check }) {
  if (!scan) return null;
  if (scan.status === 'running') return <p>{t('portal.check.scanning')}</p>;
  if (scan.status === 'pending') return <p>{t('portal.check.waiting')}</p>;
  const time = <Time at={scan.finished_at ?? scan.created_at} />;
  if (stillSeen)
    return (
      <p className="font-medium">
        <Message
          id={alert.kind === 'port' ? 'portal.check.still-open' : 'portal.check.still-found'}
          values={{ time }}
        />
      </p>
    );
  return stillSeen === null ? <p>{t('portal.check.no-result')}</p> : null;
}

/**
 * When another scan has ended than the one that was last when the page came, says what it found, and reads the alert anew. Whether the
 * page saw it under way does not matter: a scan may have ended before its first answer was there.
 */
function useOutcome(alert: Alert, check: Check | undefined): void {
  const queryClient = useQueryClient();
  const known = useRef<string | null>(undefined);
  useEffect(() => {
    if (check === undefined || isUnderWay(check)) return;
    const last = check.scan && (check.scan.finished_at ?? check.scan.created_at);
    if (known.current === last) return;
    const isFirstLook = known.current === undefined;
    known.current = last;
    if (!isFirstLook) announce(outcomeOf(alert, check));
    // The alert may have been read before it was over.
    if (!isFirstLook || check.alert_status !== alert.status)
      queryClient.invalidateQueries({ queryKey: alertQuery(alert.id).queryKey });
  }, [check, alert, queryClient]);
}

/** Spoken wherever the focus is, so that it names what was looked at. */
function outcomeOf({ title }: Alert, { alert_status: status, still_seen: stillSeen }: Check): string {
  if (status === 'resolved') return t('portal.check.is-over');
  return stillSeen === null ? t('portal.check.no-result') : t('portal.check.still-there', { title });
}

function isUnderWay(check: Check | undefined): boolean {
  return check?.scan?.status === 'pending' || check?.scan?.status === 'running';
}
