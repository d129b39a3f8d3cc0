import { expect, it } from 'vitest';
import { addBatch, type ImportTally, rejectedLines } from './import-tally.ts';
import type { BatchTally } from './parse-batch.ts';
import { rejectReasons } from './reject-reason.ts';

const empty: ImportTally = { lines: 0, records: 0, rejected: {} };

function batch(lines: number, blankLines: readonly number[]): BatchTally {
  const only = <T>(reason: string, value: T, other: T) =>
    rejectReasons.map((name) => (name === reason ? value : other));
  return {
    lines,
    records: lines - blankLines.length,
    rejected: only('blank', blankLines.length, 0),
    examples: only<readonly number[]>('blank', blankLines.slice(0, 20), []),
    layouts: [],
  };
}

it('numbers lines from 1 through all batches, and keeps the first twenty of each reason', () => {
  const many = Array.from({ length: 30 }, (_, line) => line);
  const tally = [batch(100, [0, 99]), batch(50, []), batch(30, many)].reduce(addBatch, empty);
  expect(tally).toEqual({
    lines: 180,
    records: 148,
    rejected: { blank: { count: 32, firstLines: [1, 100, ...many.slice(0, 18).map((line) => 151 + line)] } },
  });
  expect(rejectedLines(tally)).toBe(32);
});
