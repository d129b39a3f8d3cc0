import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAddressPolicy } from '../../src/engines/address-policy/address-policy.ts';
import { dispatchDueScans } from '../../src/monitoring/port-scans/dispatch-due-scans.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import {
  act,
  dataRows,
  endpointStates,
  insertPlans,
  portMonitoring,
  type ServiceAddress,
  setUnsubscribedCap,
  subscribe,
} from '../support/billing.ts';
import { eventually } from '../support/eventually.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { pretendLiveWorker } from '../support/rows.ts';
import { endedScan, endpointRow, requestScan } from '../support/scan-outcomes.ts';
import { provision } from '../support/scans.ts';
import { endlessScan, ScriptedScanner } from '../support/scripted-scanner.ts';
import { expectProblem, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

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
  await setUnsubscribedCap(service, partner, 'port_monitoring', null);
});

interface Server {
  readonly id: string;
  readonly address: string;
}

function call(action: string, body: object): Promise<ApiAnswer> {
  return act(partner.api, action, body);
}

/** A customer whose subscription pays for `capacity` servers, of which `count` are there, oldest first. */
async function customerWith(
  capacity: number,
  count: number,
): Promise<{ clientId: number; subscription: ServiceAddress; servers: Server[] }> {
  const clientId = newClient();
  const subscription = portMonitoring(clientId, 100);
  await subscribe(partner.api, subscription, { plan_slug: `plan-${capacity}` });
  const servers: Server[] = [];
  for (let number = 1; number <= count; number += 1) servers.push(await newServer(clientId, number));
  return { clientId, subscription, servers };
}

function newClient(): number {
  lastClient += 1;
  return lastClient;
}

async function newServer(clientId: number, serviceId?: number): Promise<Server> {
  const address = loopbackAddress();
  const more = serviceId === undefined ? {} : { service_id: serviceId };
  return { id: await provision(partner.api, address, { client_id: clientId, ...more }), address };
}

/** States of the customer's servers, oldest first. */
async function states(clientId: number): Promise<string[]> {
  return Object.values(await endpointStates(service, partner, clientId));
}

async function refusedWithoutTrace(action: string, body: object, limit: number): Promise<void> {
  const before = await dataRows(service);
  expectProblem(await call(action, body), 403, 'ENDPOINT_LIMIT_EXCEEDED', { limit });
  expect(await dataRows(service)).toEqual(before);
}

describe('ENDPOINT_LIMIT_EXCEEDED, 403: the customer plan allows no further endpoint', () => {
  it('provision of a new address; nothing is left behind', async () => {
    const { clientId } = await customerWith(2, 2);
    await refusedWithoutTrace('provision', { client_id: clientId, ip_address: loopbackAddress() }, 2);
  });

  it('a hand-paused server takes its place: provision is refused', async () => {
    const { clientId, servers } = await customerWith(2, 2);
    await call('suspend', { endpoint_id: servers[0]!.id });
    await refusedWithoutTrace('provision', { client_id: clientId, ip_address: loopbackAddress() }, 2);
  });

  it('provision of an address that is monitored already is no further endpoint: 200', async () => {
    const { clientId, servers } = await customerWith(1, 1);
    const answer = await call('provision', { client_id: clientId, ip_address: servers[0]!.address });
    expect(expectSuccess(answer)).toMatchObject({ endpoint_id: servers[0]!.id, note: expect.any(String) });
  });

  it('restore of a terminated address', async () => {
    const { clientId, servers } = await customerWith(1, 1);
    await call('terminate', { endpoint_id: servers[0]!.id });
    await newServer(clientId);
    await refusedWithoutTrace('provision', { client_id: clientId, ip_address: servers[0]!.address }, 1);
    // By the service id as well.
    await refusedWithoutTrace('provision', { client_id: clientId, service_id: 1 }, 1);
  });

  it('resume of a server that the platform paused', async () => {
    const { subscription, servers } = await customerWith(2, 2);
    await call('change-subscription', { ...subscription, new_plan_slug: 'plan-1', force: true });
    await refusedWithoutTrace('resume', { endpoint_id: servers[1]!.id }, 1);
  });

  it('resume of a hand-paused server whose place an active one has', async () => {
    const { subscription, servers } = await customerWith(3, 3);
    await call('suspend', { endpoint_id: servers[0]!.id });
    await call('change-subscription', { ...subscription, new_plan_slug: 'plan-2', force: true });
    await refusedWithoutTrace('resume', { endpoint_id: servers[0]!.id }, 2);
  });

  it('a suspended subscription pays for nothing: provision is refused, resume as well', async () => {
    const { clientId, subscription, servers } = await customerWith(2, 1);
    await call('suspend-subscription', subscription);
    await refusedWithoutTrace('provision', { client_id: clientId, ip_address: loopbackAddress() }, 0);
    await refusedWithoutTrace('resume', { endpoint_id: servers[0]!.id }, 0);
  });

  it('a cancelled subscription still caps: the customer once had one', async () => {
    const { clientId, subscription } = await customerWith(1, 0);
    await call('terminate-subscription', subscription);
    await refusedWithoutTrace('provision', { client_id: clientId, ip_address: loopbackAddress() }, 0);
  });

  it('a place that a termination frees can be taken', async () => {
    const { clientId, servers } = await customerWith(1, 1);
    await call('terminate', { endpoint_id: servers[0]!.id });
    await newServer(clientId);
    expect(await states(clientId)).toEqual(['terminated', 'active']);
  });

  it('active subscriptions add up', async () => {
    const { clientId } = await customerWith(1, 1);
    await subscribe(partner.api, portMonitoring(clientId, 101), { plan_slug: 'plan-2' });
    await newServer(clientId);
    await newServer(clientId);
    await refusedWithoutTrace('provision', { client_id: clientId, ip_address: loopbackAddress() }, 3);
  });

  it("one customer's limit is not another's", async () => {
    await customerWith(1, 1);
    const { clientId } = await customerWith(1, 1);
    expect(await states(clientId)).toEqual(['active']);
  });
});

