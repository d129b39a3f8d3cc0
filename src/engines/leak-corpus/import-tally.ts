import { type Layout, layouts } from './credential-fields.ts';
import { type BatchTally, type LayoutTally, maxExamples, maxSamples } from './parse-batch.ts';
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

/** What was read as what; layouts that did not occur are not in it. */
export type ReadAs = ReadonlyMap<Layout, LayoutTally>;

/**
 * The same of a text that goes on with one more batch.
 * @param linesBefore of the text; samples have numbers of lines from 1
 */
export function addLayouts(readAs: ReadAs, batch: BatchTally, linesBefore: number): ReadAs {
  const sum = new Map(readAs);
  for (const [index, layout] of layouts.entries()) {
    const more = batch.layouts[index]!;
    if (more.records === 0) continue;
    const before = readAs.get(layout) ?? { records: 0, lines: 0, withSite: 0, samples: [] };
    const samples = more.samples.map((sample) => ({ ...sample, line: linesBefore + sample.line + 1 }));
    sum.set(layout, {
      records: before.records + more.records,
      lines: before.lines + more.lines,
      withSite: before.withSite + more.withSite,
      samples: [...before.samples, ...samples].slice(0, maxSamples),
    });
  }
  return sum;
}

export function rejectedLines({ rejected }: ImportTally): number {
  return Object.values(rejected).reduce((sum, { count }) => sum + count, 0);
}
