/**
 * The schedule of an installation as it runs for a day, compressed: the database, the scheduler, the queue, a worker whose scans take their
 * time and send no packet (simulated-scanner.ts), and a node that answers. By default a million servers' rate, with fewer servers and a
 * shorter day; the whole is `3600 1000000 1000`: a day of a million servers of 1,000 partners in an hour.
 *
 *   npx node bench/soak/run.ts [seconds of the day] [servers] [partners]
 *
 * Every server has ten open ports, known from before (simulated-services.ts), and is scanned once a day. Goals: servers are due for no longer than 2 % of the day; no job waits longer than 60 s (p99); the
 * worker's memory is flat; a scan makes the database grow by 200 bytes; what is known of the applications on an open port takes 120 bytes, and
 * scans that see nothing new write nothing about ports; the API's p99 is what it is without scans.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { runCommand, ServerProcess } from '../../test/support/server-process.ts';
import { mean, percentile, printComparisons } from '../comparison.ts';
import { residentMb, stopProcess } from '../processes.ts';
import { services } from './simulated-services.ts';

const daySeconds = Number(process.argv[2] ?? 180);
const servers = Number(process.argv[3] ?? Math.round((1_000_000 / 3_600) * daySeconds));
const partners = Number(process.argv[4] ?? Math.min(1_000, Math.ceil(servers / 100)));
/** Each partner's. */
const customers = 20;
const goals = {
  lateShare: 0.02,
  waitSeconds: 60,
  memoryRatio: 1.1,
  bytesPerScan: 200,
  bytesPerPort: 120,
  p99Ratio: 1.5,
};
const sampleMs = 5_000;
const callsPerSecond = 10;
const quietSeconds = 20;
/** For the schedule to be written and the table to be packed anew. */
const settlingMsPerServer = 0.15;

/** Due over the whole day, as they are after a day. */
const seedRows = `
  WITH partner AS (
    INSERT INTO partners (id, name, status, created_at, updated_at)
    SELECT gen_random_uuid(), 'Partner ' || n, 'active', now(), now() FROM generate_series(2, $1::int) n RETURNING id
  ), every AS (SELECT id FROM partner UNION ALL SELECT $5::uuid), customer AS (
    INSERT INTO customers (partner_id, id, billing_customer_id, created_at, updated_at)
    SELECT id, gen_random_uuid(), n, now(), now() FROM every, generate_series(1, $2::int) n RETURNING partner_id, id
  ), numbered AS (SELECT partner_id, id, row_number() OVER () AS n FROM customer)
  INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, next_scan_at, created_at, updated_at)
  SELECT partner_id, gen_random_uuid(), id, '10.0.0.0'::inet + (n * ($3::int / ($1::int * $2::int)) + server), 'server.example.net', 'server', 'active',
    now() + random() * $4::float8 * interval '1 second', now(), now()
  FROM numbered, generate_series(1, ($3::int / ($1::int * $2::int))) server`;

/** As the scans of the day before left them; an Allowed Ports rule covers them, so that they raise nothing. */
const seedOpenPorts = `
  INSERT INTO observations (partner_id, id, endpoint_id, protocol, port, identity, opened_scan_id, opened_at)
  SELECT e.partner_id, gen_random_uuid(), e.id, 'tcp', known.port, known.identity, gen_random_uuid(), now()
  FROM endpoints e, jsonb_to_recordset($1::jsonb) known (port int, identity jsonb)`;
const seedRules = `
  INSERT INTO allowed_port_rules (partner_id, id, port_start, port_end, protocol, source, created_at, updated_at)
  SELECT id, gen_random_uuid(), 1, 65535, 'tcp', 'manual', now(), now() FROM partners`;
/** What the applications on the ports add to what was kept of ports before. */
const applicationBytes = `
  SELECT avg(pg_column_size(identity) - pg_column_size(identity - '{stated,title,purpose}'::text[])) FROM observations`;
const portWrites = `SELECT n_tup_ins + n_tup_upd + n_tup_del FROM pg_stat_user_tables WHERE relname = 'observations'`;

const completedScans = `SELECT count(*) FROM scan_history WHERE status = 'completed'`;
/** Of a table that has partitions, with its indexes. */
const sizeOf = 'SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = $1::regclass';

