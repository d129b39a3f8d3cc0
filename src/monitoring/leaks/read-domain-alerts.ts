import { sql } from 'kysely';
import { findCustomerId } from '../../accounts/customers/index.ts';
import type { Severity } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type Listed, nothing, type Page, paged } from '../../core/operation/paged.ts';
import { alertRecords } from '../alerts/index.ts';
import { type LeakAlert, type LeakAlertStatus, type LeakEvidence, leakAlert, leakKindNames } from './leak-alert.ts';

export interface DomainAlertFilter {
  readonly status?: LeakAlertStatus | undefined;
  readonly severity?: Severity | undefined;
  readonly kind?: LeakEvidence['kind'] | undefined;
  readonly domainId?: string | undefined;
}

export interface DomainAlertOrder {
  readonly sort: 'created_at' | 'severity' | 'last_detected_at';
  readonly order: 'asc' | 'desc';
}

/** One page of a customer's domain alerts; ties go by created_at, then id, in the same direction (decisions §6.3). */
export async function listDomainAlerts(
  operation: Operation,
  billingCustomerId: number,
  filter: DomainAlertFilter,
  { sort, order }: DomainAlertOrder,
  page: Page,
): Promise<Listed<LeakAlert>> {
  const customerId = await findCustomerId(operation, billingCustomerId);
  if (customerId === undefined) return nothing;
  let matching = alertRecords(operation)
    .where('alerts.customer_id', '=', customerId)
    .where('alerts.domain_id', 'is not', null)
    .where('alerts.kind', 'in', leakKindNames);
  if (filter.status !== undefined) matching = matching.where('alerts.status', '=', filter.status);
  if (filter.severity !== undefined) matching = matching.where('alerts.severity', '=', filter.severity);
  if (filter.kind !== undefined) matching = matching.where(sql<boolean>`alerts.evidence ->> 'kind' = ${filter.kind}`);
  if (filter.domainId !== undefined) matching = matching.where('alerts.domain_id', '=', filter.domainId);
  const columns = [...new Set([sort, 'created_at', 'id'] as const)];
  const inOrder = { table: 'alerts', columns, direction: order };
  const { items, ...listed } = await paged(operation.db, matching, inOrder, page);
  return { ...listed, items: items.map(leakAlert) };
}
