import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setPlan } from '../../src/accounts/plans/set-plan.ts';
import { AccessLinks } from '../../src/identity/administrators/access-links.ts';
import { invite } from '../../src/identity/administrators/invitations.ts';
import { resetAdministrator } from '../../src/identity/administrators/reset-administrator.ts';
import { TotpVault } from '../../src/identity/administrators/totp-vault.ts';
import { applyScanFailure, applyScanResult } from '../../src/monitoring/port-scans/apply-scan-result.ts';
import { type ScanJobData, scanQueue } from '../../src/monitoring/port-scans/jobs.ts';
import { onlyKey } from '../../src/platform/sealing.ts';
import { setUnsubscribedCap } from '../../src/resources/capacity/set-unsubscribed-cap.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { act, dataRows, domainMonitoring, insertPlans, portMonitoring, subscribe } from '../support/billing.ts';
import { dispatchDomainScans, monitorDomain, scanDomain, takeDomainScanJobs } from '../support/domain-scans.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { createAdministrator, goodPassword, PortalBrowser, signInAdministrator } from '../support/portal-browser.ts';
import { type EffectName, type RecordedEffect, RecordedEffects } from '../support/recorded-effects.ts';
import { enqueueScan, openPort, resultWith, systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { leakedCredential } from '../support/scripted-leak-source.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const effects = new RecordedEffects();
let service: TestService;
let partner: TestPartner;
let lastClientId = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api', effects });
  partner = await service.partner();
  await insertPlans(service, partner, [1, 2]);
});
afterAll(() => service?.stop());

/** A customer of the billing system that nothing belongs to yet. */
function newClient(): number {
  lastClientId += 1;
  return lastClientId;
}

async function customerIdOf(clientId: number): Promise<string> {
  const { id } = await systemOperation(service, partner)
    .db.selectFrom('customers')
    .select('id')
    .where('billing_customer_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return id;
}

/** A verb that is about to be called, and what should follow from it. */
interface Row {
  readonly verb: () => Promise<unknown>;
  readonly follows: readonly RecordedEffect[];
}

/** A row of which the answer of the API is a success. */
function row(verb: () => Promise<ApiAnswer>, follows: readonly RecordedEffect[]): Row {
  return { verb: async () => expect((await verb()).status).toBeLessThan(300), follows };
}

const capacityChanged = (...customerIds: string[]): RecordedEffect => ['capacityChanged', customerIds];
const monitoringEnded = (
  kind: 'endpoint' | 'domain',
  ids: readonly string[],
  scanIds: readonly string[],
): RecordedEffect => ['monitoringEnded', { kind, ids, scanIds }];
const terminated = (kind: 'endpoint' | 'domain', ...ids: string[]): RecordedEffect => [
  'resourcesTerminated',
  { kind, ids },
];

/** An endpoint in the middle of a scan, or in another state; with a service that is paid for by itself. */
async function server(state: 'scanned' | 'active' | 'paused' | 'terminated' = 'scanned') {
  const clientId = newClient();
  const ip = loopbackAddress();
  const ownService = { client_id: clientId, service_id: 1, product_slug: 'endpoint' };
  const id = await provision(partner.api, ip, ownService);
  const scanId = state === 'scanned' ? await enqueueScan(systemOperation(service, partner), id) : '';
  if (state === 'paused') await act(partner.api, 'suspend', { endpoint_id: id });
  if (state === 'terminated') await act(partner.api, 'terminate', { endpoint_id: id });
  const to = (action: string) => act(partner.api, action, { endpoint_id: id });
  const report = (status: string) => act(partner.api, 'sync-services', { services: [{ ...ownService, status }] });
  return { clientId, customerId: await customerIdOf(clientId), ip, id, scanId, to, report };
}

/** A domain in the middle of a scan, or in another state. */
async function domain(state: 'scanned' | 'paused' | 'terminated' = 'scanned') {
  const clientId = newClient();
  const name = `domain-${clientId}.example.com`;
  const id = await monitorDomain(partner.api, clientId, name);
  const to = (action: string, more: object = {}) =>
    act(partner.api, `${action}-domain`, { monitored_domain_id: id, ...more });
  if (state === 'paused') await to('suspend');
  if (state === 'terminated') await to('terminate');
  let scanId = '';
  if (state === 'scanned') {
    await dispatchDomainScans(service);
    const jobs = await takeDomainScanJobs(service);
    scanId = jobs.find(({ data }) => data.domainId === id)!.data.scanId;
  }
  return { clientId, customerId: await customerIdOf(clientId), name, id, scanId, to };
}

/** A customer whose one server the next smaller capacity pauses. */
async function subscribedServer() {
  const clientId = newClient();
  await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'plan-1' });
  const id = await provision(partner.api, loopbackAddress(), { client_id: clientId });
  const scanId = await enqueueScan(systemOperation(service, partner), id);
  return { clientId, customerId: await customerIdOf(clientId), id, scanId };
}

