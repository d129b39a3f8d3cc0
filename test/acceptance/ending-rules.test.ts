import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { scanAfterEndedRules } from '../../src/monitoring/port-exposure/scan-after-ended-rules.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { auditOf } from '../support/audit-log.ts';
import { completeScan, type PortText } from '../support/completed-scans.ts';
import { eventually } from '../support/eventually.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { pretendLiveWorker } from '../support/rows.ts';
import { alertsOf } from '../support/scan-outcomes.ts';
import { systemOperation, takeScanJob } from '../support/scan-steps.ts';
import { detail, provision } from '../support/scans.ts';
import { expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const path = '/api/v1/whitelists';
const hour = 3_600;
const day = 24 * hour;
const cooldownSeconds = 300;

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
});

/** The time that many seconds ahead, as the API says it. */
function ahead(seconds: number): string {
  return new Date(service.clock.now().getTime() + seconds * 1_000).toISOString();
}

function create(body: Record<string, unknown>): Promise<ApiAnswer> {
  return partner.api.post(path, body);
}

async function read(id: string): Promise<ApiAnswer['body']> {
  return (await partner.api.get(`${path}/${id}`)).body.data;
}

async function scanned(endpointId: string, ...open: PortText[]): Promise<void> {
  service.clock.advanceSeconds(60);
  await completeScan(service, partner, endpointId, { open });
}

/** A server that a scan saw port 22 open of. */
async function server(): Promise<string> {
  const endpointId = await provision(partner.api, loopbackAddress());
  await scanned(endpointId, '22:tcp');
  return endpointId;
}

async function statuses(endpointId: string): Promise<string[]> {
  return (await alertsOf(partner.api, endpointId)).map(({ status }) => status);
}

async function allowedPorts(endpointId: string): Promise<string[]> {
  return (await detail(partner.api, endpointId)).whitelisted_ports;
}

const afterEnded = () => scanAfterEndedRules(service.service.resources, cooldownSeconds);

/** Whether a scheduled scan of the endpoint is due now. */
async function isDue(endpointId: string): Promise<boolean> {
  const { rows } = await service.store.database.pool.query(
    'SELECT next_scan_at <= $2 AS due FROM endpoints WHERE id = $1',
    [endpointId, service.clock.now()],
  );
  return rows[0].due;
}

/** No scheduled scan of the endpoint is due for a while. */
async function postpone(endpointId: string): Promise<void> {
  await service.store.database.pool.query('UPDATE endpoints SET next_scan_at = $2 WHERE id = $1', [
    endpointId,
    ahead(30 * day),
  ]);
}

afterEach(async () => {
  await service.store.database.pool.query('UPDATE endpoints SET next_scan_at = $1 WHERE next_scan_at IS NOT NULL', [
    ahead(30 * day),
  ]);
});

describe('resolving by hand', () => {
  const messageOf = async (alertId: string) =>
    expectSuccess(await partner.api.post(`/api/v1/alerts/${alertId}/resolve`, {})).message;
  const scansOf = async (endpointId: string) =>
    (await partner.api.get(`/api/v1/endpoints/${endpointId}/scans`)).body.data;

  it('of a port that the last scan saw open says so, and a scan is queued, or comes when the cooldown is over', async () => {
    await pretendLiveWorker(service);
    const endpointId = await server();
    await scanned(endpointId, '22:tcp', '80:tcp');
    const [first, second] = await alertsOf(partner.api, endpointId);
    await postpone(endpointId);
    const before = await scansOf(endpointId);
    expect(await messageOf(first.id)).toMatch(/The last scan saw the port open; a scan is queued\.$/);
    const after = await scansOf(endpointId);
    expect(after).toHaveLength(before.length + 1);
    expect(after[0]).toMatchObject({ status: 'pending', trigger: 'manual' });
    expect(await messageOf(second.id)).toMatch(/The last scan saw the port open\.$/);
    expect(await scansOf(endpointId)).toHaveLength(after.length);
    const { data } = await takeScanJob(systemOperation(service, partner));
    expect(data.scanId).toBe(after[0].id);
    expect(await isDue(endpointId)).toBe(false);
    service.clock.advanceSeconds(cooldownSeconds);
    expect(await isDue(endpointId)).toBe(true);
  });
});

