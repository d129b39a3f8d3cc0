/**
 * Five nodes (two of the API, three workers) that start at once on an empty database, again and again: all of them have to
 * become ready. Beside it, one node that starts alone.
 *
 *   npx node bench/start-up/run.ts [rounds]
 *
 * PostgreSQL is the embedded one, and the five compete for the machine's cores. Nothing is scanned.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { ServerProcess } from '../../test/support/server-process.ts';
import { median, printComparisons } from '../comparison.ts';

const rounds = Number(process.argv[2] ?? 20);
const fleet = ['api', 'api', 'worker', 'worker', 'worker'];

const directory = mkdtempSync(join(tmpdir(), 'start-up-'));
const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'data'), mode: 'serve' });
const { host, user, port } = postgres.connection;

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...postgres.connection });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

interface Round {
  readonly ready: number;
  readonly seconds: number;
}

/** Starts the nodes on a database of their own, asks each whether it is ready, and stops them. */
async function startTogether(database: string, roles: readonly string[]): Promise<Round> {
  await administer(`CREATE DATABASE ${database}`);
  const environment = {
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    SECRET_KEY: 'a secret key that only benchmarks use',
    SCAN_ENGINE: 'off',
    OPERATIONS_PORT: '0',
  };
  const began = performance.now();
  const starts = await Promise.allSettled(roles.map((role) => ServerProcess.start(environment, ['--role', role])));
  const seconds = (performance.now() - began) / 1_000;
  const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const answers = await Promise.all(servers.map(({ announcement }) => fetch(`${announcement.operations_url}/readyz`)));
  for (const server of servers) server.interrupt();
  await Promise.all(servers.map(({ exit }) => exit));
  await administer(`DROP DATABASE ${database} WITH (FORCE)`);
  return { ready: answers.filter(({ status }) => status === 200).length, seconds };
}

const together: Round[] = [];
const alone: Round[] = [];
try {
  for (let round = 1; round <= rounds; round += 1) {
    together.push(await startTogether(`together_${round}`, fleet));
    alone.push(await startTogether(`alone_${round}`, ['all']));
    const { ready, seconds } = together.at(-1)!;
    console.log(`round ${round}: ${ready} of ${fleet.length} ready after ${seconds.toFixed(1)} s`);
  }
} finally {
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}

const perMinute = (list: readonly Round[], nodes: number) => (60 * nodes) / median(list.map(({ seconds }) => seconds));
printComparisons([
  {
    name: `nodes started at once on an empty database (${rounds} rounds)`,
    unit: 'nodes/min',
    ours: perMinute(together, fleet.length),
    peerName: 'one alone',
    peer: perMinute(alone, 1),
    goalRatio: null,
    correct: together.every(({ ready }) => ready === fleet.length) && alone.every(({ ready }) => ready === 1),
  },
]);
