import { sql } from 'kysely';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { defaultPlanSlugs } from './plan-catalogue.ts';
import { awaitChangesUnderway } from './set-plan.ts';

/**
 * Removes a plan of the partner's own that nobody is on, in the sandbox neither. An order for it that is under way meanwhile pays for
 * nothing, and its answer says so, until the plan is made again.
 * @throws Problem PLAN_NOT_FOUND, also for a default plan, which stays; PLAN_IN_USE
 */
export async function removePlan(operation: Operation, slug: string): Promise<void> {
  await operation.transaction(async (tx) => {
    await awaitChangesUnderway(tx);
    if (defaultPlanSlugs.includes(slug)) throw new Problem('PLAN_NOT_FOUND');
    const removed = await tx.db
      .deleteFrom('plans')
      .where('product_slug', '=', 'port_monitoring')
      .where('plan_slug', '=', slug)
      .returning('capacity')
      .executeTakeFirst();
    if (!removed) throw new Problem('PLAN_NOT_FOUND');
    for (const world of await worldsOf(tx)) {
      const users = await usersOf(world, slug);
      if (users.subscriptions + users.services > 0) throw new Problem('PLAN_IN_USE', { ...users });
    }
    await recordFact(tx, {
      type: 'plan.removed',
      subjectId: null,
      details: { product_slug: 'port_monitoring', plan_slug: slug, capacity: removed.capacity },
    });
  });
}

/** The account, and its sandbox, which has the account's plans. */
async function worldsOf(tx: Operation): Promise<Operation[]> {
  const sandbox = await tx.db.shared
    .selectFrom('partners')
    .select('id')
    .where('sandbox_of', '=', tx.partnerId)
    .executeTakeFirst();
  return sandbox ? [tx, tx.actingFor(sandbox.id, tx.caller.actor)] : [tx];
}

/** Subscriptions to the plan that are not cancelled, and services of servers that are scanned by it. */
async function usersOf(
  { db, partnerId }: Operation,
  slug: string,
): Promise<{ readonly subscriptions: number; readonly services: number }> {
  const { rows } = await db.execute(sql<{ subscriptions: number; services: number }>`
    SELECT
      (SELECT count(*)::int FROM subscriptions
        WHERE partner_id = ${partnerId} AND product_slug = 'port_monitoring' AND plan_slug = ${slug}
          AND status <> 'cancelled') AS subscriptions,
      (SELECT count(*)::int FROM services s
        WHERE s.partner_id = ${partnerId} AND s.plan_slug = ${slug} AND EXISTS (
          SELECT 1 FROM endpoints e
          WHERE e.partner_id = ${partnerId} AND e.service_id = s.id AND e.status <> 'terminated')) AS services`);
  return rows[0]!;
}
