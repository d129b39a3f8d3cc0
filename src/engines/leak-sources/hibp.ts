import { z } from 'zod';
import { hostOf } from './domain-match.ts';
import { JsonClient, StatusError } from './json-client.ts';
import type { LeakService } from './leak-service.ts';
import { type LeakedCredential, type LeakSource, LeakSourceError } from './leak-source.ts';
import { leakTime } from './leak-time.ts';
import { readableList, readableRecord } from './readable-list.ts';
import { SharedSnapshot } from './shared-snapshot.ts';
import type { Timing } from './timing.ts';
import { cleanList, mailAddress, printableLine } from './untrusted-text.ts';

interface HibpSettings {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly userAgent: string;
  readonly timing: Timing;
}

const name = 'hibp';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Before the subscription has told: what the smallest plan allows. */
const requestsPerMinuteAtFirst = 10;
/** Breach catalogue and latest breach need no key and have no documented limit. */
const keylessLimits = [{ requests: 1, perMs: 1_000 }];
/** A breach is looked for once an hour, and everything is read again once a day: breaches are corrected, too. */
const catalogueCheckMs = hourMs;
const catalogueMaxAgeMs = 24 * hourMs;
/** A large mail domain has hundreds of thousands of aliases. */
const maxBytes = 64 * 1024 * 1024;

const text = z.string().nullish().catch(null);
const breachSchema = z.object({
  Name: z.string(),
  Title: z.string(),
  Domain: text,
  BreachDate: text,
  AddedDate: text,
  DataClasses: readableList(z.string(), 0).default([]).catch([]),
  IsFabricated: z.boolean().default(false),
  IsRetired: z.boolean().default(false),
  IsSpamList: z.boolean().default(false),
  IsMalware: z.boolean().default(false),
  IsStealerLog: z.boolean().default(false),
});
type Breach = z.infer<typeof breachSchema>;

const aliasesSchema = readableRecord(readableList(z.string(), 0));
const addressesSchema = readableList(z.string());
const subscriptionSchema = z.object({
  Rpm: z.number().int().positive(),
  IncludesStealerLogs: z.boolean().default(false),
});
const subscribedDomainsSchema = readableList(z.object({ DomainName: z.string() }));

interface Catalogue {
  readonly breaches: ReadonlyMap<string, Breach>;
  readonly latest: Breach | null;
  readonly readAtMs: number;
  /** When the latest breach was last seen to be the one in here. */
  readonly checkedAtMs: number;
}

export const hibp: LeakService<string> = {
  name,
  title: 'Have I Been Pwned',
  key: 'needed',
  create: ({ baseUrl, ...settings }) =>
    createHibpSource({ ...settings, baseUrl: baseUrl ?? 'https://haveibeenpwned.com/api/v3' }),
};

/**
 * Have I Been Pwned, version 3 (haveibeenpwned.com/API/v3): breaches, and with the plans that include them stealer logs, of the
 * mail addresses of a domain that is verified with the operator's subscription. It tells of secrets that there are some, never
 * which.
 *
 * Fabricated and retired breaches are left out: the first were never stolen from where they say, the second were withdrawn.
 * Spam lists are reported as what they are, without a secret.
 */
export function createHibpSource(settings: HibpSettings): LeakSource {
  return new Hibp(settings);
}

class Hibp implements LeakSource {
  readonly name = name;
  readonly attribution = { name: 'Have I Been Pwned', url: 'https://haveibeenpwned.com', licence: 'CC BY 4.0' };
  readonly #timing: Timing;
  readonly #keyed: JsonClient;
  readonly #keyless: JsonClient;
  readonly #subscription: SharedSnapshot<z.infer<typeof subscriptionSchema>>;
  readonly #catalogue: SharedSnapshot<Catalogue>;

