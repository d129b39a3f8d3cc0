import { type Selectable, sql } from 'kysely';
import { ownedBy } from '../../accounts/customers/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { ResourceKind } from '../../core/operation/resource-kinds.ts';
import type { AlertsTable } from '../../core/operation/tables/monitoring.ts';
import type { EndpointsTable } from '../../core/operation/tables/resources.ts';
import { readableName } from '../../engines/domain-names/readable-name.ts';
import { inIds } from '../../platform/database/in-ids.ts';

/** An alert with what identifies its customer and what it is about: an endpoint or a domain. */
export type AlertRecord = Selectable<AlertsTable> & {
  readonly billing_customer_id: number;
  readonly customer_name: string | null;
  readonly ip_address: string | null;
  readonly hostname: string | null;
  readonly nickname: string | null;
  readonly endpoint_status: EndpointsTable['status'] | null;
  readonly platform: string | null;
  /** The name of the domain as it is now: the evidence of an alert says which one was looked for. */
  readonly domain: string | null;
};

/** Which alerts a read is about: those of some kinds (undefined: of any), and of a customer if one is named. */
export interface AlertScope {
  readonly kinds?: readonly string[] | undefined;
  readonly billingCustomerId?: number | undefined;
}

/** Alerts with their resources and customers. */
export function alertRecords(operation: Operation) {
  return operation.db
    .selectFrom('alerts')
    .innerJoin('customers', (join) =>
      join.onRef('customers.partner_id', '=', 'alerts.partner_id').onRef('customers.id', '=', 'alerts.customer_id'),
    )
    .leftJoin('endpoints', (join) =>
      join.onRef('endpoints.partner_id', '=', 'alerts.partner_id').onRef('endpoints.id', '=', 'alerts.endpoint_id'),
    )
    .leftJoin('monitored_domains', (join) =>
      join
        .onRef('monitored_domains.partner_id', '=', 'alerts.partner_id')
        .onRef('monitored_domains.id', '=', 'alerts.domain_id'),
    )
    .selectAll('alerts')
    .select([
      'customers.billing_customer_id',
      'customers.name as customer_name',
      'endpoints.ip_address',
      'endpoints.hostname',
      'endpoints.nickname',
      'endpoints.status as endpoint_status',
      'endpoints.platform',
      'monitored_domains.domain',
    ]);
}

/**
 * One alert.
 * @throws Problem ALERT_NOT_FOUND, or ACCESS_DENIED when a customer is named that does not own it
 */
export async function getAlert(operation: Operation, id: string, scope: AlertScope): Promise<AlertRecord> {
  return within(scope, await alertRecords(operation).where('alerts.id', '=', id).executeTakeFirst());
}

/**
 * The same, with its customer, its resource and the alert locked until the transaction ends, in this order (decision 9): what
 * scans and terminations do to alerts, they do behind the resource's lock.
 * @throws Problem ALERT_NOT_FOUND, ACCESS_DENIED
 */
export async function lockAlert(tx: Operation, id: string, scope: AlertScope): Promise<AlertRecord> {
  const { endpoint_id, domain_id } = await getAlert(tx, id, scope);
  if (endpoint_id !== null) await lockResource(tx, 'endpoint', endpoint_id);
  if (domain_id !== null) await lockResource(tx, 'domain', domain_id);
  const locked = alertRecords(tx).where('alerts.id', '=', id).forNoKeyUpdate('alerts');
  return within(scope, await locked.executeTakeFirst());
}

/**
 * The same for many alerts, in the order of their ids: all customers, then all resources, then, after what has to be locked between
 * (decision 9), the alerts. Those that are not there, or are another customer's, are left out.
 */
export async function lockAlerts(
  tx: Operation,
  ids: readonly string[],
  scope: AlertScope,
  lockBetween: () => Promise<void> = async () => undefined,
): Promise<AlertRecord[]> {
  const isWithin = ({ kind, billing_customer_id: customer }: AlertRecord) =>
    (scope.kinds?.includes(kind) ?? true) && [undefined, customer].includes(scope.billingCustomerId);
  const found = (await alertRecords(tx).where(inIds('alerts.id', ids)).execute()).filter(isWithin);
  const idsOf = (column: 'customer_id' | 'endpoint_id' | 'domain_id') => [
    ...new Set(found.flatMap((alert) => alert[column] ?? [])),
  ];
  await lockRows(tx, 'customers', idsOf('customer_id'));
  await lockRows(tx, 'endpoints', idsOf('endpoint_id'));
  await lockRows(tx, 'monitored_domains', idsOf('domain_id'));
  await lockBetween();
  const within = found.map(({ id }) => id);
  return alertRecords(tx).where(inIds('alerts.id', within)).orderBy('alerts.id').forNoKeyUpdate('alerts').execute();
}

async function lockRows(
  tx: Operation,
  table: 'customers' | 'endpoints' | 'monitored_domains',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.db.execute(sql`
    SELECT 1 FROM ${sql.table(table)} WHERE partner_id = ${tx.partnerId} AND ${inIds('id', ids)}
    ORDER BY id FOR NO KEY UPDATE`);
}

/** The column of an alert that names the resource it is about. */
export function resourceColumn(subject: ResourceKind): 'endpoint_id' | 'domain_id' {
  return subject === 'endpoint' ? 'endpoint_id' : 'domain_id';
}

const resourceTables = { endpoint: 'endpoints', domain: 'monitored_domains' } as const;

/** Locks a resource behind its customer, unless it is gone. */
export async function lockResource(tx: Operation, kind: ResourceKind, id: string): Promise<void> {
  const lock = () =>
    tx.db.execute(sql`
      SELECT 1 FROM customers JOIN ${sql.table(resourceTables[kind])} AS resource
        ON resource.partner_id = customers.partner_id AND resource.customer_id = customers.id
      WHERE customers.partner_id = ${tx.partnerId} AND resource.id = ${id}
      FOR NO KEY UPDATE OF customers, resource`);
  // One that went to another customer while its lock was waited for is locked with that one.
  if ((await lock()).rows.length === 0) await lock();
}

function within({ kinds, billingCustomerId }: AlertScope, alert: AlertRecord | undefined): AlertRecord {
  const isOfKind = alert && (!kinds || kinds.includes(alert.kind));
  return ownedBy(billingCustomerId, isOfKind ? alert : undefined, 'ALERT_NOT_FOUND');
}

/** Deletes every alert about resources: nobody could read them any more. */
export async function forgetAlertsOf(tx: Operation, subject: ResourceKind, ids: readonly string[]): Promise<void> {
  await tx.db
    .deleteFrom('alerts')
    .where(inIds(resourceColumn(subject), ids))
    .execute();
}

/** Which server or domain an alert is about, as a message names it. */
export function subjectNameOf({
  ip_address,
  nickname,
  key,
  domain_id,
}: Pick<AlertRecord, 'ip_address' | 'nickname' | 'key' | 'domain_id'>): string {
  // Of a leak, the name that was looked for: the record may have another one by now.
  if (domain_id !== null) return readableName(key.split(' ')[0]!);
  return nickname === ip_address ? ip_address! : `${nickname} (${ip_address})`;
}
