import { z } from 'zod';
import { createDomainMatcher } from './domain-match.ts';
import { JsonClient } from './json-client.ts';
import type { LeakService } from './leak-service.ts';
import type { LeakSource } from './leak-source.ts';
import { leakTime } from './leak-time.ts';
import { matchedClaim, type RansomwareClaim, readClaim } from './ransomware-claim.ts';
import { readableList } from './readable-list.ts';
import { SharedSnapshot } from './shared-snapshot.ts';
import type { Timing } from './timing.ts';

interface RansomLookSettings {
  readonly baseUrl: string;
  readonly userAgent: string;
  readonly timing: Timing;
}

const name = 'ransom_look';
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** None is documented; nobody needs more for one request an hour. */
const limits = [{ requests: 1, perMs: 2_000 }];
/** The sites themselves are visited every two hours. */
const maxAgeMs = hourMs;
const lookBackDays = 90;
/** About 25 posts a day are usual. */
const mostPosts = 20_000;

const postsSchema = readableList(
  z.object({
    post_title: z.string(),
    group_name: z.string(),
    /** UTC without a zone: 2026-01-31 13:45:10.123456 */
    discovered: z.string(),
    description: z.string().nullish().catch(null),
    website: z.string().nullish().catch(null),
    link: z.string().nullish().catch(null),
  }),
);
type Post = z.infer<typeof postsSchema>[number];

interface Posts {
  readonly claims: ReadonlyMap<string, { readonly claim: RansomwareClaim; readonly discoveredMs: number }>;
  readonly readAtMs: number;
}

export const ransomLook: LeakService<null> = {
  name,
  title: 'RansomLook',
  key: 'none',
  create: ({ baseUrl, ...settings }) =>
    createRansomLookSource({ ...settings, baseUrl: baseUrl ?? 'https://www.ransomlook.io' }),
};

/**
 * RansomLook (ransomlook.io, can be self-hosted): posts of ransomware groups of the last 90 days. They are read once an hour for
 * all domains, and matched here: no domain name is sent.
 */
export function createRansomLookSource({ timing, ...settings }: RansomLookSettings): LeakSource {
  const client = new JsonClient({
    source: name,
    ...settings,
    timing,
    limits,
    maxBytes: 64 * 1024 * 1024,
    timeoutMs: 60_000,
  });
  const posts = new SharedSnapshot<Posts>({
    timing,
    maxAgeMs,
    load: (previous, signal) => readPosts(client, previous, timing.nowMs(), signal),
  });
  return {
    name,
    attribution: { name: 'RansomLook', url: 'https://www.ransomlook.io', licence: 'CC BY 4.0' },
    async *find(domain, signal) {
      const { value, failure } = await posts.get(signal);
      const matchOf = createDomainMatcher(domain);
      for (const { claim } of value?.claims.values() ?? []) {
        const match = matchOf(claim.mention);
        if (match !== null) yield matchedClaim(claim, match);
      }
      if (failure !== null) throw failure;
    },
  };
}

/** The first time everything; then what was discovered since, with a day to spare for time zones and late entries. */
async function readPosts(
  client: JsonClient,
  previous: Posts | null,
  nowMs: number,
  signal: AbortSignal,
): Promise<Posts> {
  const days = previous === null ? lookBackDays : Math.ceil((nowMs - previous.readAtMs) / dayMs) + 1;
  const path = `/api/last/${Math.min(days, lookBackDays)}`;
  const posts = (await client.request({ what: 'recent posts', path, schema: postsSchema }, signal)) ?? [];
  const claims = new Map(previous?.claims);
  for (const post of posts) {
    const claim = claimOf(post);
    const discoveredMs = Date.parse(leakTime(post.discovered) ?? '');
    if (claim === null) continue;
    claims.set(JSON.stringify([post.group_name, post.post_title]), {
      claim,
      discoveredMs: Number.isNaN(discoveredMs) ? nowMs : discoveredMs,
    });
  }
  const recent = [...claims]
    .filter(([, { discoveredMs }]) => nowMs - discoveredMs <= (lookBackDays + 1) * dayMs)
    .sort(([, a], [, b]) => b.discoveredMs - a.discoveredMs);
  return { claims: new Map(recent.slice(0, mostPosts)), readAtMs: nowMs };
}

function claimOf(post: Post): RansomwareClaim | null {
  return readClaim({
    group: post.group_name,
    title: post.post_title,
    site: post.website,
    description: post.description,
    url: post.link,
    claimedAt: null,
    publishedAt: post.discovered,
  });
}