  constructor({ apiKey, ...settings }: HibpSettings) {
    const { timing } = settings;
    const client = { source: name, ...settings, maxBytes };
    this.#timing = timing;
    this.#keyed = new JsonClient({
      ...client,
      headers: { 'hibp-api-key': apiKey },
      limits: spread(requestsPerMinuteAtFirst),
    });
    this.#keyless = new JsonClient({ ...client, limits: keylessLimits });
    this.#subscription = new SharedSnapshot({
      timing,
      maxAgeMs: hourMs,
      load: (_, signal) => this.#readSubscription(signal),
    });
    this.#catalogue = new SharedSnapshot({
      timing,
      maxAgeMs: catalogueCheckMs,
      load: (previous, signal) => this.#readCatalogue(previous, signal),
    });
  }

  async *find(domain: string, signal: AbortSignal): AsyncIterable<LeakedCredential> {
    const { IncludesStealerLogs } = await this.#subscription.value(signal);
    yield* this.#findBreaches(domain, signal);
    if (IncludesStealerLogs) yield* this.#findStealerLogs(domain, signal);
  }

  async *#findBreaches(domain: string, signal: AbortSignal): AsyncIterable<LeakedCredential> {
    const answer = await this.#ask('breacheddomain', domain, aliasesSchema, signal);
    if (answer === null) return;
    const aliases = byAddress(answer, domain);
    const breaches = await this.#breachesNamed(new Set(Object.values(answer).flat()), signal);
    for (const [identity, names] of aliases) {
      for (const breachName of names) {
        const breach = breaches.get(breachName);
        if (breach !== undefined) yield { ...breach, identity };
      }
    }
  }

  async *#findStealerLogs(domain: string, signal: AbortSignal): AsyncIterable<LeakedCredential> {
    const byMailDomain = await this.#ask('stealerlogsbyemaildomain', domain, aliasesSchema, signal);
    const aliases = byAddress(byMailDomain ?? {}, domain);
    for (const [identity, sites] of aliases) {
      for (const site of new Set([...sites].map(hostOf))) yield ofStealerLog(identity, site, true);
    }
    const byWebsite = (await this.#ask('stealerlogsbywebsitedomain', domain, addressesSchema, signal)) ?? [];
    for (const identity of new Set(byWebsite.map(mailAddress))) {
      if (identity === null) continue;
      const isOwnMailbox = identity.endsWith(`@${domain}`);
      const isKnown = isOwnMailbox && [...(aliases.get(identity) ?? [])].some((site) => hostOf(site) === domain);
      if (!isKnown) yield ofStealerLog(identity, domain, isOwnMailbox);
    }
  }

  async #ask<T>(service: string, domain: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T | null> {
    const path = `/${service}/${encodeURIComponent(domain)}`;
    try {
      return await this.#keyed.request({ what: service, path, schema }, signal);
    } catch (error) {
      if (!(error instanceof StatusError) || error.status !== 403) throw error;
      throw (await this.#isVerified(domain, signal))
        ? error
        : new LeakSourceError(
            name,
            'domain_not_verified',
            `${service}: the domain is not verified with the subscription`,
          );
    }
  }

  /** A 403 has several reasons; only the list of domains tells this one. */
  async #isVerified(domain: string, signal: AbortSignal): Promise<boolean> {
    const request = { what: 'subscribeddomains', path: '/subscribeddomains', schema: subscribedDomainsSchema };
    const domains = (await this.#keyed.request(request, signal)) ?? [];
    return domains.some(({ DomainName }) => DomainName.toLowerCase() === domain);
  }

  async #readSubscription(signal: AbortSignal) {
    const request = { what: 'subscription/status', path: '/subscription/status', schema: subscriptionSchema };
    const subscription = await this.#keyed.request(request, signal);
    if (subscription === null) throw new LeakSourceError(name, 'not_authorised', 'the key has no subscription');
    this.#keyed.setLimits(spread(subscription.Rpm));
    return subscription;
  }

  /** What is to be said of each breach; nothing of those that are left out. */
  async #breachesNamed(names: ReadonlySet<string>, signal: AbortSignal): Promise<Map<string, LeakedCredential>> {
    const breaches = await this.#catalogueWith(names, signal);
    const credentials = new Map<string, LeakedCredential>();
    for (const breachName of names) {
      const breach = breaches.get(breachName);
      if (!breach?.IsFabricated && !breach?.IsRetired) credentials.set(breachName, ofBreach(breachName, breach));
    }
    return credentials;
  }

  /** Read again when a name is missing: the breach may be new. Some are never listed. */
  async #catalogueWith(names: ReadonlySet<string>, signal: AbortSignal): Promise<Catalogue['breaches']> {
    const { breaches, checkedAtMs } = await this.#catalogue.value(signal);
    const isComplete = [...names].every((breachName) => breaches.has(breachName));
    if (isComplete || this.#timing.nowMs() - checkedAtMs < minuteMs) return breaches;
    this.#catalogue.expire();
    return (await this.#catalogue.value(signal)).breaches;
  }

  async #readCatalogue(previous: Catalogue | null, signal: AbortSignal): Promise<Catalogue> {
    const nowMs = this.#timing.nowMs();
    const latestRequest = { what: 'latestbreach', path: '/latestbreach', schema: breachSchema };
    const latest = await this.#keyless.request(latestRequest, signal);
    const isSame = previous?.latest?.Name === latest?.Name && previous?.latest?.AddedDate === latest?.AddedDate;
    if (previous !== null && isSame && nowMs - previous.readAtMs < catalogueMaxAgeMs) {
      return { ...previous, checkedAtMs: nowMs };
    }
    const request = { what: 'breaches', path: '/breaches', schema: readableList(breachSchema) };
    const breaches = (await this.#keyless.request(request, signal)) ?? [];
    const byName = new Map(breaches.map((breach) => [breach.Name, breach]));
    return { breaches: byName, latest, readAtMs: nowMs, checkedAtMs: nowMs };
  }
}

