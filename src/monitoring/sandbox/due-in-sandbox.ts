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

export async function dueInSandbox({ db, partnerId, clock }: Operation): Promise<DueInSandbox> {
  const now = clock.now();
  const { rows } = await db.execute(sql<DueInSandbox>`
    SELECT
      (SELECT count(*)::int FROM endpoints
        WHERE partner_id = ${partnerId} AND (next_scan_at <= ${now} OR current_scan_id IS NOT NULL)) AS scans,
      (SELECT count(*)::int FROM monitored_domains
        WHERE partner_id = ${partnerId} AND next_scan_at IS NOT NULL
          AND (least(next_scan_at, retry_at) <= ${now} OR current_scan_id IS NOT NULL)) AS domain_scans,
      (SELECT count(*)::int FROM alerts WHERE partner_id = ${partnerId} AND snoozed_until <= ${now}) AS alerts,
      (SELECT count(*)::int FROM allowed_port_rules WHERE partner_id = ${partnerId} AND rescan_at <= ${now}) AS rules`);
  return rows[0]!;
}

/**
 * Has happen what is due: alerts and rules at once, scans by whoever scans, for which it waits without holding a connection.
 * @param operation of the sandbox's world
 * @param waitSeconds at the most
 * @returns what is left
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
  for (;;) {
    const due = await dueInSandbox(operation);
    if (isSettled(due) || performance.now() >= end) return due;
    await setTimeout(lookEveryMs);
  }
}
