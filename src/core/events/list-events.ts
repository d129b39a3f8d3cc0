import { type Selectable, sql } from 'kysely';
import { lowestIdAt } from '../../platform/ids.ts';
import { InvalidInput } from '../api/problems.ts';
import type { EventType } from '../operation/occurrences.ts';
import type { Operation } from '../operation/operation.ts';
import type { EventsTable } from '../operation/tables/core.ts';
import { oldestKept } from './event-history.ts';

export type EventRecord = Pick<Selectable<EventsTable>, 'id' | 'type' | 'occurred_at' | 'data'>;

export interface EventFilter {
  readonly types?: readonly EventType[] | undefined;
  readonly billingCustomerId?: number | undefined;
}

export interface EventPage {
  readonly events: readonly EventRecord[];
  readonly hasMore: boolean;
  /** The id of the event behind which the next page begins; null: there is none yet. */
  readonly next: string | null;
}

/** So many events are looked at for a page, whether the filters let them through or not. */
export const mostLookedAt = 5_000;

/**
 * Events in the order in which they became known, behind one that was read before. Only those that have their place are read, so a
 * page never passes over one that comes later. A page may be shorter than its limit, or empty, though there are more: what the
 * filters leave out is looked through in bounded steps.
 * @param after an event's id. One older than what is kept stands before all of it
 * @throws InvalidInput on `after` when there is no such event
 */
export async function listEvents(
  operation: Operation,
  after: string | undefined,
  { types, billingCustomerId }: EventFilter,
  limit: number,
): Promise<EventPage> {
  const behind = after === undefined ? 0 : await placeOf(operation, after);
  const firstKept = lowestIdAt(oldestKept(operation.clock.now()));
  const own = sql`partner_id = ${operation.partnerId} AND id >= ${firstKept} AND sequence IS NOT NULL`;
  const ofTypes = types === undefined ? sql`true` : sql`type = ANY(${[...types]}::text[])`;
  const ofCustomer = billingCustomerId === undefined ? sql`true` : sql`billing_customer_id = ${billingCustomerId}`;
  const isFiltered = types !== undefined || billingCustomerId !== undefined;
  const lastLookedAt = sql`(SELECT id FROM events WHERE ${own} AND sequence > ${behind}
    ORDER BY sequence OFFSET ${sql.lit(mostLookedAt - 1)} LIMIT 1)`;
  // One statement, so that the end of the log is that of the moment in which the page was read.
  const { rows } = await operation.db.execute(sql<EventRecord & Ends>`
    SELECT page.*, ends.* FROM (
      SELECT ${isFiltered ? lastLookedAt : sql`NULL::uuid`} AS "lastLookedAt",
        (SELECT id FROM events WHERE ${own} ORDER BY sequence DESC LIMIT 1) AS newest) AS ends
    LEFT JOIN LATERAL (
      SELECT id, type, occurred_at, data, sequence FROM (
        SELECT * FROM events WHERE ${own} AND sequence > ${behind}
        ORDER BY sequence LIMIT ${sql.lit(mostLookedAt)}) AS looked_at
      WHERE ${ofTypes} AND ${ofCustomer}
      ORDER BY sequence LIMIT ${limit + 1}) AS page ON true
    ORDER BY page.sequence`);
  const found = rows.filter(({ id }) => id !== null);
  const events = found.slice(0, limit);
  if (found.length > limit) return { events, hasMore: true, next: events.at(-1)!.id };
  const { lastLookedAt: edge, newest } = rows[0]!;
  return edge === null
    ? { events, hasMore: false, next: newest ?? after ?? null }
    : { events, hasMore: true, next: edge };
}

/** Of what was looked at. */
interface Ends {
  /** Null: there was no more. */
  readonly lastLookedAt: string | null;
  /** Null: there is nothing at all. */
  readonly newest: string | null;
}

/** @throws InvalidInput */
async function placeOf(operation: Operation, id: string): Promise<number> {
  if (id < lowestIdAt(oldestKept(operation.clock.now()))) return 0;
  const event = await operation.db
    .selectFrom('events')
    .select('sequence')
    .where('id', '=', id)
    .where('sequence', 'is not', null)
    .executeTakeFirst();
  if (event) return event.sequence!;
  throw new InvalidInput({
    after: ['The after field, or cursor, names no event. Leave it out to begin with the oldest that is kept.'],
  });
}
