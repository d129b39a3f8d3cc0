import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { QueueFull } from '../../common/fair-queue.ts';
import { turnSharesOf } from './connection-turns.ts';
import { type Database, openDatabase } from './database.ts';

let database: Database<Record<string, never>>;

beforeAll(() => {
  database = openDatabase({ connection: inject('databaseServer'), maxConnections: 3, onIdleError: () => {} });
});
afterAll(() => database?.close());

/** Holds a connection of the owner until the returned function is called. */
async function hold(owner: string): Promise<() => Promise<void>> {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const held = database.turns
    .of([owner, 'a key'], {})
    .transaction()
    .execute(() => {
      begun.resolve();
      return end.promise;
    });
  await begun.promise;
  return () => {
    end.resolve();
    return held;
  };
}

describe('turns in front of a pool', () => {
  it('are about a quarter for each owner, and leave connections for what waits for none', () => {
    expect([1, 3, 6, 14, 18, 100].map(turnSharesOf)).toEqual([
      { inTurn: 1, perOwner: 1 },
      { inTurn: 2, perOwner: 1 },
      { inTurn: 5, perOwner: 2 },
      { inTurn: 12, perOwner: 4 },
      { inTurn: 15, perOwner: 5 },
      { inTurn: 84, perOwner: 25 },
    ]);
  });

  it('whoever has its share waits without a connection, while others and what takes no turn go on', async () => {
    const release = await hold('a');
    const waiting = sql`SELECT 1`.execute(database.turns.of(['a', 'another key'], {}));
    await sql`SELECT 1`.execute(database.turns.of(['b', 'a key'], {}));
    await sql`SELECT 1`.execute(database.db);
    expect({ waiting: database.turns.waiting, busy: database.pool.totalCount - database.pool.idleCount }).toEqual({
      waiting: 1,
      busy: 1,
    });
    await release();
    await waiting;
  });

  it('what holds a connection waits for no second turn behind itself', async () => {
    const handle = database.turns.of(['a', 'a key'], {});
    const answer = await handle.transaction().execute(() => sql<{ one: number }>`SELECT 1 AS one`.execute(handle));
    expect(answer.rows).toEqual([{ one: 1 }]);
  });

  it('what had no turn in time is told so, and has taken none', async () => {
    const release = await hold('a');
    await expect(sql`SELECT 1`.execute(database.turns.of(['a', 'a key'], { maxWaitMs: 1 }))).rejects.toThrow(QueueFull);
    await release();
    await sql`SELECT 1`.execute(database.turns.of(['a', 'a key'], {}));
  });
});
