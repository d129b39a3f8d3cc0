import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { CrossPartnerDatabase, SharedDatabase } from '../../core/operation/partner-database.ts';
import { MalformedData } from '../../engines/versions/readers/malformed-data.ts';
import { shippedData } from '../../engines/versions/shipped-data.ts';
import type { Day, Published, PublishedTracker, VersionData } from '../../engines/versions/support-ends.ts';
import { aboutOnly, type Tracker } from '../../engines/versions/tracker.ts';
import { type FeedName, feedNames, type KeptFeeds, readKept } from './kept-feeds.ts';

export interface NewFeed<Name extends FeedName = FeedName> {
  readonly name: Name;
  readonly asOf: string;
  readonly entries: number;
  readonly kept: KeptFeeds[Name];
}

/** When a feed was fetched, so that it was the latest; where, and what that called it, if we fetched it. */
export interface FetchedFrom {
  readonly at: Date;
  readonly url: string | null;
  readonly etag: string | null;
}

/** Publishers add, and take little away. */
const leastShare = 0.9;

/** For who dates his data by a day that has begun there, but not here. */
const dayMs = 86_400_000;

/**
 * Puts a feed in the place of the last one of its name.
 * @throws MalformedData when it has much less than the last one, as the part of a file has, is older than that, or of a day to come: that
 * one stays
 */
