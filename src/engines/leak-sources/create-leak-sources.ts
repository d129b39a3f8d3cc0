import { createHibpSource } from './hibp.ts';
import { createHudsonRockSource } from './hudson-rock.ts';
import type { LeakSource } from './leak-source.ts';
import type { DigestSecret } from './misp-event.ts';
import { createMispFeedSource } from './misp-feed.ts';
import { createRansomLookSource } from './ransom-look.ts';
import { createRansomwareLiveSource } from './ransomware-live.ts';
import { type Timing, timingOf } from './timing.ts';
import { createXposedOrNotSource } from './xposed-or-not.ts';

/** Null switches a source off: nothing is ever sent to it. A `baseUrl` of null is the service's own. */
export interface LeakSourcesConfig {
  /** What the services are told of us: name and version of the program. */
  readonly userAgent: string;
  readonly hibp: { readonly apiKey: string; readonly baseUrl: string | null } | null;
  readonly xposedOrNot: { readonly apiKey: string; readonly baseUrl: string | null } | null;
  readonly hudsonRock: { readonly baseUrl: string | null } | null;
  readonly ransomLook: { readonly baseUrl: string | null } | null;
  /** Without a key its older, keyless service is asked. */
  readonly ransomwareLive: { readonly apiKey: string | null; readonly baseUrl: string | null } | null;
  /** Folders that a manifest.json is in; credentials in the URL are sent as Basic authentication. */
  readonly mispFeedUrls: readonly string[];
}

export interface LeakSourceSurroundings {
  readonly clock: { now(): Date };
  /** Null: secrets in feeds are not told apart. */
  readonly digestSecret: DigestSecret | null;
  /** Waiting and chance. Default: the clock's time, the machine's timers. */
  readonly timing?: Timing;
}

const baseUrls = {
  hibp: 'https://haveibeenpwned.com/api/v3',
  xposedOrNot: 'https://api.xposedornot.com',
  hudsonRock: 'https://cavalier.hudsonrock.com',
  ransomLook: 'https://www.ransomlook.io',
  ransomwareLiveKeyed: 'https://api-pro.ransomware.live',
  ransomwareLiveKeyless: 'https://api.ransomware.live/v2',
};

/**
 * The sources that the operator has switched on, to be made once per process: they carry the rate limits and what was read for
 * all domains. Nothing is contacted before the first `find`.
 * @throws TypeError when a key, user agent or URL cannot be used; keys and URLs are not quoted
 */
export function createLeakSources(
  config: LeakSourcesConfig,
  surroundings: LeakSourceSurroundings,
): readonly LeakSource[] {
  const { userAgent, hibp, xposedOrNot, hudsonRock, ransomLook, ransomwareLive } = config;
  const common = { userAgent, timing: surroundings.timing ?? timingOf(surroundings.clock) };
  return [
    hibp && createHibpSource({ ...common, ...hibp, baseUrl: hibp.baseUrl ?? baseUrls.hibp }),
    xposedOrNot &&
      createXposedOrNotSource({ ...common, ...xposedOrNot, baseUrl: xposedOrNot.baseUrl ?? baseUrls.xposedOrNot }),
    hudsonRock && createHudsonRockSource({ ...common, baseUrl: hudsonRock.baseUrl ?? baseUrls.hudsonRock }),
    ransomLook && createRansomLookSource({ ...common, baseUrl: ransomLook.baseUrl ?? baseUrls.ransomLook }),
    ransomwareLive &&
      createRansomwareLiveSource({ ...common, ...ransomwareLive, baseUrl: ransomwareLiveUrl(ransomwareLive) }),
    ...named(config.mispFeedUrls).map(([name, baseUrl]) =>
      createMispFeedSource({ ...common, name, baseUrl, digestSecret: surroundings.digestSecret }),
    ),
  ].filter((source) => source !== null);
}

function ransomwareLiveUrl({ apiKey, baseUrl }: NonNullable<LeakSourcesConfig['ransomwareLive']>): string {
  return baseUrl ?? (apiKey === null ? baseUrls.ransomwareLiveKeyless : baseUrls.ransomwareLiveKeyed);
}

/** `misp_feeds_example_org`, and with a number where a host has several feeds. */
function named(feedUrls: readonly string[]): [name: string, url: string][] {
  const counts = new Map<string, number>();
  return feedUrls.map((url) => {
    const host = URL.parse(url)?.hostname ?? 'feed';
    const name = `misp_${host.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return [count === 1 ? name : `${name}_${count}`, url];
  });
}
