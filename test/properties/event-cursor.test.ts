import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { propertyRuns } from '../../src/common/testing/property-runs.ts';
import type { EventSequencer, EventSink } from '../../src/core/events/event-sequencer.ts';
import type { ApiClient } from '../support/api-client.ts';
import { eventsInPlace, startSequencer } from '../support/events.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService, testDatabaseUrl } from '../support/test-service.ts';

interface Writing {
  /** Events that it writes, at once. */
  readonly events: number;
  /** Between writing and the end. */
  readonly openMs: number;
  readonly end: 'commit' | 'roll back' | 'kill';
}

const writing: fc.Arbitrary<Writing> = fc.record({
  events: fc.integer({ min: 1, max: 3 }),
  openMs: fc.integer({ min: 0, max: 30 }),
  end: fc.constantFrom('commit', 'commit', 'commit', 'roll back', 'kill'),
});
/** Writers work side by side, each one transaction after the other. */
const history = fc.record({
  writers: fc.array(fc.array(writing, { minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 5 }),
  readers: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 3 }),
  /** After how many milliseconds whoever sequences then is killed. */
  kills: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 6 }),
});

let service: TestService;
let administrator: pg.Client;
const sequencers: EventSequencer[] = [];

/** Notes what it is handed, and takes its time, so that it is met by kills. */
const noting: EventSink = {
  async onSequenced(tx, events) {
    const ids = events.map(({ id }) => id);
    await sql`INSERT INTO handed_over (id) SELECT unnest(${ids}::uuid[])`.execute(tx);
    await sleep(5);
  },
};

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  administrator = new pg.Client({ connectionString: testDatabaseUrl(service.databaseName) });
  await administrator.connect();
  await administrator.query('CREATE TABLE handed_over (id uuid NOT NULL)');
  for (let node = 0; node < 2; node += 1) sequencers.push(startSequencer(service, [noting]));
});
afterAll(async () => {
  for (const sequencer of sequencers) await sequencer.stop();
  await administrator?.end();
  await service?.stop();
});

class RolledBack extends Error {}

/** Plays a transaction. @returns the numbers of the events that it committed */
async function write({ operation }: TestPartner, { events, openMs, end }: Writing, first: number): Promise<number[]> {
  const numbers = Array.from({ length: events }, (_, index) => first + index);
  try {
    await operation.transaction(async (tx) => {
      for (const number of numbers) tx.happened({ type: 'webhook.test', subject: null, data: { number } });
      await tx.writeEvents();
      await sleep(openMs);
      if (end === 'roll back') throw new RolledBack();
      if (end === 'commit') return;
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx.db.unscoped);
      await administrator.query('SELECT pg_terminate_backend($1::int, 10000)', [rows[0]!.pid]);
    });
    return numbers;
  } catch (error) {
    if (end === 'commit') throw error;
    return [];
  }
}

/** Reads page by page, at every moment, until there will be no more. @returns the numbers in the order in which they were read */
async function follow(api: ApiClient, limit: number, isOver: () => boolean): Promise<number[]> {
  const seen: number[] = [];
  for (let after: string | null = null, wasOver = false; ; ) {
    const page: { events: { data: { number: number } }[]; next_cursor: string | null } = expectSuccess(
      await api.get(`/api/v1/events?limit=${limit}${after === null ? '' : `&after=${after}`}`),
    );
    seen.push(...page.events.map(({ data }) => data.number));
    after = page.next_cursor;
    if (wasOver && page.events.length === 0) return seen;
    wasOver = isOver();
  }
}

async function killSequencers(kills: readonly number[]): Promise<void> {
  for (const afterMs of kills) {
    await sleep(afterMs);
    await administrator.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE '%handed_over%' AND pid <> pg_backend_pid()`);
  }
}

it('whoever goes on behind the last event that it read gets each one once, however transactions overlap and whoever dies', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ writers, readers, kills }) => {
      const partner = await service.partner();
      let last = 0;
      let isOver = false;
      const following = readers.map((limit) => follow(partner.api, limit, () => isOver));
      const killing = killSequencers(kills);
      const committed = await Promise.all(
        writers.map(async (writings) => {
          const numbers: number[] = [];
          for (const each of writings) {
            last += 10;
            numbers.push(...(await write(partner, each, last)));
          }
          return numbers;
        }),
      );
      await killing;
      await eventsInPlace(service);
      isOver = true;
      const [first, ...others] = await Promise.all(following);
      expect(first!.toSorted((a, b) => a - b)).toEqual(committed.flat().toSorted((a, b) => a - b));
      for (const seen of others) expect(seen).toEqual(first);
      // What one writer did one after the other stands so.
      for (const numbers of committed) expect(first!.filter((number) => numbers.includes(number))).toEqual(numbers);
      const { rows } = await administrator.query(
        `SELECT e.id FROM events e LEFT JOIN handed_over h USING (id) WHERE e.partner_id = $1
         GROUP BY e.id HAVING count(h.id) <> 1`,
        [partner.partnerId],
      );
      expect(rows).toEqual([]);
    }),
    { numRuns: propertyRuns(8, 2) },
  );
});
