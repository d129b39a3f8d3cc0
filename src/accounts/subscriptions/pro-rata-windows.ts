import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { newId } from '../../platform/ids.ts';
import type { SubscriptionRecord } from './subscription-record.ts';

/**
 * Ends the open pro-rata windows of subscriptions that changed and opens the next ones, without a gap, with what they
 * are now (decisions §3.9), and tells of it. Two statements for any number of subscriptions.
 */
export async function openWindows(
  tx: Operation,
  subscriptions: readonly Pick<SubscriptionRecord, 'id'>[],
): Promise<void> {
  if (subscriptions.length === 0) return;
  const now = tx.clock.now();
  const ended = await tx.db
    .updateTable('pro_rata_windows')
    // A clock that was set back must not end a window before it began; the next one then begins late as well.
    .set((row) => ({ ended_at: row.fn<Date>('greatest', ['started_at', row.val(now)]) }))
    .where(
      inIds(
        'subscription_id',
        subscriptions.map(({ id }) => id),
      ),
    )
    .where('ended_at', 'is', null)
    .returning(['subscription_id', 'ended_at'])
    .execute();
  const endOfLast = new Map(ended.map((window) => [window.subscription_id, window.ended_at]));
  // A parameter per column: with hundreds of subscriptions, a parameter per value costs more than the rows.
  await tx.db.execute(sql`
    INSERT INTO pro_rata_windows (partner_id, subscription_id, state, plan_slug, quantity, mrr, id, started_at)
    SELECT s.partner_id, s.id, s.status, s.plan_slug, s.quantity, s.mrr, next.id, next.started_at
    FROM unnest(
      ${subscriptions.map(({ id }) => id)}::uuid[],
      ${subscriptions.map(() => newId(tx.clock))}::uuid[],
      ${subscriptions.map(({ id }) => endOfLast.get(id) ?? now)}::timestamptz[]
    ) AS next (subscription_id, id, started_at)
    JOIN subscriptions s ON s.partner_id = ${tx.partnerId} AND s.id = next.subscription_id`);
  for (const { id } of subscriptions)
    tx.happened({ type: 'subscription.changed', subject: { kind: 'subscription', id } });
}

/** Since when a subscription has the plan and quantity that it has: its windows tell, whatever state or price they had. */
export async function inForceSince(
  tx: Operation,
  { id, plan_slug, quantity }: Pick<SubscriptionRecord, 'id' | 'plan_slug' | 'quantity'>,
): Promise<Date> {
  const { rows } = await tx.db.execute(sql<{ since: Date }>`
    SELECT min(started_at) AS since FROM pro_rata_windows w
    WHERE partner_id = ${tx.partnerId} AND subscription_id = ${id}
      AND NOT EXISTS (SELECT 1 FROM pro_rata_windows later
        WHERE later.partner_id = w.partner_id AND later.subscription_id = w.subscription_id
          -- The open one is last: where a clock was set back, windows begin at once, and their ids tell no order.
          AND (later.started_at, coalesce(later.ended_at, 'infinity'), later.id)
            >= (w.started_at, coalesce(w.ended_at, 'infinity'), w.id)
          AND (later.plan_slug IS DISTINCT FROM ${plan_slug} OR later.quantity IS DISTINCT FROM ${quantity}::integer))`);
  return rows[0]!.since;
}
