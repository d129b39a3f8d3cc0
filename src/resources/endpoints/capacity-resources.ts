import type { Operation } from '../../core/operation/operation.ts';
import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import type { CapacityResource } from '../capacity/enforce-capacity.ts';
import { currentScans } from '../lifecycle/current-scans.ts';
import { dueAgain } from '../lifecycle/due-again.ts';
import { resourceState } from '../lifecycle/resource-lifecycle.ts';
import { policyIn } from './policy-in.ts';
import { updateInOrder } from './update-in-order.ts';

/** Every endpoint of the customers that takes a place: whatever is not terminated. */
export async function endpointResources(tx: Operation, customerIds: readonly string[]): Promise<CapacityResource[]> {
  const rows = await tx.db
    .selectFrom('endpoints')
    .select(['id', 'customer_id', 'created_at', 'status', 'quota_paused', 'ip_address'])
    .where(inIds('customer_id', customerIds))
    .where('status', '<>', 'terminated')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id,
    createdAt: row.created_at,
    state: resourceState(row) as CapacityResource['state'],
    label: row.ip_address,
  }));
}

export async function pauseEndpointsForCapacity(tx: Operation, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const left = await updateInOrder(tx, ids)
    .set({
      status: 'paused',
      quota_paused: true,
      next_scan_at: null,
      current_scan_id: null,
      updated_at: tx.clock.now(),
    })
    .where('endpoints.status', '=', 'active')
    .returning('before.current_scan_id')
    .execute();
  await tx.effects.monitoringEnded(tx, { kind: 'endpoint', ids, scanIds: currentScans(left) });
}

/** Active again, and scanned when they are due unless the policy excludes the address. */
export async function unpauseEndpoints(
  tx: Operation,
  policy: AddressPolicy,
  endpoints: readonly CapacityResource[],
): Promise<void> {
  const now = tx.clock.now();
  const [scanned, unscanned] = [true, false].map((wanted) =>
    endpoints.filter(({ label }) => (policyIn(tx, policy).verdict(label) === 'scan') === wanted).map(({ id }) => id),
  ) as [string[], string[]];
  for (const [ids, nextScanAt] of [
    [scanned, dueAgain(now)],
    [unscanned, null],
  ] as const) {
    if (ids.length === 0) continue;
    await tx.db
      .updateTable('endpoints')
      .set({ status: 'active', quota_paused: false, next_scan_at: nextScanAt, updated_at: now })
      .where(inIds('id', ids))
      .where('quota_paused', '=', true)
      .execute();
  }
}
