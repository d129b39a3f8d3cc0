import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { generateApiKey } from '../../src/identity/credentials/api-key.ts';
import { changePartnerStatus } from '../../src/identity/partners/change-partner-status.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import {
  act,
  capacityFaults,
  dataRows,
  domainMonitoring,
  domainStates,
  endpointStates,
  insertDomains,
  insertPlans,
  portMonitoring,
  type ServiceAddress,
  subscribe,
  windowsOf,
} from '../support/billing.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { insertAlert, pretendLiveWorker } from '../support/rows.ts';
import { endpointRow, requestScan, scansOf } from '../support/scan-outcomes.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

type Status = 'active' | 'suspended' | 'cancelled';

interface Report extends ServiceAddress {
  readonly status: Status;
}

let service: TestService;
let partner: TestPartner;
let lastClient = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  await insertPlans(service, partner, [1, 2, 3]);
  await pretendLiveWorker(service);
});
afterAll(async () => {
  await service?.stop();
});
afterEach(async () => {
  expect(await capacityFaults(service)).toEqual([]);
});

function newClient(): number {
  lastClient += 1;
  return lastClient;
}

function send(body: object): Promise<ApiAnswer> {
  return act(partner.api, 'sync-services', body);
}

/** Reports states and returns the answer's data. */
async function sync(...services: readonly Report[]): Promise<ApiAnswer['body']> {
  return expectSuccess(await send({ services }));
}

function report(address: ServiceAddress, status: Status): Report {
  return { ...address, status };
}

/** The service that a server belongs to. */
function server(clientId: number, serviceId = 50): ServiceAddress {
  return { client_id: clientId, service_id: serviceId, product_slug: 'endpoint' };
}

async function newServer(clientId: number, serviceId = 50): Promise<{ id: string; address: string }> {
  const address = loopbackAddress();
  return { id: await provision(partner.api, address, { client_id: clientId, service_id: serviceId }), address };
}

/** A request that must be refused, naming exactly these fields, without a change. */
async function refused(body: object, fields: readonly string[]): Promise<void> {
  const before = await dataRows(service);
  expectRefusal(await send(body), 422, fields);
  expect(await dataRows(service)).toEqual(before);
}

const emptyReport = { usage: 0, over_quota: false, newly_paused: [], unpaused: [] };
const uncapped = { ...emptyReport, capacity: 0, uncapped: true };

describe('validation: all or nothing', () => {
  /** A report that would change something, before one that is invalid. */
  async function beside(invalid: object): Promise<object> {
    const address = portMonitoring(newClient());
    await subscribe(partner.api, address, { plan_slug: 'starter' });
    return { services: [report(address, 'suspended'), { ...report(address, 'active'), ...invalid }] };
  }

  it('a fifth field rejects the request and is named', async () => {
    await refused(await beside({ plan_slug: 'starter' }), ['services.1.plan_slug']);
  });

  it.each([
    ['status', 'terminated'],
    ['status', 'Active'],
    ['product_slug', 'teleportation'],
    ['service_id', 0],
    ['service_id', 1.5],
    ['client_id', 'x'],
    ['client_id', -1],
  ])('%s %s rejects the request, naming item and field', async (field, value) => {
    await refused(await beside({ [field]: value }), [`services.1.${field}`]);
  });

  it.each(['service_id', 'client_id', 'product_slug', 'status'])('an item without %s is named', async (field) => {
    await refused(await beside({ [field]: null }), [`services.1.${field}`]);
  });

  it('every invalid item is named at once', async () => {
    const item = report(portMonitoring(newClient()), 'active');
    const services = [{ ...item, extra: 1 }, item, { ...item, status: 'gone' }, 'service'];
    await refused({ services }, ['services.0.extra', 'services.2.status', 'services.3']);
  });

  it('services must be there, an array, and have 1 to 500 items', async () => {
    const item = report(portMonitoring(newClient()), 'active');
    await refused({}, ['services']);
    await refused({ services: 'all' }, ['services']);
    await refused({ services: [] }, ['services']);
    await refused({ services: Array(501).fill(item) }, ['services']);
    expect(await sync(...Array(500).fill(item))).toMatchObject({ changed: 0, unchanged: 0 });
  });

  it('module_version is optional and has at most 20 characters', async () => {
    const services = [report(portMonitoring(newClient()), 'active')];
    await refused({ services, module_version: 'x'.repeat(21) }, ['module_version']);
    for (const module_version of ['1.0.0', 'x'.repeat(20), '']) expectSuccess(await send({ services, module_version }));
  });

  it('integers may be strings of digits', async () => {
    const address = domainMonitoring(newClient());
    await subscribe(partner.api, address);
    const item = { ...address, client_id: `${address.client_id}`, service_id: `${address.service_id}` };
    expect(expectSuccess(await send({ services: [{ ...item, status: 'suspended' }] }))).toMatchObject({ changed: 1 });
  });
});