describe('customers without any subscription', () => {
  it('are not capped', async () => {
    const clientId = newClient();
    for (let count = 0; count < 6; count += 1) await newServer(clientId);
    expect(await states(clientId)).toEqual(Array(6).fill('active'));
  });

  it("are held to the partner's cap for them when there is one", async () => {
    await setUnsubscribedCap(service, partner, 'port_monitoring', 1);
    const clientId = newClient();
    await newServer(clientId);
    await refusedWithoutTrace('provision', { client_id: clientId, ip_address: loopbackAddress() }, 1);
  });

  it('the cap says nothing about subscribed customers, nor about those of other partners', async () => {
    await setUnsubscribedCap(service, partner, 'port_monitoring', 1);
    const { clientId } = await customerWith(2, 2);
    expect(await states(clientId)).toEqual(['active', 'active']);
    const other = await service.partner('Other Hosting');
    await provision(other.api, loopbackAddress());
    await provision(other.api, loopbackAddress());
  });

  it('a subscription to domains caps no servers', async () => {
    const clientId = newClient();
    await subscribe(partner.api, { client_id: clientId, service_id: 1, product_slug: 'domain_monitoring' });
    await newServer(clientId);
    await newServer(clientId);
    expect(await states(clientId)).toEqual(['active', 'active']);
  });

  it('the first subscription caps what was there before: the newest are paused', async () => {
    const clientId = newClient();
    for (let count = 0; count < 3; count += 1) await newServer(clientId);
    await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'plan-1' });
    expect(await states(clientId)).toEqual(['active', 'quota_paused', 'quota_paused']);
  });
});

