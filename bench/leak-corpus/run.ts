/**
 * Import of a generated leak into the corpus, beside what the machine needs to merely count its lines; then look-ups by domain.
 *
 *   npx node bench/leak-corpus/run.ts [lines]
 *
 * Goals: 500,000 lines/s, look-up of a domain within 1 ms, flat memory; one of the imports is killed midway and resumed, and none
 * of 10,000 planted secrets turns up in the data directory or the output.
 */

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseConfig } from '../../src/installation/config.ts';
import { openStore } from '../../src/installation/store.ts';
import { lookUpDomain } from '../../src/monitoring/leak-imports/look-up.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { type Comparison, median, printComparisons } from '../comparison.ts';
import { generateLeak, rareDomain } from './generate-leak.ts';

const lines = Number(process.argv[2] ?? 5_000_000);
const plantedSecrets = 10_000;
const goalLinesPerSecond = 500_000;
const goalLookUpMs = 1;
const lookUps = 2_000;
const program = path.join(import.meta.dirname, '../../bin/breakwater');
const directory = mkdtempSync(path.join(tmpdir(), 'leak-corpus-'));
const dataDir = path.join(directory, 'data');
const environment = { ...process.env, DATA_DIR: dataDir };

interface ImportRun {
  readonly seconds: number;
  readonly json: { readonly lines: number; readonly records: number; readonly unreadable_lines: number };
  /** Resident memory of the importing process, in MB, every half second. */
  readonly memory: readonly number[];
  readonly output: string;
}

