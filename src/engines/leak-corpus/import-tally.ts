import { type BatchTally, maxExamples } from './parse-batch.ts';
import { type RejectReason, rejectReasons } from './reject-reason.ts';

/** What became of the lines of a text, from its beginning to some line. */
export interface ImportTally {
  readonly lines: number;
  /** Lines that were read. */
  readonly records: number;
  /** Reasons that occurred, with how often and the numbers, from 1, of the first lines. */
  readonly rejected: Readonly<Partial<Record<RejectReason, RejectedLines>>>;
}

export interface RejectedLines {
  readonly count: number;
  readonly firstLines: readonly number[];
}

/** The tally of a text that goes on with one more batch. */
export function addBatch(tally: ImportTally, batch: BatchTally): ImportTally {
  const rejected = { ...tally.rejected };
  for (const [index, reason] of rejectReasons.entries()) {
    const count = batch.rejected[index]!;
    if (count === 0) continue;
    const before = rejected[reason] ?? { count: 0, firstLines: [] };
    const lines = batch.examples[index]!.map((line) => tally.lines + line + 1);
    rejected[reason] = {
      count: before.count + count,
      firstLines: [...before.firstLines, ...lines].slice(0, maxExamples),
    };
  }
  return { lines: tally.lines + batch.lines, records: tally.records + batch.records, rejected };
}

export function rejectedLines({ rejected }: ImportTally): number {
  return Object.values(rejected).reduce((sum, { count }) => sum + count, 0);
}
