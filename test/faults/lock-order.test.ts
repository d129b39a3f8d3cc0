import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/core/operation/operation.ts';
import { reopenDueAlerts } from '../../src/monitoring/alerts/reopen-due-alerts.ts';
import { lockScannedDomain } from '../../src/monitoring/leaks/claim-domain-scan.ts';
import { finishDomainScan } from '../../src/monitoring/leaks/finish-domain-scan.ts';
import type { LeakEvidence } from '../../src/monitoring/leaks/leak-alert.ts';
import { scanAfterEndedRules } from '../../src/monitoring/port-exposure/scan-after-ended-rules.ts';
import { lockScannedEndpoint } from '../../src/monitoring/port-scans/claim-scan.ts';
import { finishScan } from '../../src/monitoring/port-scans/finish-scan.ts';
import { recordObservations } from '../../src/monitoring/port-scans/observations.ts';
import { alertKinds } from '../../src/wiring/alert-kinds.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { auditOf } from '../support/audit-log.ts';
import { act, domainMonitoring, insertPlans, portMonitoring, subscribe } from '../support/billing.ts';
import { deadlocks } from '../support/deadlocks.ts';
import { dispatchDomainScans, monitorDomain, takeDomainScanJobs } from '../support/domain-scans.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { lockWaiters } from '../support/lock-waiters.ts';
import { alertsOf } from '../support/scan-outcomes.ts';
import { enqueueScan, openPort, systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  await insertPlans(service, partner, [1, 2]);
});
afterAll(() => service?.stop());

const opens8443 = '*filter\n:INPUT DROP [0:0]\n-A INPUT -p tcp -m tcp --dport 8443 -j ACCEPT\nCOMMIT\n';

/** Another request begins, and waits, while a transaction holds what it locks first; that one then goes on. */
async function against(
  lock: (tx: Operation) => Promise<unknown>,
  goOn: (tx: Operation) => Promise<unknown>,
  other: () => Promise<ApiAnswer>,
): Promise<void> {
  const before = await deadlocks(service);
  let answer: Promise<ApiAnswer> | null = null;
  await systemOperation(service, partner).transaction(async (tx) => {
    await lock(tx);
    answer ??= other();
    await lockWaiters(service, 1);
    await goOn(tx);
  });
  expectSuccess(await answer!);
  expect(await deadlocks(service)).toBe(before);
}

async function scanOf(endpointId: string) {
  const scanId = await enqueueScan(systemOperation(service, partner), endpointId);
  return { endpointId, scanId, partnerId: partner.partnerId };
}

/** What a scan's result writes, in its order. */
async function writeResult(tx: Operation, { endpointId, scanId }: { endpointId: string; scanId: string }) {
  const endpoint = await tx.db
    .selectFrom('endpoints')
    .selectAll()
    .where('id', '=', endpointId)
    .executeTakeFirstOrThrow();
  await tx.effects.portsObserved(tx, { endpoint, open: [openPort(8_443)], closed: [], isPartial: false });
  await tx.db.updateTable('scans').set({ status: 'completed' }).where('id', '=', scanId).execute();
}

async function statusOfScan(table: 'scans' | 'domain_scans', id: string): Promise<string> {
  const scan = await systemOperation(service, partner)
    .db.selectFrom(table)
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return scan.status;
}

describe('a request about a server that goes to another customer meanwhile', () => {
  it('waits, and is about the server that it named', async () => {
    const endpointId = await provision(partner.api, loopbackAddress(), { client_id: 83 });
    await provision(partner.api, loopbackAddress(), { client_id: 84 });
    let suspended: Promise<ApiAnswer> | null = null;
    await systemOperation(service, partner).transaction(async (tx) => {
      const both = await tx.db
        .selectFrom('customers')
        .selectAll()
        .where('billing_customer_id', 'in', [83, 84])
        .orderBy('billing_customer_id')
        .forNoKeyUpdate()
        .execute();
      suspended ??= act(partner.api, 'suspend', { endpoint_id: endpointId });
      await lockWaiters(service, 1);
      await tx.db.updateTable('endpoints').set({ customer_id: both[1]!.id }).where('id', '=', endpointId).execute();
    });
    expect(expectSuccess(await suspended!)).toMatchObject({ endpoint_id: endpointId, status: 'paused' });
  });
});