function startImport(file: string, breach: string): ChildProcess {
  const args = ['leaks', 'import', file, '--breach', breach, '--date', '2024-05-31', '--json'];
  return spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function runImport(file: string, breach: string): Promise<ImportRun> {
  const startedAtMs = performance.now();
  const child = startImport(file, breach);
  let [stdout, stderr] = ['', ''];
  child.stdout!.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr!.on('data', (chunk) => {
    stderr += chunk;
  });
  const closed = once(child, 'close');
  const memory: number[] = [];
  while (child.exitCode === null) {
    await Promise.race([sleep(500), closed]);
    const used = residentMegabytes(child.pid!);
    if (used > 0) memory.push(used);
  }
  await closed;
  if (child.exitCode !== 0) throw new Error(`The import failed: ${stderr}`);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  return { seconds, json: JSON.parse(stdout), memory, output: stdout + stderr };
}

/** 0 when the process has ended. */
function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Starts an import, kills it after that time, and runs it to its end. */
async function killAndResume(file: string, breach: string, killAfterMs: number): Promise<ImportRun> {
  const child = startImport(file, breach);
  const closed = once(child, 'close');
  await Promise.race([sleep(killAfterMs), closed]);
  child.kill('SIGKILL');
  await closed;
  const before = JSON.parse(execFileSync(program, ['leaks', 'list', '--json'], { env: environment, encoding: 'utf8' }));
  const kept = before.imports.find((entry: { breach_name: string }) => entry.breach_name === breach)?.lines ?? 0;
  console.log(`killed after ${(killAfterMs / 1_000).toFixed(1)} s: ${count(kept)} lines were kept`);
  return runImport(file, breach);
}

function timed(command: string): number {
  const startedAtMs = performance.now();
  const { status, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return (performance.now() - startedAtMs) / 1_000;
}

function isInstalled(command: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function describeImport(label: string, { seconds, json, memory }: ImportRun): void {
  const quarter = Math.ceil(memory.length / 4);
  const [early, late] = [memory.slice(quarter, 2 * quarter), memory.slice(-quarter)];
  console.log(
    `${label}: ${seconds.toFixed(1)} s, ${count(lines / seconds)} lines/s, ${count(json.unreadable_lines)} unreadable; ` +
      `memory ${count(median(early))} MB in the second quarter, ${count(median(late))} MB in the last, at most ${count(Math.max(...memory))} MB`,
  );
}

interface LookUpTimes {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

async function measureLookUps(): Promise<LookUpTimes> {
  const config = parseConfig({ DATA_DIR: dataDir });
  const store = await openStore(config, { mode: 'make', maxConnections: 2, logger: createLogger('silent') });
  try {
    const { db } = store.database;
    const sizes = await sql<{ bytes: number; records: number; runs: number }>`
      SELECT pg_total_relation_size('leak_blocks') AS bytes, sum(stored_records)::float8 AS records, sum(runs)::int AS runs
      FROM leak_imports`.execute(db);
    const { bytes, records, runs } = sizes.rows[0]!;
    console.log(
      `database: ${count(bytes / 1e6)} MB for ${count(records)} records in ${runs} runs, ${count(bytes / (records / 1e6) / 1e6)} MB per million`,
    );
    const domains = Array.from({ length: lookUps }, (_, index) =>
      rareDomain(Math.floor(((index * 37) % lookUps) ** 1.9)),
    );
    const timesOf = async (label: string): Promise<LookUpTimes> => {
      let found = 0;
      const times: number[] = [];
      for (const domain of domains) {
        const startedAtMs = performance.now();
        for await (const _credential of lookUpDomain(db, domain)) found += 1;
        times.push(performance.now() - startedAtMs);
      }
      times.sort((a, b) => a - b);
      const [p50Ms, p99Ms] = [times[Math.floor(lookUps * 0.5)]!, times[Math.floor(lookUps * 0.99)]!];
      console.log(
        `look-up, ${label}: p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms; ${(found / lookUps).toFixed(1)} credentials each`,
      );
      return { p50Ms, p99Ms };
    };
    await timesOf('for the first time');
    return await timesOf('again');
  } finally {
    await store.close();
  }
}

/** Whether any of the secrets stands in the data directory or the output. */
function findsSecrets(secrets: readonly string[], output: string): boolean {
  const patterns = path.join(directory, 'secrets');
  writeFileSync(patterns, `${secrets.join('\n')}\n`);
  if (secrets.some((secret) => output.includes(secret))) return true;
  const { status, stdout } = spawnSync('grep', ['-rlaF', '-f', patterns, dataDir], { encoding: 'utf8' });
  if (status === 0) console.log(`secrets are in ${stdout}`);
  return status !== 1;
}

async function compare(): Promise<Comparison[]> {
  const plain = path.join(directory, 'leak.txt');
  const { plantedSecrets: secrets, brokenLines } = generateLeak(plain, lines, plantedSecrets);
  console.log(`${count(lines)} lines, ${count(statSync(plain).size / 1e6)} MB`);

  const wcSeconds = timed(`wc -l < ${plain}`);
  const plainRun = await runImport(plain, 'plain');
  console.log(`wc -l: ${wcSeconds.toFixed(2)} s, ${count(lines / wcSeconds)} lines/s`);
  describeImport('import of the plain file', plainRun);
  const times = await measureLookUps();

  const killed = await killAndResume(plain, 'killed', plainRun.seconds * 500);
  describeImport('the rest after kill -9', killed);
  const runs = [plainRun, killed];
  const comparisons: Comparison[] = [
    importComparison('import of a plain leak', plainRun, 'the goal', goalLinesPerSecond, 1),
    importComparison('import of a plain leak', plainRun, 'wc -l', lines / wcSeconds, null),
  ];
  if (isInstalled('zstd')) {
    timed(`zstd -q --rm ${plain}`);
    const zstdSeconds = timed(`zstd -dc ${plain}.zst | wc -l`);
    const zstdRun = await runImport(`${plain}.zst`, 'zstd');
    console.log(`zstd -dc | wc -l: ${zstdSeconds.toFixed(2)} s, ${count(lines / zstdSeconds)} lines/s`);
    describeImport('import of the zstd file', zstdRun);
    runs.push(zstdRun);
    comparisons.push(importComparison('import of a zstd leak', zstdRun, 'zstd -dc | wc -l', lines / zstdSeconds, null));
  }
  const isRight = runs.every(({ json }) => json.lines === lines && json.unreadable_lines === brokenLines);
  const found = findsSecrets(secrets, runs.map(({ output }) => output).join());
  console.log(`every import has each line once: ${isRight ? 'yes' : 'NO'}`);
  console.log(
    `any of ${count(secrets.length)} planted secrets in the data directory or the output: ${found ? 'YES' : 'none'}`,
  );
  const correct = isRight && !found;
  return [
    ...comparisons.map((comparison) => ({ ...comparison, correct })),
    {
      name: 'look-up of a domain, p50',
      unit: 'per second',
      ours: 1_000 / times.p50Ms,
      peerName: `the goal of ${goalLookUpMs} ms`,
      peer: 1_000 / goalLookUpMs,
      goalRatio: 1,
      correct,
    },
  ];
}

function importComparison(
  name: string,
  { seconds }: ImportRun,
  peerName: string,
  peer: number,
  goalRatio: number | null,
): Comparison {
  return { name, unit: 'lines/s', ours: lines / seconds, peerName, peer, goalRatio, correct: true };
}

try {
  printComparisons(await compare());
} finally {
  rmSync(directory, { recursive: true, force: true });
}
