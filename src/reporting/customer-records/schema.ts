import { z } from 'zod';
import { cappedProducts, type ListedSubscription, type ProRataWindow } from '../../accounts/subscriptions/index.ts';
import { oneOf, timestamp } from '../../core/api/fields.ts';
import type { CapacityUse, CustomerOverview } from './customer-overview.ts';
import type { ListedService } from './list-services.ts';

export const subscriptionStatus = oneOf(['active', 'suspended', 'cancelled']);
export const cappedProduct = oneOf(cappedProducts);

const mrr = z.number().nullable().meta({ description: 'Monthly recurring revenue, exact to the cent.' });

const subscriptionTerms = { plan_slug: z.string().nullable(), quantity: z.int(), mrr };

const subscription = {
  subscription_id: z.guid(),
  service_id: z.int(),
  product_slug: cappedProduct,
  ...subscriptionTerms,
  status: subscriptionStatus,
  created_at: timestamp,
  updated_at: timestamp,
};

/** Subscription (contract, Resources) with the billing ids of its customer and service. */
export const listedSubscription = z
  .strictObject({ ...subscription, billing_customer_id: z.int() })
  .meta({ id: 'ListedSubscription' });

export const listedService = z
  .strictObject({
    service_id: z.int(),
    billing_customer_id: z.int(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    product_slug: z.string().nullable(),
    plan_slug: z.string().nullable(),
    mrr,
    subscriptions: z.array(
      z.strictObject({ product_slug: cappedProduct, ...subscriptionTerms, status: subscriptionStatus }),
    ),
    servers: z
      .array(
        z.strictObject({
          id: z.guid(),
          ip_address: z.string(),
          status: oneOf(['active', 'paused']),
          quota_paused: z.boolean(),
        }),
      )
      .meta({ description: 'The newest ten that are not terminated.' }),
    server_count: z.int().meta({ description: 'How many servers are not terminated.' }),
  })
  .meta({ id: 'ListedService' });

const proRataWindow = z.strictObject({
  state: subscriptionStatus,
  ...subscriptionTerms,
  started_at: timestamp,
  ended_at: timestamp.nullable(),
});

const capacityUse = z.strictObject({ capacity: z.int().nullable(), usage: z.int(), over_quota: z.boolean() });

export const customerResource = z
  .strictObject({
    billing_customer_id: z.int(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    language: z
      .string()
      .nullable()
      .meta({ description: 'That the customer chose (BCP 47). Null: what the browser asks for.' }),
    created_at: timestamp,
    updated_at: timestamp,
    services: z.array(
      z.strictObject({
        service_id: z.int(),
        product_slug: z.string().nullable(),
        plan_slug: z.string().nullable(),
        mrr,
        created_at: timestamp,
        updated_at: timestamp,
      }),
    ),
    subscriptions: z.array(z.strictObject({ ...subscription, windows: z.array(proRataWindow) })),
    domains: z.array(
      z.strictObject({
        monitored_domain_id: z.guid(),
        domain: z.string(),
        status: oneOf(['active', 'paused', 'terminated']),
        quota_paused: z.boolean(),
        service_id: z.int(),
        created_at: timestamp,
      }),
    ),
    endpoints: z.strictObject({ active: z.int(), paused: z.int(), quota_paused: z.int() }),
    capacity: z.strictObject({ port_monitoring: capacityUse, domain_monitoring: capacityUse }),
  })
  .meta({ id: 'Customer' });

export type CustomerResource = z.output<typeof customerResource>;

export function toCustomerResource(overview: CustomerOverview): CustomerResource {
  const { customer, services, subscriptions, domains, endpoints, capacity } = overview;
  return {
    billing_customer_id: customer.billing_customer_id,
    name: customer.name,
    email: customer.email,
    language: customer.language,
    ...times(customer),
    services: services.map((service) => ({
      service_id: service.billing_service_id,
      product_slug: service.product_slug,
      plan_slug: service.plan_slug,
      mrr: amountOf(service.mrr),
      ...times(service),
    })),
    subscriptions: subscriptions.map(({ windows, ...record }) => ({
      ...toSubscription(record),
      windows: windows.map(toWindow),
    })),
    domains: domains.map((domain) => ({
      monitored_domain_id: domain.id,
      domain: domain.domain,
      status: domain.status,
      quota_paused: domain.quota_paused,
      service_id: domain.billing_service_id,
      created_at: domain.created_at.toISOString(),
    })),
    endpoints: { ...endpoints },
    capacity: {
      port_monitoring: toUse(capacity.port_monitoring),
      domain_monitoring: toUse(capacity.domain_monitoring),
    },
  };
}

export function toListedSubscription(record: ListedSubscription): z.output<typeof listedSubscription> {
  return { ...toSubscription(record), billing_customer_id: record.billing_customer_id };
}

export function toListedService({ id, mrr: text, ...service }: ListedService): z.output<typeof listedService> {
  return {
    ...service,
    mrr: amountOf(text),
    subscriptions: service.subscriptions.map((each) => ({
      product_slug: each.product_slug,
      ...toTerms(each),
      status: each.status,
    })),
    servers: [...service.servers],
  };
}

function toSubscription(record: ListedSubscription) {
  return {
    subscription_id: record.id,
    service_id: record.billing_service_id,
    product_slug: record.product_slug,
    ...toTerms(record),
    status: record.status,
    ...times(record),
  };
}

function toWindow(window: ProRataWindow) {
  return {
    state: window.state,
    ...toTerms(window),
    started_at: window.started_at.toISOString(),
    ended_at: window.ended_at?.toISOString() ?? null,
  };
}

/** A subscription to a per-plan product has the quantity 1 (decisions §3.6). */
function toTerms({ plan_slug, quantity, mrr: text }: Pick<ProRataWindow, 'plan_slug' | 'quantity' | 'mrr'>) {
  return { plan_slug, quantity: quantity ?? 1, mrr: amountOf(text) };
}

/** Two decimals below ten thousand survive as a JSON number digit by digit. */
function amountOf(text: string | null): number | null {
  return text === null ? null : Number(text);
}

function times({ created_at, updated_at }: { created_at: Date; updated_at: Date }) {
  return { created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
}

function toUse({ capacity, usage, over_quota }: CapacityUse): z.output<typeof capacityUse> {
  return { capacity, usage, over_quota };
}
