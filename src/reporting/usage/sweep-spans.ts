/** A time in which a service had one number of active resources. */
export interface UsageWindow {
  readonly started_at: string;
  readonly ended_at: string;
  readonly active: number;
}

export interface SweptSpans {
  /** Oldest first, without times of none. */
  readonly windows: readonly UsageWindow[];
  /** The most at once; 0 when nothing lasted for a moment. */
  readonly peak: number;
  readonly activeMs: number;
  /** Full seconds of the clock at whose end they were active: those of periods that follow one another add up. */
  readonly activeSeconds: number;
}

/**
 * How many resources were active when, by the spans in which each was.
 * @param edges beginnings and ends, alternating, in milliseconds since 1970
 */
export function sweepSpans(edges: readonly number[]): SweptSpans {
  const begun = edges.filter((_, index) => index % 2 === 0).sort(ascending);
  const ended = edges.filter((_, index) => index % 2 === 1).sort(ascending);
  const windows: { started: number; ended: number; active: number }[] = [];
  let [activeMs, activeSeconds, peak, active, since] = [0, 0, 0, 0, 0];
  for (let [starts, ends] = [0, 0]; ends < ended.length; ) {
    const at = Math.min(begun[starts] ?? Number.POSITIVE_INFINITY, ended[ends]!);
    const before = active;
    for (; begun[starts] === at; starts += 1) active += 1;
    for (; ended[ends] === at; ends += 1) active -= 1;
    if (active === before) continue;
    if (before > 0) {
      windows.push({ started: since, ended: at, active: before });
      activeMs += (at - since) * before;
      activeSeconds += (Math.floor(at / 1_000) - Math.floor(since / 1_000)) * before;
      peak = Math.max(peak, before);
    }
    since = at;
  }
  return { windows: windows.map(toUsageWindow), peak, activeMs, activeSeconds };
}

function toUsageWindow({ started, ended, active }: { started: number; ended: number; active: number }): UsageWindow {
  return { started_at: new Date(started).toISOString(), ended_at: new Date(ended).toISOString(), active };
}

function ascending(a: number, b: number): number {
  return a - b;
}

/** A quotient of whole numbers as decimal text with four places, halves up: without the errors of binary fractions. */
export function decimalQuotient(dividend: number, divisor: number): string {
  const units = (BigInt(dividend) * 20_000n + BigInt(divisor)) / (2n * BigInt(divisor));
  const digits = String(units).padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}
