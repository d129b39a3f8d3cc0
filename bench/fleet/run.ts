/**
 * The whole service over a fleet: schedule, queue, scans, observations and alerts in PostgreSQL, on loopback addresses
 * with three open ports each.
 *
 *   npx node bench/fleet/run.ts [seconds] [endpoints]
 *
 * Goals: at least 50 endpoints × 1,000 ports a second; memory flat (run it for 600 seconds); no target asked faster than its
 * limit; a paused endpoint's scan stops within a second; every alert that should be there and no other. The service runs
 * in a network namespace whose only interface is its loopback: no packet leaves it, and nftables there judges every one. Needs root,
 * iproute2 and nftables.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { mean, printComparisons } from '../comparison.ts';
import { cpuSeconds, residentMb, stopProcess } from '../processes.ts';
import { type Fleet, openPorts, seedFleet } from './fleet.ts';

const seconds = Number(process.argv[2] ?? 60);
const endpoints = Number(process.argv[3] ?? 6_000);
const warmUpSeconds = 20;
const sampleSeconds = 2;
const goalEndpointsPerSecond = 50;
const goalStopMs = 1_000;
/** Later samples may exceed the earlier ones by this share: garbage is collected when it is due, not when we look. */
const flatShare = 1.1;
const packetsPerSecondPerTarget = 1_000;
/** On a large machine V8 lets garbage lie for minutes; with a bound, memory that grows is a leak. */
const boundedHeap = '--max-old-space-size=192 --max-semi-space-size=8';
const namespace = `bwfleet-bench-${process.pid}`;

function inNamespace(...command: string[]): string {
  return execFileSync('ip', ['netns', 'exec', namespace, ...command], { encoding: 'utf8' });
}

/** Counts SYNs to each target, and those beyond a token bucket of the limit with a twentieth of a second saved up. */
function watchPackets(): void {
  const burst = packetsPerSecondPerTarget / 20;
  const rules = `table inet watch {
    set targets { typeof ip daddr; size 65535; flags dynamic; }
    counter probes {}
    counter excess {}
    chain output {
      type filter hook output priority 0;
      tcp flags & (syn | ack) == syn counter name probes
      tcp flags & (syn | ack) == syn update @targets { ip daddr limit rate over ${packetsPerSecondPerTarget}/second burst ${burst} packets } counter name excess
    }
  }`;
  execFileSync('ip', ['netns', 'exec', namespace, 'nft', '-f', '-'], { input: rules });
}

function packets(counter: 'probes' | 'excess'): number {
  return Number(/packets (\d+)/.exec(inNamespace('nft', 'list', 'counter', 'inet', 'watch', counter))![1]);
}

function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv, log: number): ChildProcess {
  const words = ['netns', 'exec', namespace, process.execPath, program, ...args];
  return spawn('ip', words, {
    env: { PATH: process.env.PATH, NODE_OPTIONS: boundedHeap, ...env },
    stdio: ['pipe', 'pipe', log],
  });
}

async function firstLine(child: ChildProcess): Promise<void> {
  const lines = createInterface({ input: child.stdout! });
  const outcome = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
  if (typeof outcome[0] !== 'string')
    throw new Error(`A process ended before it worked: ${readFileSync(logPath, 'utf8')}`);
}

interface Measurement {
  readonly endpointsPerSecond: number;
  readonly memoryRatio: number;
  readonly slowestStopMs: number;
  readonly correct: boolean;
}

