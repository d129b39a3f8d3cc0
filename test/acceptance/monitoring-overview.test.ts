import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishScan } from '../../src/monitoring/port-scans/finish-scan.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { insertAlert, insertDomainAlert } from '../support/rows.ts';
import { enqueueScan, systemOperation, takeScanJob } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
let nextClientId = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  service.clock.standAt(new Date());
});
afterAll(() => service?.stop());

async function customer(servers: number) {
  nextClientId += 1;
  const clientId = nextClientId;
  const serverIds: string[] = [];
  for (let index = 0; index < servers; index += 1)
    serverIds.push(await provision(partner.api, loopbackAddress(), { client_id: clientId }));
  return { clientId, serverIds };
}

async function overviewOf(clientId: number) {
  return expectSuccess(await partner.api.get(`/api/v1/monitoring/overview?billing_customer_id=${clientId}`));
}

const set = (table: 'endpoints' | 'monitored_domains', id: string, columns: string) =>
  service.store.database.pool.query(`UPDATE ${table} SET ${columns} WHERE id = $1`, [id]);

describe('GET /monitoring/overview', () => {
  it('all is well when everything was looked at and nothing but notes is open, with the times of the looks', async () => {
    const { clientId, serverIds } = await customer(2);
    expect(await overviewOf(clientId)).toMatchObject({ all_well: false, servers: { total: 2, never_scanned: 2 } });
    await completeScan(service, partner, serverIds[0]!, {});
    const oldest = service.clock.now().toISOString();
    service.clock.advanceSeconds(3_600);
    expect(await overviewOf(clientId)).toMatchObject({ all_well: false, servers: { looked_at: 1, never_scanned: 1 } });
    await completeScan(service, partner, serverIds[1]!, {});
    await insertAlert(service, partner, serverIds[0]!, { severity: 'low', port: 443 });
    await insertAlert(service, partner, serverIds[0]!, { severity: 'high', status: 'acknowledged' });
    expect(await overviewOf(clientId)).toEqual({
      all_well: true,
      all_looked_at: true,
      standing: { code: 'well', count: 2, sentence: 'Nothing needs your attention' },
      needs_action: { total: 0, open_ports: 0, leaks: 0, other: 0 },
      notes: 1,
      open_alerts: {
        servers: { critical: 0, high: 0, medium: 0, low: 1 },
        domains: { critical: 0, high: 0, medium: 0, low: 0 },
      },
      servers: {
        all_looked_at: true,
        total: 2,
        looked_at: 2,
        needs_action: 0,
        well: 2,
        failing: 0,
        in_part: 0,
        never_scanned: 0,
        outside_policy: 0,
        paused: 0,
        waiting_for_capacity: 0,
      },
      domains: {
        all_looked_at: false,
        no_source: 0,
        posture_only: 0,
        total: 0,
        looked_at: 0,
        failing: 0,
        never_scanned: 0,
        paused: 0,
        waiting_for_capacity: 0,
        unverified: 0,
      },
      last_look_at: service.clock.now().toISOString(),
      oldest_look_at: oldest,
    });
  });

  it('what needs action is counted by what it is about, of every kind', async () => {
    const { clientId, serverIds } = await customer(1);
    await completeScan(service, partner, serverIds[0]!, {});
    const domainId = await monitorDomain(partner.api, clientId, 'needs-action.example.com');
    await insertAlert(service, partner, serverIds[0]!, { severity: 'medium' });
    await insertAlert(service, partner, serverIds[0]!, { severity: 'critical' });
    await insertDomainAlert(service, partner, domainId, { severity: 'critical' });
    await insertDomainAlert(service, partner, domainId, { severity: 'low', kind: 'dark_web' });
    expect(await overviewOf(clientId)).toMatchObject({
      all_well: false,
      needs_action: { total: 3, open_ports: 2, leaks: 1, other: 0 },
      notes: 1,
      open_alerts: { servers: { critical: 1, medium: 1 }, domains: { critical: 1, low: 1 } },
    });
  });

  it('each server counts once as well, as one that needs action, or as one that nobody can speak of', async () => {
    const { clientId, serverIds } = await customer(4);
    const [well, exposed, pausedAndExposed] = serverIds as [string, string, string];
    for (const id of [well, exposed, pausedAndExposed]) await completeScan(service, partner, id, {});
    await insertAlert(service, partner, well, { severity: 'low' });
    for (const id of [exposed, exposed, pausedAndExposed])
      await insertAlert(service, partner, id, { severity: 'high' });
    await partner.api.post('/api/v1/provisioning/suspend', { endpoint_id: pausedAndExposed });
    expect((await overviewOf(clientId)).servers).toMatchObject({ total: 4, looked_at: 2, needs_action: 2, well: 1 });
  });

  it('a server at which nobody looks, or whose last look told nothing, is counted by the reason and is not well', async () => {
    const { clientId, serverIds } = await customer(6);
    const [paused, outside, silent, failed, late] = serverIds as [string, string, string, string, string];
    for (const id of serverIds) await completeScan(service, partner, id, {});
    service.clock.advanceSeconds(60);
    await partner.api.post('/api/v1/provisioning/suspend', { endpoint_id: paused });
    await set('endpoints', outside, 'next_scan_at = NULL');
    await set('endpoints', silent, "condition = 'unreachable', condition_since = now()");
    const operation = systemOperation(service, partner);
    const scanId = await enqueueScan(operation, failed);
    await takeScanJob(operation);
    await operation.transaction((tx) =>
      finishScan(tx, { endpointId: failed, scanId }, { status: 'failed', error: 'engine: it broke down' }),
    );
    await set('endpoints', late, "next_scan_at = now() - interval '3 years'");
    const overview = await overviewOf(clientId);
    expect(overview).toMatchObject({
      all_well: false,
      servers: { total: 6, looked_at: 1, failing: 3, never_scanned: 0, outside_policy: 1, paused: 1 },
    });
    await completeScan(service, partner, failed, {});
    expect((await overviewOf(clientId)).servers).toMatchObject({ looked_at: 2, failing: 2 });
  });

  it('a server that waits for capacity is told apart from one that was paused by hand', async () => {
    const { clientId, serverIds } = await customer(2);
    await set('endpoints', serverIds[1]!, "status = 'paused', quota_paused = true, next_scan_at = NULL");
    expect((await overviewOf(clientId)).servers).toMatchObject({ paused: 0, waiting_for_capacity: 1 });
  });

  it('a domain of which control is not proved keeps all from being well', async () => {
    const { clientId } = await customer(0);
    const domainId = await monitorDomain(partner.api, clientId, 'unproved.example.com');
    expect((await overviewOf(clientId)).domains).toMatchObject({ total: 1, never_scanned: 1, unverified: 1 });
    await scanDomain(service, domainId, []);
    expect(await overviewOf(clientId)).toMatchObject({ all_well: false, domains: { looked_at: 1, unverified: 1 } });
    await set('monitored_domains', domainId, 'verified_at = now(), next_verification_at = now()');
    expect(await overviewOf(clientId)).toMatchObject({ all_well: true, domains: { looked_at: 1, unverified: 0 } });
  });

  it('who has nothing monitored is not told that all is well', async () => {
    expect(await overviewOf(987_654)).toMatchObject({ all_well: false, last_look_at: null, oldest_look_at: null });
  });
});