const endpoints = '/api/v1/endpoints';

const ofEndpoints: Record<string, () => Promise<Row>> = {
  'suspend, in the middle of a scan': async () => {
    const { id, scanId, to } = await server();
    return row(() => to('suspend'), [monitoringEnded('endpoint', [id], [scanId])]);
  },
  'suspend, between two scans': async () => {
    const { id, to } = await server('active');
    return row(() => to('suspend'), [monitoringEnded('endpoint', [id], [])]);
  },
  'suspend, again': async () => {
    const { to } = await server('paused');
    return row(() => to('suspend'), []);
  },
  resume: async () => {
    const { to } = await server('paused');
    return row(() => to('resume'), []);
  },
  terminate: async () => {
    const { id, scanId, customerId, to } = await server();
    const ended = monitoringEnded('endpoint', [id], [scanId]);
    return row(() => to('terminate'), [ended, terminated('endpoint', id), capacityChanged(customerId)]);
  },
  'terminate, of one that is paused': async () => {
    const { id, customerId, to } = await server('paused');
    return row(() => to('terminate'), [terminated('endpoint', id), capacityChanged(customerId)]);
  },
  'restore, by provisioning it again': async () => {
    const { clientId, ip } = await server('terminated');
    return row(() => act(partner.api, 'provision', { client_id: clientId, ip_address: ip }), []);
  },
  'restore as paused, by adding it again': async () => {
    const { clientId, ip, id } = await server('terminated');
    const body = { billing_customer_id: clientId, ip_address: ip, status: 'paused' };
    return row(() => partner.api.post(endpoints, body), [monitoringEnded('endpoint', [id], [])]);
  },
  delete: async () => {
    const { id, scanId, customerId } = await server();
    const ended = monitoringEnded('endpoint', [id], [scanId]);
    return row(
      () => partner.api.send('DELETE', `${endpoints}/${id}`),
      [ended, terminated('endpoint', id), capacityChanged(customerId)],
    );
  },
  rename: async () => {
    const { clientId, id } = await server();
    const body = { billing_customer_id: clientId, nickname: 'web' };
    return row(() => partner.api.send('PUT', `${endpoints}/${id}`, body), []);
  },
  provision: async () => {
    const body = { client_id: newClient(), ip_address: loopbackAddress() };
    return row(() => act(partner.api, 'provision', body), []);
  },
};

const ofDomains: Record<string, () => Promise<Row>> = {
  'suspend-domain': async () => {
    const { id, scanId, to } = await domain();
    return row(() => to('suspend'), [monitoringEnded('domain', [id], [scanId])]);
  },
  'resume-domain': async () => {
    const { to } = await domain('paused');
    return row(() => to('resume'), []);
  },
  'terminate-domain': async () => {
    const { id, scanId, customerId, to } = await domain();
    const ended = monitoringEnded('domain', [id], [scanId]);
    return row(() => to('terminate'), [ended, terminated('domain', id), capacityChanged(customerId)]);
  },
  'terminate-domain, of one that is paused': async () => {
    const { id, customerId, to } = await domain('paused');
    return row(() => to('terminate'), [terminated('domain', id), capacityChanged(customerId)]);
  },
  'restore, by provisioning it again': async () => {
    const { clientId, name } = await domain('terminated');
    const body = { client_id: clientId, service_id: 1, domain: name };
    return row(() => act(partner.api, 'provision-domain', body), []);
  },
  'release-domain': async () => {
    const { id, scanId, customerId, to } = await domain();
    const released = ['resourcesReleased', { kind: 'domain', ids: [id] }] as const;
    return row(() => to('release'), [monitoringEnded('domain', [id], [scanId]), released, capacityChanged(customerId)]);
  },
  'update-domain': async () => {
    const { id, scanId, name, to } = await domain();
    return row(() => to('update', { domain: `new-${name}` }), [monitoringEnded('domain', [id], [scanId])]);
  },
};

