import { z } from 'zod';
import { createDomainMatcher } from './domain-match.ts';
import { JsonClient } from './json-client.ts';
import { type LeakFinding, type LeakSource, LeakSourceError } from './leak-source.ts';
import { type DigestSecret, type FeedEvent, type FeedRecord, feedEventSchema, readEvent } from './misp-event.ts';
import { readableRecord } from './readable-list.ts';
import { SharedSnapshot } from './shared-snapshot.ts';
import type { Timing } from './timing.ts';

export interface MispFeedSettings {
  /** Lower case with underscores; feeds need names of their own, because findings are kept by source. */
  readonly name: string;
  /** The folder that manifest.json is in. */
  readonly baseUrl: string;
  readonly userAgent: string;
  readonly timing: Timing;
  readonly digestSecret: DigestSecret | null;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Files on a web server: a first visit reads the newest few hundred in a minute or two. */
const limits = [{ requests: 5, perMs: 1_000 }];
const maxAgeMs = 60 * 60 * 1000;
const lookBackDays = 365;
const mostEvents = 500;

const uuidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const seconds = z.coerce.number().int().nonnegative();
const manifestSchema = readableRecord(z.object({ timestamp: seconds }));

interface KnownEvent {
  readonly timestamp: number;
  readonly records: readonly FeedRecord[];
  readonly isReadable: boolean;
}

/**
 * A MISP feed (misp-project.org/feeds: manifest.json and one file per event): objects of the kinds credential, leaked-document,
 * paste and ransomware-group-post of the last year, of the 500 newest events. It is read once an hour for all domains, and only
 * what has changed since; no domain name is sent.
 *
 * An event that cannot be read does not hide the others: their findings come first, then the error.
 */
export function createMispFeedSource(settings: MispFeedSettings): LeakSource {
  return new MispFeed(settings);
}

class MispFeed implements LeakSource {
  readonly name: string;
  readonly attribution: LeakSource['attribution'];
  readonly #client: JsonClient;
  readonly #timing: Timing;
  readonly #digestSecret: DigestSecret | null;
  /** By event id. Filled event by event, so that a load that breaks off goes on where it was. */
  readonly #events = new Map<string, KnownEvent>();
  readonly #freshness: SharedSnapshot<true>;

  constructor({ name, digestSecret, ...settings }: MispFeedSettings) {
    // First, because it checks the URL without quoting it.
    this.#client = new JsonClient({ source: name, ...settings, limits });
    const { host, origin } = new URL(settings.baseUrl);
    this.name = name;
    this.attribution = { name: host, url: origin, licence: null };
    this.#timing = settings.timing;
    this.#digestSecret = digestSecret;
    this.#freshness = new SharedSnapshot({
      timing: settings.timing,
      maxAgeMs,
      load: (_, signal) => this.#refresh(signal),
    });
  }

  async *find(domain: string, signal: AbortSignal): AsyncIterable<LeakFinding> {
    const { failure } = await this.#freshness.get(signal);
    const matchOf = createDomainMatcher(domain);
    const seen = new Set<string>();
    let unreadable = 0;
    for (const { records, isReadable } of this.#events.values()) {
      if (!isReadable) unreadable += 1;
      for (const record of records) {
        const found = findingOf(record, domain, matchOf);
        // The same credential or post is often in several events.
        const key = JSON.stringify(found);
        if (found === null || seen.has(key)) continue;
        seen.add(key);
        yield found;
      }
    }
    if (failure !== null) throw failure;
    if (unreadable > 0)
      throw this.#error(`${unreadable} of ${this.#events.size} events are not in the documented shape`);
  }

  async #refresh(signal: AbortSignal): Promise<true> {
    const request = { what: 'manifest', path: '/manifest.json', schema: manifestSchema };
    const manifest = await this.#client.request(request, signal);
    if (manifest === null) throw this.#error('there is no manifest.json');
    const wanted = this.#wantedEvents(manifest);
    for (const id of this.#events.keys()) if (!wanted.has(id)) this.#events.delete(id);
    for (const [id, timestamp] of wanted) {
      if (this.#events.get(id)?.timestamp !== timestamp)
        this.#events.set(id, await this.#readEvent(id, timestamp, signal));
    }
    return true;
  }

  /** Newest first. Anything that is no UUID is no file name either. */
  #wantedEvents(manifest: z.infer<typeof manifestSchema>): Map<string, number> {
    const oldestSeconds = (this.#timing.nowMs() - lookBackDays * dayMs) / 1000;
    const recent = Object.entries(manifest)
      .map(([id, { timestamp }]) => [id, timestamp] as const)
      .filter(([id, timestamp]) => uuidForm.test(id) && timestamp >= oldestSeconds)
      .sort(([, a], [, b]) => b - a);
    return new Map(recent.slice(0, mostEvents));
  }

  async #readEvent(id: string, timestamp: number, signal: AbortSignal): Promise<KnownEvent> {
    const request = { what: 'event', path: `/${id}.json`, schema: feedEventSchema };
    try {
      const event: FeedEvent | null = await this.#client.request(request, signal);
      // Listed, but gone: the feed is being rewritten, and the next manifest will tell.
      const records = event === null ? [] : readEvent(event, this.#digestSecret);
      return { timestamp, records, isReadable: true };
    } catch (error) {
      if (error instanceof LeakSourceError && error.failure === 'malformed') {
        return { timestamp, records: [], isReadable: false };
      }
      throw error;
    }
  }

  #error(message: string): LeakSourceError {
    return new LeakSourceError(this.name, 'malformed', message);
  }
}

function findingOf(
  record: FeedRecord,
  domain: string,
  matchOf: ReturnType<typeof createDomainMatcher>,
): LeakFinding | null {
  if (record.type === 'mention') {
    const match = matchOf(record.mention);
    return match && { ...record.finding, ...match };
  }
  const isOwnMailbox = isAtOrBelow(record.mailDomain, domain);
  if (!isOwnMailbox && !isAtOrBelow(record.finding.loginSite, domain)) return null;
  return { ...record.finding, isOwnMailbox };
}

function isAtOrBelow(host: string | null, domain: string): boolean {
  return host !== null && (host === domain || host.endsWith(`.${domain}`));
}
