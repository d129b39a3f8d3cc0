/**
 * What fits on a small machine: the whole service in a control group of so much memory, with the embedded database in it, or with a PostgreSQL
 * of another machine. Servers are on loopback, with three open ports each.
 *
 *   npx node bench/machine/run.ts [MB] [embedded | postgresql] [servers] [seconds] [idle | busy] [partners]
 *
 * Servers: 58,000 at most. When busy (the default) every one is due all the time, and lists of them are asked for: how many scans and lists a second there
 * are. When idle the seconds are a day, in which each server is scanned once and nobody asks for anything, and promtool says of each hour's scrape
 * that there is no alert. Goals: nothing is killed, and what processes hold is flat, busy ones over 600 seconds. Needs root, control groups for
 * memory and, for the day, Debian's prometheus; no packet leaves a network namespace of its own.
 */

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { connectionTo } from '../../src/platform/database/embedded/postmaster.ts';
import { AlertDrill } from '../../test/support/alert-drill.ts';
import { mean, percentile, printComparisons } from '../comparison.ts';
import { openPorts, seedFleet } from '../fleet/fleet.ts';
import { stopProcess } from '../processes.ts';
import { MemoryGroup } from './memory-group.ts';

const inside = 'BENCH_MACHINE_INSIDE';
if (process.env[inside] === undefined) {
  const again = ['--net', process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const { status } = spawnSync('unshare', again, { stdio: 'inherit', env: { ...process.env, [inside]: '1' } });
  process.exit(status ?? 1);
}
execFileSync('ip', ['link', 'set', 'lo', 'up']);

const [megabytes = 1_024, , servers = 1_000, seconds = 60] = process.argv.slice(2).map(Number);
const isEmbedded = (process.argv[3] ?? 'embedded') === 'embedded';
const isIdle = process.argv[6] === 'idle';
const partners = Number(process.argv[7] ?? 1);
const warmUpSeconds = isIdle ? 30 : 10;
const longestFirstScanSeconds = 240;
const sampleSeconds = 2;
const flatShare = 1.1;
const secretKey = 'only for this benchmark, and only on loopback';

const directory = mkdtempSync(join(tmpdir(), 'machine-'));
const dataDir = join(directory, 'data');
const log = openSync(join(directory, 'log'), 'a');
const children: ChildProcess[] = [];

async function started(command: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn(command[0]!, command.slice(1), {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', log],
  });
  children.push(child);
  const [line] = await Promise.race([once(createInterface({ input: child.stdout! }), 'line'), once(child, 'exit')]);
  if (typeof line !== 'string') throw new Error(readFileSync(join(directory, 'log'), 'utf8'));
  return line;
}

function diskMb(): number {
  return Number(execFileSync('du', ['-sm', dataDir], { encoding: 'utf8' }).split('\t')[0]);
}

/** Asks for lists one after the other until it is over. @returns milliseconds that each took */
async function askUntil(isOver: () => boolean, url: string, apiKey: string): Promise<number[]> {
  const took: number[] = [];
  while (!isOver()) {
    const askedMs = performance.now();
    const answer = await fetch(`${url}/api/v1/endpoints`, { headers: { authorization: `Bearer ${apiKey}` } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`GET /endpoints is ${answer.status}.`);
    took.push(performance.now() - askedMs);
    await sleep(100);
  }
  return took;
}

const outside = isEmbedded ? null : await startEmbeddedPostgres({ dataDir, mode: 'serve' });
const group = new MemoryGroup(megabytes);
try {
  await started([process.execPath, join(import.meta.dirname, '../fleet/listeners.ts'), ...openPorts.map(String)]);
  const connection = outside?.connection ?? connectionTo(join(dataDir, 'postgres'));
  const { host, user, port, database } = connection;
  const announced = await started(
    [
      ...group.entering,
      process.execPath,
      '--max-semi-space-size=16',
      join(import.meta.dirname, '../../src/main.ts'),
      ...['serve', '--json'],
    ],
    {
      ...(outside === null
        ? { DATA_DIR: dataDir }
        : {
            DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
          }),
      SECRET_KEY: secretKey,
      PORT: '0',
      SCAN_ALLOW: '127.0.0.0/8',
      DNS_SERVERS: '127.0.0.1:9',
      // All are due again before they can have been scanned.
      SCAN_INTERVAL_SECONDS: String(isIdle ? seconds : 60),
      SCAN_PACKETS_PER_SECOND: '200000',
      RATE_LIMIT_DEFAULT: '1000000',
      LOG_LEVEL: 'warn',
    },
  );
  const url = `http://127.0.0.1:${new URL((JSON.parse(announced) as { url: string }).url).port}`;
  const fleet = await seedFleet(connection, servers, partners);
  // Scans that began together end together: before that there is no pace.
  const seededMs = performance.now();
  const waitedSeconds = () => (performance.now() - seededMs) / 1_000;
  while ((await fleet.completedScans()) === 0) {
    if (waitedSeconds() > longestFirstScanSeconds) throw new Error(`No scan has ended: ${await fleet.timings()}.`);
    await sleep(500);
  }
  console.log(`the first scan ended after ${waitedSeconds().toFixed(1)} s; ${await fleet.timings()}`);
  await sleep(warmUpSeconds * 1_000);

  let isOver = false;
  const lists = isIdle ? Promise.resolve([]) : askUntil(() => isOver, url, fleet.apiKey);
  const before = await fleet.completedScans();
  const transactionsBefore = await fleet.transactions();
  const memory: number[] = [];
  const disk: number[] = [];
  const day = isIdle ? await AlertDrill.begin('nothing happens for a day', () => ({ node: `${url}/metrics` })) : null;
  let hours = 0;
  const startedMs = performance.now();
  while (performance.now() - startedMs < seconds * 1_000) {
    await sleep(sampleSeconds * 1_000);
    if (performance.now() - startedMs > (hours * seconds * 1_000) / 24) {
      hours += 1;
      await day?.during();
    }
    memory.push(group.heldMb);
    disk.push(diskMb());
    if (memory.length % 5 === 0)
      console.log(
        `${memory.length * sampleSeconds} s: ${memory.at(-1)!.toFixed(0)} MB held, ${disk.at(-1)} MB on the disk; ${await fleet.timings()}`,
      );
  }
  isOver = true;
  // None of the alerts, in the eyes of Prometheus.
  await day?.end();
  const took = await lists;
  const elapsed = (performance.now() - startedMs) / 1_000;
  const scans = (await fleet.completedScans()) - before;
  const transactions = (await fleet.transactions()) - transactionsBefore;
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const problems = isIdle ? [] : await fleet.problems();
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  const warnings = readFileSync(join(directory, 'log'), 'utf8').trimEnd();
  if (warnings !== '') console.log(warnings);
  const quarter = Math.max(1, Math.floor(memory.length / 4));
  const ratio = mean(memory.slice(-quarter)) / mean(memory.slice(quarter, 2 * quarter));
  console.log(
    `${megabytes} MB, ${isEmbedded ? 'embedded database' : 'PostgreSQL of another machine'}, ${servers} servers of ${partners} partners: ${(scans / elapsed).toFixed(1)} scans/s (${scans})`,
  );
  if (took.length > 0)
    console.log(`lists: p50 ${percentile(took, 0.5).toFixed(0)} ms, p99 ${percentile(took, 0.99).toFixed(0)} ms`);
  console.log(
    `held: ${Math.min(...memory).toFixed(0)} to ${Math.max(...memory).toFixed(0)} MB, last quarter ${ratio.toFixed(3)} × the second; disk ${disk[0]} to ${disk.at(-1)} MB; ${group.killed} killed`,
  );
  console.log(
    `database: ${(transactions / elapsed).toFixed(1)} transactions/s; /metrics: ${metrics.match(/^\w/gm)!.length} series`,
  );
  printComparisons([
    {
      name: 'flat memory',
      unit: '% spared',
      ours: 100 * (flatShare / ratio),
      peerName: 'the goal',
      peer: 100,
      goalRatio: 1,
      correct: group.killed === 0 && problems.length === 0 && children.every(({ exitCode }) => exitCode === null),
    },
  ]);
  await fleet.close();
} finally {
  for (const child of children.reverse()) await stopProcess(child);
  await outside?.stop();
  // Its last processes may take a moment to be gone.
  await sleep(1_000);
  group[Symbol.dispose]();
  rmSync(directory, { recursive: true });
}
