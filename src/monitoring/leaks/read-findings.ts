import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { findCustomerId } from '../../accounts/customers/index.ts';
import type { Severity } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type Listed, nothing, type Page, paged } from '../../core/operation/paged.ts';
import type { DarkWebFindingsTable, LeakedCredentialsTable } from '../../core/operation/tables/monitoring.ts';
import type { IdentityVault } from './identity-vault.ts';
import type { LeakAlertStatus } from './leak-alert.ts';

export interface FindingFilter {
  readonly domainId?: string | undefined;
  readonly severity?: Severity | undefined;
  readonly status?: LeakAlertStatus | undefined;
  /** First seen at this time or later. */
  readonly since?: Date | undefined;
}

/**
 * A finding's status is that of its alert. The joins below name the customer, too, so that the planner reads the customer's alerts
 * rather than everybody's.
 */
type WithStatus<T> = T & { readonly status: LeakAlertStatus };

export type MentionRecord = WithStatus<Selectable<DarkWebFindingsTable>>;

export type CredentialRecord = WithStatus<Selectable<LeakedCredentialsTable>> & {
  /** As it may be shown: in full only while control of the domain that it was found for is proved. */
  readonly identity: string | null;
};

/** One page of a customer's leaked credentials, the last that were found first. */
export async function listLeakedCredentials(
  operation: Operation,
  vault: IdentityVault,
  billingCustomerId: number,
  filter: FindingFilter,
  page: Page,
): Promise<Listed<CredentialRecord>> {
  const customerId = await findCustomerId(operation, billingCustomerId);
  if (customerId === undefined) return nothing;
  let matching = operation.db
    .selectFrom('leaked_credentials')
    .innerJoin('alerts', (join) =>
      join
        .onRef('alerts.partner_id', '=', 'leaked_credentials.partner_id')
        .onRef('alerts.customer_id', '=', 'leaked_credentials.customer_id')
        .onRef('alerts.id', '=', 'leaked_credentials.alert_id'),
    )
    .innerJoin('monitored_domains', (join) =>
      join
        .onRef('monitored_domains.partner_id', '=', 'leaked_credentials.partner_id')
        .onRef('monitored_domains.customer_id', '=', 'leaked_credentials.customer_id')
        .onRef('monitored_domains.id', '=', 'leaked_credentials.domain_id'),
    )
    .selectAll('leaked_credentials')
    .select([
      sql<LeakAlertStatus>`alerts.status`.as('status'),
      // What was found under a former name is no business of whoever has proved the present one.
      sql<boolean>`monitored_domains.verified_at IS NOT NULL AND monitored_domains.domain = leaked_credentials.domain`.as(
        'in_full',
      ),
    ])
    .where('leaked_credentials.customer_id', '=', customerId);
  if (filter.domainId !== undefined) matching = matching.where('leaked_credentials.domain_id', '=', filter.domainId);
  if (filter.severity !== undefined) matching = matching.where('leaked_credentials.severity', '=', filter.severity);
  if (filter.status !== undefined) matching = matching.where('alerts.status', '=', filter.status);
  if (filter.since !== undefined) matching = matching.where('leaked_credentials.first_seen_at', '>=', filter.since);
  const { items, ...rest } = await paged(operation.db, matching, newestFirst('leaked_credentials'), page);
  const open = vault.opener(operation.partnerId);
  return {
    ...rest,
    items: items.map(({ in_full, ...row }) => ({
      ...row,
      identity: in_full && row.identity_sealed ? open(row.id, row.identity_sealed) : row.identity_masked,
    })),
  };
}

/** One page of a customer's dark-web findings, the last that were found first. */
export async function listDarkWebFindings(
  operation: Operation,
  billingCustomerId: number,
  filter: FindingFilter,
  page: Page,
): Promise<Listed<MentionRecord>> {
  const customerId = await findCustomerId(operation, billingCustomerId);
  if (customerId === undefined) return nothing;
  let matching = operation.db
    .selectFrom('dark_web_findings')
    .innerJoin('alerts', (join) =>
      join
        .onRef('alerts.partner_id', '=', 'dark_web_findings.partner_id')
        .onRef('alerts.customer_id', '=', 'dark_web_findings.customer_id')
        .onRef('alerts.id', '=', 'dark_web_findings.alert_id'),
    )
    .selectAll('dark_web_findings')
    .select(sql<LeakAlertStatus>`alerts.status`.as('status'))
    .where('dark_web_findings.customer_id', '=', customerId);
  if (filter.domainId !== undefined) matching = matching.where('dark_web_findings.domain_id', '=', filter.domainId);
  if (filter.severity !== undefined) matching = matching.where('dark_web_findings.severity', '=', filter.severity);
  if (filter.status !== undefined) matching = matching.where('alerts.status', '=', filter.status);
  if (filter.since !== undefined) matching = matching.where('dark_web_findings.first_seen_at', '>=', filter.since);
  return paged(operation.db, matching, newestFirst('dark_web_findings'), page);
}

function newestFirst(table: string) {
  return { table, columns: ['first_seen_at', 'id'], direction: 'desc' } as const;
}
