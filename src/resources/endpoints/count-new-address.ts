import { type RawBuilder, sql } from 'kysely';
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
 * A partner's count is kept in so many rows, of which each addition takes any: two at once seldom meet. Only when the ceiling is nearer than
 * additions could be under way at once is it counted one after the other.
 */
const shares = 64;
const nearCeiling = 1_000;

/**
 * Counts an address that nobody at the partner's customer had before. Call it late in the transaction: whoever adds an address as one of the
 * last of the day waits for its end. In a sandbox nothing is counted.
 * @throws Refusal 429 with the seconds until the next day, when a ceiling is reached
 */
export async function countNewAddress(tx: Operation, customerId: string, limits: NewAddressLimits): Promise<void> {
  const { actor } = tx.caller;
  if (actor.kind === 'customer' && !(await countForCustomer(tx, customerId, limits.perDayPerCustomer)))
    throw tooMany(tx, 'You have added as many new servers as can be added in a day.');
  if (!(await countForPartner(tx, limits.perDay)))
    throw tooMany(tx, 'The account has added as many new addresses as it may in a day.');
}

/** @returns false when the limit was reached before */
async function countForCustomer(tx: Operation, customerId: string, limit: number): Promise<boolean> {
  const { rows } = await tx.db.execute(sql<{ refused: boolean }>`
    WITH partner AS (SELECT 1 FROM partners WHERE id = ${tx.partnerId} AND sandbox_of IS NULL),
    counted AS (
      INSERT INTO address_additions AS a (partner_id, customer_id, day, added)
      SELECT ${tx.partnerId}, ${customerId}::uuid, ${today(tx)}::date, 1 FROM partner WHERE ${limit}::integer > 0
      ON CONFLICT (partner_id, customer_id) DO UPDATE
        SET day = excluded.day, added = CASE WHEN a.day = excluded.day THEN a.added + 1 ELSE 1 END
        WHERE a.day <> excluded.day OR a.added < ${limit}::integer
      RETURNING 1
    )
    SELECT EXISTS (SELECT 1 FROM partner) AND NOT EXISTS (SELECT 1 FROM counted) AS refused`);
  return !rows[0]!.refused;
}

/** @returns false when the limit was reached before, or the one that the operator has set for the partner */
async function countForPartner(tx: Operation, limit: number): Promise<boolean> {
  const lock = sql`hashtextextended(${`new-addresses ${tx.partnerId}`}, 0)`;
  // Far below the ceiling nobody waits but for who counts near it. CASE: a lock is taken where that is so only.
  const isFar = sql`CASE WHEN added + ${sql.lit(nearCeiling)} <= most
    THEN pg_advisory_xact_lock_shared(${lock}) IS NOT NULL ELSE false END`;
  const counted = await addToShare(tx, limit, Math.floor(Math.random() * shares), isFar);
  if (counted !== 'refused') return true;
  // A statement of its own: the next one sees what whoever held it before has committed.
  await sql`SELECT pg_advisory_xact_lock(${lock})`.execute(tx.db.connection);
  return (await addToShare(tx, limit, 0, sql`added < most`)) !== 'refused';
}

async function addToShare(
  tx: Operation,
  limit: number,
  share: number,
  condition: RawBuilder<unknown>,
): Promise<'counted' | 'refused' | 'not counted'> {
  const day = today(tx);
  const { rows } = await tx.db.execute(sql<{ counts: boolean; counted: boolean }>`
    WITH partner AS (
      SELECT coalesce(new_addresses_per_day, ${limit}::integer) AS most FROM partners
      WHERE id = ${tx.partnerId} AND sandbox_of IS NULL
    ), so_far AS (
      SELECT coalesce(sum(added), 0) AS added FROM (
        SELECT added FROM address_addition_shares WHERE partner_id = ${tx.partnerId} AND day = ${day}::date
        UNION ALL
        SELECT added FROM address_additions WHERE partner_id = ${tx.partnerId} AND customer_id IS NULL AND day = ${day}::date
      ) AS counts
    ), counted AS (
      INSERT INTO address_addition_shares AS a (partner_id, share, day, added)
      SELECT ${tx.partnerId}, ${share}::smallint, ${day}::date, 1 FROM partner, so_far WHERE ${condition}
      ON CONFLICT (partner_id, share) DO UPDATE
        SET day = excluded.day, added = CASE WHEN a.day = excluded.day THEN a.added + 1 ELSE 1 END
      RETURNING 1
    )
    SELECT EXISTS (SELECT 1 FROM partner) AS counts, EXISTS (SELECT 1 FROM counted) AS counted`);
  const { counts, counted } = rows[0]!;
  if (!counts) return 'not counted';
  return counted ? 'counted' : 'refused';
}

/** A day of UTC. */
function today(tx: Operation): string {
  return tx.clock.now().toISOString().slice(0, 10);
}

function tooMany(tx: Operation, sentence: string): Refusal {
  const secondsOfDay = Math.floor(tx.clock.now().getTime() / 1_000) % 86_400;
  return new Refusal(429, `${sentence} Try again tomorrow (UTC).`, { 'Retry-After': String(86_400 - secondsOfDay) });
}
