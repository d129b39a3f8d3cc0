import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import type {
  EventSubject,
  EventType,
  EventView,
  Occurrence,
  Occurrences,
  ResourceMoved,
  SubjectKind,
} from '../operation/occurrences.ts';
import type { Operation } from '../operation/operation.ts';
import type { EventViews } from './event-views.ts';

/** An event as it is written: what the statement adds by itself is missing. */
interface NewEvent {
  readonly type: EventType;
  readonly view: EventView | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Writes down what a transaction has to tell, at its end: a read for each kind of subject, and a statement for each 5,000 events. It locks
 * nothing, so it has no place in the order of locks.
 * @returns how many events that are
 */
export async function writeEvents(tx: Operation, views: EventViews, occurrences: Occurrences): Promise<number> {
  const list = occurrences.toList();
  const seen = await viewsOf(tx, views, list);
  const events = list.flatMap((entry) => ('type' in entry ? told(entry, seen) : moved(entry, seen)));
  if (events.length > 0) await insert(tx, events);
  return events.length;
}

type Seen = ReadonlyMap<SubjectKind, ReadonlyMap<string, EventView>>;

async function viewsOf(tx: Operation, views: EventViews, list: readonly (Occurrence | ResourceMoved)[]): Promise<Seen> {
  const subjects = list.flatMap((entry): EventSubject | [] => {
    if (!('type' in entry)) return entry;
    return entry.view ? [] : (entry.subject ?? []);
  });
  const seen = new Map<SubjectKind, ReadonlyMap<string, EventView>>();
  for (const [kind, those] of Map.groupBy(subjects, (subject) => subject.kind))
    seen.set(kind, await views[kind](tx, [...new Set(those.map(({ id }) => id))]));
  return seen;
}

/** Of a subject that is gone, or that this version does not know, nothing can be told. */
function told({ type, subject, data = {}, view: known }: Occurrence, seen: Seen): NewEvent[] {
  if (subject === null) return [{ type, view: null, data }];
  const view = known ?? seen.get(subject.kind)!.get(subject.id);
  return view ? [{ type, view, data: { ...view.data, ...data } }] : [];
}

const verbs: Readonly<Record<string, 'paused' | 'resumed' | 'terminated'>> = {
  active: 'resumed',
  paused: 'paused',
  terminated: 'terminated',
};

function moved({ kind, id, statusBefore }: ResourceMoved, seen: Seen): NewEvent[] {
  const view = seen.get(kind)!.get(id);
  if (!view || view.status === statusBefore) return [];
  return [{ type: `${kind}.${verbs[view.status!]!}`, view, data: { ...view.data, previous_status: statusBefore } }];
}

/** By one statement, so that its values stay far below what one can hold: 256 MB of jsonb. */
const writtenAtOnce = 5_000;

async function insert(tx: Operation, events: readonly NewEvent[]): Promise<void> {
  for (let written = 0; written < events.length; written += writtenAtOnce)
    await insertTogether(tx, events.slice(written, written + writtenAtOnce));
}

/**
 * A parameter per column: with thousands of events, a parameter per value costs more than the rows. What they tell is one JSON array, which
 * needs no marks before its quotes, as texts in an array do. One event, which most transactions have, is a statement of its own: PostgreSQL
 * expects more in an array that it does not know, and would plan each time for the sake of one.
 */
async function insertTogether(tx: Operation, events: readonly NewEvent[]): Promise<void> {
  const { partnerId, clock } = tx;
  const data = events.map((event) => event.data);
  const columns = [
    { type: sql`uuid`, values: events.map(() => newId(clock)) },
    { type: sql`text`, values: events.map(({ type }) => type) },
    { type: sql`uuid`, values: events.map(({ view }) => view?.customerId ?? null) },
    { type: sql`uuid`, values: events.map(({ view }) => view?.alertId ?? null) },
    { type: sql`uuid`, values: events.map(({ view }) => view?.endpointId ?? null) },
    { type: sql`uuid`, values: events.map(({ view }) => view?.domainId ?? null) },
  ];
  const rows =
    events.length === 1
      ? sql`(VALUES (${sql.join(columns.map(({ type, values }) => sql`${values[0]}::${type}`))}, ${JSON.stringify(data[0])}::jsonb, 1))`
      : sql`ROWS FROM (unnest(${sql.join(columns.map(({ type, values }) => sql`${values}::${type}[]`))}),
          jsonb_array_elements(${JSON.stringify(data)}::jsonb)) WITH ORDINALITY`;
  await tx.db.execute(sql`
    INSERT INTO events (partner_id, is_sandbox, customer_id, billing_customer_id, occurred_at,
      id, type, alert_id, endpoint_id, domain_id, data)
    SELECT p.id, p.sandbox_of IS NOT NULL, e.customer_id, e.billing_customer_id, ${clock.now()}::timestamptz,
      e.id, e.type, e.alert_id, e.endpoint_id, e.domain_id,
      CASE WHEN e.customer_id IS NULL THEN e.data
        ELSE jsonb_build_object('billing_customer_id', e.billing_customer_id) || e.data END
    FROM (
      -- Each is looked up. In a join PostgreSQL, which does not know how few there are, would come to read all customers of the partner.
      SELECT written.*, (SELECT c.billing_customer_id FROM customers c
        WHERE c.partner_id = ${partnerId} AND c.id = written.customer_id) AS billing_customer_id
      FROM ${rows} AS written (id, type, customer_id, alert_id, endpoint_id, domain_id, data, position) OFFSET 0
    ) AS e
    JOIN partners p ON p.id = ${partnerId}
    ORDER BY e.position`);
}