describe('GET /endpoints by severity', () => {
  it('those with the worst open alerts first, then newest first, on pages and by cursors alike', async () => {
    const { clientId, serverIds } = await customer(5);
    const [plain, low, dealtWith, critical, newest] = serverIds as [string, string, string, string, string];
    await insertAlert(service, partner, low, { severity: 'low' });
    await insertAlert(service, partner, dealtWith, { severity: 'critical', status: 'acknowledged' });
    await insertAlert(service, partner, critical, { severity: 'medium' });
    await insertAlert(service, partner, critical, { severity: 'critical' });
    const expected = [critical, low, newest, dealtWith, plain];
    const path = `/api/v1/endpoints?billing_customer_id=${clientId}&sort=severity&per_page=2`;
    const idsOf = (answer: ApiAnswer) => answer.body.data.map(({ id }: { id: string }) => id);
    const paged: string[] = [];
    for (const page of [1, 2, 3]) paged.push(...idsOf(await partner.api.get(`${path}&page=${page}`)));
    expect(paged).toEqual(expected);
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer: ApiAnswer = await partner.api.get(`${path}${cursor && `&cursor=${cursor}`}`);
      expect(answer.body.meta.total).toBe(5);
      walked.push(...idsOf(answer));
      cursor = answer.body.meta.next_cursor;
    }
    expect(walked).toEqual(expected);
    const { body } = await partner.api.get(`${path}&status=paused`);
    expect(body.data).toEqual([]);
  });

  it('needs a customer, and does not go on by a cursor of the other order', async () => {
    expectRefusal(await partner.api.get('/api/v1/endpoints?sort=severity'), 422, ['sort']);
    const { clientId } = await customer(2);
    const path = `/api/v1/endpoints?billing_customer_id=${clientId}&per_page=1`;
    const { body } = await partner.api.get(path);
    expectRefusal(await partner.api.get(`${path}&sort=severity&cursor=${body.meta.next_cursor}`), 422, ['cursor']);
  });
});