describe('a scan that writes its result, and a request that comes meanwhile, never lock each other out', () => {
  it('firewall ingest waits for the endpoint before it looks at the rules, and resolves what the scan raised', async () => {
    const job = await scanOf(await provision(partner.api, loopbackAddress()));
    await against(
      (tx) => lockScannedEndpoint(tx, job),
      (tx) => writeResult(tx, job),
      () =>
        partner.api.post('/api/v1/firewall/ingest', {
          billing_customer_id: 1,
          endpoint_id: job.endpointId,
          dump: opens8443,
        }),
    );
    expect(await alertsOf(partner.api, job.endpointId)).toMatchObject([
      { port: 8_443, status: 'resolved', resolution: 'allowed' },
    ]);
  });

  it.each(['suspended', 'cancelled'])('sync-services, of a server that is %s', async (status) => {
    const address = { client_id: 2, service_id: status === 'suspended' ? 50 : 51, product_slug: 'endpoint' };
    const job = await scanOf(await provision(partner.api, loopbackAddress(), address));
    await against(
      (tx) => lockScannedEndpoint(tx, job),
      (tx) => writeResult(tx, job),
      () => act(partner.api, 'sync-services', { services: [{ ...address, status }] }),
    );
    expect(await statusOfScan('scans', job.scanId)).toBe('completed');
  });

  it('a merge of its customer into another one, which has the result then', async () => {
    const endpointId = await provision(partner.api, loopbackAddress(), { client_id: 81, service_id: 1 });
    const job = await scanOf(endpointId);
    await against(
      (tx) => lockScannedEndpoint(tx, job),
      (tx) => writeResult(tx, job),
      () => partner.api.post('/api/v1/customers/81/merge', { into: 82 }),
    );
    expect(await statusOfScan('scans', job.scanId)).toBe('completed');
    expect(await alertsOf(partner.api, endpointId)).toMatchObject([{ port: 8_443, billing_customer_id: 82 }]);
  });

  it('the enforcement of capacity, of endpoints', async () => {
    const subscription = portMonitoring(3);
    await subscribe(partner.api, subscription, { plan_slug: 'plan-2' });
    const job = await scanOf(await provision(partner.api, loopbackAddress(), { client_id: 3 }));
    await against(
      (tx) => lockScannedEndpoint(tx, job),
      (tx) => writeResult(tx, job),
      () => act(partner.api, 'suspend-subscription', subscription),
    );
    expect(await statusOfScan('scans', job.scanId)).toBe('completed');
  });

  it('the enforcement of capacity, of domains', async () => {
    const subscription = domainMonitoring(4);
    await subscribe(partner.api, subscription, { quantity: 1 });
    await monitorDomain(partner.api, 4, 'lock-order.example.com');
    await dispatchDomainScans(service);
    const [job] = await takeDomainScanJobs(service);
    await against(
      (tx) => lockScannedDomain(tx, job!.data),
      (tx) =>
        tx.db.updateTable('domain_scans').set({ status: 'completed' }).where('id', '=', job!.data.scanId).execute(),
      () => act(partner.api, 'suspend-subscription', subscription),
    );
    expect(await statusOfScan('domain_scans', job!.data.scanId)).toBe('completed');
  });
});

