import { sql } from 'kysely';
import { type PlanInForce, plansInForce, type ScanLimits, scanTermsOf } from '../accounts/scan-terms/scan-terms.ts';
import { subscriptionRecords } from '../accounts/subscriptions/list-subscriptions.ts';
import type { EventViews } from '../core/events/event-views.ts';
import type { EventView } from '../core/operation/occurrences.ts';
import type { Operation } from '../core/operation/operation.ts';
import type { AddressPolicy } from '../engines/address-policy/address-policy.ts';
import type { Config } from '../installation/config.ts';
import { alertRecords } from '../monitoring/alerts/alert-record.ts';
import { described } from '../monitoring/alerts/routes.ts';
import { domainSummaries } from '../monitoring/leaks/read-domains.ts';
import { toDomainResource, toDomainScan } from '../monitoring/leaks/schema.ts';
import { openPortsOf } from '../monitoring/port-scans/ports-open-after.ts';
import { changesInScan } from '../monitoring/port-scans/scan-changes.ts';
import { withRequesters } from '../monitoring/port-scans/scan-requesters.ts';
import { viewOfScan } from '../monitoring/port-scans/scan-view.ts';
import { inIds } from '../platform/database/in-ids.ts';
import { messagesIn } from '../platform/messages/messages.ts';
import { toListedSubscription } from '../reporting/customer-records/schema.ts';
import type { EndpointRecord } from '../resources/endpoints/endpoint-record.ts';
import { policyIn } from '../resources/endpoints/policy-in.ts';
import { toEndpointResource } from '../resources/endpoints/schema.ts';
import { alertKinds } from './alert-kinds.ts';
import { scanLimits } from './scan-policy.ts';

/** What the reads of servers are given. */
export interface EventViewOptions {
  readonly policy: AddressPolicy;
  readonly cooldownSeconds: number;
  readonly limits: ScanLimits;
}

export function eventViewOptions(config: Config, policy: AddressPolicy): EventViewOptions {
  return { policy, cooldownSeconds: config.scanCooldownSeconds, limits: scanLimits(config) };
}

type Views = ReadonlyMap<string, EventView>;

/** How events show what they are about: as the API's reads do. */
export function createEventViews(options: EventViewOptions): EventViews {
  return {
    alert: viewAlerts,
    endpoint: (tx, ids) => viewEndpoints(tx, ids, options),
    domain: viewDomains,
    subscription: viewSubscriptions,
    scan: viewScans,
    domain_scan: viewDomainScans,
    customer: async (_tx, ids) => new Map(ids.map((id) => [id, { customerId: id, data: {} }])),
  };
}

async function viewAlerts(tx: Operation, ids: readonly string[]): Promise<Views> {
  const known = alertKinds.map(({ name }) => name);
  const alerts = await alertRecords(tx).where(inIds('alerts.id', ids)).where('alerts.kind', 'in', known).execute();
  const shown = await described(tx, alertKinds, alerts);
  return new Map(
    alerts.map(({ id, customer_id: customerId, endpoint_id, domain_id }, index) => [
      id,
      {
        customerId,
        alertId: id,
        endpointId: endpoint_id,
        domainId: domain_id,
        data: { alert_id: id, ...(endpoint_id === null ? { domain_id } : { endpoint_id }), alert: shown[index] },
      },
    ]),
  );
}

async function viewEndpoints(
  tx: Operation,
  ids: readonly string[],
  { policy, cooldownSeconds, limits }: EventViewOptions,
): Promise<Views> {
  const { rows } = await tx.db.execute(sql<EndpointRecord & { readonly plans: readonly PlanInForce[] }>`
    SELECT e.*, c.billing_customer_id, ${plansInForce(tx.partnerId)} AS plans FROM endpoints e
    JOIN customers c ON c.partner_id = e.partner_id AND c.id = e.customer_id
    WHERE e.partner_id = ${tx.partnerId} AND ${inIds('e.id', ids)}`);
  const context = { cooldownSeconds, policy: policyIn(tx, policy), t: messagesIn('en') };
  return new Map(
    rows.map(({ plans, ...endpoint }) => [
      endpoint.id,
      {
        customerId: endpoint.customer_id,
        endpointId: endpoint.id,
        status: endpoint.status,
        data: {
          endpoint_id: endpoint.id,
          endpoint: toEndpointResource(endpoint, { ...context, terms: scanTermsOf(plans, limits) }),
        },
      },
    ]),
  );
}

async function viewDomains(tx: Operation, ids: readonly string[]): Promise<Views> {
  const domains = await domainSummaries(tx).where(inIds('monitored_domains.id', ids)).execute();
  return new Map(
    domains.map((domain) => [
      domain.id,
      {
        customerId: domain.customer_id,
        domainId: domain.id,
        status: domain.status,
        data: { domain_id: domain.id, domain: toDomainResource(domain) },
      },
    ]),
  );
}

async function viewSubscriptions(tx: Operation, ids: readonly string[]): Promise<Views> {
  const subscriptions = await subscriptionRecords(tx).where(inIds('subscriptions.id', ids)).execute();
  return new Map(
    subscriptions.map((subscription) => [
      subscription.id,
      {
        customerId: subscription.customer_id,
        data: { subscription_id: subscription.id, subscription: toListedSubscription(subscription) },
      },
    ]),
  );
}

async function viewScans(tx: Operation, ids: readonly string[]): Promise<Views> {
  const scans = await tx.db
    .selectFrom('scans')
    .innerJoin('endpoints', (join) =>
      join.onRef('endpoints.partner_id', '=', 'scans.partner_id').onRef('endpoints.id', '=', 'scans.endpoint_id'),
    )
    .selectAll('scans')
    .select(['endpoints.customer_id', openPortsOf(tx.partnerId, 'scans').as('open_ports')])
    .where(inIds('scans.id', ids))
    .execute();
  const views = (await withRequesters(tx, scans)).map(async (scan) => {
    const changes = await changesInScan(tx, scan.endpoint_id, scan.id);
    return [scan.id, viewOfScan(scan.customer_id, scan, changes)] as const;
  });
  return new Map(await Promise.all(views));
}

async function viewDomainScans(tx: Operation, ids: readonly string[]): Promise<Views> {
  const scans = await tx.db
    .selectFrom('domain_scans')
    .innerJoin('monitored_domains', (join) =>
      join
        .onRef('monitored_domains.partner_id', '=', 'domain_scans.partner_id')
        .onRef('monitored_domains.id', '=', 'domain_scans.domain_id'),
    )
    .selectAll('domain_scans')
    .select('monitored_domains.customer_id')
    .where(inIds('domain_scans.id', ids))
    .execute();
  return new Map(
    scans.map((scan) => [
      scan.id,
      {
        customerId: scan.customer_id,
        domainId: scan.domain_id,
        data: { scan_id: scan.id, domain_id: scan.domain_id, scan: toDomainScan(scan) },
      },
    ]),
  );
}