/** Evenly over the minute: bursts at its start would leave none for whoever comes later. */
function spread(requestsPerMinute: number) {
  return [{ requests: 1, perMs: Math.ceil(minuteMs / requestsPerMinute) }];
}

/** Aliases that differ in case only are one mailbox. */
function byAddress(aliases: z.infer<typeof aliasesSchema>, domain: string): Map<string, Set<string>> {
  const addresses = new Map<string, Set<string>>();
  for (const [alias, items] of Object.entries(aliases)) {
    const address = mailAddress(`${alias}@${domain}`);
    if (address === null) continue;
    const known = addresses.get(address) ?? new Set();
    for (const item of items) known.add(item);
    addresses.set(address, known);
  }
  return addresses;
}

const passwordClasses = ['Passwords', 'Historical passwords'];

/** @param breach undefined when the catalogue does not list it: then only its name is known */
function ofBreach(breachName: string, breach: Breach | undefined): LeakedCredential {
  const secretPresent = passwordClasses.some((name) => breach?.DataClasses.includes(name)) && !breach?.IsSpamList;
  return {
    type: 'leaked_credential',
    kind: breach === undefined ? 'breach' : kindOf(breach),
    breachName: printableLine(breach?.Title ?? breachName, 200),
    identity: null,
    unnamedIdentities: 0,
    dataClasses: cleanList(breach?.DataClasses ?? []),
    secretPresent,
    // It depends on the breach, and only the description tells, in prose.
    secretFormat: secretPresent ? 'unknown' : null,
    secretDigest: null,
    malwareFamily: null,
    loginSite: null,
    isOwnMailbox: true,
    occurredAt: leakTime(breach?.BreachDate),
    publishedAt: leakTime(breach?.AddedDate),
  };
}

function kindOf(breach: Breach): LeakedCredential['kind'] {
  if (breach.IsStealerLog || breach.IsMalware) return 'stealer_log';
  // Combolists have no flag; they come from no site, and their titles say it.
  return !breach.Domain && /\bcombo ?lists?\b/i.test(breach.Title) ? 'combolist' : 'breach';
}

function ofStealerLog(identity: string, loginSite: string | null, isOwnMailbox: boolean): LeakedCredential {
  return {
    type: 'leaked_credential',
    kind: 'stealer_log',
    breachName: null,
    identity,
    unnamedIdentities: 0,
    dataClasses: ['Email addresses', 'Passwords'],
    secretPresent: true,
    // The malware reads what is typed or saved.
    secretFormat: 'clear_text',
    secretDigest: null,
    malwareFamily: null,
    loginSite,
    isOwnMailbox,
    occurredAt: null,
    publishedAt: null,
  };
}
