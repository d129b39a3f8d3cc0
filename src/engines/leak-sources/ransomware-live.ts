import { z } from 'zod';
import { createDomainMatcher, keywordOf } from './domain-match.ts';
import { JsonClient } from './json-client.ts';
import type { LeakService } from './leak-service.ts';
import type { LeakSource } from './leak-source.ts';
import { matchedClaim, readClaim } from './ransomware-claim.ts';
import { readableList } from './readable-list.ts';
import type { Timing } from './timing.ts';

interface RansomwareLiveSettings {
  /** Null: the older keyless service. */
  readonly apiKey: string | null;
  readonly baseUrl: string;
  readonly userAgent: string;
  readonly timing: Timing;
}

const name = 'ransomware_live';

/** Said to be the older service's limit; where either refuses, its Retry-After counts. */
const keylessLimits = [{ requests: 1, perMs: 60_000 }];
const keyedLimits = [
  { requests: 1, perMs: 1_000 },
  { requests: 3_000, perMs: 24 * 60 * 60 * 1000 },
];

const text = z.string().nullish().catch(null);
/** Both services' fields: `domain`, `claim_url`, `url` are the older one's, `website`, `post_url`, `permalink` the newer one's. */
const victimSchema = z.object({
  victim: z.string(),
  group: text,
  domain: text,
  website: text,
  description: text,
  attackdate: text,
  discovered: text,
  claim_url: text,
  post_url: text,
  url: text,
  permalink: text,
});
const victimsSchema = readableList(victimSchema);
/** The newer service wraps the list, depending on its version. */
const answerSchema = z.union([victimsSchema, z.object({ victims: victimsSchema }).transform(({ victims }) => victims)]);
type Victim = z.infer<typeof victimSchema>;

export const ransomwareLive: LeakService<string | null> = {
  name,
  title: 'ransomware.live',
  key: 'optional',
  create({ apiKey, baseUrl, ...settings }) {
    const own = apiKey === null ? 'https://api.ransomware.live/v2' : 'https://api-pro.ransomware.live';
    return createRansomwareLiveSource({ ...settings, apiKey, baseUrl: baseUrl ?? own });
  },
};

/**
 * ransomware.live: claims of ransomware groups. It searches by keyword and finds much that is something else, so what it finds
 * is matched again here, and what does not match is dropped. It is asked for the part of the domain that its owner chose
 * (`example` of shop.example.com), because victims are often listed by their names.
 */
export function createRansomwareLiveSource({ apiKey, ...settings }: RansomwareLiveSettings): LeakSource {
  const client = new JsonClient({
    source: name,
    ...settings,
    limits: apiKey === null ? keylessLimits : keyedLimits,
    ...(apiKey === null ? {} : { headers: { 'x-api-key': apiKey } }),
  });
  return {
    name,
    attribution: { name: 'Ransomware.live', url: 'https://www.ransomware.live', licence: null },
    async *find(domain, signal) {
      const keyword = encodeURIComponent(keywordOf(domain) ?? domain);
      const path = apiKey === null ? `/searchvictims/${keyword}` : `/victims/search?q=${keyword}`;
      const victims = (await client.request({ what: 'victim search', path, schema: answerSchema }, signal)) ?? [];
      const matchOf = createDomainMatcher(domain);
      for (const victim of distinct(victims)) {
        const claim = claimOf(victim);
        const match = claim === null ? null : matchOf(claim.mention);
        if (claim !== null && match !== null) yield matchedClaim(claim, match);
      }
    },
  };
}

/** One victim of one group on one day is one claim, however often it is listed. */
function distinct(victims: readonly Victim[]): Iterable<Victim> {
  return new Map(
    victims.map((victim) => [JSON.stringify([victim.group, victim.victim, victim.attackdate]), victim]),
  ).values();
}

function claimOf(victim: Victim) {
  return readClaim({
    group: victim.group,
    title: victim.victim,
    site: victim.domain || victim.website,
    description: victim.description,
    url: victim.claim_url || victim.post_url || victim.permalink || victim.url,
    claimedAt: victim.attackdate,
    publishedAt: victim.discovered,
  });
}
