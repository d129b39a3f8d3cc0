import { getDomain } from 'tldts';
import { z } from 'zod';
import { PacedKeys } from '../../common/paced-keys.ts';
import { Tally } from '../../common/tally.ts';
import type { Fetched, RegistrationAnswer } from '../../engines/domain-posture/domain-look.ts';
import { readRegistration } from '../../engines/domain-posture/judge-registration.ts';
import type { Clock } from '../../platform/clock.ts';
import type { OutboundAnswer, OutboundClient } from '../../platform/http/outbound/outbound-client.ts';
import { OutboundFailure } from '../../platform/http/outbound/outbound-failure.ts';

/** The list of all registries is 100 KB. */
export const maxRdapBytes = 1_048_576;

/** Where IANA says which registry answers for which top-level domain (RFC 9224). */
const registryListUrl = 'https://data.iana.org/rdap/dns.json';
const registryListKeptMs = 86_400_000;
const maxRedirects = 3;
/** Looks at domains wait for registries. More than these go without, so that looks keep their pace whatever a registry does. */
const longestLine = 8;
/** What a registry is spared that did not answer or has had enough, and so is whoever has the list of them. */
const sparedMs = 60_000;

/** Registries that answer and are not on the list. */
const unlisted: Readonly<Record<string, string>> = {
  ac: 'https://rdap.identitydigital.services/rdap/',
  ch: 'https://rdap.nic.ch/',
  de: 'https://rdap.denic.de/',
  io: 'https://rdap.identitydigital.services/rdap/',
  me: 'https://rdap.identitydigital.services/rdap/',
  sh: 'https://rdap.identitydigital.services/rdap/',
};

export interface RdapOptions {
  readonly client: OutboundClient;
  readonly clock: Clock;
  /** Default: IANA's. */
  readonly listUrl?: string;
}

type Registries = ReadonlyMap<string, string>;

/**
 * Asks registries about domains (RFC 9082): each one a question a second, since their limits are not published. A failure is an answer, and so
 * is that too many wait already, or that the registry has just failed. Where IANA's list cannot be had nobody is asked: an old list would send
 * names of customers to whoever has the address now.
 */
export class RdapClient {
  readonly #options: RdapOptions;
  readonly #pace = new PacedKeys({ perSecond: 1, atOnce: 1 });
  /** How many there are, by the registry's host. */
  readonly #waiting = new Tally();
  readonly #sparedUntilMs = new Map<string, number>();
  #list: { readonly atMs: number; readonly registries: Promise<Registries> } | undefined;

  constructor(options: RdapOptions) {
    this.#options = options;
  }

  /** @param domain any name; its registration is that of the name below the public suffix */
  async ask(domain: string): Promise<Fetched<RegistrationAnswer>> {
    const { clock, listUrl = registryListUrl } = this.#options;
    const name = getDomain(domain, { allowPrivateDomains: false }) ?? domain;
    let url = listUrl;
    try {
      const base = registryOf(await this.#registries(), name);
      if (base === undefined) return { url, at: clock.now(), outcome: 'no_server' };
      url = `${base}domain/${name}`;
      const answer = await this.#inTurn(new URL(base).host, () => this.#get(url));
      return { url, at: clock.now(), ...registrationIn(answer, name) };
    } catch (error) {
      if (error instanceof OutboundFailure) return { url, at: clock.now(), outcome: 'silent' };
      throw error;
    }
  }

  /** @throws OutboundFailure */
  #registries(): Promise<Registries> {
    const { clock, listUrl = registryListUrl } = this.#options;
    const atMs = clock.now().getTime();
    if (this.#list === undefined || atMs - this.#list.atMs > registryListKeptMs) {
      const registries = this.#unlessSpared(listUrl, async () => registriesIn(await this.#get(listUrl)));
      this.#list = { atMs, registries };
      // What failed is asked for again the next time.
      registries.catch(() => {
        this.#list = undefined;
      });
    }
    return this.#list.registries;
  }

  /** @throws OutboundFailure, at once where the line is long or the registry is spared */
  async #inTurn(host: string, get: () => Promise<OutboundAnswer>): Promise<OutboundAnswer> {
    if (this.#waiting.of(host) >= longestLine) throw new OutboundFailure('timeout', 'Too many wait for this registry.');
    this.#refuseSpared(host);
    this.#waiting.add(host);
    try {
      return await this.#pace.run(host, () => this.#unlessSpared(host, get));
    } finally {
      this.#waiting.remove(host);
    }
  }

  /** @throws OutboundFailure, also where it had failed shortly before */
  async #unlessSpared<Answer>(key: string, get: () => Promise<Answer>): Promise<Answer> {
    this.#refuseSpared(key);
    try {
      return await get();
    } catch (error) {
      this.#sparedUntilMs.set(key, this.#options.clock.now().getTime() + sparedMs);
      throw error;
    }
  }

  #refuseSpared(key: string): void {
    const untilMs = this.#sparedUntilMs.get(key) ?? 0;
    if (this.#options.clock.now().getTime() < untilMs)
      throw new OutboundFailure('connection', 'There was no answer a moment ago.');
  }

  /** @throws OutboundFailure */
  async #get(url: string): Promise<OutboundAnswer> {
    const headers = { accept: 'application/rdap+json, application/json' };
    const answer = await this.#options.client.request({ url, method: 'GET', headers, maxRedirects });
    if (answer.status === 429 || answer.status >= 500)
      throw new OutboundFailure('connection', `It answers ${answer.status}.`);
    return answer;
  }
}

const registryList = z.object({ services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])) });

/** @throws OutboundFailure: it is no list */
function registriesIn(answer: OutboundAnswer): Registries {
  const list = registryList.safeParse(jsonOf(answer));
  if (!list.success) throw new OutboundFailure('connection', 'The list of registries cannot be read.');
  const listed = list.data.services.flatMap(([suffixes, urls]) => {
    const base = urls.find((url) => /^https:/i.test(url)) ?? urls.find((url) => /^http:/i.test(url));
    return base === undefined ? [] : suffixes.map((suffix) => [suffix.toLowerCase(), base] as const);
  });
  return new Map([...Object.entries(unlisted), ...listed]);
}

/** The registry of the longest suffix that is listed. */
function registryOf(registries: Registries, name: string): string | undefined {
  const labels = name.split('.');
  const suffixes = labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'));
  const base = suffixes.map((suffix) => registries.get(suffix)).find((each) => each !== undefined);
  return base === undefined || base.endsWith('/') ? base : `${base}/`;
}

function registrationIn(answer: OutboundAnswer, name: string): RegistrationAnswer {
  if (answer.status === 404) return { outcome: 'not_registered' };
  const registration = answer.status === 200 ? readRegistration(jsonOf(answer), name) : null;
  return registration === null ? { outcome: 'silent' } : { outcome: 'registered', registration };
}

/** Null: it is none, or not all of it. */
function jsonOf({ status, body, isCut }: OutboundAnswer): unknown {
  if (status !== 200 || isCut) return null;
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
