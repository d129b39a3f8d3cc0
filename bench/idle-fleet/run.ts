/**
 * What an installation costs that has nothing to do: two nodes of the API and three workers on a PostgreSQL of their own, counted for a
 * minute by the server's statement log, with the processor time of the five; then one process of both roles. Then how long a scan that
 * somebody asks for waits for a worker. Nothing but 127.0.0.1 is scanned, by connecting.
 *
 *   npx node bench/idle-fleet/run.ts [seconds] [scans]
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { ApiClient } from '../../test/support/api-client.ts';
import { runCommand, ServerProcess } from '../../test/support/server-process.ts';
import { median, printComparisons } from '../comparison.ts';
import { StatementLog } from '../http-api/statement-log.ts';
import { cpuSeconds } from '../processes.ts';

const seconds = Number(process.argv[2] ?? 60);
const scans = Number(process.argv[3] ?? 20);
/** For what every start does once. */
const settleMs = 15_000;
/** What the fleet may ask of its database. */
const goalPerSecond = 5;
/** What a scan by hand may wait for a worker. */
const goalWaitMs = 100;
const fleet = ['api', 'api', 'worker', 'worker', 'worker'];

const directory = mkdtempSync(join(tmpdir(), 'idle-fleet-'));
const log = new StatementLog();
const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'data'), mode: 'serve', log: log.append });
const { host, user, port } = postgres.connection;

interface Idle {
  readonly statements: readonly string[];
  /** Of one core, all processes together. */
  readonly cores: number;
  /** From when a scan by hand is asked for until it is under way, in milliseconds, the shortest first. */
  readonly waitsMs: readonly number[];
}

const portalDomain = 'portal.example.com';

interface NewPartner {
  readonly api_key: string;
}

async function measure(name: string, database: string, roles: readonly string[]): Promise<Idle> {
  const client = new pg.Client({ ...postgres.connection });
  await client.connect();
  await client.query(`CREATE DATABASE ${database}`).finally(() => client.end());
  const environment = {
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    SECRET_KEY: 'a secret key that only benchmarks use',
    SCAN_ALLOW: '127.0.0.0/8',
    SCAN_ENGINE: 'connect',
    SCAN_COOLDOWN_SECONDS: '0',
    RATE_LIMIT_STRICT: '10000',
    RATE_LIMIT_DEFAULT: '10000',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'alerts@example.com',
  };
  const servers: ServerProcess[] = [];
  try {
    for (const role of roles) servers.push(await ServerProcess.start(environment, ['--role', role]));
    await sleep(settleMs);
    let [before, after] = [0, 0];
    const statements = await log.during(postgres.connection, async () => {
      before = sum(servers.map(({ pid }) => cpuSeconds(pid)));
      await sleep(seconds * 1_000);
      after = sum(servers.map(({ pid }) => cpuSeconds(pid)));
    });
    describe(name, { statements, cores: (after - before) / seconds });
    const waitsMs = await waits(database, environment, servers[0]!.announcement.url);
    console.log(
      `  a scan by hand waits ${Math.round(median(waitsMs))} ms (median), ${Math.round(waitsMs.at(-1)!)} ms (longest)`,
    );
    return { statements, cores: (after - before) / seconds, waitsMs };
  } finally {
    for (const server of servers) server.interrupt();
    await Promise.all(servers.map(({ exit }) => exit));
  }
}

/** Has a server scanned by hand, again and again. What was asked for and what began are times on the same clock. */
async function waits(
  database: string,
  environment: Readonly<Record<string, string>>,
  url: string,
): Promise<readonly number[]> {
  const { api_key: key } = await runCommand<NewPartner>(environment, [
    ...['partner', 'create', '--name', 'Idle', '--portal-domain', portalDomain],
  ]);
  const api = new ApiClient(url, portalDomain, key);
  const client = new pg.Client({ ...postgres.connection, database });
  await client.connect();
  const finished = async (count: number) => {
    for (;;) {
      const { rows } = await client.query(`SELECT (extract(epoch FROM started_at - created_at) * 1000)::float8 AS ms
        FROM scans WHERE status = 'completed' ORDER BY created_at`);
      if (rows.length >= count) return rows.map(({ ms }: { ms: number }) => ms);
      await sleep(50);
    }
  };
  try {
    const { body } = await api.post('/api/v1/billing/provision', { client_id: 1, ip_address: '127.0.0.1' });
    const { endpoint_id } = body.data;
    await finished(1);
    for (let scan = 1; scan <= scans; scan += 1) {
      await api.post('/api/v1/billing/scan-endpoint', { client_id: 1, endpoint_id });
      await finished(1 + scan);
    }
    return (await finished(1 + scans)).slice(1).toSorted((a, b) => a - b);
  } finally {
    await client.end();
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function describe(name: string, { statements, cores }: Pick<Idle, 'statements' | 'cores'>): void {
  console.log(
    `${name}: ${(statements.length / seconds).toFixed(2)} statements/s, ${(100 * cores).toFixed(2)} % of a core`,
  );
  const kinds = Map.groupBy(statements, (statement) => statement.replaceAll(/\s+/g, ' ').slice(0, 110));
  for (const [kind, { length }] of [...kinds].toSorted(([, a], [, b]) => b.length - a.length))
    console.log(`  ${(length / seconds).toFixed(2).padStart(6)}/s  ${kind}`);
}

try {
  const five = await measure('2 api, 3 workers', 'fleet', fleet);
  await measure('1 of both roles', 'alone', ['all']);
  const perSecond = five.statements.length / seconds;
  printComparisons([
    {
      name: 'idle fleet',
      unit: 'seconds/statement',
      ours: 1 / perSecond,
      peerName: 'what a fleet may ask',
      peer: 1 / goalPerSecond,
      goalRatio: 1,
      correct: true,
    },
    {
      name: 'a scan by hand begins',
      unit: '1/s',
      ours: 1_000 / median(five.waitsMs),
      peerName: 'what it may wait',
      peer: 1_000 / goalWaitMs,
      goalRatio: 1,
      correct: true,
    },
  ]);
} finally {
  await postgres.stop();
  rmSync(directory, { recursive: true });
}
