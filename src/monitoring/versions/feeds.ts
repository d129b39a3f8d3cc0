import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { OperatorError } from '../../core/operation/operator-error.ts';
import type { CrossPartnerDatabase, SharedDatabase } from '../../core/operation/partner-database.ts';
import { shippedData } from '../../engines/versions/shipped-data.ts';
import type {
  Day,
  Exploitation,
  LineEnds,
  Published,
  PublishedTracker,
  ReleaseEnds,
  VersionData,
} from '../../engines/versions/support-ends.ts';
import { aboutOnly, type Tracker } from '../../engines/versions/tracker.ts';

/** What is kept of a publisher's data: each name has its shape. */
interface KeptFeeds {
  readonly 'debian-releases': Readonly<Record<string, ReleaseEnds>>;
  readonly 'ubuntu-releases': Readonly<Record<string, ReleaseEnds>>;
  readonly endoflife: Readonly<Record<string, LineEnds>>;
  readonly debian: Tracker;
  readonly ubuntu: Tracker;
  readonly kev: Readonly<Record<string, Exploitation>>;
  readonly epss: readonly string[];
}

export type FeedName = keyof KeptFeeds;

export interface NewFeed<Name extends FeedName = FeedName> {
  readonly name: Name;
  readonly asOf: string;
  readonly entries: number;
  readonly kept: KeptFeeds[Name];
}

/** Where a feed was fetched, and what that called it. */
interface FeedPlace {
  readonly url: string;
  readonly etag: string | null;
}

/** Publishers add, and take little away. */
const leastShare = 0.9;

/**
 * Puts a feed in the place of the last one of its name.
 * @throws OperatorError when it has much less than the last one, as the part of a file has: that one stays
 */
export async function storeFeed(
  db: CrossPartnerDatabase,
  feed: NewFeed,
  place: FeedPlace | null,
  now: Date,
): Promise<void> {
  const kept = JSON.stringify(feed.kept);
  const digest = createHash('sha256').update(kept).digest('hex');
  const row = {
    ...{ as_of: feed.asOf, entries: feed.entries, kept, digest, imported_at: now, checked_at: now },
    ...(place ?? { url: null, etag: null }),
  };
  await db.transaction().execute(async (tx) => {
    const last = await tx
      .selectFrom('version_feeds')
      .select('entries')
      .where('name', '=', feed.name)
      .forUpdate()
      .executeTakeFirst();
    if (last && feed.entries < last.entries * leastShare)
      throw new OperatorError(
        `It has ${feed.entries.toLocaleString('en')} entries where the last one had ${last.entries.toLocaleString('en')}: it is a part of a file. The last one stays.`,
      );
    await tx
      .insertInto('version_feeds')
      .values({ name: feed.name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute();
  });
}

export interface FeedRecord {
  readonly name: string;
  readonly as_of: string;
  readonly entries: number;
  readonly imported_at: Date;
  /** When its publisher had nothing newer. */
  readonly checked_at: Date;
  readonly digest: string;
}

/** The feeds that were imported, without what they say. */
export function selectFeeds(db: SharedDatabase) {
  return db
    .selectFrom('version_feeds')
    .select([
      'name',
      'entries',
      'imported_at',
      'checked_at',
      'digest',
      sql<string>`to_char(as_of, 'YYYY-MM-DD')`.as('as_of'),
    ])
    .orderBy('name');
}

/** By digest, so that it is right for every database of the process. Only the last few are of use. */
const dataByDigests = new Map<string, VersionData>();
const keptInMemory = 4;

/** What versions are judged by: what was imported, and what is shipped in place of the rest. */
export async function versionData(db: SharedDatabase): Promise<VersionData> {
  const feeds = await selectFeeds(db).execute();
  if (feeds.length === 0) return shippedData();
  const known = dataByDigests.get(keyOf(feeds));
  if (known) return known;
  const read = await selectFeeds(db).select('kept').execute();
  const data = dataOf(read);
  dataByDigests.set(keyOf(read), data);
  for (const oldest of [...dataByDigests.keys()].slice(0, -keptInMemory)) dataByDigests.delete(oldest);
  return data;
}

function keyOf(feeds: readonly FeedRecord[]): string {
  return feeds.map((feed) => `${feed.name} ${feed.as_of} ${checkedOn(feed)} ${feed.digest}`).join('\n');
}

function checkedOn({ checked_at: checkedAt }: FeedRecord): Day {
  return checkedAt.toISOString().slice(0, 10);
}

type KeptFeed<Kept> = Published<Kept> & { readonly checkedOn: Day };

function dataOf(feeds: readonly (FeedRecord & { readonly kept: unknown })[]): VersionData {
  const published = <Name extends FeedName>(name: Name): KeptFeed<KeptFeeds[Name]> | null => {
    const feed = feeds.find((each) => each.name === name);
    return feed ? { asOf: feed.as_of, checkedOn: checkedOn(feed), value: feed.kept as KeptFeeds[Name] } : null;
  };
  const mapped = <T>(feed: Published<Readonly<Record<string, T>>> | null) =>
    feed && { asOf: feed.asOf, value: new Map(Object.entries(feed.value)) };
  const [kev, epss] = [published('kev'), published('epss')];
  const exploited = new Map(Object.entries(kev?.value ?? {}));
  const attacked = new Set([...exploited.keys(), ...(epss?.value ?? [])]);
  const attacks = kev ?? epss;
  const aboutAttacked = (tracker: KeptFeed<Tracker> | null): PublishedTracker | null => {
    if (!tracker || !attacks) return null;
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