describe('a rule with an end', () => {
  it('covers its ports until then and nothing afterwards', async () => {
    const endpointId = await server();
    const expiresAt = ahead(hour);
    const answer = await create({ endpoint_id: endpointId, port_start: 22, expires_at: expiresAt });
    expect(answer.status).toBe(201);
    expect(answer.body.data.expires_at).toBe(expiresAt);
    expect(await statuses(endpointId)).toEqual(['resolved']);
    await scanned(endpointId, '22:tcp');
    expect(await statuses(endpointId)).toEqual(['resolved']);
    expect(await allowedPorts(endpointId)).toEqual(['22:tcp']);
    service.clock.advanceSeconds(hour);
    expect(await allowedPorts(endpointId)).toEqual([]);
    await scanned(endpointId, '22:tcp');
    expect(await statuses(endpointId)).toEqual(['resolved', 'open']);
    expect(await read(answer.body.data.id)).toMatchObject({ expires_at: expiresAt });
  });

  it('the same rule again takes the end that is asked for, and one that has ended is in force again', async () => {
    const endpointId = await server();
    const rule = { endpoint_id: endpointId, port_start: 22 };
    const { id } = (await create({ ...rule, expires_at: ahead(hour) })).body.data;
    service.clock.advanceSeconds(hour);
    await scanned(endpointId, '22:tcp');
    expect(await statuses(endpointId)).toEqual(['resolved', 'open']);
    const later = ahead(hour);
    const renewed = await create({ ...rule, expires_at: later });
    expect(renewed.status).toBe(200);
    expect(renewed.body.data).toMatchObject({ id, expires_at: later });
    expect(await statuses(endpointId)).toEqual(['resolved', 'resolved']);
    expect((await create(rule)).body.data).toMatchObject({ id, expires_at: null });
    const log = await auditOf(service, id);
    expect(log.map(({ action }) => action)).toEqual([
      'allowed_ports.created',
      'allowed_ports.updated',
      'allowed_ports.updated',
    ]);
    await create(rule);
    expect(await auditOf(service, id)).toEqual(log);
  });

  it('a change of its ports keeps the end, and resolves nothing once it has ended', async () => {
    const endpointId = await server();
    const expiresAt = ahead(hour);
    const { id } = (await create({ endpoint_id: endpointId, port_start: 80, expires_at: expiresAt })).body.data;
    service.clock.advanceSeconds(hour);
    const changed = await partner.api.send('PUT', `${path}/${id}`, { port_start: 22 });
    expect(changed.body.data).toMatchObject({ port_start: 22, expires_at: expiresAt });
    expect(await statuses(endpointId)).toEqual(['open']);
    const later = ahead(hour);
    const prolonged = await partner.api.send('PUT', `${path}/${id}`, { expires_at: later });
    expect(prolonged.body.data).toMatchObject({ port_start: 22, expires_at: later });
    expect(await statuses(endpointId)).toEqual(['resolved']);
  });

  it.each([
    ['that has passed', () => ahead(-1)],
    ['more than a year ahead', () => ahead(367 * day)],
    ['that is no time', () => 'tomorrow'],
  ])('an end %s: 422 for a new rule and for a change', async (_what, end) => {
    const endpointId = await server();
    const body = { endpoint_id: endpointId, port_start: 22 };
    expectRefusal(await create({ ...body, expires_at: end() }), 422, ['expires_at']);
    expect(await statuses(endpointId)).toEqual(['open']);
    const { id } = (await create(body)).body.data;
    expectRefusal(await partner.api.send('PUT', `${path}/${id}`, { expires_at: end() }), 422, ['expires_at']);
  });

  it("a server's own rules that open a port bring back an identical one that has ended", async () => {
    const endpointId = await server();
    const { id } = (await create({ endpoint_id: endpointId, port_start: 22, expires_at: ahead(hour) })).body.data;
    service.clock.advanceSeconds(hour);
    await scanned(endpointId, '22:tcp');
    const dump = '*filter\n:INPUT DROP [0:0]\n-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT\nCOMMIT\n';
    const request = { billing_customer_id: 1, endpoint_id: endpointId, dump };
    const preview = await partner.api.post('/api/v1/firewall/ingest', { ...request, mode: 'preview' });
    expect(preview.body.data).toMatchObject({ rules_created: 1, alerts_resolved: 1 });
    const applied = await partner.api.post('/api/v1/firewall/ingest', request);
    expect(applied.body.data).toMatchObject({ rules_created: 1, rules_existing: 0, alerts_resolved: 1 });
    expect(await read(id)).toMatchObject({ expires_at: null, source: 'firewall_ingest' });
  });
});

