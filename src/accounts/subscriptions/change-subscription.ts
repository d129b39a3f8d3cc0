import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { CapacityReport } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { recordService } from '../customers/index.ts';
import { planCatalogue } from '../plans/index.ts';
import { currentCapacity, type PlacesInUse, refuseWhenInUse } from './capacity-report.ts';
import { capacityOfTerms } from './paid-capacity.ts';
import { inForceSince, openWindows } from './pro-rata-windows.ts';
import { unknownPlan } from './provision-subscription.ts';
import { lockSubscription, type SubscriptionAddress, type SubscriptionRecord } from './subscription-record.ts';

export interface SubscriptionChange extends SubscriptionAddress {
  readonly new_plan_slug?: string | undefined;
  readonly new_quantity?: number | undefined;
  /** The price from then on, as exact decimal text. */
  readonly mrr?: string | undefined;
  /** Skips the usage check; what no longer fits is paused. */
  readonly force?: boolean | undefined;
  /** Answers what would happen and changes nothing. */
  readonly dry_run?: boolean | undefined;
}

export type Direction = 'upgrade' | 'downgrade' | 'lateral';

export interface ChangedSubscription {
  readonly changed: boolean;
  readonly before: SubscriptionRecord;
  readonly after: Pick<SubscriptionRecord, 'plan_slug' | 'quantity' | 'mrr'>;
  /** Null when nothing changes. */
  readonly direction: Direction | null;
  /** When the plan and quantity that are in force took effect. */
  readonly effectiveAt: Date;
  /** What is paid for and used of its product, and what was paused or woke. */
  readonly capacity: CapacityReport;
  /** Present when nothing changed and a part of the request means nothing for the product. */
  readonly note?: string;
}

/**
 * Changes plan or quantity of an active subscription (contract, change-subscription; decisions §3.6–3.10).
 * @throws Problem PRODUCT_NOT_FOUND, SUBSCRIPTION_NOT_FOUND, SUBSCRIPTION_NOT_CHANGEABLE, DOWNGRADE_USAGE_EXCEEDED;
 *   InvalidInput on new_plan_slug when the plan is unknown
 */
export async function changeSubscription(
  operation: Operation,
  placesInUse: PlacesInUse,
  change: SubscriptionChange,
): Promise<ChangedSubscription> {
  return operation.transaction(async (tx) => {
    await requireKnownPlan(tx, change);
    const { customer, subscription } = await lockSubscription(tx, change, 'SUBSCRIPTION_NOT_FOUND');
    const product = subscription.product_slug;
    if (subscription.status !== 'active') throw new Problem('SUBSCRIPTION_NOT_CHANGEABLE');
    const plans = await planCatalogue(tx);
    const after = termsAfter(subscription, change);
    if (sameTerms(after, subscription)) {
      const ignored = ignoredField(change);
      const note = ignored === undefined ? {} : { note: `${change.product_slug} has no ${ignored}: it was ignored.` };
      const effectiveAt = await inForceSince(tx, subscription);
      const capacity = await currentCapacity(tx, placesInUse, customer.id, product);
      return { changed: false, before: subscription, after, direction: null, effectiveAt, capacity, ...note };
    }
    const gain = capacityOfTerms(after, plans) - capacityOfTerms(subscription, plans);
    if (gain < 0 && !change.force) await refuseWhenInUse(tx, placesInUse, subscription, gain);
    const capacity = change.dry_run
      ? capacityAfter(await currentCapacity(tx, placesInUse, customer.id, product), gain)
      : await write(tx, change, subscription, after, gain < 0);
    const direction = directionOf(gain);
    return { changed: true, before: subscription, after, direction, effectiveAt: tx.clock.now(), capacity };
  });
}

/** What would be paid for, of an active subscription, so that there is a limit. Nothing is paused and nothing wakes. */
function capacityAfter(report: CapacityReport, gain: number): CapacityReport {
  const capacity = report.capacity! + gain;
  return { ...report, capacity, over_quota: report.usage > capacity };
}

/** The request is valid or not whatever the subscription's state: what is wrong with it comes first (decisions §1.1). */
async function requireKnownPlan(tx: Operation, change: SubscriptionChange): Promise<void> {
  if (change.product_slug !== 'port_monitoring' || change.new_plan_slug === undefined) return;
  const plans = await planCatalogue(tx);
  if (!plans.has(change.new_plan_slug)) throw unknownPlan('new_plan_slug', [...plans.keys()]);
}

/** A per-plan product ignores the quantity, a per-unit product the plan. */
function termsAfter(subscription: SubscriptionRecord, change: SubscriptionChange): ChangedSubscription['after'] {
  const mrr = change.mrr ?? subscription.mrr;
  if (subscription.product_slug === 'domain_monitoring')
    return { plan_slug: null, quantity: change.new_quantity ?? subscription.quantity, mrr };
  return { plan_slug: change.new_plan_slug ?? subscription.plan_slug, quantity: null, mrr };
}

function sameTerms(a: ChangedSubscription['after'], b: ChangedSubscription['after']): boolean {
  return a.plan_slug === b.plan_slug && a.quantity === b.quantity && a.mrr === b.mrr;
}

/** A mapping of products that is wrong must not look like success. */
function ignoredField(change: SubscriptionChange): string | undefined {
  if (change.product_slug === 'domain_monitoring')
    return change.new_plan_slug === undefined ? undefined : 'new_plan_slug';
  return change.new_quantity === undefined ? undefined : 'new_quantity';
}

function directionOf(gain: number): Direction {
  if (gain === 0) return 'lateral';
  return gain > 0 ? 'upgrade' : 'downgrade';
}

async function write(
  tx: Operation,
  change: SubscriptionChange,
  subscription: SubscriptionRecord,
  after: ChangedSubscription['after'],
  isSmaller: boolean,
): Promise<CapacityReport> {
  const changed = await tx.db
    .updateTable('subscriptions')
    .set({ ...after, updated_at: tx.clock.now() })
    .where('id', '=', subscription.id)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirstOrThrow();
  // The service tells what it was last said to pay for, as after provision-subscription.
  await recordService(tx, {
    customerId: subscription.customer_id,
    billingServiceId: change.service_id,
    productSlug: undefined,
    planSlug: after.plan_slug ?? undefined,
    mrr: change.mrr,
  });
  await openWindows(tx, [changed]);
  await recordFact(tx, {
    type: change.force && isSmaller ? 'subscription.change_forced' : 'subscription.changed',
    subjectId: subscription.id,
    customerId: subscription.customer_id,
    details: { from: termsIn(subscription), to: termsIn(after) },
  });
  const reports = await tx.effects.capacityChanged(tx, [subscription.customer_id]);
  return reports.get(subscription.customer_id)![subscription.product_slug];
}

function termsIn({ plan_slug, quantity, mrr }: ChangedSubscription['after']) {
  return { plan_slug, quantity, mrr };
}
