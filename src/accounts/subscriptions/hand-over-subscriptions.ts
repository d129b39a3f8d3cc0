import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import type { HandedOverService, HandOver } from '../customers/index.ts';
import type { SubscriptionState } from './lifecycle.ts';
import type { SubscriptionRecord } from './subscription-record.ts';

export interface HandedOverSubscriptions {
  readonly moved: number;
  /** Of services that both customers have, those of which each had a subscription. */
  readonly joined: readonly JoinedSubscription[];
}

export interface JoinedSubscription {
  readonly product: SubscriptionRecord['product_slug'];
  readonly billingServiceId: number;
  /** Whose subscription is kept. */
  readonly keptOf: string;
}

type Known = SubscriptionRecord & { readonly billing_service_id: number };

/**
 * Gives the subscriptions of services that were handed over to the other customer, with their pro-rata windows, and tells of it. Where both
 * had one of the same service and product, what is nearest to active is kept, or else the older one; the times that the other one was
 * billed for before that one began are its own from then on.
 */
export async function handOverSubscriptions(
  tx: Operation,
  { to }: HandOver,
  services: readonly HandedOverService[],
): Promise<HandedOverSubscriptions> {
  const thereOf = new Map(services.map(({ id, idThere }) => [id, idThere]));
  const known = await subscriptionsOf(tx, [...new Set(services.flatMap(({ id, idThere }) => [id, idThere]))]);
  const [given, own] = [
    known.filter(({ customer_id }) => customer_id !== to),
    known.filter(({ customer_id }) => customer_id === to),
  ];
  const joined: JoinedSubscription[] = [];
  for (const subscription of given) {
    const service_id = thereOf.get(subscription.service_id)!;
    const other = own.find((each) => each.service_id === service_id && each.product_slug === subscription.product_slug);
    const kept = other && isKept(other, subscription) ? other : subscription;
    if (other) {
      await join(tx, kept, kept === other ? subscription : other);
      const { product_slug: product, billing_service_id: billingServiceId } = subscription;
      joined.push({ product, billingServiceId, keptOf: kept.customer_id });
    }
    if (kept === subscription) await write(tx, subscription.id, { customer_id: to, service_id });
    tx.happened({ type: 'subscription.changed', subject: { kind: 'subscription', id: kept.id } });
  }
  return { moved: given.length, joined };
}

async function subscriptionsOf(tx: Operation, serviceIds: readonly string[]): Promise<Known[]> {
  return tx.db
    .selectFrom('subscriptions')
    .innerJoin('services', (join) =>
      join
        .onRef('services.partner_id', '=', 'subscriptions.partner_id')
        .onRef('services.id', '=', 'subscriptions.service_id'),
    )
    .selectAll('subscriptions')
    .select('services.billing_service_id')
    .where(inIds('subscriptions.service_id', serviceIds))
    .orderBy('subscriptions.created_at')
    .orderBy('subscriptions.id')
    .execute();
}

const nearness: Readonly<Record<SubscriptionState, number>> = { active: 0, suspended: 1, cancelled: 2 };

function isKept(one: Known, other: Known): boolean {
  const [a, b] = [nearness[one.status], nearness[other.status]];
  if (a !== b) return a < b;
  return (
    one.created_at < other.created_at || (one.created_at.getTime() === other.created_at.getTime() && one.id < other.id)
  );
}

async function join(tx: Operation, kept: Known, other: Known): Promise<void> {
  await tx.db.execute(sql`
    UPDATE pro_rata_windows earlier SET subscription_id = ${kept.id}::uuid, ended_at = least(earlier.ended_at, kept.began_at)
    FROM (SELECT min(started_at) AS began_at FROM pro_rata_windows
      WHERE partner_id = ${tx.partnerId} AND subscription_id = ${kept.id}) AS kept
    WHERE earlier.partner_id = ${tx.partnerId} AND earlier.subscription_id = ${other.id} AND earlier.started_at < kept.began_at`);
  await tx.db.deleteFrom('subscriptions').where('id', '=', other.id).execute();
}

async function write(
  tx: Operation,
  id: string,
  owner: Pick<SubscriptionRecord, 'customer_id' | 'service_id'>,
): Promise<void> {
  await tx.db
    .updateTable('subscriptions')
    .set({ ...owner, updated_at: tx.clock.now() })
    .where('id', '=', id)
    .execute();
}
