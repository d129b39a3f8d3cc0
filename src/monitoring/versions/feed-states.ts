import type { SharedDatabase } from '../../core/operation/partner-database.ts';
import { shippedData } from '../../engines/versions/shipped-data.ts';
import type { Day, Published } from '../../engines/versions/support-ends.ts';
import { maxAgeMs } from '../../engines/versions/verdicts.ts';
import { type FeedRecord, knownFeeds } from './feeds.ts';
import { type FeedName, feedNames } from './kept-feeds.ts';

/** What an installation knows of a publisher's data. */
export interface FeedState {
  readonly name: FeedName;
  /** Null: it is not known here, so that nothing is said by it. */
  readonly asOf: Day | null;
  readonly entries: number | null;
  /** Null: it was not, but may be shipped. */
  readonly importedAt: Date | null;
  /** When it was known to be the latest; null: it was not asked for. */
  readonly checkedAt: Date | null;
  /** False: another version kept it in a shape that this one does not know. Nothing is said by it until it is fetched again. */
  readonly isReadable: boolean;
  /** Since it was known to be the latest, or since its day if it is shipped; null: it is not known here, or cannot be read. */
  readonly ageSeconds: number | null;
}

/** Of every publisher; those whose data is shipped come first. */
export async function feedStates(db: SharedDatabase, now: Date): Promise<FeedState[]> {
  const { feeds, unreadable } = await knownFeeds(db);
  const imported = new Map(feeds.map((feed) => [feed.name, feed]));
  return feedNames.map((name) => stateOf(name, imported.get(name), !unreadable.has(name), now));
}

function stateOf(name: FeedName, found: FeedRecord | undefined, isReadable: boolean, now: Date): FeedState {
  const shipped = shippedOf(name);
  const isUsed = found !== undefined && isReadable && found.as_of >= (shipped?.asOf ?? '');
  if (shipped && !isUsed) {
    const ageSeconds = (now.getTime() - Date.parse(shipped.asOf)) / 1_000;
    return {
      ...{ name, asOf: shipped.asOf, entries: shipped.value.size, importedAt: null, checkedAt: null },
      ...{ isReadable, ageSeconds },
    };
  }
  if (!found) return { ...nothing, name };
  const ageSeconds = isReadable ? (now.getTime() - found.checked_at.getTime()) / 1_000 : null;
  const { as_of: asOf, entries, imported_at: importedAt, checked_at: checkedAt } = found;
  return { name, asOf, entries, importedAt, checkedAt, isReadable, ageSeconds };
}

const nothing = {
  asOf: null,
  entries: null,
  importedAt: null,
  checkedAt: null,
  isReadable: true,
  ageSeconds: null,
} as const;

function shippedOf(name: FeedName): Published<ReadonlyMap<string, unknown>> | undefined {
  const { debianReleases, ubuntuReleases, lines } = shippedData();
  const shipped: Partial<Record<FeedName, Published<ReadonlyMap<string, unknown>>>> = {
    'debian-releases': debianReleases,
    'ubuntu-releases': ubuntuReleases,
    endoflife: lines,
  };
  return shipped[name];
}

/** Those of which only the last days count. */
const aboutVulnerabilities: readonly FeedName[] = ['debian', 'ubuntu', 'kev', 'epss'];

/** What the operator should see to, a sentence each, of what he has brought here at all. */
export function feedTroubles(states: readonly FeedState[]): string[] {
  const unreadable = states.filter(({ isReadable }) => !isReadable);
  const vulnerabilities = states.filter(({ name }) => aboutVulnerabilities.includes(name));
  const old = vulnerabilities.filter(({ ageSeconds }) => ageSeconds !== null && ageSeconds * 1_000 > maxAgeMs);
  const known = vulnerabilities.filter(({ asOf }) => asOf !== null);
  const lacks = (name: FeedName) => !known.some((state) => state.name === name);
  const day = ({ checkedAt }: FeedState) => checkedAt!.toISOString().slice(0, 10);
  return [
    ...(unreadable.length > 0
      ? [
          `${namesOf(unreadable)}: kept by another version in a shape that this one does not read, so nothing is said by it`,
        ]
      : []),
    ...(old.length > 0
      ? [`${old.map((state) => `${state.name} of ${day(state)}`).join(', ')}: older than three days`]
      : []),
    ...(known.length > 0 && lacks('kev') && lacks('epss')
      ? ['kev and epss: not known here, so nothing is said of vulnerabilities']
      : []),
    ...(known.length > 0 && lacks('debian') && lacks('ubuntu')
      ? ['debian and ubuntu: not known here, so nothing is said of vulnerabilities']
      : []),
  ];
}

/** What it is by, in a line. */
export function feedSummary(states: readonly FeedState[]): string {
  const known = states.filter(({ name, asOf }) => asOf !== null && aboutVulnerabilities.includes(name));
  const ends = states.filter(({ name }) => !aboutVulnerabilities.includes(name)).map(({ asOf }) => asOf!);
  const oldest = `ends of life as of ${ends.sort()[0]}`;
  if (known.length === 0) return `${oldest} only: vulnerabilities are looked at once "breakwater versions update" ran`;
  return `${known.map((state) => `${state.name} ${ageWords(state)}`).join(', ')}; ${oldest}`;
}

/** `5 hours old` */
export function ageWords({ ageSeconds, isReadable }: FeedState): string {
  if (!isReadable && ageSeconds === null) return 'has to be fetched again';
  if (ageSeconds === null) return '';
  const hours = Math.floor(ageSeconds / 3_600);
  return hours < 48 ? `${Math.max(0, hours)} hours old` : `${Math.floor(hours / 24)} days old`;
}

function namesOf(states: readonly FeedState[]): string {
  return states.map(({ name }) => name).join(', ');
}
