import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import { Operation, type Resources } from '../../platform/operation.ts';
import { finishScan } from './finish-scan.ts';

const staleAfterMs = 6 * 3_600_000;
const pageSize = 5_000;

/**
 * Brings the schedule in line with the scan policy, which the operator may have changed since the last start: active
 * endpoints that may be scanned again get a time. (One that may not be scanned any more leaves the schedule when it is due.)
 * @returns the number of endpoints that were scheduled
 */
export async function scheduleEndpointsOfPolicy({ db, clock }: Resources, policy: AddressPolicy): Promise<number> {
  let scheduled = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await db
      .selectFrom('endpoints')
      .innerJoin('partners', 'partners.id', 'endpoints.partner_id')
      .select(['endpoints.id', 'ip_address', 'sandbox_of'])
      .where('endpoints.status', '=', 'active')
      .where('next_scan_at', 'is', null)
      .where('endpoints.id', '>', after)
      .orderBy('endpoints.id')
      .limit(pageSize)
      .execute();
    const ids = page
      .filter((endpoint) => endpoint.sandbox_of !== null || policy.verdict(endpoint.ip_address) === 'scan')
      .map((endpoint) => endpoint.id);
    if (ids.length > 0) {
      await db
        .updateTable('endpoints')
        .set({ next_scan_at: clock.now() })
        .where('id', 'in', ids)
        .where('status', '=', 'active')
        .execute();
    }
    scheduled += ids.length;
    if (page.length < pageSize) return scheduled;
    after = page.at(-1)!.id;
  }
}

/** Ends scans that nothing carries any more, such as after a restored backup, so that their endpoints can be scanned again. */
export async function endStaleScans(resources: Resources): Promise<number> {
  const stale = await resources.db
    .selectFrom('endpoints')
    .innerJoin('scans', (join) =>
      join.onRef('scans.partner_id', '=', 'endpoints.partner_id').onRef('scans.id', '=', 'endpoints.current_scan_id'),
    )
    .select(['scans.partner_id', 'scans.id as scanId', 'scans.endpoint_id as endpointId'])
    .where('scans.created_at', '<', new Date(resources.clock.now().getTime() - staleAfterMs))
    .execute();
  for (const scan of stale) {
    const ending = { status: 'failed' as const, error: 'worker_lost: nothing carries this scan any more' };
    await Operation.bySystem(resources, scan.partner_id).transaction((tx) => finishScan(tx, scan, ending));
  }
  return stale.length;
}
