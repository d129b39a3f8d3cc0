import { z } from 'zod';
import type { SecretFormat } from '../../common/secret-format.ts';
import { JsonClient } from './json-client.ts';
import type { LeakService } from './leak-service.ts';
import { type LeakedCredential, type LeakSource, LeakSourceError } from './leak-source.ts';
import { leakTime } from './leak-time.ts';
import { readableList, readableRecord } from './readable-list.ts';
import { SharedSnapshot } from './shared-snapshot.ts';
import type { Timing } from './timing.ts';
import { cleanList, mailAddress, printableLine } from './untrusted-text.ts';

interface XposedOrNotSettings {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly userAgent: string;
  readonly timing: Timing;
}

const name = 'xposedornot';
const hourMs = 60 * 60 * 1000;

/** As documented. */
const limits = [
  { requests: 2, perMs: 1_000 },
  { requests: 25, perMs: hourMs },
  { requests: 50, perMs: 24 * hourMs },
];
/** One request answers for every domain of the key: twelve of the fifty of a day. */
const maxAgeMs = 2 * hourMs;
const maxBytes = 64 * 1024 * 1024;

const breachSchema = z.object({
  breached_date: z.string().nullish().catch(null),
  password_risk: z.string().nullish().catch(null),
  /** A list, or one string with semicolons. */
  xposed_data: z
    .union([readableList(z.string(), 0), z.string()])
    .nullish()
    .catch(null),
});

const answerSchema = z.object({
  metrics: z.object({
    Breaches_Details: readableList(z.object({ email: z.string(), domain: z.string(), breach: z.string() })),
    /** By verified domain, how many addresses, 0 included. */
    Domain_Summary: z.record(z.string(), z.unknown()).catch({}),
    Detailed_Breach_Info: readableRecord(breachSchema, 0).catch({}),
  }),
});
type Breach = z.infer<typeof breachSchema>;

interface Exposures {
  /** What is to be said of each breach that the answer describes. */
  readonly breaches: ReadonlyMap<string, LeakedCredential>;
  /** Breach names by mail address by verified domain. */
  readonly domains: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;
}

export const xposedOrNot: LeakService<string> = {
  name,
  title: 'XposedOrNot',
  key: 'needed',
  create: ({ baseUrl, ...settings }) =>
    createXposedOrNotSource({ ...settings, baseUrl: baseUrl ?? 'https://api.xposedornot.com' }),
};

/**
 * XposedOrNot (xposedornot.com/api_doc): breached addresses of all domains that are verified under the operator's key. It names
 * breaches, never secrets.
 */
export function createXposedOrNotSource({ apiKey, ...settings }: XposedOrNotSettings): LeakSource {
  const client = new JsonClient({ source: name, ...settings, headers: { 'x-api-key': apiKey }, limits, maxBytes });
  const exposures = new SharedSnapshot<Exposures>({
    timing: settings.timing,
    maxAgeMs,
    load: (_, signal) => readExposures(client, signal),
  });
  return {
    name,
    attribution: { name: 'XposedOrNot', url: 'https://xposedornot.com', licence: null },
    async *find(domain, signal) {
      const { value, failure } = await exposures.get(signal);
      if (value !== null) yield* findingsOf(value, domain);
      if (failure !== null) throw failure;
      if (!value?.domains.has(domain)) {
        throw new LeakSourceError(name, 'domain_not_verified', 'the domain is not verified under the key');
      }
    },
  };
}

async function readExposures(client: JsonClient, signal: AbortSignal): Promise<Exposures> {
  const request = {
    what: 'domain breaches',
    method: 'POST',
    path: '/v1/domain-breaches/',
    schema: answerSchema,
  } as const;
  const answer = await client.request(request, signal);
  if (answer === null) throw new LeakSourceError(name, 'malformed', 'domain breaches: there is no such service');
  const { Breaches_Details, Domain_Summary, Detailed_Breach_Info } = answer.metrics;
  const domains = new Map<string, Map<string, Set<string>>>();
  for (const domain of Object.keys(Domain_Summary)) domains.set(domain.toLowerCase(), new Map());
  for (const { email, domain, breach } of Breaches_Details) {
    const identity = mailAddress(email);
    if (identity === null) continue;
    const addresses = domains.get(domain.toLowerCase()) ?? new Map<string, Set<string>>();
    addresses.set(identity, (addresses.get(identity) ?? new Set()).add(breach));
    domains.set(domain.toLowerCase(), addresses);
  }
  const described = Object.entries(Detailed_Breach_Info);
  return {
    breaches: new Map(described.map(([breachName, breach]) => [breachName, ofBreach(breachName, breach)])),
    domains,
  };
}

function* findingsOf({ breaches, domains }: Exposures, domain: string): Iterable<LeakedCredential> {
  for (const [identity, breachNames] of domains.get(domain) ?? []) {
    for (const breachName of breachNames) {
      yield { ...(breaches.get(breachName) ?? ofBreach(breachName, undefined)), identity };
    }
  }
}

/** @param breach undefined when the answer tells no more than the name */
function ofBreach(breachName: string, breach: Breach | undefined): LeakedCredential {
  const exposed = breach?.xposed_data ?? [];
  const dataClasses = cleanList(typeof exposed === 'string' ? exposed.split(';') : exposed);
  const secretPresent = dataClasses.some((dataClass) => /^passwords?$/i.test(dataClass));
  return {
    type: 'leaked_credential',
    kind: 'breach',
    breachName: printableLine(breachName, 200),
    identity: null,
    unnamedIdentities: 0,
    dataClasses,
    secretPresent,
    secretFormat: secretPresent ? secretFormat(breach?.password_risk) : null,
    secretDigest: null,
    malwareFamily: null,
    loginSite: null,
    isOwnMailbox: true,
    occurredAt: leakTime(breach?.breached_date),
    publishedAt: null,
  };
}

/** plaintext, easytocrack, hardtocrack, unknown. */
function secretFormat(risk: string | null | undefined): SecretFormat {
  if (risk === 'plaintext') return 'clear_text';
  return risk === 'easytocrack' || risk === 'hardtocrack' ? 'hashed' : 'unknown';
}