const ofCapacity: Record<string, () => Promise<Row>> = {
  'provision-subscription': async () => {
    const { clientId, customerId } = await server();
    const order = { ...portMonitoring(clientId, 2), plan_slug: 'plan-2' };
    return row(() => act(partner.api, 'provision-subscription', order), [capacityChanged(customerId)]);
  },
  'change-subscription': async () => {
    const { clientId, customerId } = await subscribedServer();
    const change = { ...portMonitoring(clientId), new_plan_slug: 'plan-2' };
    return row(() => act(partner.api, 'change-subscription', change), [capacityChanged(customerId)]);
  },
  'suspend-subscription, which pauses a server': async () => {
    const { clientId, customerId, id, scanId } = await subscribedServer();
    const follows = [capacityChanged(customerId), monitoringEnded('endpoint', [id], [scanId])];
    return row(() => act(partner.api, 'suspend-subscription', portMonitoring(clientId)), follows);
  },
  'suspend-subscription, which pauses a domain': async () => {
    const { clientId, customerId, id, scanId } = await domain();
    await subscribe(partner.api, domainMonitoring(clientId), { quantity: 1 });
    const follows = [capacityChanged(customerId), monitoringEnded('domain', [id], [scanId])];
    return row(() => act(partner.api, 'suspend-subscription', domainMonitoring(clientId)), follows);
  },
  'resume-subscription, which wakes it': async () => {
    const { clientId, customerId } = await subscribedServer();
    await act(partner.api, 'suspend-subscription', portMonitoring(clientId));
    const follows = [capacityChanged(customerId)];
    return row(() => act(partner.api, 'resume-subscription', portMonitoring(clientId)), follows);
  },
  'a smaller plan, which pauses the newer server': async () => {
    const clientId = newClient();
    await setPlan(partner.operation, { slug: 'shrinks', capacity: 2 });
    await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'shrinks' });
    await provision(partner.api, loopbackAddress(), { client_id: clientId });
    service.clock.advanceSeconds(1);
    const newer = await provision(partner.api, loopbackAddress(), { client_id: clientId });
    const follows = [capacityChanged(await customerIdOf(clientId)), monitoringEnded('endpoint', [newer], [])];
    return { verb: () => setPlan(partner.operation, { slug: 'shrinks', capacity: 1 }), follows };
  },
  'a cap for those who never subscribed': async () => {
    const other = await service.partner();
    const id = await provision(other.api, loopbackAddress());
    const { id: customerId } = await other.operation.db.selectFrom('customers').select('id').executeTakeFirstOrThrow();
    const follows = [capacityChanged(customerId), monitoringEnded('endpoint', [id], [])];
    const cap = { product: 'port_monitoring', capacity: 0 } as const;
    return { verb: () => setUnsubscribedCap(other.operation, cap), follows };
  },
  'sync-services, of a server that is suspended': async () => {
    const { id, scanId, customerId, report } = await server();
    const follows = [monitoringEnded('endpoint', [id], [scanId]), capacityChanged(customerId)];
    return row(() => report('suspended'), follows);
  },
  'sync-services, of a server that is cancelled': async () => {
    const { id, scanId, customerId, report } = await server();
    const ended = monitoringEnded('endpoint', [id], [scanId]);
    return row(() => report('cancelled'), [ended, terminated('endpoint', id), capacityChanged(customerId)]);
  },
  'sync-services, of one that was paused before': async () => {
    const { id, customerId, report } = await server('paused');
    return row(() => report('cancelled'), [terminated('endpoint', id), capacityChanged(customerId)]);
  },
  'sync-services, of one that is active again': async () => {
    const { customerId, report } = await server('terminated');
    return row(() => report('active'), [capacityChanged(customerId)]);
  },
  'sync-services, of what is known': async () => {
    const { report } = await server();
    return row(() => report('active'), [capacityChanged()]);
  },
};

/** An endpoint's scan as the worker that took it holds it. */
async function takenScan() {
  const { id, customerId } = await server();
  const operation = systemOperation(service, partner);
  const jobs = await operation.jobs.fetch<ScanJobData>(scanQueue.name, 100);
  const job = jobs.find(({ data }) => data.endpointId === id)!;
  return { operation, job, id, customerId };
}

async function administrator() {
  const email = `admin-${newClient()}@example.com`;
  const id = await createAdministrator(partner, email);
  return { email, id };
}

const signInChanged = (account: { id: string; email: string }, event: string): RecordedEffect => [
  'signInChanged',
  { administrator: expect.objectContaining(account), notice: expect.objectContaining({ event }) },
];

