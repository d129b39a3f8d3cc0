import { type QueryExecutorProvider, sql } from 'kysely';
import type { Clock } from '../clock.ts';

/** A machine's clock is believed while it is no further than this from the database's. */
export const toleratedClockSkewMs = 2_000;
/**
 * An answer that took longer says little about the time: it is asked again, such as after the first, which has to
 * connect.
 */
const promptMs = 100;
const maxAttempts = 3;

/** What the database's clock said, and when that was on this process's steady clock. */
interface Reading {
  readonly databaseMs: number;
  readonly steadyMs: number;
  /** By how much the two may be apart: half of the time that the answer took. */
  readonly uncertaintyMs: number;
}

/**
 * The time that all nodes agree on. A machine's own clock is believed while it is near the database's; otherwise the
 * database's clock counts, carried on by a steady one, so that a clock that is wrong, or is being set, never decides
 * when somebody is scanned. Measured by `measure`, at the start and then regularly.
 */
export class DatabaseClock implements Clock {
  readonly #db: QueryExecutorProvider;
  readonly #machine: Clock;
  readonly #steadyMs: () => number;
  #reading: Reading;

  private constructor(db: QueryExecutorProvider, machine: Clock, steadyMs: () => number, reading: Reading) {
    this.#db = db;
    this.#machine = machine;
    this.#steadyMs = steadyMs;
    this.#reading = reading;
  }

  static async start(db: QueryExecutorProvider, machine: Clock, steadyMs = () => performance.now()) {
    return new DatabaseClock(db, machine, steadyMs, await read(db, steadyMs));
  }

  get offsetMs(): number {
    return this.#machine.offsetMs;
  }

  now(): Date {
    return new Date(this.#machine.now().getTime() - (this.isMachineRight ? 0 : this.aheadMs));
  }

  /** Whether the machine's own clock counts. */
  get isMachineRight(): boolean {
    return Math.abs(this.aheadMs) <= toleratedClockSkewMs + this.#reading.uncertaintyMs;
  }

  /** Milliseconds by which the machine's clock is ahead of the database's; negative when it is behind. */
  get aheadMs(): number {
    const { databaseMs, steadyMs } = this.#reading;
    const machineMs = this.#machine.now().getTime() - this.#machine.offsetMs;
    return machineMs - (databaseMs + this.#steadyMs() - steadyMs);
  }

  /** Asks the database again: a steady clock drifts, and stands still while a virtual machine does. */
  async measure(): Promise<void> {
    this.#reading = await read(this.#db, this.#steadyMs);
  }
}

/** The best of a few readings. */
async function read(db: QueryExecutorProvider, steadyMs: () => number): Promise<Reading> {
  const readings: Reading[] = [];
  while (readings.length < maxAttempts && !readings.some((reading) => reading.uncertaintyMs <= promptMs / 2)) {
    const before = steadyMs();
    const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db);
    const uncertaintyMs = (steadyMs() - before) / 2;
    readings.push({ databaseMs: rows[0]!.now.getTime(), steadyMs: before + uncertaintyMs, uncertaintyMs });
  }
  return readings.toSorted((a, b) => a.uncertaintyMs - b.uncertaintyMs)[0]!;
}
