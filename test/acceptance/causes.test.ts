import { afterAll, beforeAll, expect, it } from 'vitest';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { insertAlert, insertDomainAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
let nextClientId = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  service.clock.standAt(new Date());
});
afterAll(() => service?.stop());

const redis = (unauthenticated: boolean | null) => ({
  service: 'redis',
  product: 'Redis',
  version: '7.2.4',
  unauthenticated,
});

async function customer(servers: number) {
  partner = await service.partner();
  nextClientId += 1;
  const clientId = nextClientId;
  const serverIds: string[] = [];
  for (let index = 0; index < servers; index += 1)
    serverIds.push(await provision(partner.api, loopbackAddress(), { client_id: clientId }));
  return { clientId, serverIds };
}

const read = async (query = '') => expectSuccess(await partner.api.get(`/api/v1/monitoring/causes?${query}`));
const inShort = ({ causes }: { causes: { severity: string; port: number | null; resources: number }[] }) =>
  causes.map(({ severity, port, resources }) => [severity, port, resources]);

interface Counted {
  readonly severity: string;
  readonly resources: number;
  readonly customers: number;
  readonly oldest_alert: { readonly id: string };
}

const alike = async (alertId: string, query = '') =>
  expectSuccess(await partner.api.get(`/api/v1/monitoring/alerts?alike=${alertId}&status=open&${query}`)) as {
    total: number;
    alerts: { id: string; subject: { id: string }; billing_customer_id: number }[];
  };

/** That each cause leads to the alerts that it counts, and to no others. */
async function expectEachToLead(causes: readonly Counted[], query = '') {
  for (const { severity, resources, customers, oldest_alert: oldest } of causes) {
    const { alerts, total } = await alike(oldest.id, `severity=${severity}&${query}`);
    expect(total).toBe(alerts.length);
    expect(new Set(alerts.map(({ subject }) => subject.id)).size).toBe(resources);
    expect(new Set(alerts.map((alert) => alert.billing_customer_id)).size).toBe(customers);
    expect(alerts.map(({ id }) => id)).toContain(oldest.id);
  }
}

it('the same fault on several servers is one cause: the most severe first, then that of most servers, then the oldest', async () => {
  const { clientId, serverIds } = await customer(3);
  const oldest = await insertAlert(service, partner, serverIds[2]!, { port: 3306, severity: 'high' });
  service.clock.advanceSeconds(60);
  for (const id of serverIds.slice(0, 2)) await insertAlert(service, partner, id, { port: 3306, severity: 'high' });
  await insertAlert(service, partner, serverIds[0]!, { port: 5432, severity: 'high' });
  service.clock.advanceSeconds(60);
  await insertAlert(service, partner, serverIds[0]!, { port: 1433, severity: 'high' });
  await insertAlert(service, partner, serverIds[0]!, { port: 6379, severity: 'critical' });
  await insertAlert(service, partner, serverIds[1]!, { port: 80, severity: 'low' });
  await insertAlert(service, partner, serverIds[1]!, { port: 6379, severity: 'critical', status: 'acknowledged' });
  const all = await read(`billing_customer_id=${clientId}`);
  expect(inShort(all)).toEqual([
    ['critical', 6379, 1],
    ['high', 3306, 3],
    ['high', 5432, 1],
    ['high', 1433, 1],
    ['low', 80, 1],
  ]);
  await expectEachToLead(all.causes, `billing_customer_id=${clientId}`);
  const { first_detected_at: since } = expectSuccess(
    await partner.api.get(`/api/v1/monitoring/alerts/${oldest}`),
  ).alert;
  expect(all.causes[1]).toMatchObject({
    kind: 'port',
    subject_type: 'endpoint',
    protocol: 'tcp',
    first_detected_at: since,
    oldest_alert: { id: oldest, subject: { id: serverIds[2] }, billing_customer_id: clientId },
  });
  expect(inShort(await read(`billing_customer_id=${clientId}&min_severity=medium`))).toHaveLength(4);
  expect(await read(`billing_customer_id=${clientId}&limit=1`)).toMatchObject({ causes: { length: 1 }, total: 5 });
  expectRefusal(await partner.api.get('/api/v1/monitoring/causes?limit=101'), 422, ['limit']);
});

it('what differs in whether a password is asked for is no common cause, though port and severity are the same', async () => {
  const { clientId, serverIds } = await customer(3);
  const identities = [redis(true), redis(true), redis(null)];
  for (const [index, identity] of identities.entries())
    await completeScan(service, partner, serverIds[index]!, {
      open: ['6379:tcp'],
      identities: { '6379:tcp': identity },
    });
  const { causes } = await read(`billing_customer_id=${clientId}`);
  expect(causes.map(({ title, resources }: { title: string; resources: number }) => [title, resources])).toEqual([
    ['Redis data store answers the internet without a password (port 6379/tcp)', 2],
    ['Redis data store is reachable from the internet (port 6379/tcp)', 1],
  ]);
  await expectEachToLead(causes, `billing_customer_id=${clientId}`);
});

it('each leak is a cause of its own; of all customers, a cause says how many have it', async () => {
  const { clientId, serverIds } = await customer(1);
  const domainId = await monitorDomain(partner.api, clientId, 'causes.example.com');
  await insertDomainAlert(service, partner, domainId, { severity: 'high' });
  await insertDomainAlert(service, partner, domainId, { severity: 'high' });
  await insertAlert(service, partner, serverIds[0]!, { port: 23, severity: 'critical' });
  nextClientId += 1;
  const other = await provision(partner.api, loopbackAddress(), { client_id: nextClientId });
  service.clock.advanceSeconds(1);
  await insertAlert(service, partner, other, { port: 23, severity: 'critical' });
  const { causes, total } = await read();
  expect(total).toBe(3);
  expect(causes[0]).toMatchObject({ port: 23, resources: 2, customers: 2 });
  expect(causes.slice(1)).toMatchObject([
    { kind: 'leaked_credentials', subject_type: 'domain', resources: 1, customers: 1, port: null },
    { kind: 'leaked_credentials', subject_type: 'domain', resources: 1, customers: 1, port: null },
  ]);
  expect(inShort(await read(`billing_customer_id=${nextClientId}`))).toEqual([['critical', 23, 1]]);
  await expectEachToLead(causes);
  const ofBoth = causes[0].oldest_alert.id;
  expect((await alike(ofBoth, 'kind=leaked_credentials')).alerts).toEqual([]);
  expect((await alike(ofBoth, `billing_customer_id=${clientId}`)).alerts).toHaveLength(1);
  expect((await alike(ofBoth, `billing_customer_id=${nextClientId}`)).alerts, 'of another customer').toEqual([]);
  expect((await alike(domainId)).alerts, 'of an alert that is none').toEqual([]);
  partner = await service.partner();
  expect((await alike(ofBoth)).alerts, 'of another partner').toEqual([]);
});