const ofScansAndSignIn: Record<string, () => Promise<Row>> = {
  'a scan with evidence': async () => {
    const { operation, job, id, customerId } = await takenScan();
    const open = [openPort(22)];
    return {
      verb: () => applyScanResult(operation, job, resultWith(open)),
      follows: [
        [
          'portsObserved',
          {
            endpoint: expect.objectContaining({ id }),
            open: [expect.objectContaining({ port: 22 })],
            closed: [],
            isPartial: false,
          },
        ],
        ['alertsChanged', expect.objectContaining({ customerId, opened: [expect.anything()] })],
      ],
    };
  },
  'a scan that says nothing of the ports': async () => {
    const { operation, job } = await takenScan();
    const silence = { ...resultWith([]), condition: 'unreachable' } as const;
    return { verb: () => applyScanResult(operation, job, silence), follows: [] };
  },
  'a scan that fails': async () => {
    const { operation, job } = await takenScan();
    return { verb: () => applyScanFailure(operation, job, { error: 'lost: nobody knows why' }), follows: [] };
  },
  'a sign-in from a device that is new': async () => {
    const account = await administrator();
    const follows = [signInChanged(account, 'new_device')];
    return { verb: () => signInAdministrator(service, partner, account.email), follows };
  },
  'a sign-in that fails': async () => {
    const { email } = await administrator();
    const browser = new PortalBrowser(service, partner.portalDomain);
    return { verb: () => browser.post('/api/v1/session', { email, password: 'wrong' }), follows: [] };
  },
  'another password': async () => {
    const account = await administrator();
    const browser = await signInAdministrator(service, partner, account.email);
    const passwords = { current_password: goodPassword, new_password: `another ${goodPassword}` };
    const follows = [signInChanged(account, 'password_changed')];
    return row(() => browser.send('PUT', '/api/v1/administrator/password', passwords), follows);
  },
  'a reset by the operator': async () => {
    const account = await administrator();
    const follows = [signInChanged(account, 'access_reset')];
    return { verb: () => resetAdministrator(partner.operation, account.email, goodPassword), follows };
  },
};

describe.each([
  ['endpoints', ofEndpoints],
  ['domains', ofDomains],
  ['capacity', ofCapacity],
  ['scans and sign-in', ofScansAndSignIn],
])('what follows in rooms above, of %s', (_about, rows) => {
  it.each(Object.entries(rows))('%s', async (_verb, prepare) => {
    const { verb, follows } = await prepare();
    expect(await effects.during(verb)).toEqual(follows);
  });
});

const byMail = { vault: new TotpVault(onlyKey('x')), links: new AccessLinks('x'), mailAvailable: true };
const newGuest = () => ({ email: `${randomUUID()}@example.com`, role: 'support' as const });

describe('what follows', () => {
  it('a leak scan that finds something tells of alerts, and of nothing else', async () => {
    const { id, name } = await domain('paused');
    await act(partner.api, 'resume-domain', { monitored_domain_id: id });
    const told = await effects.during(() => scanDomain(service, id, [leakedCredential(`ada@${name}`)]));
    expect(new Set(told.map(([effect]) => effect))).toEqual(new Set(['alertsChanged']));
  });

  it.each<[EffectName, (() => Promise<Row>) | undefined]>([
    ['capacityChanged', ofEndpoints.terminate],
    ['capacityChanged', ofCapacity['suspend-subscription, which pauses a server']],
    ['monitoringEnded', ofEndpoints.terminate],
    ['monitoringEnded', ofCapacity['suspend-subscription, which pauses a domain']],
    ['monitoringEnded', ofCapacity['sync-services, of a server that is suspended']],
    ['resourcesTerminated', ofDomains['terminate-domain']],
    ['resourcesReleased', ofDomains['release-domain']],
    ['portsObserved', ofScansAndSignIn['a scan with evidence']],
    ['alertsChanged', ofScansAndSignIn['a scan with evidence']],
    ['signInChanged', ofScansAndSignIn['a reset by the operator']],
    ['accountChanged', async () => ({ verb: () => invite(partner.operation, byMail, newGuest()), follows: [] })],
    ['accessLinkIssued', async () => ({ verb: () => invite(partner.operation, byMail, newGuest()), follows: [] })],
  ])('when %s cannot be followed, its cause leaves no trace', async (effect, prepare) => {
    const { verb } = await prepare!();
    const before = await dataRows(service);
    await expect(effects.failing(effect, verb)).rejects.toThrow();
    expect(await dataRows(service)).toEqual(before);
    await verb();
    expect(await dataRows(service)).not.toEqual(before);
  });

  it('belongs to the transaction of its cause', () => {
    expect(() => systemOperation(service, partner).effects).toThrow(/transaction/);
  });
});
