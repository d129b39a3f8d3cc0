import { type Command, Option } from 'commander';
import { OperatorError } from '../core/operation/operator-error.ts';
import type { CrossPartnerDatabase } from '../core/operation/partner-database.ts';
import { shippedData } from '../engines/versions/shipped-data.ts';
import type { Published } from '../engines/versions/support-ends.ts';
import type { Config } from '../installation/config.ts';
import { version } from '../installation/version.ts';
import { type FeedName, selectFeeds } from '../monitoring/versions/feeds.ts';
import { importFeed, updateFeed } from '../monitoring/versions/import-feed.ts';
import { type FeedReading, type FeedSource, feedSources } from '../monitoring/versions/read-feed.ts';
import { OutboundClient } from '../platform/http/outbound/outbound-client.ts';
import { createResolver } from '../service/create-resolver.ts';
import { outboundRules } from '../wiring/scan-policy.ts';
import { type Output, table } from './output.ts';
import { withResources } from './run-command.ts';

/** Adds `versions` with what the operator does with the data by which versions are judged. */
export function defineVersions(versions: Command): void {
  versions.description('what publishers say of releases and vulnerabilities, by which versions of services are judged');
  versions
    .command('import')
    .description(
      'import a file in its publisher’s own shape, plain or compressed with gzip or xz; what is cut is refused',
    )
    .argument('<file>', 'path')
    .addOption(new Option('--source <source>', 'whose data it is').choices(feedSources).makeOptionMandatory())
    .action((file: string, { source }: { source: FeedSource }, command: Command) =>
      withResources(command, 'change', async ({ db, clock }, output) => {
        const { feed, passedOver } = await importFeed(db, source, file, clock.now());
        output.result(
          { name: feed.name, as_of: feed.asOf, entries: feed.entries, passed_over: passedOver },
          importText({ feed, passedOver }),
        );
      }),
    );
  versions
    .command('update')
    .description('fetch what has changed at the publishers; where one fails, what was fetched of it last stays')
    .addOption(new Option('--source <source>', 'of one publisher only').choices(feedSources))
    .option('--url <url>', 'where a copy of it is, in place of the publisher’s own address; with --source')
    .action((options: UpdateOptions, command: Command) => {
      const places = placesOf(options);
      return withResources(command, 'change', ({ db, clock }, output, config) =>
        update(places, { db, now: clock.now(), output, config }),
      );
    });
  versions
    .command('status')
    .description('list what is known, and as of when')
    .action((_options, command: Command) =>
      withResources(command, 'read', async ({ db, clock }, output) => {
        const imported = new Map((await selectFeeds(db).execute()).map((feed) => [feed.name, feed]));
        const feeds = feedNames.map((name) => stateOf(name, imported.get(name)));
        const today = clock.now().getTime();
        output.result(
          { feeds },
          table(
            ['data', 'as of', 'age', 'entries', 'imported', 'checked'],
            feeds.map((feed) => row(feed, today)),
          ),
        );
      }),
    );
}

interface UpdateOptions {
  readonly source?: FeedSource;
  readonly url?: string;
}

interface Place {
  readonly source: FeedSource;
  readonly url: string;
}

const addresses: readonly Place[] = [
  { source: 'debian', url: 'https://security-tracker.debian.org/tracker/data/json' },
  { source: 'ubuntu', url: 'https://security-metadata.canonical.com/osv/osv-all.tar.xz' },
  {
    source: 'kev',
    url: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
  },
  { source: 'epss', url: 'https://epss.empiricalsecurity.com/epss_scores-current.csv.gz' },
  { source: 'endoflife', url: 'https://endoflife.date/api/v1/products/full' },
  { source: 'distro-info', url: 'https://salsa.debian.org/debian/distro-info-data/-/raw/main/debian.csv' },
  { source: 'distro-info', url: 'https://salsa.debian.org/debian/distro-info-data/-/raw/main/ubuntu.csv' },
];

