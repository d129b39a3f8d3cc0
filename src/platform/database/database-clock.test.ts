import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { DatabaseClock, toleratedClockSkewMs } from './database-clock.ts';

let database: Database<object>;

beforeAll(() => {
  database = openDatabase({ connection: inject('databaseServer'), maxConnections: 1, onIdleError: () => {} });
});
afterAll(() => database.close());

/** A machine whose clock is wrong by so much; a test set the service's time ahead by `offsetMs`. */
class Machine {
  wrongMs = 0;
  offsetMs = 0;
  now(): Date {
    return new Date(Date.now() + this.wrongMs + this.offsetMs);
  }
}

const apartMs = (clock: DatabaseClock) => Math.abs(clock.now().getTime() - Date.now());

test('a clock that is wrong by any time never takes the service further from the database than what is tolerated', async () => {
  const machine = new Machine();
  const clock = await DatabaseClock.start(database.db, machine);
  fc.assert(
    fc.property(fc.integer({ min: -1e11, max: 1e11 }), (wrongMs) => {
      machine.wrongMs = wrongMs;
      expect(apartMs(clock)).toBeLessThanOrEqual(toleratedClockSkewMs + 500);
    }),
  );
});

test('a clock that was wrong from the start counts as little as one that is set later, and the right one as it is', async () => {
  const machine = new Machine();
  machine.wrongMs = 3 * 86_400_000;
  const clock = await DatabaseClock.start(database.db, machine);
  expect(clock.isMachineRight).toBe(false);
  expect(apartMs(clock)).toBeLessThan(toleratedClockSkewMs);
  machine.wrongMs = 0;
  expect(clock.isMachineRight).toBe(true);
  expect(apartMs(clock)).toBeLessThan(100);
});

test('time that a test sets ahead is ahead, whatever the machine says', async () => {
  const machine = new Machine();
  machine.offsetMs = 7 * 86_400_000;
  const clock = await DatabaseClock.start(database.db, machine);
  for (const wrongMs of [0, -9 * 86_400_000]) {
    machine.wrongMs = wrongMs;
    expect(Math.abs(clock.now().getTime() - Date.now() - machine.offsetMs)).toBeLessThan(toleratedClockSkewMs);
  }
});

test('a steady clock that stood still is set right by the next measurement', async () => {
  let lostMs = 0;
  const machine = new Machine();
  machine.wrongMs = 86_400_000;
  const clock = await DatabaseClock.start(database.db, machine, () => performance.now() - lostMs);
  lostMs = 3_600_000;
  expect(apartMs(clock)).toBeGreaterThan(3_000_000);
  await clock.measure();
  expect(apartMs(clock)).toBeLessThan(toleratedClockSkewMs);
});
