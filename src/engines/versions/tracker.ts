/** What a distribution says of one vulnerability in one of its packages. */
export interface Fix {
  /** The version that mends it; null: there is none yet. */
  readonly fixed: string | null;
  /** Judged minor: no version that mends it is under way. */
  readonly isMinor: boolean;
}

/** By CVE. */
export type Fixes = Readonly<Record<string, Fix>>;

/**
 * By source package and release: `bookworm` of Debian, `22.04` of Ubuntu, `pro 18.04` of its paid support. What never concerned a release is
 * left out.
 */
export type Tracker = Readonly<Record<string, Readonly<Record<string, Fixes>>>>;

/** What of a tracker is about these vulnerabilities. Releases of which it says nothing else stay: it knows them. */
export function aboutOnly(tracker: Tracker, cves: ReadonlySet<string>): Tracker {
  const ofRelease = (fixes: Fixes) => Object.fromEntries(Object.entries(fixes).filter(([cve]) => cves.has(cve)));
  return mapValues(tracker, (byRelease) => mapValues(byRelease, ofRelease));
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, made: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, made(value)]));
}
