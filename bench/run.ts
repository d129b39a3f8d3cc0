/**
 * Runs the benchmarks, one after another, each in a process of its own, and sums them up.
 *
 *   npm run bench [name …]
 *
 * A benchmark is a folder with a run.ts that ends with printComparisons. The exit code is 1 when one fails or prints no
 * result; a missed goal is shown and no failure, because a busy machine misses goals too.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Comparison, meetsGoal, parseComparisons, ratioOf } from './comparison.ts';

const directory = import.meta.dirname;

function benchmarkNames(): string[] {
  return readdirSync(directory)
    .filter((name) => existsSync(join(directory, name, 'run.ts')))
    .sort();
}

/** As the service is started: see package.json. */
const asTheService = ['--max-semi-space-size=16'];

/** Passes the output through. */
async function run(name: string): Promise<readonly Comparison[]> {
  const child = spawn(process.execPath, [...asTheService, join(directory, name, 'run.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let lastLine = '';
  for await (const line of createInterface({ input: child.stdout })) {
    lastLine = line;
    if (parseComparisons(line) === null) console.log(line);
  }
  const [exitCode] = await ended;
  if (exitCode !== 0) throw new Error(`ended with exit code ${exitCode}`);
  const comparisons = parseComparisons(lastLine);
  if (comparisons === null) throw new Error('its last line was not the one of printComparisons');
  return comparisons;
}

function summaryRow(comparison: Comparison): string[] {
  const { name, unit, ours, peerName, peer, goalRatio, correct } = comparison;
  const ratio = ratioOf(comparison);
  return [
    name,
    `${figure(ours)} ${unit}`,
    peer === null ? `${peerName}: not installed` : `${figure(peer)} ${unit} (${peerName})`,
    ratio === null ? '–' : ratio.toFixed(2),
    goalRatio === null ? 'none' : `≥ ${goalRatio.toFixed(2)}`,
    verdict(meetsGoal(comparison), correct),
  ];
}

function verdict(met: boolean, correct: boolean): string {
  if (!correct) return 'NO: wrong result';
  return met ? 'yes' : 'NO';
}

function figure(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]!.map((_cell, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column]!)).join('  '));
}

const known = benchmarkNames();
const wanted = process.argv.length > 2 ? process.argv.slice(2) : known;
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exit(2);
}

const rows = [['benchmark', 'ours', 'peer', 'ratio', 'goal', 'met']];
for (const name of wanted) {
  console.log(`\n== ${name} ==`);
  try {
    rows.push(...(await run(name)).map(summaryRow));
  } catch (error) {
    rows.push([name, '–', '–', '–', '–', `FAILED: ${(error as Error).message}`]);
    process.exitCode = 1;
  }
}
console.log('\n== summary ==');
printTable(rows);
