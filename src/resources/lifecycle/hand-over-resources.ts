import { sql } from 'kysely';
import type { HandedOverService, HandOver } from '../../accounts/customers/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { type ResourceState, type ResourceStatus, resourceState } from './resource-lifecycle.ts';
import type { ResourceType } from './resource-type.ts';

/** Which resources of a customer are meant. */
export interface HandedOverResources extends HandOver {
  readonly services: readonly HandedOverService[];
  /** Of which services: of any or none, of `services`, or of `services` and of none. */
  readonly scope: 'all' | 'services' | 'services_and_unowned';
}

export interface LockedResource {
  readonly id: string;
  readonly customerId: string;
  readonly serviceId: string | null;
  readonly label: string;
  readonly createdAt: Date;
  readonly state: ResourceState;
  /** Nobody can find it any more, so that nothing stands in its way. */
  readonly isReleased: boolean;
}

/**
 * What a customer would give of a type, and what the other one has of the same addresses or names, locked in the order of their ids
 * (decision 9). Behind the locks of both customers.
 */
export async function lockHandedOver(
  tx: Operation,
  { table, label, isReleased }: ResourceType,
  { from, to, services, scope }: HandedOverResources,
): Promise<readonly LockedResource[]> {
  const ids = services.map(({ id }) => id);
  const isMeant = {
    all: sql`true`,
    services: inIds('service_id', ids),
    services_and_unowned: sql`(service_id IS NULL OR ${inIds('service_id', ids)})`,
  }[scope];
  const { rows } = await tx.db.execute(sql<Row>`
    SELECT id, customer_id, service_id, ${sql.ref(label)} AS label, created_at, status, quota_paused, ${isReleased} AS is_released
    FROM ${sql.table(table)}
    WHERE partner_id = ${tx.partnerId} AND (customer_id = ${from} AND ${isMeant}
      OR customer_id = ${to} AND NOT ${isReleased} AND ${sql.ref(label)} IN (
        SELECT ${sql.ref(label)} FROM ${sql.table(table)}
        WHERE partner_id = ${tx.partnerId} AND customer_id = ${from} AND NOT ${isReleased} AND ${isMeant}))
    ORDER BY id FOR NO KEY UPDATE`);
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id,
    serviceId: row.service_id,
    label: row.label,
    createdAt: row.created_at,
    state: resourceState(row),
    isReleased: row.is_released,
  }));
}

interface Row {
  readonly id: string;
  readonly customer_id: string;
  readonly service_id: string | null;
  readonly label: string;
  readonly created_at: Date;
  readonly status: ResourceStatus;
  readonly quota_paused: boolean;
  readonly is_released: boolean;
}

/** Gives resources to the other customer, each with the service that it has there. What they are in the middle of goes on. */
export async function writeOwner(
  tx: Operation,
  { table }: ResourceType,
  to: string,
  resources: readonly { readonly id: string; readonly serviceId: string | null }[],
): Promise<void> {
  if (resources.length === 0) return;
  await tx.db.execute(sql`
    UPDATE ${sql.table(table)} SET customer_id = ${to}::uuid, service_id = given.service_id, updated_at = ${tx.clock.now()}::timestamptz
    FROM unnest(${resources.map(({ id }) => id)}::uuid[], ${resources.map(({ serviceId }) => serviceId)}::uuid[]) AS given (id, service_id)
    WHERE ${sql.ref(`${table}.partner_id`)} = ${tx.partnerId} AND ${sql.ref(`${table}.id`)} = given.id`);
}

/**
 * Gives what metered billing needs to the other customer: all times of the services, and those of the resources that no service had. What
 * another service had them for stays with whoever has that service. Before the resources change, since that ends what lasts.
 */
export async function handOverStates(
  tx: Operation,
  { from, to, services, scope }: HandedOverResources,
  resourceIds: readonly string[],
): Promise<void> {
  const ids = services.map(({ id }) => id);
  const isMeant =
    scope === 'all'
      ? sql`true`
      : sql`(${inIds('service_id', ids)} OR (service_id IS NULL AND ${inIds('resource_id', resourceIds)}))`;
  await tx.db.execute(sql`
    UPDATE resource_state_changes SET customer_id = ${to}::uuid
    WHERE partner_id = ${tx.partnerId} AND customer_id = ${from} AND ${isMeant}`);
  await tx.db.execute(sql`
    UPDATE resource_state_changes SET service_id = joined.there
    FROM unnest(${ids}::uuid[], ${services.map(({ idThere }) => idThere)}::uuid[]) AS joined (id, there)
    WHERE resource_state_changes.partner_id = ${tx.partnerId} AND resource_state_changes.customer_id = ${to}
      AND resource_state_changes.service_id = joined.id AND joined.id <> joined.there`);
}

/**
 * Forgets when resources of a customer were in which state: another record of the same address, which is kept, tells it of the same service.
 */
export async function forgetStates(
  tx: Operation,
  { kind }: ResourceType,
  customerId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .deleteFrom('resource_state_changes')
    .where('customer_id', '=', customerId)
    .where('kind', '=', kind)
    .where(inIds('resource_id', ids))
    .execute();
}