describe('once a rule has ended', () => {
  it('the servers whose ports it covered are scanned, no others, once, and the log says so', async () => {
    const [covered, closed, paused] = [await server(), await server(), await server()];
    await scanned(covered, '22:tcp', '2222:tcp');
    await scanned(paused, '22:tcp', '2222:tcp');
    await partner.api.post('/api/v1/billing/suspend', { endpoint_id: paused });
    const { id } = (await create({ billing_customer_id: 1, port_start: 2_222, expires_at: ahead(hour) })).body.data;
    for (const each of [covered, closed]) await postpone(each);
    await afterEnded();
    expect(await isDue(covered)).toBe(false);
    service.clock.advanceSeconds(hour);
    await Promise.all([afterEnded(), afterEnded(), afterEnded()]);
    expect([await isDue(covered), await isDue(closed)]).toEqual([true, false]);
    const expired = (await auditOf(service, id)).filter(({ action }) => action === 'allowed_ports.expired');
    expect(expired).toEqual([
      {
        action: 'allowed_ports.expired',
        actor_kind: 'system',
        details: { port_start: 2_222, port_end: 2_222, protocol: 'tcp', endpoint_id: null, scans: 1 },
      },
    ]);
  });

  it('a server within the cooldown is scanned when another one would be over', async () => {
    const endpointId = await server();
    const [first, second] = [{ port_start: 22 }, { port_start: 20, port_end: 30 }];
    await create({ endpoint_id: endpointId, ...first, expires_at: ahead(hour) });
    await create({ endpoint_id: endpointId, ...second, expires_at: ahead(hour + cooldownSeconds - 10) });
    await postpone(endpointId);
    service.clock.advanceSeconds(hour);
    await afterEnded();
    expect(await isDue(endpointId)).toBe(true);
    await postpone(endpointId);
    service.clock.advanceSeconds(cooldownSeconds - 10);
    await afterEnded();
    expect(await isDue(endpointId)).toBe(false);
    service.clock.advanceSeconds(cooldownSeconds);
    expect(await isDue(endpointId)).toBe(true);
  });

  it('a worker has it scanned by itself', async () => {
    const endpointId = await server();
    const { id } = (await create({ endpoint_id: endpointId, port_start: 22, expires_at: ahead(hour) })).body.data;
    const lastScanAt = async () => (await detail(partner.api, endpointId)).data.last_scan_at;
    const before = await lastScanAt();
    service.clock.advanceSeconds(hour);
    const worker = await TestService.start({ role: 'worker', sharedWith: service });
    try {
      await eventually(
        'the end is in the log',
        async () => (await auditOf(service, id)).some(({ action }) => action === 'allowed_ports.expired') || null,
      );
      await eventually('the server was scanned', async () => (await lastScanAt()) !== before || null);
    } finally {
      await worker.stop();
    }
  });
});

describe('what a rule covers no more by hand', () => {
  const allowed = async (port_start: number, port_end: number) => {
    const endpointId = await server();
    const { id } = (await create({ endpoint_id: endpointId, port_start, port_end })).body.data;
    await postpone(endpointId);
    return {
      endpointId,
      change: (body: Record<string, unknown>) => partner.api.send('PUT', `${path}/${id}`, body),
      id,
    };
  };

  const isDueSoon = async (endpointId: string) => {
    expect(await isDue(endpointId)).toBe(false);
    service.clock.advanceSeconds(cooldownSeconds);
    return isDue(endpointId);
  };

  it('is scanned soon when the rule is deleted, no later for a second one, and by hand at once', async () => {
    await pretendLiveWorker(service);
    const { endpointId, id } = await allowed(22, 22);
    await partner.api.send('DELETE', `${path}/${id}`);
    service.clock.advanceSeconds(cooldownSeconds - 10);
    const again = (await create({ endpoint_id: endpointId, port_start: 22 })).body.data;
    await partner.api.send('DELETE', `${path}/${again.id}`);
    expect(await isDue(endpointId)).toBe(false);
    service.clock.advanceSeconds(10);
    expect(await isDue(endpointId)).toBe(true);
    const scan = { client_id: 1, endpoint_id: endpointId };
    expectSuccess(await partner.api.post('/api/v1/billing/scan-endpoint', scan), 202);
    await takeScanJob(systemOperation(service, partner));
  });

  it('is scanned soon when the rule covers fewer ports or another protocol, not when it covers more', async () => {
    const { endpointId, change } = await allowed(20, 30);
    await change({ port_end: 40, protocol: 'both' });
    expect(await isDue(endpointId)).toBe(false);
    await change({ protocol: 'udp' });
    expect(await isDueSoon(endpointId)).toBe(true);
    const other = await allowed(20, 30);
    await other.change({ port_start: 23 });
    expect(await isDueSoon(other.endpointId)).toBe(true);
  });

  it('is scanned soon when its server goes to a customer without the rule', async () => {
    const order = { client_id: 71, service_id: 7 };
    const endpointId = await provision(partner.api, loopbackAddress(), order);
    await scanned(endpointId, '22:tcp');
    await create({ billing_customer_id: order.client_id, port_start: 22 });
    await postpone(endpointId);
    expectSuccess(await partner.api.post('/api/v1/customers/71/services/7/transfer', { to: 72, dry_run: true }));
    expect(await isDue(endpointId)).toBe(false);
    expectSuccess(await partner.api.post('/api/v1/customers/71/services/7/transfer', { to: 72 }));
    expect(await isDueSoon(endpointId)).toBe(true);
  });

  it('is left to its schedule when the rule had ended before', async () => {
    const endpointId = await server();
    const { id } = (await create({ endpoint_id: endpointId, port_start: 22, expires_at: ahead(hour) })).body.data;
    service.clock.advanceSeconds(hour);
    await afterEnded();
    service.clock.advanceSeconds(cooldownSeconds);
    await postpone(endpointId);
    await partner.api.send('DELETE', `${path}/${id}`);
    expect(await isDue(endpointId)).toBe(false);
  });
});
