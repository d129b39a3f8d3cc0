import type { Selectable } from 'kysely';
import { ownedBy } from '../../accounts/customers/customer-of.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AlertsTable, EndpointsTable } from '../../core/operation/tables.ts';

/** An alert with what identifies its endpoint and customer. */
export type AlertRecord = Selectable<AlertsTable> & {
  ip_address: string;
  hostname: string;
  nickname: string;
  endpoint_status: EndpointsTable['status'];
  platform: string | null;
  billing_customer_id: number;
};

/** Alerts with their endpoints and customers. */
export function alertRecords(operation: Operation) {
  return operation.db
    .selectFrom('alerts')
    .innerJoin('endpoints', (join) =>
      join.onRef('endpoints.partner_id', '=', 'alerts.partner_id').onRef('endpoints.id', '=', 'alerts.endpoint_id'),
    )
    .innerJoin('customers', (join) =>
      join.onRef('customers.partner_id', '=', 'alerts.partner_id').onRef('customers.id', '=', 'alerts.customer_id'),
    )
    .selectAll('alerts')
    .select([
      'endpoints.ip_address',
      'endpoints.hostname',
      'endpoints.nickname',
      'endpoints.status as endpoint_status',
      'endpoints.platform',
      'customers.billing_customer_id',
    ]);
}

/**
 * One alert.
 * @throws Problem ALERT_NOT_FOUND, or ACCESS_DENIED when a customer is named that does not own its endpoint
 */
export async function getAlert(
  operation: Operation,
  id: string,
  billingCustomerId: number | undefined,
): Promise<AlertRecord> {
  const alert = await alertRecords(operation).where('alerts.id', '=', id).executeTakeFirst();
  return ownedBy(billingCustomerId, alert, 'ALERT_NOT_FOUND');
}

/**
 * The same, with the alert, its endpoint and its customer locked until the transaction ends: what scans and terminations do
 * to alerts, they do behind the endpoint's lock.
 * @throws Problem ALERT_NOT_FOUND, ACCESS_DENIED
 */
export async function lockAlert(
  tx: Operation,
  id: string,
  billingCustomerId: number | undefined,
): Promise<AlertRecord> {
  // In this order, as everywhere (decision 9).
  const locked = alertRecords(tx).where('alerts.id', '=', id).forNoKeyUpdate(['customers', 'endpoints', 'alerts']);
  return ownedBy(billingCustomerId, await locked.executeTakeFirst(), 'ALERT_NOT_FOUND');
}
