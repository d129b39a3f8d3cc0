import { generateKeyPairSync } from 'node:crypto';
import type { Packet } from 'dns-packet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LookAtDomain, lookAtDomain } from '../../src/monitoring/domain-posture/look-at-domain.ts';
import { DnsClient } from '../../src/platform/dns/dns-client.ts';
import { lookAtDueDomains } from '../support/domain-looks.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';
import { type Meddle, startZoneServer, type ZoneServer } from '../support/zone-server.ts';

const [day, secondLook] = [86_400, 80 * 60];
const timeoutMs = 150;
const key = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64');
const inOrder = (name: string) => `
  ${name} SOA 1
  ${name} NS ns1.${name}
  ns1.${name} A 127.0.0.1
  ${name} MX 10 mx.${name}
  mx.${name} A 192.0.2.1
  ${name} TXT v=spf1 mx -all
  _dmarc.${name} TXT v=DMARC1; p=reject
  default._domainkey.${name} TXT v=DKIM1; p=${key}
  _smtp._tls.${name} TXT v=TLSRPTv1; rua=mailto:postmaster@${name}`;
const zone = `${inOrder('fine.example')}\n${inOrder('open.example').replace('mx -all', 'mx +all')}`;

let service: TestService;
let partner: TestPartner;
let resolvers: readonly [ZoneServer, ZoneServer];
const customers = { fine: 1, open: 2 };

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  resolvers = [await startZoneServer(zone), await startZoneServer(zone)];
  await monitorDomain(partner.api, customers.fine, 'fine.example');
  await monitorDomain(partner.api, customers.open, 'open.example');
  for (const seconds of [10, secondLook]) await pass(seconds);
});
afterAll(async () => {
  for (const resolver of resolvers) resolver.close();
  await service.stop();
});

/** Looks at all that is due after a time, through the two resolvers, with no answer known from before. */
async function pass(seconds: number, asked: readonly string[] = resolvers.map(({ server }) => server)): Promise<void> {
  service.clock.advanceSeconds(seconds);
  const look: LookAtDomain = (domain, known) => {
    const dns = new DnsClient({
      clock: service.clock,
      trusts: () => true,
      // Name servers themselves are out of reach here.
      mayAsk: () => false,
      timeoutMs,
      resolverPace: { perSecond: 100_000, atOnce: 128 },
    });
    const silent = async () =>
      ({ outcome: 'silent', url: 'https://silent.example/', at: service.clock.now() }) as const;
    const network = { dns, resolvers: asked, fetchPolicy: silent, askRegistration: silent };
    return lookAtDomain({ ...network, now: () => service.clock.now() }, domain, known);
  };
  await lookAtDueDomains(service, look);
}

/** Every alert of a customer, with what became of it. */
async function alertsOf(customerId: number): Promise<string[]> {
  const { body } = await partner.api.get(`/api/v1/monitoring/alerts?billing_customer_id=${customerId}&limit=100`);
  return body.data.alerts
    .map(
      ({ evidence, severity, status }: { evidence: { check: string }; severity: string; status: string }) =>
        `${evidence.check} ${severity} ${status}`,
    )
    .sort();
}

const code =
  (rcode: number): Meddle =>
  (truth) => ({ ...truth, flags: (truth.flags ?? 0) | rcode, answers: [] });
const says =
  (change: (truth: Packet) => Partial<Packet>): Meddle =>
  (truth) => ({ ...truth, ...change(truth) });
const troubles: readonly (readonly [what: string, meddle: Meddle])[] = [
  ['is dead', () => undefined],
  [
    'is slower than anybody waits',
    async (truth) => {
      await new Promise((resolve) => setTimeout(resolve, 2 * timeoutMs));
      return truth;
    },
  ],
  ['fails', code(2)],
  ['refuses', code(5)],
  ['says that no name exists', code(3)],
  ['says that there is nothing', says(() => ({ answers: [] }))],
  [
    'says that everybody may send',
    (truth, { name, type }) =>
      type === 'TXT' ? { ...truth, answers: [{ type, name, ttl: 60, data: 'v=spf1 +all' }] } : truth,
  ],
  [
    'says that nobody may send',
    (truth, { name, type }) =>
      type === 'TXT' ? { ...truth, answers: [{ type, name, ttl: 60, data: 'v=spf1 -all' }] } : truth,
  ],
  [
    'answers about another name',
    says(({ questions }) => ({ questions: (questions ?? []).map((each) => ({ ...each, name: 'other.example' })) })),
  ],
  ['answers by another id', says(({ id = 0 }) => ({ id: (id + 1) & 0xffff, answers: [] }))],
  ['answers by no message', () => Buffer.from('no message')],
  ['dies now and then', (truth, { name }) => (name.length % 2 === 0 ? undefined : truth)],
];

it('of two domains one has alerts, and the other none but of what is only missing', async () => {
  expect(await alertsOf(customers.open)).toContain('spf high open');
  expect((await alertsOf(customers.fine)).filter((alert) => !alert.includes(' low '))).toEqual([]);
  expect(await alertsOf(customers.fine)).toContain('caa low open');
});

it.each(troubles)(
  'a resolver that %s raises and ends nothing beside one that tells the truth',
  async (_what, meddle) => {
    const before = [await alertsOf(customers.fine), await alertsOf(customers.open)];
    for (const troubled of resolvers) {
      troubled.meddle = meddle;
      for (const seconds of [day, secondLook]) await pass(seconds);
      troubled.meddle = (truth) => truth;
      expect([await alertsOf(customers.fine), await alertsOf(customers.open)]).toEqual(before);
    }
  },
);

it.each(troubles.filter(([what]) => !/^says/.test(what)))(
  'two resolvers of which each %s raise and end nothing',
  async (_what, meddle) => {
    const before = [await alertsOf(customers.fine), await alertsOf(customers.open)];
    for (const resolver of resolvers) resolver.meddle = meddle;
    for (const seconds of [day, day, day]) await pass(seconds);
    for (const resolver of resolvers) resolver.meddle = (truth) => truth;
    expect([await alertsOf(customers.fine), await alertsOf(customers.open)]).toEqual(before);
  },
);

it('nobody who listens there raises and ends nothing, and what is mended meanwhile ends when they are back', async () => {
  const before = [await alertsOf(customers.fine), await alertsOf(customers.open)];
  for (const seconds of [day, secondLook]) await pass(seconds, ['127.0.0.1:9', '127.0.0.2:9']);
  expect([await alertsOf(customers.fine), await alertsOf(customers.open)]).toEqual(before);
  for (const resolver of resolvers) resolver.zone = zone.replace('mx +all', 'mx -all');
  // After so many looks that nobody answered the next one may be some more than a day away.
  for (const seconds of [day, secondLook, secondLook]) await pass(seconds);
  expect(await alertsOf(customers.open)).toContain('spf high resolved');
});
