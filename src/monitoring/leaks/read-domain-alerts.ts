import type { Selectable } from 'kysely';
import { customerIdOf, ownedBy } from '../../accounts/customers/customer-of.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type Listed, nothing, type Page, paged } from '../../core/operation/paged.ts';
import type { DomainAlertsTable } from '../../core/operation/tables.ts';
import type { Severity } from '../../engines/common/severity.ts';

export type DomainAlertRecord = Selectable<DomainAlertsTable> & { readonly billing_customer_id: number };

export interface DomainAlertFilter {
  readonly status?: DomainAlertsTable['status'] | undefined;
  readonly severity?: Severity | undefined;
  readonly kind?: DomainAlertsTable['kind'] | undefined;
  readonly domainId?: string | undefined;
}

export interface DomainAlertOrder {
  readonly sort: 'created_at' | 'severity' | 'last_detected_at';
  readonly order: 'asc' | 'desc';
}

function domainAlerts(operation: Operation) {
  return operation.db
    .selectFrom('domain_alerts')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.partner_id', '=', 'domain_alerts.partner_id')
        .onRef('customers.id', '=', 'domain_alerts.customer_id'),
    )
    .selectAll('domain_alerts')
    .select('customers.billing_customer_id');
}

/** One page of a customer's domain alerts; ties go by created_at, then id, in the same direction (decisions §6.3). */
export async function listDomainAlerts(
  operation: Operation,
  billingCustomerId: number,
  filter: DomainAlertFilter,
  { sort, order }: DomainAlertOrder,
  page: Page,
): Promise<Listed<DomainAlertRecord>> {
  const customerId = await customerIdOf(operation, billingCustomerId);
  if (customerId === undefined) return nothing;
  let matching = domainAlerts(operation).where('domain_alerts.customer_id', '=', customerId);
  if (filter.status !== undefined) matching = matching.where('domain_alerts.status', '=', filter.status);
  if (filter.severity !== undefined) matching = matching.where('domain_alerts.severity', '=', filter.severity);
  if (filter.kind !== undefined) matching = matching.where('domain_alerts.kind', '=', filter.kind);
  if (filter.domainId !== undefined) matching = matching.where('domain_alerts.domain_id', '=', filter.domainId);
  const inOrder = (query: typeof matching) =>
    query
      .orderBy(`domain_alerts.${sort}`, order)
      .$if(sort !== 'created_at', (ordered) => ordered.orderBy('domain_alerts.created_at', order))
      .orderBy('domain_alerts.id', order);
  return paged(operation.db.unscoped, matching, inOrder, page);
}

/** @throws Problem ALERT_NOT_FOUND, ACCESS_DENIED */
export async function getDomainAlert(
  operation: Operation,
  id: string,
  billingCustomerId: number,
): Promise<DomainAlertRecord> {
  const alert = await domainAlerts(operation).where('domain_alerts.id', '=', id).executeTakeFirst();
  return ownedBy(billingCustomerId, alert, 'ALERT_NOT_FOUND');
}

/**
 * The same with the alert locked until the transaction ends. Its domain is locked first: what scans and terminations do to alerts,
 * they do behind that lock.
 * @throws Problem ALERT_NOT_FOUND, ACCESS_DENIED
 */
export async function lockDomainAlert(
  tx: Operation,
  id: string,
  billingCustomerId: number,
): Promise<DomainAlertRecord> {
  const alert = await domainAlerts(tx)
    .innerJoin('monitored_domains', (join) =>
      join
        .onRef('monitored_domains.partner_id', '=', 'domain_alerts.partner_id')
        .onRef('monitored_domains.id', '=', 'domain_alerts.domain_id'),
    )
    .where('domain_alerts.id', '=', id)
    .forNoKeyUpdate(['customers', 'monitored_domains', 'domain_alerts'])
    .executeTakeFirst();
  return ownedBy(billingCustomerId, alert, 'ALERT_NOT_FOUND');
}
