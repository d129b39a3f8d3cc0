import { hibp } from './hibp.ts';
import { hudsonRock } from './hudson-rock.ts';
import type { LeakService, LeakServiceChoice } from './leak-service.ts';
import type { LeakSource } from './leak-source.ts';
import type { DigestSecret } from './misp-event.ts';
import { createMispFeedSource } from './misp-feed.ts';
import { ransomLook } from './ransom-look.ts';
import { ransomwareLive } from './ransomware-live.ts';
import { type Timing, timingOf } from './timing.ts';
import { xposedOrNot } from './xposed-or-not.ts';

const services = { hibp, xposedOrNot, hudsonRock, ransomLook, ransomwareLive };
/** Every service that the operator may switch on, in the order in which they are asked. */
export const leakServices: Readonly<Record<keyof typeof services, LeakService>> = services;

/** Null switches a service off: nothing is ever sent to it. */
export type LeakServiceChoices = Readonly<Record<keyof typeof services, LeakServiceChoice | null>>;

export interface LeakSourcesConfig extends LeakServiceChoices {
  /** What the services are told of us: name and version of the program. */
  readonly userAgent: string;
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

/**
 * The sources that the operator has switched on, to be made once per process: they carry the rate limits and what was read for
 * all domains. Nothing is contacted before the first `find`.
 * @throws TypeError when a key, user agent or URL cannot be used; keys and URLs are not quoted
 */
export function createLeakSources(
  { userAgent, mispFeedUrls, ...choices }: LeakSourcesConfig,
  { clock, digestSecret, timing = timingOf(clock) }: LeakSourceSurroundings,
): readonly LeakSource[] {
  const common = { userAgent, timing };
  const chosen = Object.entries(leakServices).flatMap(([id, service]) => {
    const choice = choices[id as keyof LeakServiceChoices];
    return choice === null ? [] : [service.create({ ...common, ...choice })];
  });
  const feeds = named(mispFeedUrls).map(([name, baseUrl]) =>
    createMispFeedSource({ ...common, name, baseUrl, digestSecret }),
  );
  return [...chosen, ...feeds];
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
