import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { type ResourceState, resourceState } from './resource-lifecycle.ts';
import type { ResourceType } from './resource-type.ts';

/** A resource that is not terminated. */
export interface PresentResource {
  readonly id: string;
  readonly customerId: string;
  readonly createdAt: Date;
  readonly state: Exclude<ResourceState, 'terminated'>;
  /** What reports call it: an IP address or a domain name. */
  readonly label: string;
  /** Its service pays for it alone: it takes no place, and no limit concerns it. */
  readonly isPaidByService: boolean;
}

/** Every resource of the customers that is not terminated, whatever pays for it. */
export async function presentResources(
  tx: Operation,
  { table, label, ownProduct }: ResourceType,
  customerIds: readonly string[],
): Promise<PresentResource[]> {
  const rows = await tx.db
    .selectFrom(table)
    .select(['id', 'customer_id', 'created_at', 'status', 'quota_paused', `${label} as label`])
    .select(
      sql<boolean>`coalesce((SELECT s.product_slug = ${ownProduct} FROM services s
        WHERE s.partner_id = ${sql.ref(`${table}.partner_id`)} AND s.id = ${sql.ref(`${table}.service_id`)}), false)`.as(
        'isPaidByService',
      ),
    )
    .where(inIds('customer_id', customerIds))
    .where('status', '<>', 'terminated')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id,
    createdAt: row.created_at,
    state: resourceState(row) as PresentResource['state'],
    label: row.label,
    isPaidByService: row.isPaidByService,
  }));
}

/** Every resource of the customers that takes a place: what is not terminated, and not paid for by its own service. */
export async function occupying(
  tx: Operation,
  type: ResourceType,
  customerIds: readonly string[],
): Promise<PresentResource[]> {
  return (await presentResources(tx, type, customerIds)).filter(({ isPaidByService }) => !isPaidByService);
}

/** Whether a service pays for what belongs to it by itself (decisions §3.2). */
export async function isPaidByService(
  tx: Operation,
  { ownProduct }: Pick<ResourceType, 'ownProduct'>,
  serviceId: string | null,
): Promise<boolean> {
  if (ownProduct === null || serviceId === null) return false;
  const own = await tx.db
    .selectFrom('services')
    .select('id')
    .where('id', '=', serviceId)
    .where('product_slug', '=', ownProduct)
    .executeTakeFirst();
  return own !== undefined;
}
