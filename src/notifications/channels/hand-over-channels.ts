import { sql } from 'kysely';
import type { OwnerChanged } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';

/**
 * Gives a customer's channels to the customer that it is merged into. Channels of the account that name the one name the other, and the kept
 * one of two records of a server. A channel of a customer that only gave some of what it has hears of that no more; what a pager opened
 * because of it is closed.
 * @returns how many channels were given
 */
export async function handOverChannels(tx: Operation, changed: OwnerChanged): Promise<number> {
  const { from, to, isMerge, resources } = changed;
  await lockChannels(tx, changed);
  await renameInFilters(tx, 'endpoints', new Map(changed.replaced.map(({ id, keptId }) => [id, keptId])));
  const ids = Object.values(resources).flat();
  if (!isMerge) {
    await tx.db.execute(sql`
      UPDATE channel_alerts told SET customer_id = ${to}::uuid FROM channels
      WHERE told.partner_id = ${tx.partnerId} AND told.customer_id = ${from} AND ${inIds('told.resource_id', ids)}
        AND channels.partner_id = ${tx.partnerId} AND channels.id = told.channel_id AND channels.customer_id IS NULL`);
    await tx.db.execute(sql`
      UPDATE channel_alerts SET due_at = ${tx.clock.now()}::timestamptz
      WHERE partner_id = ${tx.partnerId} AND customer_id = ${from} AND ${inIds('resource_id', ids)}`);
    return 0;
  }
  await renameInFilters(tx, 'customers', new Map([[from, to]]));
  await tx.db.updateTable('channel_alerts').set({ customer_id: to }).where('customer_id', '=', from).execute();
  const given = tx.db.updateTable('channels').set({ customer_id: to }).where('customer_id', '=', from);
  return Number((await given.executeTakeFirst()).numUpdatedRows);
}

/** All that have to do with either customer, by id (decision 9). */
async function lockChannels(tx: Operation, { from, to }: OwnerChanged): Promise<void> {
  await tx.db.execute(sql`
    SELECT 1 FROM channels
    WHERE partner_id = ${tx.partnerId} AND (customer_id IS NULL OR customer_id IN (${from}, ${to}))
    ORDER BY id FOR NO KEY UPDATE`);
}

/** A name that gives way to one that is there already is left out: each stands once. */
async function renameInFilters(
  tx: Operation,
  filter: 'customers' | 'endpoints',
  names: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [name, kept] of names)
    await tx.db.execute(sql`
      UPDATE channels SET ${sql.ref(filter)} = array_remove(${sql.ref(filter)}, ${kept}::uuid)
      WHERE partner_id = ${tx.partnerId} AND ${name}::uuid = ANY(${sql.ref(filter)}) AND ${kept}::uuid = ANY(${sql.ref(filter)})`);
  for (const [name, kept] of names)
    await tx.db.execute(sql`
      UPDATE channels SET ${sql.ref(filter)} = array_replace(${sql.ref(filter)}, ${name}::uuid, ${kept}::uuid)
      WHERE partner_id = ${tx.partnerId} AND ${name}::uuid = ANY(${sql.ref(filter)})`);
}
