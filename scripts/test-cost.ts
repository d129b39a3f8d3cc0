import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What test files took of the processors, in seconds: their own process and what it started, without the database. */
export type Costs = ReadonlyMap<string, number>;

const dearest = 25;

/** What test/support/measure-cost.ts kept in a directory. */
export function readCosts(directory: string): Costs {
  const costs = new Map<string, number>();
  for (const name of globSync('*.jsonl', { cwd: directory }))
    for (const line of readFileSync(join(directory, name), 'utf8').trim().split('\n')) {
      const { file, seconds } = JSON.parse(line) as { file: string; seconds: number };
      costs.set(file, (costs.get(file) ?? 0) + seconds);
    }
  return costs;
}

/** The dearest files, a line each, and what all of them took. */
export function formatCosts(costs: Costs): string[] {
  const sorted = [...costs].sort(([, a], [, b]) => b - a);
  const total = sorted.reduce((sum, [, seconds]) => sum + seconds, 0);
  return [
    `CPU seconds of ${sorted.length} files: ${total.toFixed(0)}, without the database. The dearest:`,
    ...sorted.slice(0, dearest).map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)}  ${file}`),
  ];
}