async function measure(fleet: Fleet, pid: number): Promise<Measurement> {
  await sleep(warmUpSeconds * 1_000);
  const [scansBefore, probesBefore, cpuBefore] = [await fleet.completedScans(), packets('probes'), cpuSeconds(pid)];
  const startedMs = performance.now();
  const memory: number[] = [];
  while (performance.now() - startedMs < seconds * 1_000) {
    await sleep(sampleSeconds * 1_000);
    memory.push(residentMb(pid));
    if (memory.length % 15 === 0)
      console.log(
        `${memory.length * sampleSeconds} s: ${memory.at(-1)!.toFixed(0)} MB, ${(await fleet.completedScans()) - scansBefore} scans`,
      );
  }
  const elapsed = (performance.now() - startedMs) / 1_000;
  const endpointsPerSecond = ((await fleet.completedScans()) - scansBefore) / elapsed;
  const probesPerSecond = (packets('probes') - probesBefore) / elapsed;
  const cpu = (cpuSeconds(pid) - cpuBefore) / elapsed;
  console.log(await fleet.timings());
  const quarter = Math.max(1, Math.floor(memory.length / 4));
  const memoryRatio = mean(memory.slice(-quarter)) / mean(memory.slice(0, quarter));
  const stopsMs = await fleet.pauseRunningScans(20);
  const slowestStopMs = Math.max(...stopsMs);
  const excess = packets('excess');
  const problems = await fleet.problems();
  console.log(
    `${endpointsPerSecond.toFixed(1)} endpoints/s, ${probesPerSecond.toFixed(0)} SYNs/s, ${cpu.toFixed(2)} cores of the service`,
  );
  console.log(
    `memory: ${Math.min(...memory).toFixed(0)} to ${Math.max(...memory).toFixed(0)} MB, last quarter ${memoryRatio.toFixed(3)} × the first`,
  );
  console.log(`SYNs beyond ${packetsPerSecondPerTarget}/s to one target: ${excess} of ${packets('probes')}`);
  console.log(
    `${stopsMs.length} paused endpoints stopped within ${slowestStopMs.toFixed(0)} ms, mean ${mean(stopsMs).toFixed(0)} ms`,
  );
  for (const problem of problems) console.log(`WRONG: ${problem}`);
  return { endpointsPerSecond, memoryRatio, slowestStopMs, correct: excess === 0 && problems.length === 0 };
}

const directory = mkdtempSync(join(tmpdir(), 'fleet-'));
const logPath = join(directory, 'service.log');
const log = openSync(logPath, 'a');
const children: ChildProcess[] = [];
const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'data'), mode: 'serve' });
let fleet: Fleet | undefined;
try {
  execFileSync('ip', ['netns', 'add', namespace]);
  inNamespace('ip', 'link', 'set', 'lo', 'up');
  watchPackets();
  const { host, user, database, port } = postgres.connection;
  fleet = await seedFleet(postgres.connection, endpoints);
  children.push(start(join(import.meta.dirname, 'listeners.ts'), openPorts.map(String), {}, log));
  await firstLine(children[0]!);
  const service = start(
    join(import.meta.dirname, '../../src/main.ts'),
    ['serve', '--role', 'worker', '--json'],
    {
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
      SECRET_KEY: 'only for this benchmark, and only on loopback',
      SCAN_ALLOW: '127.0.0.0/8',
      // Every endpoint is due once a minute: more than the machine can do, so that the queue is never empty.
      SCAN_INTERVAL_SECONDS: '60',
      SCAN_PACKETS_PER_SECOND: '200000',
      LOG_LEVEL: 'warn',
    },
    log,
  );
  children.push(service);
  await firstLine(service);
  // `ip netns exec` becomes the program that it runs.
  const measured = await measure(fleet, service.pid!);
  const goal = { peerName: 'the goal', goalRatio: 1, correct: measured.correct };
  printComparisons([
    {
      ...goal,
      name: 'fleet, end to end',
      unit: 'endpoints/s',
      ours: measured.endpointsPerSecond,
      peer: goalEndpointsPerSecond,
    },
    { ...goal, name: 'flat memory', unit: '% spared', ours: 100 * (flatShare / measured.memoryRatio), peer: 100 },
    { ...goal, name: 'pause to stop', unit: 'stops/s', ours: 1_000 / measured.slowestStopMs, peer: 1_000 / goalStopMs },
  ]);
} finally {
  for (const child of children.reverse()) await stopProcess(child);
  await fleet?.close();
  await postgres.stop();
  execFileSync('ip', ['netns', 'delete', namespace]);
  rmSync(directory, { recursive: true });
}
