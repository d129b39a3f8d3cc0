import { forgetIdempotencyKeys } from '../core/api/idempotency.ts';
import { dropOldAuditEntries } from '../core/audit/drop-old-entries.ts';
import { dropOldEvents, ensureEventPartitions } from '../core/events/event-history.ts';
import { listCountChecker } from '../core/list-counts/check-list-counts.ts';
import { foldAllListCounts } from '../core/list-counts/fold-list-counts.ts';
import { forgetDeadNodes } from '../core/nodes/nodes.ts';
import type { Resources } from '../core/operation/operation.ts';
import { dropOldRequests } from '../core/request-log/request-log.ts';
import { dropOldInvitations } from '../identity/administrators/invitations.ts';
import { dropExpiredChallenges } from '../identity/administrators/passkey-record.ts';
import { dropExpiredResets } from '../identity/administrators/password-reset.ts';
import { drawLogos } from '../identity/branding/draw-logos.ts';
import type { PictureDrawings } from '../identity/branding/index.ts';
import { dropExpiredSignIns } from '../identity/sessions/sessions.ts';
import { dropOldAlerts } from '../monitoring/alerts/drop-old-alerts.ts';
import { reopenDueAlerts } from '../monitoring/alerts/reopen-due-alerts.ts';
import { dropOldDomainScans, endStaleDomainScans } from '../monitoring/leaks/domain-scan-history.ts';
import { repairDomainSchedule } from '../monitoring/leaks/repair-domain-schedule.ts';
import { scanAfterEndedRules } from '../monitoring/port-exposure/scan-after-ended-rules.ts';
import { archiveScans } from '../monitoring/port-scans/archive-scans.ts';
import { staleScanEnder } from '../monitoring/port-scans/reconcile-schedule.ts';
import { repairSchedule } from '../monitoring/port-scans/repair-schedule.ts';
import { dropOldObservations, dropOldScans, ensureScanPartitions } from '../monitoring/port-scans/scan-history.ts';
import { forgetDeadWorkers } from '../monitoring/port-scans/scan-workers.ts';
import { dropOldKnownStates } from '../notifications/alert-notifications/known-states.ts';
import { enqueueSteadyCauses } from '../notifications/alert-notifications/steady-causes.ts';
import { tidyChannels } from '../notifications/channels/tidy-channels.ts';
import { dropOldDeliveries } from '../notifications/mail/deliveries.ts';
import { dropOldWebhookDeliveries } from '../notifications/webhooks/drop-old-deliveries.ts';
import { forgetRateLimitWindows } from '../platform/http/rate-limits.ts';
import { repeatUntil } from '../platform/jobs/repeat-until.ts';
import { dropOldStateChanges } from '../resources/lifecycle/state-history.ts';
import { alertKinds } from '../wiring/alert-kinds.ts';
import { scanIntervals } from '../wiring/scan-policy.ts';
import type { Lifetime } from './lifetime.ts';
import type { Metrics } from './service-metrics.ts';
import type { ServiceOptions } from './service-options.ts';

const maintenanceIntervalMs = 600_000;
/** What is due at a time that people chose. */
const promptIntervalMs = 15_000;

/** The steps know nothing of each other: one that fails, or takes long, keeps none of the others from their work. */
export function startMaintenance(
  { config, logger }: ServiceOptions,
  { parts, stopping }: Lifetime,
  resources: Resources,
  { metrics, pictures }: { readonly metrics: Pick<Metrics, 'correctedListCounts'>; readonly pictures: PictureDrawings },
): void {
  const { scanMonths, alertDays, auditDays } = config.retention;
  const steps = {
    'new partitions of scans': () => ensureScanPartitions(resources),
    'old scans': () => dropOldScans(resources, scanMonths),
    'new partitions of events': () => ensureEventPartitions(resources),
    'old events': () => dropOldEvents(resources),
    'old observations': () => dropOldObservations(resources, scanMonths),
    'stale scans': staleScanEnder(resources),
    'scans for the archive': () => archiveScans(resources),
    'old domain scans': () => dropOldDomainScans(resources, scanMonths),
    'stale domain scans': () => endStaleDomainScans(resources),
    'old alerts': () => dropOldAlerts(resources, alertDays),
    'old audit entries': () => dropOldAuditEntries(resources, auditDays),
    'schedules of a wrong clock': () => repairSchedule(resources, scanIntervals(config)),
    'schedules of domains of a wrong clock': () => repairDomainSchedule(resources, config.domainScanIntervalSeconds),
    'logos that are not drawn': () => drawLogos(resources, pictures, stopping),
    'expired sign-ins': () => dropExpiredSignIns(resources),
    'old invitations': () => dropOldInvitations(resources),
    'expired challenges of passkeys': () => dropExpiredChallenges(resources),
    'expired password resets': () => dropExpiredResets(resources),
    'old mails': () => dropOldDeliveries(resources),
    'old webhook deliveries': () => dropOldWebhookDeliveries(resources),
    'what was told long ago': () => dropOldKnownStates(resources),
    'what comes and goes, and has become steady': () => enqueueSteadyCauses(resources),
    'what channels were told': () => tidyChannels(resources),
    'old changes of state': () => dropOldStateChanges(resources),
    'old requests': () => dropOldRequests(resources),
    'dead nodes': () => forgetDeadNodes(resources.db),
    'dead workers': () => forgetDeadWorkers(resources.db),
    'counts of lists': listCountChecker(resources, ({ partnerId, corrections }) => {
      for (const { list } of corrections) metrics.correctedListCounts.inc({ list });
      logger.warn({ partnerId, corrections }, 'Counts of lists were not what they count, and are corrected.');
    }),
    'idempotency keys': () => forgetIdempotencyKeys(resources),
    'rate limit windows': () => forgetRateLimitWindows(resources),
  };
  const promptSteps = {
    'changes of counts': () => foldAllListCounts(resources),
    'alerts whose time is over': () => reopenDueAlerts(resources, alertKinds),
    'scans after rules that ended': () => scanAfterEndedRules(resources, config.scanCooldownSeconds),
  };
  const repeat = (intervalMs: number, works: Readonly<Record<string, () => Promise<unknown>>>) => {
    for (const [step, work] of Object.entries(works)) {
      const loop = repeatUntil(stopping, intervalMs, work, (error) =>
        logger.error({ err: error, step }, 'A step of maintenance failed; it is tried again.'),
      );
      parts.defer(() => loop);
    }
  };
  repeat(maintenanceIntervalMs, steps);
  repeat(promptIntervalMs, promptSteps);
}
