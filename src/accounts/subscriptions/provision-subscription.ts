import { InvalidInput } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { CapacityReport } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { CappedProduct } from '../../core/operation/tables/accounts.ts';
import { newId } from '../../platform/ids.ts';
import { ensureCustomer, findService, recordService } from '../customers/index.ts';
import { planCatalogue } from '../plans/index.ts';
import { currentCapacity, type PlacesInUse, refuseWhenInUse } from './capacity-report.ts';
import { capacityOfTerms } from './paid-capacity.ts';
import { openWindows } from './pro-rata-windows.ts';
import {
  findSubscription,
  knownProduct,
  type SubscriptionAddress,
  type SubscriptionRecord,
} from './subscription-record.ts';

export interface SubscriptionRequest extends SubscriptionAddress {
  readonly plan_slug?: string | undefined;
  readonly quantity?: number | undefined;
  /** Exact decimal text. */
  readonly mrr?: string | undefined;
  readonly client_name?: string | undefined;
  readonly client_email?: string | undefined;
}

export interface ProvisionedSubscription {
  readonly created: boolean;
  readonly subscription: SubscriptionRecord;
  /** What is paid for and used of its product, and what was paused or woke. */
  readonly capacity: CapacityReport;
  /** Present when there was nothing to change. */
  readonly note?: string;
}

type Terms = Pick<SubscriptionRecord, 'plan_slug' | 'quantity' | 'mrr' | 'status'>;

/**
 * Creates a subscription, or updates the one that the service has: a cancelled one becomes active again, a suspended one stays
 * suspended (contract, provision-subscription; decisions §3.6, §3.8).
 * @throws Problem PRODUCT_NOT_FOUND, DOWNGRADE_USAGE_EXCEEDED; InvalidInput on plan_slug when it is missing or unknown
 */
export async function provisionSubscription(
  operation: Operation,
  placesInUse: PlacesInUse,
  request: SubscriptionRequest,
): Promise<ProvisionedSubscription> {
  const product = knownProduct(request.product_slug);
  return operation.transaction(async (tx) => {
    const customer = await ensureCustomer(tx, {
      billingCustomerId: request.client_id,
      name: request.client_name,
      email: request.client_email,
    });
    const known = await findService(tx, customer.id, request.service_id);
    const existing = known && (await findSubscription(tx, known.id, product));
    const terms = await termsOf(tx, product, request, existing);
    if (existing && sameTerms(existing, terms)) {
      const capacity = await currentCapacity(tx, placesInUse, customer.id, product);
      return { created: false, subscription: existing, capacity, note: 'The subscription has these terms already.' };
    }
    if (existing) await refuseSmallerThanUsed(tx, placesInUse, existing, terms);
    const service = await recordService(tx, {
      customerId: customer.id,
      billingServiceId: request.service_id,
      productSlug: product,
      planSlug: product === 'port_monitoring' ? request.plan_slug : undefined,
      mrr: request.mrr,
    });
    const subscription = existing
      ? await updateTerms(tx, existing, terms)
      : await create(tx, { customer_id: customer.id, service_id: service.id, product_slug: product }, terms);
    await openWindows(tx, [subscription]);
    await recordFact(tx, {
      type: existing ? 'subscription.updated' : 'subscription.created',
      subjectId: subscription.id,
      customerId: customer.id,
      details: { ...terms },
    });
    const reports = await tx.effects.capacityChanged(tx, [customer.id]);
    return { created: !existing, subscription, capacity: reports.get(customer.id)![product] };
  });
}

/** What the subscription shall be: what is not given stays as it is; what does not belong to the product is ignored. */
async function termsOf(
  tx: Operation,
  product: CappedProduct,
  request: SubscriptionRequest,
  existing: SubscriptionRecord | undefined,
): Promise<Terms> {
  const status = existing?.status === 'suspended' ? 'suspended' : 'active';
  const mrr = request.mrr ?? existing?.mrr ?? null;
  if (product === 'domain_monitoring') {
    return { plan_slug: null, quantity: request.quantity ?? existing?.quantity ?? 1, mrr, status };
  }
  const planSlug = request.plan_slug ?? existing?.plan_slug;
  const plans = await planCatalogue(tx);
  if (planSlug === undefined || planSlug === null)
    throw new InvalidInput({ plan_slug: ['The plan_slug field is required for port_monitoring.'] });
  if (!plans.has(planSlug)) throw unknownPlan('plan_slug', [...plans.keys()]);
  return { plan_slug: planSlug, quantity: null, mrr, status };
}

/** The rules of change-subscription, which can force it (decisions §3.2). One that is not active pays for nothing yet. */
async function refuseSmallerThanUsed(
  tx: Operation,
  placesInUse: PlacesInUse,
  existing: SubscriptionRecord,
  terms: Terms,
): Promise<void> {
  if (existing.status !== 'active') return;
  const plans = await planCatalogue(tx);
  const gain = capacityOfTerms(terms, plans) - capacityOfTerms(existing, plans);
  if (gain < 0) await refuseWhenInUse(tx, placesInUse, existing, gain);
}

export function unknownPlan(field: string, known: readonly string[]): InvalidInput {
  return new InvalidInput({ [field]: [`The ${field} field must be one of ${known.join(', ')}.`] });
}

function sameTerms(a: Terms, b: Terms): boolean {
  return a.plan_slug === b.plan_slug && a.quantity === b.quantity && a.mrr === b.mrr && a.status === b.status;
}

async function create(
  tx: Operation,
  owner: Pick<SubscriptionRecord, 'customer_id' | 'service_id' | 'product_slug'>,
  terms: Terms,
): Promise<SubscriptionRecord> {
  const now = tx.clock.now();
  return tx.db
    .insertInto('subscriptions', { id: newId(tx.clock), ...owner, ...terms, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function updateTerms(tx: Operation, existing: SubscriptionRecord, terms: Terms): Promise<SubscriptionRecord> {
  return tx.db
    .updateTable('subscriptions')
    .set({ ...terms, updated_at: tx.clock.now() })
    .where('id', '=', existing.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
