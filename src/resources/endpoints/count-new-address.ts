import { sql } from 'kysely';
import { Refusal } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';

/** New addresses in a day (UTC). */
export interface NewAddressLimits {
  /** Of a partner for which the operator set no other number. */
  readonly perDay: number;
  /** That a customer adds itself. */
  readonly perDayPerCustomer: number;
}

/**
 * Counts an address that nobody at the partner's customer had before. Call it last in the transaction: whoever else adds an
 * address for the partner waits for its end. In a sandbox nothing is counted.
 * @throws Refusal 429 with the seconds until the next day, when a ceiling is reached
 */
export async function countNewAddress(tx: Operation, customerId: string, limits: NewAddressLimits): Promise<void> {
  const added = tx.caller.actor.kind === 'customer' ? await count(tx, customerId, limits.perDayPerCustomer) : true;
  if (!added) throw tooMany(tx, 'You have added as many new servers as can be added in a day.');
  if (!(await count(tx, null, limits.perDay)))
    throw tooMany(tx, 'The account has added as many new addresses as it may in a day.');
}

/**
 * One statement and one row for each counter, whatever the number of addresses.
 * @param customerId null: the partner's own counter, to which the operator may have set another limit
 * @returns false when the limit was reached before
 */
async function count(tx: Operation, customerId: string | null, limit: number): Promise<boolean> {
  const day = tx.clock.now().toISOString().slice(0, 10);
  const { rows } = await tx.db.execute(sql<{ refused: boolean }>`
    WITH partner AS (
      SELECT CASE WHEN ${customerId}::uuid IS NULL THEN coalesce(new_addresses_per_day, ${limit}::integer) ELSE ${limit}::integer END AS most
      FROM partners WHERE id = ${tx.partnerId} AND sandbox_of IS NULL
    ), counted AS (
      INSERT INTO address_additions AS a (partner_id, customer_id, day, added)
      SELECT ${tx.partnerId}, ${customerId}::uuid, ${day}::date, 1 FROM partner WHERE most > 0
      ON CONFLICT (partner_id, customer_id) DO UPDATE
        SET day = excluded.day, added = CASE WHEN a.day = excluded.day THEN a.added + 1 ELSE 1 END
        WHERE a.day <> excluded.day OR a.added < (SELECT most FROM partner)
      RETURNING 1
    )
    SELECT EXISTS (SELECT 1 FROM partner) AND NOT EXISTS (SELECT 1 FROM counted) AS refused`);
  return !rows[0]!.refused;
}

function tooMany(tx: Operation, sentence: string): Refusal {
  const secondsOfDay = Math.floor(tx.clock.now().getTime() / 1_000) % 86_400;
  return new Refusal(429, `${sentence} Try again tomorrow (UTC).`, { 'Retry-After': String(86_400 - secondsOfDay) });
}
