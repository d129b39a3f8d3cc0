import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import type { CapacityResource } from '../capacity/enforce-capacity.ts';

/** Every domain of the customers that takes a slot: whatever is not terminated. */
export async function domainResources(tx: Operation, customerIds: readonly string[]): Promise<CapacityResource[]> {
  const rows = await tx.db
    .selectFrom('monitored_domains')
    .select(['id', 'customer_id', 'created_at', 'status', 'quota_paused', 'domain'])
    .where(inIds('customer_id', customerIds))
    .where('status', '<>', 'terminated')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id,
    createdAt: row.created_at,
    state: row.quota_paused ? 'quota_paused' : row.status === 'active' ? 'active' : 'paused',
    label: row.domain,
  }));
}

export async function pauseDomainsForCapacity(tx: Operation, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .updateTable('monitored_domains')
    .set({ status: 'paused', quota_paused: true, next_scan_at: null, updated_at: tx.clock.now() })
    .where(inIds('id', ids))
    .where('status', '=', 'active')
    .execute();
  await tx.effects.monitoringEnded(tx, { kind: 'domain', ids, scanIds: [] });
}

/** Active again, and scanned for leaks soon. */
export async function unpauseDomains(tx: Operation, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const now = tx.clock.now();
  await tx.db
    .updateTable('monitored_domains')
    .set({ status: 'active', quota_paused: false, next_scan_at: now, updated_at: now })
    .where(inIds('id', ids))
    .where('quota_paused', '=', true)
    .execute();
}
