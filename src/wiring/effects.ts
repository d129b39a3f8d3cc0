import type { AlertsChanged, Effects } from '../core/operation/effects.ts';
import type { Operation } from '../core/operation/operation.ts';
import { handOverSignIns } from '../identity/sessions/sessions.ts';
import { forgetAlertsOf } from '../monitoring/alerts/alert-record.ts';
import { endAlertsOf } from '../monitoring/alerts/end-alerts.ts';
import { handOverAlerts } from '../monitoring/alerts/hand-over-alerts.ts';
import { judgeObservedPorts } from '../monitoring/alerts/judge-ports.ts';
import { cancelDomainScans } from '../monitoring/leaks/finish-domain-scan.ts';
import { forgetFindings } from '../monitoring/leaks/forget-findings.ts';
import { handOverFindings } from '../monitoring/leaks/hand-over-findings.ts';
import { handOverRules } from '../monitoring/port-exposure/hand-over-rules.ts';
import { lockRules } from '../monitoring/port-exposure/rules-lock.ts';
import { scanAfterTransfer } from '../monitoring/port-exposure/scan-after-transfer.ts';
import { cancelScans } from '../monitoring/port-scans/cancel-scan.ts';
import { hastenSchedule } from '../monitoring/port-scans/hasten-schedule.ts';
import { anyPort, hurryScans } from '../monitoring/port-scans/hurry-scans.ts';
import { type ManualScanPolicy, requestScanIfPossible } from '../monitoring/port-scans/request-manual-scan.ts';
import { enqueueAlertChanges } from '../notifications/alert-notifications/alert-inbox.ts';
import { handOverInbox, handOverKnownStates } from '../notifications/alert-notifications/hand-over-known-states.ts';
import { handOverChannels } from '../notifications/channels/hand-over-channels.ts';
import { handOverRecipients } from '../notifications/mail/hand-over-recipients.ts';
import { notifyAdministrator } from '../notifications/mail/notify-administrator.ts';
import { notifyAdministrators } from '../notifications/mail/notify-administrators.ts';
import { notifyOwners } from '../notifications/mail/notify-owners.ts';
import { noteInSpan } from '../platform/telemetry/tracing.ts';
import { enforceCapacity } from '../resources/capacity/enforce-capacity.ts';
import { resourceTypes } from '../resources/capacity/resource-types.ts';
import { alertKinds } from './alert-kinds.ts';

/**
 * What follows from what: the one file that knows both sides of every effect.
 * @param mailAvailable whether mail is sent at all; what nobody could be told is not kept for later
 */
export function createEffects({
  scans,
  mailAvailable,
}: {
  readonly scans: ManualScanPolicy;
  readonly mailAvailable: boolean;
}): Effects<Operation> {
  const types = resourceTypes(scans.addressPolicy);
  return {
    async capacityChanged(tx, customerIds) {
      const reports = await enforceCapacity(tx, types, customerIds);
      await hastenSchedule(tx, customerIds, scans);
      return reports;
    },
    scanTermsChanged: (tx, customerIds) => hastenSchedule(tx, customerIds, scans),
    monitoringEnded: (tx, { kind, scanIds }) =>
      ({ endpoint: cancelScans, domain: cancelDomainScans })[kind](tx, scanIds),
    resourcesTerminated: (tx, { kind, ids }) => endAlertsOf(tx, kind, ids),
    async resourcesReleased(tx, { kind, ids }) {
      await endAlertsOf(tx, kind, ids);
      await tx.writeEvents();
      if (kind === 'domain') await forgetFindings(tx, ids);
      await forgetAlertsOf(tx, kind, ids);
    },
    portsObserved: (tx, observed) => judgeObservedPorts(tx, alertKinds, observed),
    async scanWanted(tx, { endpointId, billingCustomerId }) {
      const request = { client_id: billingCustomerId, endpoint_id: endpointId };
      const isQueued = await requestScanIfPossible(tx, scans, request);
      const { cooldownSeconds } = scans;
      if (!isQueued)
        await hurryScans(tx, { endpoint_id: endpointId, ...anyPort }, { cooldownSeconds, usesCooldown: false });
      return isQueued;
    },
    async alertsChanged(tx, changed) {
      for (const { id } of [...changed.opened, ...changed.reopened, ...changed.resolved, ...(changed.worsened ?? [])])
        tx.changed(changed.customerId, 'alerts', id);
      noteChanges(changed);
      tellOfAlerts(tx, changed);
      await enqueueAlertChanges(tx, changed);
    },
    async ownerChanged(tx, changed) {
      await lockRules(tx, 'exclusive');
      const { alerts, openIds } = await handOverAlerts(tx, changed);
      const findings = await handOverFindings(tx, changed);
      const rules = await handOverRules(tx, changed);
      if (!changed.isMerge) await scanAfterTransfer(tx, changed, scans.cooldownSeconds);
      await handOverInbox(tx, changed);
      const people = changed.isMerge ? await handOverRecipients(tx, changed) : { recipients: 0, left: [] };
      const channels = await handOverChannels(tx, changed);
      await handOverKnownStates(tx, changed);
      if (changed.isMerge) await handOverSignIns(tx, changed);
      // Whoever hears of the other customer's alerts, and does not know of these.
      const opened = openIds.map((id) => ({ id }));
      await enqueueAlertChanges(tx, { customerId: changed.to, opened, reopened: [], resolved: [] });
      return {
        alerts,
        findings,
        ...people,
        channels,
        allowedPorts: rules.allowedPorts,
        alertsAllowed: rules.alertsAllowed,
        left: [...rules.left, ...people.left],
      };
    },
    async accountChanged(tx, changed) {
      if (mailAvailable) await notifyOwners(tx, changed);
    },
    async signInChanged(tx, changed) {
      if (mailAvailable) await notifyAdministrator(tx, changed.administrator, changed.notice);
    },
    async portalDomainContested(tx, { domain }) {
      if (mailAvailable) await notifyAdministrators(tx, { event: 'portal_domain_contested', domain });
    },
    accessLinkIssued: (tx, { recipient, notice }) => notifyAdministrator(tx, recipient, notice),
  };
}

/** Of a scan that was traced, what came of it. */
function noteChanges({ kind, opened, reopened, resolved }: AlertsChanged): void {
  noteInSpan('alerts changed', {
    'breakwater.alert_kind': kind,
    'breakwater.opened': opened.map(({ id }) => id),
    'breakwater.reopened': reopened.map(({ id }) => id),
    'breakwater.resolved': resolved.map(({ id }) => id),
  });
}

/** As partners' systems are told of it: what leaked once and is news again is opened again, since nothing reopens it but more of it. */
function tellOfAlerts(tx: Operation, { kind, opened, reopened, resolved }: AlertsChanged): void {
  const family = alertKinds.find(({ name }) => name === kind)?.family;
  if (family === undefined) return;
  const subject = ({ id }: { readonly id: string }) => ({ kind: 'alert', id }) as const;
  for (const alert of opened) tx.happened({ type: `${family}.opened`, subject: subject(alert) });
  for (const alert of reopened) {
    const type = family === 'alert' ? 'alert.reopened' : 'domain_alert.opened';
    tx.happened({ type, subject: subject(alert), data: { reopened_by: alert.by } });
  }
  for (const alert of resolved) tx.happened({ type: `${family}.resolved`, subject: subject(alert) });
}