describe('error table, sync-services', () => {
  const services = [report(portMonitoring(1), 'active')];

  it('TENANT_NOT_FOUND, 401: the key resolves to no account', async () => {
    const stranger = service.client(partner.portalDomain, generateApiKey());
    expectProblem(await act(stranger, 'sync-services', { services }), 401, 'TENANT_NOT_FOUND');
  });

  it('TENANT_MISMATCH, 403: the key does not belong to the portal domain', async () => {
    const elsewhere = service.client('elsewhere.example.com', partner.apiKey);
    expectProblem(await act(elsewhere, 'sync-services', { services }), 403, 'TENANT_MISMATCH');
  });

  it('ACCOUNT_SUSPENDED, 403: the partner account is suspended', async () => {
    const suspended = await service.partner('Suspended Hosting');
    await changePartnerStatus(systemOperation(service, suspended), 'suspended');
    expectProblem(await act(suspended.api, 'sync-services', { services }), 403, 'ACCOUNT_SUSPENDED');
  });

  it('only the billing namespace has it', async () => {
    const answer = await partner.api.post('/api/v1/provisioning/sync-services', { services });
    expectRefusal(answer, 404);
  });
});

describe('counts', () => {
  it('changed + unchanged + unknown = items', async () => {
    const [first, second] = [portMonitoring(newClient()), domainMonitoring(newClient())];
    await subscribe(partner.api, first, { plan_slug: 'starter' });
    await subscribe(partner.api, second);
    const unknown = portMonitoring(newClient(), 9);
    const data = await sync(report(first, 'suspended'), report(second, 'active'), report(unknown, 'active'));
    expect(data).toMatchObject({ changed: 1, unchanged: 1, unknown_services: [unknown] });
  });

  it('unknown services are listed, once per item, and never created', async () => {
    const address = domainMonitoring(newClient());
    await subscribe(partner.api, address);
    const unknown = [
      portMonitoring(newClient()),
      { ...address, product_slug: 'port_monitoring' },
      { ...address, service_id: 999 },
      server(address.client_id, address.service_id),
    ];
    const before = await dataRows(service);
    const data = await sync(...unknown.map((each) => report(each, 'active')), report(unknown[0]!, 'cancelled'));
    expect(data).toEqual({ changed: 0, unchanged: 0, unknown_services: [...unknown, unknown[0]], enforcement: [] });
    expect(await dataRows(service)).toEqual(before);
  });

  it("another partner's services are unknown, and stay as they are", async () => {
    const other = await service.partner('Other Hosting');
    const address = portMonitoring(newClient());
    const id = await subscribe(other.api, address, { plan_slug: 'starter' });
    await provision(other.api, loopbackAddress(), { client_id: address.client_id, service_id: 50 });
    const before = await dataRows(service);
    const data = await sync(report(address, 'cancelled'), report(server(address.client_id), 'cancelled'));
    expect(data.unknown_services).toEqual([address, server(address.client_id)]);
    expect(await dataRows(service)).toEqual(before);
    expect(await windowsOf(service, id)).toHaveLength(1);
  });

  it('a service named twice counts twice, and the last one wins', async () => {
    const address = domainMonitoring(newClient());
    const id = await subscribe(partner.api, address);
    const data = await sync(report(address, 'suspended'), report(address, 'suspended'), report(address, 'cancelled'));
    expect(data).toMatchObject({ changed: 2, unchanged: 1 });
    const windows = await windowsOf(service, id);
    expect(windows.map((window) => window.state)).toEqual(['active', 'cancelled']);
  });

  it('a service that is reported away and back again is as it was: no window, no pause, its scan goes on', async () => {
    const address = portMonitoring(newClient());
    const id = await subscribe(partner.api, address, { plan_slug: 'plan-1' });
    const { id: endpointId } = await newServer(address.client_id);
    const scanId = await requestScan(partner.api, endpointId, address.client_id);
    const before = await endpointRow(service, endpointId);
    const data = await sync(
      report(address, 'cancelled'),
      report(address, 'active'),
      report(server(address.client_id), 'suspended'),
      report(server(address.client_id), 'active'),
    );
    expect(data).toMatchObject({ changed: 4 });
    expect(data.enforcement[address.client_id].port_monitoring).toMatchObject({ newly_paused: [], unpaused: [] });
    expect(await windowsOf(service, id)).toHaveLength(1);
    expect(await endpointRow(service, endpointId)).toEqual(before);
    expect(await scansOf(service, endpointId)).toMatchObject([{ id: scanId, status: 'pending' }]);
  });

  it('a replay finds everything unchanged, enforces nothing and changes no row', async () => {
    const clientId = newClient();
    await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'plan-1' });
    await subscribe(partner.api, domainMonitoring(clientId), { quantity: 2 });
    await newServer(clientId);
    const services = [
      report(portMonitoring(clientId), 'cancelled'),
      report(domainMonitoring(clientId), 'suspended'),
      report(server(clientId), 'suspended'),
    ];
    expect(await sync(...services)).toMatchObject({ changed: 3 });
    const before = await dataRows(service);
    expect(await sync(...services)).toEqual({ changed: 0, unchanged: 3, unknown_services: [], enforcement: [] });
    expect(await dataRows(service)).toEqual(before);
  });
});

