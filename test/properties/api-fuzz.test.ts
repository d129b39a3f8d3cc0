import { afterAll, beforeAll, expect, it } from 'vitest';
import { attackedEnvironment, createFuzzWorld, type FuzzWorld } from '../support/fuzzer/fuzz-world.ts';
import { fuzz } from '../support/fuzzer/fuzzer.ts';
import { createTestDatabase, dropTestDatabase, testDatabaseUrl } from '../support/test-service.ts';
import { startTextNameServer, type TextNameServer } from '../support/text-name-server.ts';
import { WatchedServer } from '../support/watched-server.ts';

/** `npm run fuzz` sends more, with other seeds. */
const requests = process.env.PROPERTY_RUNS === undefined ? 2_000 : 500;
const seed = 20_261_122;
/**
 * Counted in CPU time, so that other processes do not count. Four times what `npm run fuzz` allows on a machine of its own: a
 * slow core shows as well, and what this is to catch takes seconds.
 */
const longestStretchMs = 1_000;

let databaseName: string;
let names: TextNameServer;
let server: WatchedServer;
let world: FuzzWorld;

beforeAll(async () => {
  databaseName = await createTestDatabase();
  const databaseUrl = testDatabaseUrl(databaseName);
  names = await startTextNameServer();
  server = await WatchedServer.start(attackedEnvironment(databaseUrl, names.server));
  world = await createFuzzWorld(server.url, databaseUrl);
});
afterAll(async () => {
  await world?.close();
  await server?.stop();
  await names?.close();
  if (databaseName) await dropTestDatabase(databaseName);
});

it('whatever is sent to whichever operation by whoever: no answer of 5xx, none undeclared, nothing foreign, no long stretch', async () => {
  const report = await fuzz(server, world, { seed, requests, longestStretchMs });
  expect(report.failures.join('\n'), server.log.slice(-3_000)).toBe('');
  // Otherwise nobody was let in, and nothing was there to be broken.
  expect((report.answersByStatus.get(401) ?? 0) / requests).toBeLessThan(0.4);
  expect(report.succeeded.size / report.operations.length).toBeGreaterThan(requests >= 3_000 ? 0.6 : 0.3);
}, 900_000);
