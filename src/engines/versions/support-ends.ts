import type { Tracker } from './tracker.ts';

/** A day: `2028-06-30`. */
export type Day = string;

/** Until when a release of an operating system is mended; null: no end is known. */
export interface ReleaseEnds {
  readonly label: string;
  /** Its name in archives and trackers: `bookworm`. */
  readonly series: string;
  /** The last day of updates that cost nothing, by volunteers, too. */
  readonly free: Day | null;
  /** The last day of updates that are paid for; null where there are none. */
  readonly paid: Day | null;
}

/** A line of releases of a product, by its makers. */
export interface LineEnds {
  readonly label: string;
  /** Whether it had ended when the data was made; decides only where no day is known. */
  readonly isEnded: boolean;
  /** The first day without updates; null: not known. */
  readonly endsOn: Day | null;
  /** The first day without updates that are paid for; null: there are none. */
  readonly paidEndsOn: Day | null;
}

/** What a publisher says, and as of which day. */
export interface Published<T> {
  readonly asOf: Day;
  readonly value: T;
}

/** `ransomware`: to extort money, too. */
export type Exploitation = 'exploited' | 'ransomware';

/** What a distribution says of vulnerabilities that are exploited, or likely to be. */
export interface PublishedTracker extends Published<Tracker> {
  /** When it, and what says which are exploited, were last known to be the latest. */
  readonly checkedOn: Day;
}

/** What verdicts are made of. Releases go by `debian 12` and `ubuntu 22.04`, lines by product and line: `php 8.2`. */
export interface VersionData {
  readonly debianReleases: Published<ReadonlyMap<string, ReleaseEnds>>;
  readonly ubuntuReleases: Published<ReadonlyMap<string, ReleaseEnds>>;
  readonly lines: Published<ReadonlyMap<string, LineEnds>>;
  /** Null: what the distribution says is not known here. */
  readonly debian: PublishedTracker | null;
  readonly ubuntu: PublishedTracker | null;
  /** Vulnerabilities that are known to be exploited. */
  readonly exploited: ReadonlyMap<string, Exploitation>;
}