describe('subscription state table: capacity', () => {
  it.each(['suspend-subscription', 'terminate-subscription'])(
    'active → %s → paused by the platform: only what no longer fits, newest first; no server is deleted',
    async (action) => {
      const { clientId, subscription } = await customerWith(1, 0);
      await subscribe(partner.api, portMonitoring(clientId, 101), { plan_slug: 'plan-2' });
      const servers = [await newServer(clientId), await newServer(clientId), await newServer(clientId)];
      await call(action, subscription);
      expect(await states(clientId)).toEqual(['active', 'active', 'quota_paused']);
      await call(action, portMonitoring(clientId, 101));
      expect(await states(clientId)).toEqual(['quota_paused', 'quota_paused', 'quota_paused']);
      expect(await pausedInOrder(clientId)).toEqual([servers[2]!.id, servers[1]!.id, servers[0]!.id]);
    },
  );

  it('what fits stays as it is: not one server is touched', async () => {
    const { clientId, subscription } = await customerWith(2, 1);
    await subscribe(partner.api, portMonitoring(clientId, 101), { plan_slug: 'plan-1' });
    const before = await rows(clientId);
    await call('suspend-subscription', subscription);
    expect(await rows(clientId)).toEqual(before);
  });

  it('hand-paused servers are untouched by suspend-subscription and stay paused after resume-subscription', async () => {
    const { clientId, subscription, servers } = await customerWith(3, 3);
    await call('suspend', { endpoint_id: servers[1]!.id });
    const before = await endpointRow(service, servers[1]!.id);
    await call('suspend-subscription', subscription);
    expect(await states(clientId)).toEqual(['quota_paused', 'paused', 'quota_paused']);
    await call('resume-subscription', subscription);
    expect(await states(clientId)).toEqual(['active', 'paused', 'active']);
    expect(await endpointRow(service, servers[1]!.id)).toEqual(before);
  });

  it('a server that is suspended by hand while it waits does not come back by itself', async () => {
    const { clientId, subscription, servers } = await customerWith(2, 2);
    await call('suspend-subscription', subscription);
    await call('suspend', { endpoint_id: servers[0]!.id });
    await call('resume-subscription', subscription);
    expect(await states(clientId)).toEqual(['paused', 'active']);
    expectSuccess(await call('resume', { endpoint_id: servers[0]!.id }));
    expect(await states(clientId)).toEqual(['active', 'active']);
  });

  it('paused by the platform → resume-subscription → active: oldest first, until capacity is used', async () => {
    const { clientId, subscription, servers } = await customerWith(3, 3);
    await call('suspend-subscription', subscription);
    await call('provision-subscription', { ...subscription, plan_slug: 'plan-2' });
    await call('resume-subscription', subscription);
    expect(await states(clientId)).toEqual(['active', 'active', 'quota_paused']);
    expect(await wokenInOrder(clientId)).toEqual([servers[0]!.id, servers[1]!.id]);
    const row = await endpointRow(service, servers[0]!.id);
    expect(row).toMatchObject({ status: 'active', quota_paused: false, next_scan_at: expect.any(Date) });
  });

  it('an upgrade wakes what waits', async () => {
    const { clientId, subscription } = await customerWith(3, 3);
    await call('change-subscription', { ...subscription, new_plan_slug: 'plan-1', force: true });
    await call('change-subscription', { ...subscription, new_plan_slug: 'plan-2' });
    expect(await states(clientId)).toEqual(['active', 'active', 'quota_paused']);
  });

  it('cancelled → provision-subscription → active: what the platform paused comes back', async () => {
    const { clientId, subscription } = await customerWith(2, 2);
    await call('terminate-subscription', subscription);
    await call('provision-subscription', subscription);
    expect(await states(clientId)).toEqual(['active', 'active']);
  });

  it('terminate of a server wakes the oldest that waits', async () => {
    const { clientId, subscription, servers } = await customerWith(3, 3);
    await call('change-subscription', { ...subscription, new_plan_slug: 'plan-1', force: true });
    expect(await states(clientId)).toEqual(['active', 'quota_paused', 'quota_paused']);
    await call('terminate', { endpoint_id: servers[0]!.id });
    expect(await states(clientId)).toEqual(['terminated', 'active', 'quota_paused']);
  });

  it('terminate of a server that waits wakes none', async () => {
    const { clientId, subscription, servers } = await customerWith(3, 3);
    await call('change-subscription', { ...subscription, new_plan_slug: 'plan-1', force: true });
    await call('terminate', { endpoint_id: servers[1]!.id });
    expect(await states(clientId)).toEqual(['active', 'terminated', 'quota_paused']);
  });
});

describe('what clients see of capacity', () => {
  async function limitShown(query: string): Promise<number | null> {
    return (await partner.api.get(`/api/v1/endpoints${query}`)).body.meta.endpoint_limit;
  }

  it('endpoint_limit is what active subscriptions pay for', async () => {
    const { clientId, subscription } = await customerWith(2, 0);
    await subscribe(partner.api, portMonitoring(clientId, 101), { plan_slug: 'starter' });
    expect(await limitShown(`?billing_customer_id=${clientId}`)).toBe(7);
    await call('suspend-subscription', subscription);
    expect(await limitShown(`?billing_customer_id=${clientId}`)).toBe(5);
    await call('terminate-subscription', portMonitoring(clientId, 101));
    expect(await limitShown(`?billing_customer_id=${clientId}`)).toBe(0);
  });

  it("endpoint_limit is null when the customer is not capped, and the partner's cap when there is one", async () => {
    const clientId = newClient();
    await newServer(clientId);
    expect(await limitShown(`?billing_customer_id=${clientId}`)).toBeNull();
    await setUnsubscribedCap(service, partner, 'port_monitoring', 4);
    expect(await limitShown(`?billing_customer_id=${clientId}`)).toBe(4);
    expect(await limitShown('')).toBeNull();
  });

  it('quota_paused is shown on the server, which counts as paused', async () => {
    const { clientId, subscription, servers } = await customerWith(2, 2);
    await call('change-subscription', { ...subscription, new_plan_slug: 'plan-1', force: true });
    const list = (await partner.api.get(`/api/v1/endpoints?billing_customer_id=${clientId}`)).body;
    expect(list.data).toMatchObject([
      { id: servers[1]!.id, status: 'paused', quota_paused: true, next_scan_at: null },
      { id: servers[0]!.id, status: 'active', quota_paused: false },
    ]);
    expect(list.meta).toMatchObject({ endpoint_limit: 1, status_counts: { active: 1, paused: 1 } });
  });
});