export async function storeFeed(
  db: CrossPartnerDatabase,
  feed: NewFeed,
  { at, url, etag }: FetchedFrom,
  now: Date,
): Promise<void> {
  const kept = JSON.stringify(feed.kept);
  const digest = createHash('sha256').update(kept).digest('hex');
  const row = {
    ...{ as_of: feed.asOf, entries: feed.entries, kept, digest, imported_at: now, checked_at: at },
    ...{ url, etag },
  };
  if (Date.parse(feed.asOf) > now.getTime() + dayMs)
    throw new MalformedData(`It says that it is of ${feed.asOf}, a day that has not come yet. The last one stays.`);
  await db.transaction().execute(async (tx) => {
    const last = await tx
      .selectFrom('version_feeds')
      .select(['entries', dayOfFeed])
      .where('name', '=', feed.name)
      .forUpdate()
      .executeTakeFirst();
    if (last && feed.entries < last.entries * leastShare)
      throw new MalformedData(
        `It has ${feed.entries.toLocaleString('en')} entries where the last one had ${last.entries.toLocaleString('en')}: it is a part of a file. The last one stays.`,
      );
    if (last && feed.asOf < last.as_of)
      throw new MalformedData(`It is of ${feed.asOf}, older than the last one of ${last.as_of}. That one stays.`);
    await tx
      .insertInto('version_feeds')
      .values({ name: feed.name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute();
  });
}

export interface FeedRecord {
  readonly name: FeedName;
  readonly as_of: string;
  readonly entries: number;
  readonly imported_at: Date;
  /** When its publisher had nothing newer. */
  readonly checked_at: Date;
  readonly digest: string;
}

const dayOfFeed = sql<Day>`to_char(as_of, 'YYYY-MM-DD')`.as('as_of');

/** The feeds that were imported, without what they say. Those that only a newer version knows are none of this one's. */
function selectFeeds(db: SharedDatabase) {
  return db
    .selectFrom('version_feeds')
    .select(['entries', 'imported_at', 'checked_at', 'digest', dayOfFeed])
    .select((eb) => eb.ref('name').$castTo<FeedName>().as('name'))
    .where('name', 'in', feedNames)
    .orderBy('name');
}

export interface KnownFeeds {
  readonly feeds: readonly FeedRecord[];
  /** Those of `feeds` that another version kept in a shape that this one does not know: they are as if they were not there. */
  readonly unreadable: ReadonlySet<FeedName>;
  /** What versions are judged by: what was imported, and what is shipped in place of the rest. */
  readonly data: VersionData;
}

/** By digest, so that it is right for every database of the process. Only the last few are of use. */
const knownByDigests = new Map<string, KnownFeeds>();
const keptInMemory = 4;

export async function knownFeeds(db: SharedDatabase): Promise<KnownFeeds> {
  const feeds = await selectFeeds(db).execute();
  if (feeds.length === 0) return { feeds, unreadable: new Set(), data: shippedData() };
  const known = knownByDigests.get(keyOf(feeds));
  if (known) return { ...known, feeds };
  const rows = await selectFeeds(db).select('kept').execute();
  const read = readFeeds(rows);
  knownByDigests.set(keyOf(rows), read);
  for (const oldest of [...knownByDigests.keys()].slice(0, -keptInMemory)) knownByDigests.delete(oldest);
  return read;
}

export async function versionData(db: SharedDatabase): Promise<VersionData> {
  return (await knownFeeds(db)).data;
}

function keyOf(feeds: readonly FeedRecord[]): string {
  return feeds.map((feed) => `${feed.name} ${feed.as_of} ${checkedOn(feed)} ${feed.digest}`).join('\n');
}

function checkedOn({ checked_at: checkedAt }: FeedRecord): Day {
  return checkedAt.toISOString().slice(0, 10);
}

type KeptFeed<Kept> = Published<Kept> & { readonly checkedOn: Day };

function readFeeds(rows: readonly (FeedRecord & { readonly kept: unknown })[]): KnownFeeds {
  const read = new Map(rows.map((row) => [row.name, { feed: row, kept: readKept(row.name, row.kept) }]));
  const unreadable = [...read].flatMap(([name, { kept }]) => (kept === undefined ? [name] : []));
  const published = <Name extends FeedName>(name: Name): KeptFeed<KeptFeeds[Name]> | null => {
    const { feed, kept } = read.get(name) ?? {};
    if (!feed || kept === undefined) return null;
    return { asOf: feed.as_of, checkedOn: checkedOn(feed), value: kept as KeptFeeds[Name] };
  };
  const feeds = rows.map(({ kept: _, ...feed }) => feed);
  return { feeds, unreadable: new Set(unreadable), data: dataOf(published, unreadable.includes('kev')) };
}

type PublishedFeed = <Name extends FeedName>(name: Name) => KeptFeed<KeptFeeds[Name]> | null;

/** @param isBlind what is exploited was known and cannot be read: saying nothing keeps alerts that stand by it as they are */
function dataOf(published: PublishedFeed, isBlind: boolean): VersionData {
  const mapped = <T>(feed: Published<Readonly<Record<string, T>>> | null) =>
    feed && { asOf: feed.asOf, value: new Map(Object.entries(feed.value)) };
  const [kev, epss] = [published('kev'), published('epss')];
  const exploited = new Map(Object.entries(kev?.value ?? {}));
  const attacked = new Set([...exploited.keys(), ...(epss?.value ?? [])]);
  const attacks = kev ?? epss;
  const aboutAttacked = (tracker: KeptFeed<Tracker> | null): PublishedTracker | null => {
    if (!tracker || !attacks || isBlind) return null;
    const [oldest] = [tracker.checkedOn, attacks.checkedOn].sort();
    return { asOf: tracker.asOf, checkedOn: oldest!, value: aboutOnly(tracker.value, attacked) };
  };
  const shipped = shippedData();
  return {
    debianReleases: newer(mapped(published('debian-releases')), shipped.debianReleases),
    ubuntuReleases: newer(mapped(published('ubuntu-releases')), shipped.ubuntuReleases),
    lines: newer(mapped(published('endoflife')), shipped.lines),
    debian: aboutAttacked(published('debian')),
    ubuntu: aboutAttacked(published('ubuntu')),
    exploited,
  };
}

/** A later release of the service may ship what is newer than what was imported once. */
function newer<T>(imported: Published<T> | null, shipped: Published<T>): Published<T> {
  return imported && imported.asOf >= shipped.asOf ? imported : shipped;
}
