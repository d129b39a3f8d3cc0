/**
 * Fuzzes every operation of the API document, on an installation of its own on loopback.
 *
 *   npm run fuzz -- [--requests 100000] [--seed N]
 *
 * Prints what was wrong, with the seed and the number of the request, and ends with code 1 when anything was.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts';
import { attackedEnvironment, createFuzzWorld } from '../test/support/fuzzer/fuzz-world.ts';
import { type FuzzReport, fuzz } from '../test/support/fuzzer/fuzzer.ts';
import { startTextNameServer } from '../test/support/text-name-server.ts';
import { WatchedServer } from '../test/support/watched-server.ts';

const longestStretchMs = 250;

const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });
const requests = Number(values.requests ?? 100_000);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
if (!Number.isSafeInteger(requests) || requests < 1 || !Number.isSafeInteger(seed)) {
  console.error('--requests and --seed must be integers.');
  process.exit(2);
}

function print(report: FuzzReport): void {
  for (const failure of report.failures) console.log(`\n${failure}`);
  if (report.failureCount > report.failures.length)
    console.log(`\n… and ${report.failureCount - report.failures.length} more`);
  const statuses = [...report.answersByStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`);
  console.log(`\nanswers: ${statuses.join(', ')}`);
  console.log(`operations that succeeded at least once: ${report.succeeded.size} of ${report.operations.length}`);
  console.log(`  never: ${report.operations.filter((name) => !report.succeeded.has(name)).join(', ')}`);
  console.log(`longest stretch of the event loop: ${report.longestStretchMs.toFixed(0)} ms of CPU time`);
  console.log(`${report.failureCount} failures, seed ${seed}`);
}

console.log(`${requests} requests, seed ${seed}`);
const directory = mkdtempSync(join(tmpdir(), 'fuzz-'));
const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'data'), mode: 'serve', log: () => undefined });
const names = await startTextNameServer();
let server: WatchedServer | undefined;
try {
  const { host, port, user, database } = postgres.connection;
  const databaseUrl = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  server = await WatchedServer.start(attackedEnvironment(databaseUrl, names.server));
  const world = await createFuzzWorld(server.url, databaseUrl);
  const onProgress = (done: number) => process.stderr.write(`\r${done} `);
  const report = await fuzz(server, world, { seed, requests, longestStretchMs, onProgress });
  await world.close();
  print(report);
  if (report.failureCount > 0) console.log(server.log);
  process.exitCode = report.failureCount === 0 ? 0 : 1;
} finally {
  await server?.stop();
  await names.close();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
