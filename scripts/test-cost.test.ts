import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { formatCosts, readCosts } from './test-cost.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'costs-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const line = (file: string, seconds: number) => `${JSON.stringify({ file, seconds })}\n`;

it('what the processes of a run kept is told by file, the dearest first', () => {
  writeFileSync(join(directory, '1.jsonl'), line('a.test.ts', 1.25) + line('b.test.ts', 10));
  writeFileSync(join(directory, '2.jsonl'), line('a.test.ts', 0.75));
  writeFileSync(join(directory, 'report.json'), '{}');
  expect(formatCosts(readCosts(directory))).toEqual([
    'CPU seconds of 2 files: 12, without the database. The dearest:',
    '   10.0  b.test.ts',
    '    2.0  a.test.ts',
  ]);
});

it('of many files the dearest 25 are named', () => {
  const costs = new Map(Array.from({ length: 30 }, (_, index) => [`${index}.test.ts`, index]));
  const lines = formatCosts(costs);
  expect(lines).toHaveLength(26);
  expect(lines.at(-1)).toBe('    5.0  5.test.ts');
});