describe('subscriptions: any → sync-services status report → the reported status', () => {
  it.each([
    ['active', 'suspended'],
    ['active', 'cancelled'],
    ['suspended', 'active'],
    ['suspended', 'cancelled'],
    ['cancelled', 'active'],
    ['cancelled', 'suspended'],
  ] as const)('%s → %s, with a pro-rata window that follows without a gap', async (from, to) => {
    const address = domainMonitoring(newClient());
    const id = await subscribe(partner.api, address, { quantity: 3, mrr: '2.50' });
    if (from !== 'active') await sync(report(address, from));
    expect(await sync(report(address, to))).toMatchObject({ changed: 1 });
    const windows = await windowsOf(service, id);
    expect(windows.at(-1)).toMatchObject({ state: to, quantity: 3, mrr: '2.50', ended_at: null });
    expect(windows.at(-2)).toMatchObject({ state: from, ended_at: windows.at(-1)!.started_at });
  });

  it('cancelled leaves paid capacity: nothing is deleted, what no longer fits is paused, newest first', async () => {
    const clientId = newClient();
    await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'plan-2' });
    await subscribe(partner.api, portMonitoring(clientId, 3), { plan_slug: 'plan-1' });
    const servers = [await newServer(clientId), await newServer(clientId), await newServer(clientId)];
    const data = await sync(report(portMonitoring(clientId), 'cancelled'));
    expect(data.enforcement[clientId].port_monitoring).toEqual({
      product_type: 'port_monitoring',
      capacity: 1,
      usage: 3,
      over_quota: true,
      newly_paused: [servers[2]!.address, servers[1]!.address],
      unpaused: [],
    });
    expect(Object.values(await endpointStates(service, partner, clientId))).toEqual([
      'active',
      'quota_paused',
      'quota_paused',
    ]);
  });

  it('active again: what the platform paused comes back, oldest first', async () => {
    const clientId = newClient();
    const address = portMonitoring(clientId);
    await subscribe(partner.api, address, { plan_slug: 'plan-3' });
    const servers = [await newServer(clientId), await newServer(clientId)];
    await sync(report(address, 'suspended'));
    const data = await sync(report(address, 'active'));
    expect(data.enforcement[clientId].port_monitoring).toMatchObject({
      capacity: 3,
      usage: 2,
      over_quota: false,
      newly_paused: [],
      unpaused: servers.map((each) => each.address),
    });
  });

  it('domains are reported by name', async () => {
    const clientId = newClient();
    const address = domainMonitoring(clientId);
    await subscribe(partner.api, address, { quantity: 2 });
    await insertDomains(service, partner, address, ['old.example.com', 'new.example.com']);
    const suspended = await sync(report(address, 'suspended'));
    expect(suspended.enforcement[clientId].domain_monitoring).toEqual({
      product_type: 'domain_monitoring',
      capacity: 0,
      usage: 2,
      over_quota: true,
      newly_paused: ['new.example.com', 'old.example.com'],
      unpaused: [],
    });
    const active = await sync(report(address, 'active'));
    expect(active.enforcement[clientId].domain_monitoring).toMatchObject({
      newly_paused: [],
      unpaused: ['old.example.com', 'new.example.com'],
    });
    expect(Object.values(await domainStates(service, partner, clientId))).toEqual(['active', 'active']);
  });
});

