import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import { type AlertKind, reopenDueAlertsOf } from '../alerts/index.ts';
import { scanAfterEndedRulesOf } from '../port-exposure/index.ts';

/** How many things of each kind are due and have not happened yet. */
export interface DueInSandbox {
  /** Of servers: due, queued or under way. */
  readonly scans: number;
  readonly domain_scans: number;
  /** At what everybody can see of domains. */
  readonly domain_looks: number;
  /** That were set aside until a time. */
  readonly alerts: number;
  /** Allowed Ports rules that have ended. */
  readonly rules: number;
}

export interface ClockTools {
  readonly kinds: readonly AlertKind[];
  readonly cooldownSeconds: number;
}

/** Between two looks, while one waits: a scan of the sandbox takes a few milliseconds once a worker has it. */
const lookEveryMs = 100;

export function isSettled(due: DueInSandbox): boolean {
  return Object.values(due).every((count) => count === 0);
}

/** Ids of what is due: servers, domains, alerts and rules. */
type DueIds = Readonly<Record<keyof DueInSandbox, readonly string[]>>;

export async function dueInSandbox(operation: Operation): Promise<DueInSandbox> {
  return countsOf(await findDue(operation));
}

/** @param before of what was due: only that is looked at again. Undefined: all that the sandbox has. */
async function findDue({ db, partnerId, clock }: Operation, before?: DueIds): Promise<DueIds> {
  const now = clock.now();
  const ofBefore = (what: keyof DueInSandbox) => (before ? sql`id = ANY(${before[what]}::uuid[])` : sql`true`);
  const { rows } = await db.execute(sql<DueIds>`
    SELECT
      ARRAY(SELECT id FROM endpoints
        WHERE partner_id = ${partnerId} AND ${ofBefore('scans')}
          AND (next_scan_at <= ${now} OR current_scan_id IS NOT NULL)) AS scans,
      ARRAY(SELECT id FROM monitored_domains
        WHERE partner_id = ${partnerId} AND ${ofBefore('domain_scans')} AND next_scan_at IS NOT NULL
          AND (least(next_scan_at, retry_at) <= ${now} OR current_scan_id IS NOT NULL)) AS domain_scans,
      ARRAY(SELECT domain_id FROM domain_postures
        WHERE partner_id = ${partnerId} AND ${before ? sql`domain_id = ANY(${before.domain_looks}::uuid[])` : sql`true`}
          AND (due_at <= ${now} OR look_id IS NOT NULL)) AS domain_looks,
      ARRAY(SELECT id FROM alerts
        WHERE partner_id = ${partnerId} AND ${ofBefore('alerts')} AND snoozed_until <= ${now}) AS alerts,
      ARRAY(SELECT id FROM allowed_port_rules
        WHERE partner_id = ${partnerId} AND ${ofBefore('rules')} AND rescan_at <= ${now}) AS rules`);
  return rows[0]!;
}

function countsOf({ scans, domain_scans, domain_looks, alerts, rules }: DueIds): DueInSandbox {
  return {
    scans: scans.length,
    domain_scans: domain_scans.length,
    domain_looks: domain_looks.length,
    alerts: alerts.length,
    rules: rules.length,
  };
}

/**
 * Has happen what is due: alerts and rules at once, scans by whoever scans, for which it waits without holding a connection.
 * @param operation of the sandbox's world
 * @param waitSeconds at the most
 * @returns what is left of what was due when it began
 */
export async function settleSandbox(
  operation: Operation,
  { kinds, cooldownSeconds }: ClockTools,
  waitSeconds: number,
): Promise<DueInSandbox> {
  const service = operation.actingFor(operation.partnerId, { kind: 'system' });
  await reopenDueAlertsOf(service, kinds);
  await scanAfterEndedRulesOf(service, cooldownSeconds);
  const end = performance.now() + waitSeconds * 1_000;
  let due = await findDue(operation);
  while (!isSettled(countsOf(due)) && performance.now() < end) {
    await setTimeout(lookEveryMs);
    due = await findDue(operation, due);
  }
  return countsOf(due);
}
