import { listPlans } from '../accounts/plans/list-plans.ts';
import type { Plan } from '../accounts/plans/plan-catalogue.ts';
import type { PlanLimits } from '../accounts/plans/plan-limits.ts';
import { setDomainInterval } from '../accounts/plans/set-domain-interval.ts';
import { type PlanTerms, setPlan } from '../accounts/plans/set-plan.ts';
import { plainText } from '../common/text.ts';
import type { Resources } from '../core/operation/operation.ts';
import { customerOverview } from '../reporting/customer-records/customer-overview.ts';
import { type CustomerResource, toCustomerResource } from '../reporting/customer-records/schema.ts';
import {
  setUnsubscribedCap,
  type UnsubscribedCap,
  unsubscribedCaps,
} from '../resources/capacity/set-unsubscribed-cap.ts';
import { operationFor } from './operator-operation.ts';
import { type Output, table } from './output.ts';

/** What the operator's commands about plans and capacity do. Each prints its result. */
export const capacityCommands = {
  async listCaps(resources: Resources, output: Output, partner: string): Promise<void> {
    const caps = await unsubscribedCaps(await operationFor(resources, partner));
    output.result(
      { caps: caps.map(({ product, capacity }) => ({ product_slug: product, capacity })) },
      table(
        ['product', 'without a subscription'],
        caps.map(({ product, capacity }) => [product, capText(capacity)]),
      ),
    );
  },

  async setCap(
    resources: Resources,
    output: Output,
    { partner, ...cap }: UnsubscribedCap & { partner: string },
  ): Promise<void> {
    const operation = await operationFor(resources, partner);
    const { changed, newlyPaused, unpaused } = await setUnsubscribedCap(operation, cap);
    output.result(
      {
        partner_id: operation.partnerId,
        product_slug: cap.product,
        capacity: cap.capacity,
        changed,
        newly_paused: newlyPaused,
        unpaused,
      },
      changed
        ? `Customers without a subscription to ${cap.product} may have: ${capText(cap.capacity)}. Paused: ${newlyPaused.length}, active again: ${unpaused.length}.`
        : `The cap for ${cap.product} was ${capText(cap.capacity)} already.`,
    );
  },

  async listPlans(resources: Resources, output: Output, partner: string): Promise<void> {
    const plans = await listPlans(await operationFor(resources, partner));
    const rows = plans.map((plan) => [
      'port_monitoring',
      plan.slug,
      String(plan.capacity),
      intervalText(plan),
      plan.ports,
      plan.protocols,
      rateText(plan),
      pointsText(plan),
      String(plan.subscriptions),
    ]);
    output.result(
      { plans: plans.map((plan) => ({ ...toPlan(plan), subscriptions: plan.subscriptions })) },
      table(
        [
          'product',
          'plan',
          'capacity',
          'scan interval',
          'ports',
          'protocols',
          'packets per second',
          'from',
          'subscriptions',
        ],
        rows,
      ),
    );
  },

  async setPlan(
    resources: Resources,
    output: Output,
    options: PlanTerms & { partner: string },
    limits?: PlanLimits,
  ): Promise<void> {
    const { partner, ...terms } = options;
    const { plan, changed, customers, newlyPaused, unpaused } = await setPlan(
      await operationFor(resources, partner),
      terms,
      limits,
    );
    const text = changed
      ? `Plan ${plan.slug}: ${plan.capacity} endpoints, ${intervalText(plan)}, ports ${plan.ports} (${plan.protocols}), packets per second: ${rateText(plan)}, from: ${pointsText(plan)}. Customers on it: ${customers}; endpoints paused: ${newlyPaused.length}, active again: ${unpaused.length}.`
      : `Plan ${plan.slug} was so already.`;
    output.result({ ...toPlan(plan), changed, customers, newly_paused: newlyPaused, unpaused }, text);
  },

  async setDomainInterval(
    resources: Resources,
    output: Output,
    { partner, seconds }: { partner: string; seconds: number | null },
  ): Promise<void> {
    const operation = await operationFor(resources, partner);
    const changed = await setDomainInterval(operation, seconds);
    const interval = seconds === null ? 'at the default interval' : `every ${seconds / 3_600} h`;
    output.result(
      { partner_id: operation.partnerId, scan_interval_seconds: seconds, changed },
      `Domains of partner ${operation.partnerId} ${changed ? 'are' : 'were already'} looked up ${interval}.`,
    );
  },

  async showCustomer(
    resources: Resources,
    output: Output,
    options: { partner: string; clientId: number },
  ): Promise<void> {
    const overview = await customerOverview(await operationFor(resources, options.partner), options.clientId);
    const customer = toCustomerResource(overview);
    output.result(customer, customerText(customer));
  },
};

function toPlan(plan: Plan) {
  return {
    product_slug: 'port_monitoring',
    plan_slug: plan.slug,
    capacity: plan.capacity,
    scan_interval_seconds: plan.scanIntervalSeconds,
    ports: plan.ports,
    protocols: plan.protocols,
    max_packets_per_second: plan.maxPacketsPerSecond,
    vantage_points: plan.vantagePoints,
  };
}

function capText(capacity: number | null): string {
  return capacity === null ? 'any number' : String(capacity);
}

function intervalText({ scanIntervalSeconds }: Plan): string {
  return scanIntervalSeconds === null ? 'default interval' : `every ${scanIntervalSeconds / 3_600} h`;
}

function pointsText({ vantagePoints }: Plan): string {
  return vantagePoints.length === 0 ? 'anywhere' : vantagePoints.join(', ');
}

function rateText({ maxPacketsPerSecond }: Plan): string {
  return maxPacketsPerSecond === null ? 'default' : String(maxPacketsPerSecond);
}

function customerText(customer: CustomerResource): string {
  const { endpoints } = customer;
  const capacity = Object.entries(customer.capacity).map(([product, use]) => [
    product,
    use.capacity === null ? 'not capped' : String(use.capacity),
    String(use.usage),
    use.over_quota ? 'yes' : 'no',
  ]);
  const services = customer.services.map((service) => [
    String(service.service_id),
    service.product_slug ?? '',
    service.plan_slug ?? '',
    service.mrr?.toFixed(2) ?? '',
  ]);
  const subscriptions = customer.subscriptions.map((subscription) => [
    subscription.subscription_id,
    String(subscription.service_id),
    subscription.product_slug,
    subscription.plan_slug ?? String(subscription.quantity),
    subscription.status,
    subscription.mrr?.toFixed(2) ?? '',
    subscription.windows.at(-1)?.started_at ?? '',
  ]);
  const domains = customer.domains.map(({ domain, status, quota_paused }) => [
    domain,
    quota_paused ? 'paused for capacity' : status,
  ]);
  return [
    plainText(
      `Customer ${customer.billing_customer_id}: ${customer.name ?? 'no name'}, ${customer.email ?? 'no e-mail'}`,
    ),
    `Endpoints: ${endpoints.active} active, ${endpoints.paused} paused, of them ${endpoints.quota_paused} for capacity`,
    table(['product', 'capacity', 'usage', 'over quota'], capacity),
    table(['service', 'product', 'plan', 'mrr'], services),
    table(['subscription', 'service', 'product', 'plan or quantity', 'status', 'mrr', 'since'], subscriptions),
    table(['domain', 'status'], domains),
  ].join('\n\n');
}