describe('enforcement', () => {
  it('has one entry per customer whose services changed, keyed by client id, each with both products', async () => {
    const [changed, unchanged, capped] = [newClient(), newClient(), newClient()];
    for (const clientId of [changed, unchanged]) await subscribe(partner.api, domainMonitoring(clientId));
    await subscribe(partner.api, portMonitoring(capped), { plan_slug: 'plan-2' });
    const data = await sync(
      report(domainMonitoring(changed), 'suspended'),
      report(domainMonitoring(unchanged), 'active'),
      report(portMonitoring(capped), 'suspended'),
      report(portMonitoring(newClient()), 'active'),
    );
    expect(data.enforcement).toEqual({
      [changed]: {
        domain_monitoring: { ...emptyReport, product_type: 'domain_monitoring', capacity: 0 },
        port_monitoring: { ...uncapped, product_type: 'port_monitoring' },
      },
      [capped]: {
        domain_monitoring: { ...uncapped, product_type: 'domain_monitoring' },
        port_monitoring: { ...emptyReport, product_type: 'port_monitoring', capacity: 0 },
      },
    });
  });

  it('is an empty array when nothing changed', async () => {
    const address = domainMonitoring(newClient());
    await subscribe(partner.api, address);
    expect((await sync(report(address, 'active'))).enforcement).toEqual([]);
  });
});