describe('a change of a plan, which waits for changes under way, and a request that writes to the audit log', () => {
  /** As setPlan does before it enforces: the customers, then the partner, whose row every audit entry refers to. */
  async function lockAsPlanChange(tx: Operation): Promise<void> {
    await tx.db.selectFrom('customers').select('id').orderBy('id').forNoKeyUpdate().execute();
    await tx.db.unscoped.selectFrom('partners').select('id').where('id', '=', tx.partnerId).forUpdate().execute();
  }

  function pause(endpointId: string): (tx: Operation) => Promise<unknown> {
    return (tx) => tx.db.updateTable('endpoints').set({ quota_paused: false }).where('id', '=', endpointId).execute();
  }

  it('firewall ingest', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const body = { billing_customer_id: 1, endpoint_id: endpointId, dump: opens8443 };
    await against(lockAsPlanChange, pause(endpointId), () => partner.api.post('/api/v1/firewall/ingest', body));
  });

  it('resolving an alert by hand', async () => {
    const job = await scanOf(await provision(partner.api, loopbackAddress()));
    await systemOperation(service, partner).transaction((tx) => writeResult(tx, job));
    const [{ id }] = await alertsOf(partner.api, job.endpointId);
    await against(lockAsPlanChange, pause(job.endpointId), () => partner.api.post(`/api/v1/alerts/${id}/resolve`));
  });

  /** A server of which a scan saw a port open, and the next one is a day away. */
  async function serverWithOpenPort() {
    const job = await scanOf(await provision(partner.api, loopbackAddress()));
    const opened = { scanId: job.scanId, open: [openPort(8_443)], closed: [], silent: [], isPartial: false };
    await systemOperation(service, partner).transaction(async (tx) => {
      await recordObservations(tx, job.endpointId, opened);
    });
    service.clock.advanceSeconds(3_600);
    const postponed = new Date(service.clock.now().getTime() + 86_400_000);
    const wait = (tx: Operation) =>
      tx.db.updateTable('endpoints').set({ next_scan_at: postponed }).where('id', '=', job.endpointId).execute();
    await systemOperation(service, partner).transaction(wait);
    return { job, rule: { endpoint_id: job.endpointId, port_start: 8_443 } };
  }

  it.each([
    ['deleting a rule', 'DELETE', undefined, 204],
    ['narrowing a rule', 'PUT', { protocol: 'udp' }, 200],
  ] as const)('%s that covered an open port', async (_what, method, body, status) => {
    const { job, rule } = await serverWithOpenPort();
    const { data } = (await partner.api.post('/api/v1/whitelists', rule)).body;
    await against(lockAsPlanChange, pause(job.endpointId), async () => {
      expect((await partner.api.send(method, `/api/v1/whitelists/${data.id}`, body)).status).toBe(status);
      return partner.api.get(`/api/v1/alerts?endpoint_id=${job.endpointId}`);
    });
  });

  it('what follows from a rule that ended', async () => {
    const { job, rule } = await serverWithOpenPort();
    const expiresAt = new Date(service.clock.now().getTime() + 1_000).toISOString();
    const { data } = (await partner.api.post('/api/v1/whitelists', { ...rule, expires_at: expiresAt })).body;
    service.clock.advanceSeconds(1);
    await against(lockAsPlanChange, pause(job.endpointId), async () => {
      await scanAfterEndedRules(service.service.resources, 300);
      return partner.api.get(`/api/v1/alerts?endpoint_id=${job.endpointId}`);
    });
    expect((await auditOf(service, data.id)).at(-1)).toMatchObject({
      action: 'allowed_ports.expired',
      details: { scans: 1 },
    });
  });

  it('an alert whose time is over', async () => {
    const job = await scanOf(await provision(partner.api, loopbackAddress()));
    await systemOperation(service, partner).transaction((tx) => writeResult(tx, job));
    const [{ id }] = await alertsOf(partner.api, job.endpointId);
    const until = new Date(service.clock.now().getTime() + 1_000).toISOString();
    expectSuccess(await partner.api.post(`/api/v1/alerts/${id}/acknowledge`, { until }));
    service.clock.advanceSeconds(1);
    await against(lockAsPlanChange, pause(job.endpointId), async () => {
      await reopenDueAlerts(service.service.resources, alertKinds);
      return partner.api.get(`/api/v1/alerts/${id}`);
    });
    expect(await alertsOf(partner.api, job.endpointId)).toMatchObject([{ id, status: 'open' }]);
  });

  it('resolving a domain alert by hand', async () => {
    const domainId = await monitorDomain(partner.api, 7, 'alerted.example.com');
    const counts = {
      findings: 1,
      identities: 1,
      own_mailboxes: 0,
      clear_text_secrets: 0,
      secrets: 0,
      exact_matches: 1,
    };
    const lists = { data_classes: [], malware_families: [], login_sites: [], titles: [], sources: ['hibp'] };
    const names = { breach_name: 'Example', actor: null, occurred_from: null, occurred_to: null };
    const evidence: LeakEvidence = { domain: 'alerted.example.com', kind: 'breach', ...counts, ...lists, ...names };
    const { rows } = await service.store.database.pool.query<{ id: string }>(
      `INSERT INTO alerts (partner_id, id, domain_id, customer_id, kind, key, severity,
         status, evidence, created_at, first_detected_at, last_detected_at)
       SELECT partner_id, gen_random_uuid(), id, customer_id, 'leaked_credentials', domain || ' breach breach:Example', 'high',
         'open', $2, now(), now(), now()
       FROM monitored_domains WHERE id = $1 RETURNING id`,
      [domainId, JSON.stringify(evidence)],
    );
    const touch = (tx: Operation) =>
      tx.db.updateTable('monitored_domains').set({ quota_paused: false }).where('id', '=', domainId).execute();
    await against(lockAsPlanChange, touch, () =>
      partner.api.post(`/api/v1/domain-monitoring/alerts/${rows[0]!.id}/resolve`, { billing_customer_id: 7 }),
    );
  });
});

describe('what was paused meanwhile, and a scan that ends without a result, never lock each other out', () => {
  it('of an endpoint: the scan that the pause found is cancelled', async () => {
    const address = { client_id: 5, service_id: 52, product_slug: 'endpoint' };
    const job = await scanOf(await provision(partner.api, loopbackAddress(), address));
    const before = await deadlocks(service);
    let ending: Promise<void> | null = null;
    await systemOperation(service, partner).transaction(async (tx) => {
      await lockScannedEndpoint(tx, job);
      ending ??= systemOperation(service, partner).transaction((other) =>
        finishScan(other, job, { status: 'failed', error: 'host_down: nobody is there' }),
      );
      await lockWaiters(service, 1);
      await tx.db.updateTable('scans').set({ status: 'cancelled' }).where('id', '=', job.scanId).execute();
    });
    await ending!;
    expect(await deadlocks(service)).toBe(before);
    expect(await statusOfScan('scans', job.scanId)).toBe('cancelled');
  });

  it('of a domain', async () => {
    await monitorDomain(partner.api, 6, 'given-up.example.com');
    await dispatchDomainScans(service);
    const [job] = await takeDomainScanJobs(service);
    const before = await deadlocks(service);
    let ending: Promise<void> | null = null;
    await systemOperation(service, partner).transaction(async (tx) => {
      await lockScannedDomain(tx, job!.data);
      ending ??= systemOperation(service, partner).transaction((other) => finishDomainScan(other, job!.data, 'failed'));
      await lockWaiters(service, 1);
      await tx.db.updateTable('domain_scans').set({ status: 'cancelled' }).where('id', '=', job!.data.scanId).execute();
    });
    await ending!;
    expect(await deadlocks(service)).toBe(before);
    expect(await statusOfScan('domain_scans', job!.data.scanId)).toBe('cancelled');
  });
});