const directory = mkdtempSync(join(tmpdir(), 'soak-'));
const log = openSync(join(directory, 'log'), 'a');
const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'data'), mode: 'serve' });
const { host, user, port } = postgres.connection;
const environment = {
  DATABASE_URL: `postgres://${user}@localhost/postgres?host=${encodeURIComponent(host)}&port=${port}`,
  SECRET_KEY: 'a secret key that only benchmarks use',
  PORT: '0',
  SCAN_ALLOW: '10.0.0.0/8',
  SCAN_ENGINE: 'connect',
  SCAN_INTERVAL_SECONDS: String(daySeconds),
  RATE_LIMIT_STRICT: '1000000',
  RATE_LIMIT_DEFAULT: '1000000',
};

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts')], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', log],
  });
  const outcome = await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]);
  if (!Buffer.isBuffer(outcome[0])) throw new Error(readFileSync(join(directory, 'log'), 'utf8'));
  return child;
}

/** Asks for lists of servers at a steady rate. @returns milliseconds that answers took */
async function callFor(seconds: number, url: string, apiKey: string): Promise<number[]> {
  const took: number[] = [];
  const calls: Promise<void>[] = [];
  for (let n = 0; n < seconds * callsPerSecond; n += 1) {
    const call = async () => {
      const askedMs = performance.now();
      const answer = await fetch(`${url}/api/v1/endpoints`, { headers: { authorization: `Bearer ${apiKey}` } });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`GET /endpoints is ${answer.status}.`);
      took.push(performance.now() - askedMs);
    };
    calls.push(call());
    await sleep(1_000 / callsPerSecond);
  }
  await Promise.all(calls);
  return took;
}

interface NewPartner {
  readonly partner_id: string;
  readonly api_key: string;
}

