import type { LeakSource } from './leak-source.ts';
import type { Timing } from './timing.ts';

/** What the operator says of a service that is switched on. */
export interface LeakServiceChoice<Key extends string | null = string | null> {
  readonly apiKey: Key;
  /** Null: the service's own. */
  readonly baseUrl: string | null;
}

export interface LeakServiceSettings<Key extends string | null> extends LeakServiceChoice<Key> {
  /** What the service is told of us: name and version of the program. */
  readonly userAgent: string;
  readonly timing: Timing;
}

/** A service on the network that may be asked for leaks. */
export interface LeakService<Key extends string | null = string | null> {
  /** What people call it. */
  readonly title: string;
  /** Of its source, and for `LEAK_SOURCES`; in capitals it begins the names of its variables, as `HUDSON_ROCK_URL`. */
  readonly name: string;
  /** A key switches the service on. Where it needs none, `LEAK_SOURCES` does. */
  readonly key: 'needed' | 'optional' | 'none';
  /** @throws TypeError when a key, user agent or URL cannot be used; keys and URLs are not quoted */
  create(settings: LeakServiceSettings<Key>): LeakSource;
}