describe('endpoint services', () => {
  it('cancelled: monitoring of that one server stops, its scan is cancelled and its alerts are resolved', async () => {
    const clientId = newClient();
    const [stopped, other] = [await newServer(clientId, 50), await newServer(clientId, 51)];
    const scanId = await requestScan(partner.api, stopped.id, clientId);
    const alertId = await insertAlert(service, partner, stopped.id);
    const otherRow = await endpointRow(service, other.id);
    const data = await sync(report(server(clientId, 50), 'cancelled'));
    expect(data).toMatchObject({ changed: 1, unknown_services: [] });
    expect(await endpointRow(service, stopped.id)).toMatchObject({
      status: 'terminated',
      next_scan_at: null,
      current_scan_id: null,
      terminated_at: expect.any(Date),
    });
    expect(await scansOf(service, stopped.id)).toMatchObject([{ id: scanId, status: 'cancelled' }]);
    const alert = (await partner.api.get(`/api/v1/alerts/${alertId}`)).body.data.alert;
    expect(alert).toMatchObject({ status: 'resolved', resolution: 'endpoint_terminated' });
    expect(await endpointRow(service, other.id)).toEqual(otherRow);
  });

  it('cancelled frees a place: the oldest server that waits takes it', async () => {
    const clientId = newClient();
    await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'plan-2' });
    await newServer(clientId, 50);
    const waiting = await newServer(clientId, 51);
    const change = { ...portMonitoring(clientId), new_plan_slug: 'plan-1', force: true };
    await act(partner.api, 'change-subscription', change);
    const data = await sync(report(server(clientId, 50), 'cancelled'));
    expect(data.enforcement[clientId].port_monitoring).toMatchObject({ usage: 1, unpaused: [waiting.address] });
    expect(Object.values(await endpointStates(service, partner, clientId))).toEqual(['terminated', 'active']);
  });

  it('suspended: paused as by hand; only active brings it back', async () => {
    const clientId = newClient();
    await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'plan-1' });
    const { id } = await newServer(clientId);
    await sync(report(server(clientId), 'suspended'));
    expect(await endpointRow(service, id)).toMatchObject({ status: 'paused', quota_paused: false, next_scan_at: null });
    await sync(report(portMonitoring(clientId), 'suspended'));
    await sync(report(portMonitoring(clientId), 'active'));
    expect(await endpointRow(service, id)).toMatchObject({ status: 'paused', quota_paused: false });
    await sync(report(server(clientId), 'active'));
    expect(await endpointRow(service, id)).toMatchObject({ status: 'active', next_scan_at: expect.any(Date) });
  });

  it('suspended, of a server that the platform paused: from then on paused by hand', async () => {
    const clientId = newClient();
    await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'plan-1' });
    const { id } = await newServer(clientId);
    await sync(report(portMonitoring(clientId), 'suspended'));
    expect(await sync(report(server(clientId), 'suspended'))).toMatchObject({ changed: 1 });
    await sync(report(portMonitoring(clientId), 'active'));
    expect(await endpointRow(service, id)).toMatchObject({ status: 'paused', quota_paused: false });
  });

  it('active, of a terminated server: restored with its id', async () => {
    const clientId = newClient();
    const { id } = await newServer(clientId);
    await sync(report(server(clientId), 'cancelled'));
    expect(await sync(report(server(clientId), 'active'))).toMatchObject({ changed: 1 });
    expect(await endpointRow(service, id)).toMatchObject({ status: 'active', terminated_at: null });
  });

  it('active, when the plan of its service is full: it waits, platform-paused, and who has the place keeps it', async () => {
    const clientId = newClient();
    await subscribe(partner.api, portMonitoring(clientId, 50), { plan_slug: 'plan-1' });
    const restored = await newServer(clientId, 50);
    await sync(report(server(clientId, 50), 'cancelled'));
    service.clock.advanceSeconds(1);
    const newer = await newServer(clientId, 51);
    const first = await sync(report(server(clientId, 50), 'active'));
    expect(first.enforcement[clientId].port_monitoring).toMatchObject({ capacity: 1, usage: 2, over_quota: true });
    expect(await endpointRow(service, restored.id)).toMatchObject({ status: 'paused', quota_paused: true });
    expect(await endpointRow(service, newer.id)).toMatchObject({ status: 'active' });
    // Reported again it is active as far as billing is concerned.
    expect(await sync(report(server(clientId, 50), 'active'))).toMatchObject({ unchanged: 1, enforcement: [] });
  });

  it('suspended, of a terminated server: nothing to pause, unchanged', async () => {
    const clientId = newClient();
    await newServer(clientId);
    await sync(report(server(clientId), 'cancelled'));
    expect(await sync(report(server(clientId), 'suspended'))).toMatchObject({ changed: 0, unchanged: 1 });
  });

  it('all servers of a service move together, and count once', async () => {
    const clientId = newClient();
    const servers = [await newServer(clientId, 50), await newServer(clientId, 50)];
    expect(await sync(report(server(clientId, 50), 'suspended'))).toMatchObject({ changed: 1 });
    for (const { id } of servers) expect(await endpointRow(service, id)).toMatchObject({ status: 'paused' });
  });

  it('a service that was linked away from the server is unknown', async () => {
    const clientId = newClient();
    const { address } = await newServer(clientId, 50);
    await act(partner.api, 'provision', { client_id: clientId, ip_address: address, service_id: 51 });
    const data = await sync(report(server(clientId, 50), 'cancelled'), report(server(clientId, 51), 'suspended'));
    expect(data).toMatchObject({ changed: 1, unknown_services: [server(clientId, 50)] });
  });
});