/** @throws OperatorError */
function placesOf({ source, url }: UpdateOptions): readonly Place[] {
  if (source === undefined && url !== undefined) throw new OperatorError('--url needs --source.');
  if (source !== undefined && url !== undefined) return [{ source, url }];
  return addresses.filter((place) => source === undefined || place.source === source);
}

/** Tens of megabytes, on a slow line. */
const deadlineMs = 600_000;

interface UpdateContext {
  readonly db: CrossPartnerDatabase;
  readonly now: Date;
  readonly output: Output;
  readonly config: Config;
}

/** One that fails keeps no other from being fetched; it makes the exit code 1. */
async function update(places: readonly Place[], { db, now, output, config }: UpdateContext): Promise<void> {
  await using closing = new AsyncDisposableStack();
  const userAgent = `breakwater/${version}`;
  const client = new OutboundClient({
    rules: outboundRules(config),
    resolver: createResolver(config),
    userAgent,
    deadlineMs,
  });
  closing.defer(() => client.close());
  const told: { source: FeedSource; url: string; outcome: string; text: string }[] = [];
  for (const place of places)
    try {
      const read = await updateFeed(db, client, place, now);
      told.push({
        ...place,
        outcome: read ? 'imported' : 'unchanged',
        text: read ? importText(read) : `${place.source}: nothing new.`,
      });
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      told.push({ ...place, outcome: 'failed', text: error.message });
      process.exitCode = 1;
    }
  output.result({ feeds: told }, told.map(({ text }) => text).join('\n'));
}

function importText({ feed, passedOver }: FeedReading): string {
  const head = `${feed.name}: ${feed.entries.toLocaleString('en')} entries as of ${feed.asOf}.`;
  return passedOver.length === 0 ? head : `${head} Passed over, since nobody knows it: ${passedOver.join(', ')}.`;
}

const feedNames: readonly FeedName[] = [
  ...(['debian-releases', 'ubuntu-releases', 'endoflife'] as const),
  ...(['debian', 'ubuntu', 'kev', 'epss'] as const),
];

interface FeedState {
  readonly name: FeedName;
  /** Null: it is not known here, so that nothing is said by it. */
  readonly as_of: string | null;
  readonly entries: number | null;
  /** Null: it was not, but may be shipped. */
  readonly imported_at: Date | null;
  /** When its publisher had nothing newer; null: it was not asked. */
  readonly checked_at: Date | null;
}

function stateOf(name: FeedName, found: Omit<FeedState, 'name'> | undefined): FeedState {
  const shipped = shippedOf(name);
  const isShipped = shipped !== undefined && (found === undefined || found.as_of! < shipped.asOf);
  if (isShipped) return { name, as_of: shipped.asOf, entries: shipped.value.size, imported_at: null, checked_at: null };
  return {
    name,
    as_of: found?.as_of ?? null,
    entries: found?.entries ?? null,
    imported_at: found?.imported_at ?? null,
    checked_at: found?.checked_at ?? null,
  };
}

function shippedOf(name: FeedName): Published<ReadonlyMap<string, unknown>> | undefined {
  const { debianReleases, ubuntuReleases, lines } = shippedData();
  const shipped: Partial<Record<FeedName, Published<ReadonlyMap<string, unknown>>>> = {
    'debian-releases': debianReleases,
    'ubuntu-releases': ubuntuReleases,
    endoflife: lines,
  };
  return shipped[name];
}

function row(
  { name, as_of: asOf, entries, imported_at: importedAt, checked_at: checkedAt }: FeedState,
  nowMs: number,
): string[] {
  if (asOf === null) return [name, 'not known', '', '', '', ''];
  const days = Math.floor((nowMs - Date.parse(asOf)) / 86_400_000);
  return [
    name,
    asOf,
    `${days} days`,
    entries?.toLocaleString('en') ?? '',
    importedAt?.toISOString() ?? 'shipped',
    checkedAt?.toISOString() ?? '',
  ];
}