describe('scans of servers that the platform pauses', () => {
  it('ENDPOINT_NOT_ACTIVE, 409: a platform-paused server cannot be scanned by hand', async () => {
    const { clientId, subscription, servers } = await customerWith(1, 1);
    await call('suspend-subscription', subscription);
    const answer = await call('scan-endpoint', { client_id: clientId, endpoint_id: servers[0]!.id });
    expectProblem(answer, 409, 'ENDPOINT_NOT_ACTIVE');
  });

  it('a scan that is pending is cancelled', async () => {
    const { clientId, subscription, servers } = await customerWith(1, 1);
    const scanId = await requestScan(partner.api, servers[0]!.id, clientId);
    await call('suspend-subscription', subscription);
    expect(await endedScan(service, scanId)).toMatchObject({ status: 'cancelled' });
    expect(await endpointRow(service, servers[0]!.id)).toMatchObject({ current_scan_id: null, next_scan_at: null });
  });

  it('the schedule queues them no more, and again once they are back', async () => {
    const { subscription, servers } = await customerWith(1, 1);
    const options = {
      policy: createAddressPolicy(service.config.scanAllow),
      defaultIntervalSeconds: 86_400,
      random: () => 0.5,
    };
    const { resources } = service.service;
    const currentScan = async () => (await endpointRow(service, servers[0]!.id)).current_scan_id;
    await call('suspend-subscription', subscription);
    for (let tick = 0; tick < 3; tick += 1) {
      service.clock.advanceSeconds(86_400);
      await dispatchDueScans(resources, options);
    }
    expect(await currentScan()).toBeNull();
    await call('resume-subscription', subscription);
    service.clock.advanceSeconds(5);
    await dispatchDueScans(resources, options);
    expect(await currentScan()).not.toBeNull();
  });

  it('a scan that is running is stopped, and its result is not applied', async () => {
    const scanner = new ScriptedScanner();
    const scanning = await TestService.start({ scanner });
    try {
      const { api } = await scanning.partner();
      const subscription = portMonitoring(1, 100);
      await subscribe(api, subscription, { plan_slug: 'starter' });
      const address = loopbackAddress();
      let aborted = false;
      scanner.script(
        address,
        endlessScan(() => {
          aborted = true;
        }),
      );
      const endpointId = await provision(api, address);
      const scanId = await eventually('the scan runs', async () =>
        scanner.requestsOf(address).length > 0 ? (await endpointRow(scanning, endpointId)).current_scan_id : null,
      );
      await act(api, 'suspend-subscription', subscription);
      await eventually('the scan is aborted', async () => aborted);
      expect(await endedScan(scanning, scanId)).toMatchObject({ status: 'cancelled' });
      expect(await endpointRow(scanning, endpointId)).toMatchObject({ last_scan_at: null, quota_paused: true });
    } finally {
      await scanning.stop();
    }
  });
});

/** Ids of the customer's servers that the audit log says were moved for capacity, in the order in which it was done. */
async function movedInOrder(clientId: number, move: 'newly_paused' | 'unpaused'): Promise<string[]> {
  const { rows: moved } = await service.store.database.pool.query<{ id: string }>(
    `SELECT e.id FROM audit_entries a JOIN customers c ON c.partner_id = a.partner_id AND c.id = a.customer_id
     CROSS JOIN LATERAL jsonb_array_elements_text(a.details->'port_monitoring'->$2) WITH ORDINALITY AS l(address, position)
     JOIN endpoints e ON e.partner_id = c.partner_id AND e.customer_id = c.id AND e.ip_address = l.address::inet
     WHERE c.billing_customer_id = $1 AND a.action = 'capacity.enforced' ORDER BY a.at, a.id, l.position`,
    [clientId, move],
  );
  return moved.map(({ id }) => id);
}

function pausedInOrder(clientId: number): Promise<string[]> {
  return movedInOrder(clientId, 'newly_paused');
}

function wokenInOrder(clientId: number): Promise<string[]> {
  return movedInOrder(clientId, 'unpaused');
}

async function rows(clientId: number): Promise<unknown[]> {
  const result = await service.store.database.pool.query(
    'SELECT e.* FROM endpoints e JOIN customers c ON c.partner_id = e.partner_id AND c.id = e.customer_id WHERE c.billing_customer_id = $1 ORDER BY e.id',
    [clientId],
  );
  return result.rows;
}
