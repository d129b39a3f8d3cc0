import { type Selectable, sql } from 'kysely';
import type { Signals } from '../../platform/jobs/signals.ts';
import { type LongestSleep, toldOfWork, WorkLoop } from '../../platform/jobs/work-loop.ts';
import type { CrossPartnerDatabase } from '../operation/partner-database.ts';
import type { EventsTable } from '../operation/tables/core.ts';
import type { WorkSignal } from '../operation/work-signals.ts';

/** An event that has its place in the order. */
export type SequencedEvent = Selectable<EventsTable> & { readonly sequence: number };

/** What is made of events in the transaction that gives them their places: each is handed over exactly once. */
export interface EventSink {
  /**
   * Writes what follows from these events, such as deliveries: set-wise, since all events of the installation wait meanwhile, and into
   * the database only, since the transaction may come to nothing and be repeated.
   */
  onSequenced(tx: CrossPartnerDatabase, events: readonly SequencedEvent[]): Promise<void>;
  /** It is committed: what was written can be taken up. */
  onCommitted?(): void;
}

export interface SequencerOptions {
  readonly db: CrossPartnerDatabase;
  readonly signals: Signals;
  readonly onError: (error: Error) => void;
  /** Default: half a minute while signals arrive, and a second while they do not. */
  readonly longestSleep?: LongestSleep;
  /** What it waits after it failed. Default: a second. */
  readonly failurePauseMs?: number;
}

// An arbitrary constant: whoever gives events their places holds this advisory lock until the end of its transaction.
const advisoryLock = 7_240_511_941;
/** Given their places at once. */
const batchSize = 500;
/** Another process is at it: what it overlooked comes after this time. */
const busyMs = 20;

/**
 * Gives events their places after they were committed, one process at a time. Ids and times are made before the commit, so that a
 * reader who goes by them passes over what commits late. A place is given to what can be seen, behind all that was given before, and
 * becomes visible with its batch before the next one begins: whoever has read up to a place has missed none below it (decision 35).
 */
export class EventSequencer {
  readonly #options: SequencerOptions;
  readonly #loop: WorkLoop;
  #sinks: readonly EventSink[] = [];
  #isStopping = false;

  constructor(options: SequencerOptions) {
    this.#options = options;
    const { signals, onError, longestSleep = toldOfWork } = options;
    const look = () => this.#sequenceAll();
    this.#loop = new WorkLoop({ signals, wokenBy: ['events' satisfies WorkSignal], look, longestSleep, onError });
  }

  /** @param sinks who makes something of events, in this order */
  start(sinks: readonly EventSink[]): void {
    this.#sinks = sinks;
    this.#loop.start();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#loop.stop();
  }

  /** @returns for how long there is nothing to do; undefined: as long as nothing is committed */
  async #sequenceAll(): Promise<number | undefined> {
    const { db, onError, failurePauseMs = 1_000 } = this.#options;
    try {
      while (!this.#isStopping && (await hasWaiting(db))) {
        const count = await db.transaction().execute((tx) => sequence(tx, this.#sinks));
        if (count === null) return busyMs;
        if (count > 0) for (const sink of this.#sinks) sink.onCommitted?.();
      }
      return undefined;
    } catch (error) {
      onError(error as Error);
      return failurePauseMs;
    }
  }
}

async function hasWaiting(db: CrossPartnerDatabase): Promise<boolean> {
  const found = await db.selectFrom('events').select('id').where('sequence', 'is', null).limit(1).executeTakeFirst();
  return found !== undefined;
}

/** @returns how many got their places; null: another process is at it */
async function sequence(tx: CrossPartnerDatabase, sinks: readonly EventSink[]): Promise<number | null> {
  // A statement of its own: the next one sees what whoever held it before has committed.
  const { rows: locks } = await sql<{ held: boolean }>`
    SELECT pg_try_advisory_xact_lock(${sql.lit(advisoryLock)}) AS held`.execute(tx);
  if (!locks[0]!.held) return null;
  const waiting = await tx
    .selectFrom('events')
    .select(['partner_id', 'id'])
    .where('sequence', 'is', null)
    .orderBy('written')
    .limit(batchSize)
    .execute();
  if (waiting.length === 0) return 0;
  const places = await sql<{ place: number }>`
    SELECT nextval('events_sequence') AS place FROM generate_series(1, ${waiting.length}::int)`.execute(tx);
  const { rows } = await sql<SequencedEvent>`
    UPDATE events SET sequence = placed.place
    FROM unnest(${waiting.map((event) => event.partner_id)}::uuid[], ${waiting.map((event) => event.id)}::uuid[],
      ${places.rows.map(({ place }) => place)}::bigint[]) AS placed (partner_id, id, place)
    WHERE events.partner_id = placed.partner_id AND events.id = placed.id
    RETURNING events.*`.execute(tx);
  const events = rows.toSorted((a, b) => a.sequence - b.sequence);
  if (events.length > 0) for (const sink of sinks) await sink.onSequenced(tx, events);
  return events.length;
}
