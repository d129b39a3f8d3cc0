import { type Command, Option } from 'commander';
import { OperatorError } from '../core/operation/operator-error.ts';
import type { CrossPartnerDatabase } from '../core/operation/partner-database.ts';
import type { Config } from '../installation/config.ts';
import { version } from '../installation/version.ts';
import { ageWords, type FeedState, feedStates } from '../monitoring/versions/feed-states.ts';
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
    .description('list what is known, as of when, and how old that is')
    .action((_options, command: Command) =>
      withResources(command, 'read', async ({ db, clock }, output) => {
        const feeds = await feedStates(db, clock.now());
        output.result(
          { feeds: feeds.map(shownState) },
          table(['data', 'as of', 'age', 'entries', 'imported', 'checked'], feeds.map(row)),
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

/** @returns times in ISO 8601, null where there is none */
function shownState({ name, asOf, entries, importedAt, checkedAt, isReadable, ageSeconds }: FeedState) {
  return {
    ...{ name, as_of: asOf, age_seconds: ageSeconds === null ? null : Math.round(ageSeconds), entries },
    ...{ imported_at: importedAt, checked_at: checkedAt, readable: isReadable },
  };
}

function row(state: FeedState): string[] {
  const { name, asOf, entries, importedAt, checkedAt } = state;
  if (asOf === null) return [name, 'not known', '', '', '', ''];
  return [
    name,
    asOf,
    ageWords(state),
    entries?.toLocaleString('en') ?? '',
    importedAt?.toISOString() ?? 'shipped',
    checkedAt?.toISOString() ?? '',
  ];
}
