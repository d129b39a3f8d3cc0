import { setTimeout as sleep } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import type { CrossPartnerDatabase } from '../operation/partner-database.ts';
import type { EventsTable } from '../operation/tables/core.ts';

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
  readonly onError: (error: Error) => void;
  /** How often it looks by itself, which may depend on whether it hears of events. Default: once a second. */
  readonly pollIntervalMs?: number | (() => number);
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
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;
  #woken = Promise.withResolvers<void>();

  constructor(options: SequencerOptions) {
    this.#options = options;
  }

  /** @param sinks who makes something of events, in this order */
  start(sinks: readonly EventSink[]): void {
    this.#running ??= this.#run(sinks);
  }

  /** Has it look at once. */
  wake(): void {
    this.#woken.resolve();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(sinks: readonly EventSink[]): Promise<void> {
    const { onError, failurePauseMs = 1_000 } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#woken = Promise.withResolvers();
      try {
        await this.#pause(await this.#sequenceAll(sinks), this.#woken.promise);
      } catch (error) {
        onError(error as Error);
        await this.#pause(failurePauseMs);
      }
    }
  }

  async #pause(forMs: number, woken?: Promise<void>): Promise<void> {
    const over = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, over.signal]);
    const pause = sleep(forMs, undefined, { signal }).catch(() => {});
    await (woken ? Promise.race([pause, woken]) : pause);
    over.abort();
  }

  /** @returns for how long there is nothing to do */
  async #sequenceAll(sinks: readonly EventSink[]): Promise<number> {
    const { db, pollIntervalMs = 1_000 } = this.#options;
    while (!this.#stopping.signal.aborted && (await hasWaiting(db))) {
      const count = await db.transaction().execute((tx) => sequence(tx, sinks));
      if (count === null) return busyMs;
      if (count > 0) for (const sink of sinks) sink.onCommitted?.();
    }
    return typeof pollIntervalMs === 'number' ? pollIntervalMs : pollIntervalMs();
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
