import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { type ResourceState, resourceState } from './resource-lifecycle.ts';
import type { ResourceType } from './resource-type.ts';

/** A resource that takes a place. */
export interface OccupyingResource {
  readonly id: string;
  readonly customerId: string;
  readonly createdAt: Date;
  readonly state: Exclude<ResourceState, 'terminated'>;
  /** What reports call it: an IP address or a domain name. */
  readonly label: string;
}

/** Every resource of the customers that takes a place: whatever is not terminated. */
export async function occupying(
  tx: Operation,
  { table, label }: ResourceType,
  customerIds: readonly string[],
): Promise<OccupyingResource[]> {
  const rows = await tx.db
    .selectFrom(table)
    .select(['id', 'customer_id', 'created_at', 'status', 'quota_paused', `${label} as label`])
    .where(inIds('customer_id', customerIds))
    .where('status', '<>', 'terminated')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id,
    createdAt: row.created_at,
    state: resourceState(row) as OccupyingResource['state'],
    label: row.label,
  }));
}
