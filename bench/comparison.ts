/** One of our figures beside a peer's, measured in the same run. More is better. */
export interface Comparison {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly peerName: string;
  /** Null: the peer is not installed here, so nothing was compared. */
  readonly peer: number | null;
  /** The least that ours / peer should be; null: the peer is a measure, not a rival. */
  readonly goalRatio: number | null;
  /** Whether what was found was also right, such as nothing missed by a scan. */
  readonly correct: boolean;
}

/** Null when there was no peer. */
export function ratioOf({ ours, peer }: Comparison): number | null {
  return peer === null ? null : ours / peer;
}

export function meetsGoal(comparison: Comparison): boolean {
  const ratio = ratioOf(comparison);
  return ratio !== null && ratio >= (comparison.goalRatio ?? 0) && comparison.correct;
}

/** Prints what bench/run.ts sums up: call it last, its line must be the benchmark's last one. */
export function printComparisons(comparisons: readonly Comparison[]): void {
  console.log(JSON.stringify({ comparisons }));
}

/** @returns null when the line is not what printComparisons wrote */
export function parseComparisons(line: string): readonly Comparison[] | null {
  if (!line.startsWith('{"comparisons":')) return null;
  return (JSON.parse(line) as { comparisons: readonly Comparison[] }).comparisons;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value below which that share of them lies. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

/** The middle value; of an even number of them the higher one of the two in the middle. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