let api: ServerProcess | undefined;
let worker: ChildProcess | undefined;
const client = new pg.Client({ ...postgres.connection });
try {
  // A service makes the installation that commands work in.
  api = await ServerProcess.start({ ...environment, SCAN_ENGINE: 'off' }, ['--role', 'api']);
  const words = ['partner', 'create', '--name', 'Soak', '--portal-domain', '127.0.0.1'];
  const { api_key: apiKey, partner_id: partnerId } = await runCommand<NewPartner>(environment, words);
  const url = `http://127.0.0.1:${new URL(api.announcement.url).port}`;
  await client.connect();
  const one = async (text: string, values: unknown[] = []): Promise<number> =>
    Number((await client.query({ text, values, rowMode: 'array' })).rows[0]![0]);
  console.log(
    `${servers} servers of ${partners} partners, a day of ${daySeconds} s: ${(servers / daySeconds).toFixed(0)} scans/s`,
  );
  await client.query(seedRows, [partners, customers, servers, daySeconds, partnerId]);
  const known = JSON.stringify([...services].map(([port, identity]) => ({ port, identity })));
  await client.query(seedOpenPorts, [known]);
  await client.query(seedRules);
  await client.query('VACUUM ANALYZE');
  const seeded = await one('SELECT count(*) FROM endpoints');

  await callFor(5, url, apiKey);
  const quiet = await callFor(quietSeconds, url, apiKey);
  // The day begins when the database has come to rest, or its first minutes would be due before there is a worker.
  const beginsMs = Date.now() + servers * settlingMsPerServer;
  await client.query(
    `UPDATE endpoints SET next_scan_at = $1::timestamptz + random() * $2::float8 * interval '1 second'`,
    [new Date(beginsMs), daySeconds],
  );
  await client.query('VACUUM FULL endpoints');
  await client.query('CHECKPOINT');
  const writesBefore = await one(portWrites);
  worker = await startWorker();
  const { pid } = worker;
  if (Date.now() > beginsMs) console.log(`!!! The day began ${Math.round((Date.now() - beginsMs) / 1_000)} s ago.`);
  await sleep(Math.max(0, beginsMs - Date.now()));

  let halfway = { scans: 0, bytes: 0 };
  const lateSeconds: number[] = [];
  const memory: number[] = [];
  const calls = callFor(daySeconds, url, apiKey);
  const startedMs = performance.now();
  while (performance.now() - startedMs < daySeconds * 1_000) {
    await sleep(sampleMs);
    lateSeconds.push(
      await one(`SELECT coalesce(extract(epoch FROM now() - min(next_scan_at)), 0) FROM endpoints
        WHERE next_scan_at <= now() AND current_scan_id IS NULL`),
    );
    memory.push(residentMb(pid!));
    if (halfway.scans === 0 && performance.now() - startedMs >= daySeconds * 500)
      halfway = {
        scans: await one(completedScans),
        bytes: (await one(sizeOf, ['scans'])) + (await one(sizeOf, ['archived_scans'])),
      };
    if (lateSeconds.length % 12 === 0) {
      const done = await one(completedScans);
      const at = Math.round((performance.now() - startedMs) / 1_000);
      console.log(
        `${at} s: ${done} scans, due for ${lateSeconds.at(-1)!.toFixed(1)} s, ${memory.at(-1)!.toFixed(0)} MB`,
      );
    }
  }
  const busy = await calls;
  const scans = await one(completedScans);
  const failed = await one(`SELECT count(*) FROM scans WHERE status IN ('failed', 'cancelled')`);
  const waitP99 =
    await one(`SELECT percentile_cont(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM started_at - created_at))
    FROM scan_history WHERE started_at IS NOT NULL`);
  await stopProcess(worker);
  const archived = await one('SELECT count(*) FROM archived_scans');
  const archiveBytes = await one(sizeOf, ['archived_scans']);
  const growth = ((await one(sizeOf, ['scans'])) + archiveBytes - halfway.bytes) / (scans - halfway.scans);

  const writes = (await one(portWrites)) - writesBefore;
  const openPorts = await one('SELECT count(*) FROM observations WHERE closed_at IS NULL');
  const portBytes = (await one(`SELECT pg_total_relation_size('observations')`)) / openPorts;
  const bytesPerPort = await one(applicationBytes);

  const late = Math.max(...lateSeconds);
  const quarter = Math.max(1, Math.floor(memory.length / 4));
  const memoryRatio = mean(memory.slice(-quarter)) / mean(memory.slice(quarter, 2 * quarter));
  const perSecond = scans / daySeconds;
  const [quietP99, busyP99] = [percentile(quiet, 0.99), percentile(busy, 0.99)];
  console.log(`${scans} scans of ${seeded} servers, ${perSecond.toFixed(1)}/s, ${failed} without a result`);
  console.log(`due for ${late.toFixed(1)} s at the longest (${((late / daySeconds) * 100).toFixed(1)} % of the day)`);
  console.log(`in the queue for ${waitP99.toFixed(2)} s (p99)`);
  console.log(
    `memory of the worker: ${Math.min(...memory).toFixed(0)} to ${Math.max(...memory).toFixed(0)} MB, ${memoryRatio.toFixed(2)} ×`,
  );
  console.log(
    `${(archiveBytes / archived).toFixed(0)} bytes for each of the ${archived} scans in the archive; from the middle of the day on all scans grew by ${growth.toFixed(0)} bytes for each`,
  );
  console.log(
    `${openPorts} open ports, ${portBytes.toFixed(0)} bytes each with indexes, ${bytesPerPort.toFixed(1)} of them for applications; ${writes} rows of them written by the day's scans`,
  );
  console.log(`lists of servers: p99 ${quietP99.toFixed(1)} ms without scans, ${busyP99.toFixed(1)} ms beside them`);
  const within = (name: string, unit: string, ours: number, most: number) => ({
    name,
    unit: `1/${unit}`,
    ours: 1 / Math.max(ours, 1e-3),
    peerName: 'what it may be',
    peer: 1 / most,
    goalRatio: 1,
    correct: failed === 0,
  });
  printComparisons([
    within('longest time that a server is due', 's', late, goals.lateShare * daySeconds),
    within('time in the queue, p99', 's', waitP99, goals.waitSeconds),
    within('memory at the end beside the beginning', '×', memoryRatio, goals.memoryRatio),
    within('growth for each scan', 'byte', growth, goals.bytesPerScan),
    within('what applications take, for each open port', 'byte', bytesPerPort, goals.bytesPerPort),
    within('rows about ports that scans without change write', 'row', writes, 0.5),
    within('p99 of the API beside scans', 'ms', busyP99, quietP99 * goals.p99Ratio),
  ]);
} finally {
  if (worker) await stopProcess(worker);
  if (api) await stopProcess(api.child);
  await client.end();
  await postgres.stop();
  rmSync(directory, { recursive: true });
}
