import { describe, expect, it } from 'vitest';
import {
  type Fetched,
  noTemplate,
  type Registration,
  type RegistrationAnswer,
} from '../../engines/domain-posture/domain-look.ts';
import { scriptedDns } from '../../engines/domain-posture/testing/scripted-dns.ts';
import { lookAtDomain } from './look-at-domain.ts';

const now = new Date('2026-11-30T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() - count * 3_600_000);
const zone = 'ex.test SOA 1 | ex.test NS ns1.ex.test | ex.test NS ns2.ex.test';
const domain = { name: 'ex.test', dkimSelectors: [], expectsMail: null, template: noTemplate };

const registered = (at: Date, more: Partial<Registration> = {}): Fetched<RegistrationAnswer> => ({
  outcome: 'registered',
  registration: {
    statuses: ['active'],
    expiresAt: new Date('2027-11-30T00:00:00Z'),
    registrar: 'Names Inc.',
    registrarId: '7',
    nameServers: ['ns1.ex.test', 'ns2.ex.test'],
    ...more,
  },
  url: 'https://registry.test/',
  at,
});

/** How often the registry is asked in a look, through two resolvers, and what is kept of it then. */
async function looked(
  remembered: Fetched<RegistrationAnswer> | null,
  text = zone,
  answer: Fetched<RegistrationAnswer> = registered(now),
) {
  let asked = 0;
  const network = {
    dns: { through: () => scriptedDns(text).ask },
    resolvers: ['192.0.2.1', '192.0.2.2'],
    fetchPolicy: async () => ({ outcome: 'silent', url: '', at: now }) as const,
    askRegistration: async () => {
      asked += 1;
      return answer;
    },
    now: () => now,
  };
  const { registration } = await lookAtDomain(network, domain, { registration: remembered });
  return { asked, registration };
}

describe('the registry is asked', () => {
  it.each<[string, Fetched<RegistrationAnswer> | null, number]>([
    ['the first time', null, 1],
    ['not within the week', registered(hours(6 * 24)), 0],
    ['after a week', registered(hours(8 * 24)), 1],
    ['daily from 60 days before the end on', registered(hours(24), { expiresAt: new Date('2027-01-20') }), 1],
    ['again while something is wrong', registered(hours(24), { statuses: ['clienthold'] }), 1],
    ['again where it knew nothing', { outcome: 'not_registered', url: '', at: hours(24) }, 1],
    ['not where it gives no date', registered(hours(24), { expiresAt: null }), 0],
    ['the next day where the DNS names other servers', registered(hours(24), { nameServers: ['ns1.ex.test'] }), 1],
    ['not the same day for that', registered(hours(2), { nameServers: ['ns1.ex.test'] }), 0],
    ['not where it names none', registered(hours(24), { nameServers: [] }), 0],
  ])('%s', async (_when, remembered, expected) => {
    const { asked, registration } = await looked(remembered);
    expect(asked).toBe(expected);
    expect(registration).toEqual(expected === 0 ? remembered : registered(now));
  });

  it.each(['!silent', '!failed', '!no_name'])('not because nobody tells the name servers: %s', async (outcome) => {
    expect((await looked(registered(hours(24)), `ex.test SOA 1 | ex.test NS ${outcome}`)).asked).toBe(0);
  });
});

it('a silent registry leaves nothing to keep', async () => {
  const silent: Fetched<RegistrationAnswer> = { outcome: 'silent', url: '', at: now };
  expect(await looked(registered(hours(8 * 24)), zone, silent)).toEqual({ asked: 1, registration: null });
});
