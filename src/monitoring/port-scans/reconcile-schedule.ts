import { sql } from 'kysely';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import { lowestIdAt } from '../../platform/ids.ts';
import { dueAgain } from '../../resources/endpoints/index.ts';
import { finishScan } from './finish-scan.ts';

/** No scan is under way for so long. */
export const staleAfterMs = 6 * 3_600_000;
const lookBackMs = 86_400_000;
const pageSize = 5_000;

/**
 * Brings the schedule in line with the scan policy, which the operator may have changed: active endpoints that may be scanned
 * again get a time. (One that may not be scanned any more leaves the schedule when it is due, or by withdrawFromSchedule.)
 * @returns the number of endpoints that were scheduled
 */
export async function scheduleEndpointsOfPolicy({ db, clock }: Resources, policy: AddressPolicy): Promise<number> {
  let scheduled = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await db
      .selectFrom('endpoints')
      .innerJoin('partners', 'partners.id', 'endpoints.partner_id')
      .select(['endpoints.partner_id', 'endpoints.id', 'ip_address', 'sandbox_of'])
      .where('endpoints.status', '=', 'active')
      .where('next_scan_at', 'is', null)
      .where('endpoints.id', '>', after)
      .orderBy('endpoints.id')
      .limit(pageSize)
      .execute();
    const scannable = page.filter(
      (endpoint) => endpoint.sandbox_of !== null || policy.verdict(endpoint.ip_address) === 'scan',
    );
    await sql`
      UPDATE endpoints e SET next_scan_at = ${dueAgain(clock.now())}
      FROM unnest(${scannable.map((endpoint) => endpoint.partner_id)}::uuid[], ${scannable.map(({ id }) => id)}::uuid[])
        AS s (partner_id, id)
      WHERE e.partner_id = s.partner_id AND e.id = s.id AND e.status = 'active' AND e.next_scan_at IS NULL`.execute(db);
    scheduled += scannable.length;
    if (page.length < pageSize) return scheduled;
    after = page.at(-1)!.id;
  }
}

/**
 * Ends scans that nothing carries any more, such as after a restored backup, so that their endpoints can be scanned again. The first look
 * goes through all scans that are not in the archive, later ones through those of a day before they are stale.
 * @returns looks once, and answers how many it ended
 */
export function staleScanEnder(resources: Resources): () => Promise<number> {
  let known = 0;
  return async () => {
    const staleMs = resources.clock.now().getTime() - staleAfterMs;
    // A clock that was wrong for a while may have been far ahead.
    const ended = await endStaleScans(resources, new Date(Math.min(known, staleMs - lookBackMs)), new Date(staleMs));
    known = staleMs;
    return ended;
  };
}

async function endStaleScans(resources: Resources, from: Date, to: Date): Promise<number> {
  // By partner: what a partner has of that time is found by the key of scans.
  const stale = await resources.db
    .selectFrom('partners')
    .innerJoin('scans', 'scans.partner_id', 'partners.id')
    .select(['scans.partner_id', 'scans.id as scanId', 'scans.endpoint_id as endpointId'])
    .where('scans.id', '>=', lowestIdAt(from))
    .where('scans.id', '<', lowestIdAt(to))
    .where('scans.status', 'in', ['pending', 'running'])
    .where('scans.created_at', '<', to)
    .execute();
  for (const scan of stale) {
    const ending = { status: 'failed' as const, error: 'worker_lost: nothing carries this scan any more' };
    await Operation.bySystem(resources, scan.partner_id).transaction((tx) => finishScan(tx, scan, ending));
  }
  return stale.length;
}
