import { z } from 'zod';
import { hostOf } from './domain-match.ts';
import { JsonClient } from './json-client.ts';
import type { LeakService } from './leak-service.ts';
import type { LeakedCredential, LeakSource } from './leak-source.ts';
import { leakTime } from './leak-time.ts';
import { readableList } from './readable-list.ts';
import type { Timing } from './timing.ts';
import { printableLine } from './untrusted-text.ts';

interface HudsonRockSettings {
  readonly baseUrl: string;
  readonly userAgent: string;
  readonly timing: Timing;
}

const name = 'hudson_rock';
/** None is documented for the keyless service; one a second is what it bears. */
const limits = [{ requests: 1, perMs: 1_000 }];
const mostFamilies = 5;

const count = z.number().int().nonnegative().nullish();
const urls = readableList(z.object({ url: z.string() }))
  .nullish()
  .transform((list) => list ?? []);
const answerSchema = z.object({
  employees: count,
  users: count,
  last_employee_compromised: z.string().nullish().catch(null),
  last_user_compromised: z.string().nullish().catch(null),
  stealerFamilies: z.record(z.string(), z.unknown()).nullish().catch(null),
  data: z
    .object({ employees_urls: urls, clients_urls: urls })
    .nullish()
    .transform((data) => data ?? { employees_urls: [], clients_urls: [] }),
});

/** People whose credentials were taken: the domain's own, or visitors of its sites. */
interface Population {
  readonly count: number;
  readonly isOwnMailbox: boolean;
  readonly lastCompromised: string | null | undefined;
  readonly urls: readonly { readonly url: string }[];
}

export const hudsonRock: LeakService<null> = {
  name,
  title: 'Hudson Rock',
  key: 'none',
  create: ({ baseUrl, ...settings }) =>
    createHudsonRockSource({ ...settings, baseUrl: baseUrl ?? 'https://cavalier.hudsonrock.com' }),
};

/**
 * Hudson Rock Cavalier, the keyless service (cavalier.hudsonrock.com): how many computers with credentials of a domain were
 * infected by infostealers, and where these credentials open a door. It names nobody.
 *
 * One finding counts the employees, one the users; without further counts one finding per login site follows, so that adding up
 * `unnamedIdentities` counts nobody twice. The malware families are told for all of them together. Third parties are left out:
 * their accounts are not the domain's.
 */
export function createHudsonRockSource(settings: HudsonRockSettings): LeakSource {
  const client = new JsonClient({ source: name, ...settings, limits });
  return {
    name,
    attribution: { name: 'Hudson Rock', url: 'https://www.hudsonrock.com', licence: null },
    async *find(domain, signal) {
      const path = `/api/json/v2/osint-tools/search-by-domain?domain=${encodeURIComponent(domain)}`;
      const answer = await client.request({ what: 'search by domain', path, schema: answerSchema }, signal);
      if (answer === null) return;
      const families = familiesOf(answer.stealerFamilies ?? {});
      const employees: Population = {
        count: answer.employees ?? 0,
        isOwnMailbox: true,
        lastCompromised: answer.last_employee_compromised,
        urls: answer.data.employees_urls,
      };
      const users: Population = {
        count: answer.users ?? 0,
        isOwnMailbox: false,
        lastCompromised: answer.last_user_compromised,
        urls: answer.data.clients_urls,
      };
      yield* findingsOf(employees, families, null);
      yield* findingsOf(users, families, domain);
    },
  };
}

function* findingsOf(people: Population, families: string | null, site: string | null): Iterable<LeakedCredential> {
  if (people.count === 0) return;
  yield finding(people, families, site, people.count);
  // Sites that are shown only with a key are given with asterisks or dots, which no host has.
  const sites = new Set(people.urls.map(({ url }) => hostOf(url)));
  for (const loginSite of sites) {
    if (loginSite !== null && loginSite !== site) yield finding(people, families, loginSite, 0);
  }
}

function finding(
  { isOwnMailbox, lastCompromised }: Population,
  malwareFamily: string | null,
  loginSite: string | null,
  unnamedIdentities: number,
): LeakedCredential {
  return {
    type: 'leaked_credential',
    kind: 'stealer_log',
    breachName: null,
    identity: null,
    unnamedIdentities,
    dataClasses: ['Passwords'],
    secretPresent: true,
    // The malware reads what is typed or saved.
    secretFormat: 'clear_text',
    secretDigest: null,
    malwareFamily,
    loginSite,
    isOwnMailbox,
    occurredAt: leakTime(lastCompromised),
    publishedAt: null,
  };
}

/** The most frequent first. The list has its own sum in it. */
function familiesOf(counts: Readonly<Record<string, unknown>>): string | null {
  const families = Object.entries(counts).filter(
    (entry): entry is [string, number] => entry[0] !== 'total' && typeof entry[1] === 'number' && entry[1] > 0,
  );
  const names = families.sort(([, a], [, b]) => b - a).map(([family]) => family);
  return printableLine(names.slice(0, mostFamilies).join(', '), 100);
}
