import { describe, expect, it, onTestFinished } from 'vitest';
import { LapsedClaim } from '../../src/core/operation/job-runner.ts';
import { createAddressPolicy } from '../../src/engines/address-policy/address-policy.ts';
import { applyScanFailure, applyScanResult } from '../../src/monitoring/port-scans/apply-scan-result.ts';
import { dispatchDueScans, tickMs } from '../../src/monitoring/port-scans/dispatch-due-scans.ts';
import { staleScanEnder } from '../../src/monitoring/port-scans/reconcile-schedule.ts';
import {
  dropOldObservations,
  dropOldScans,
  ensureScanPartitions,
} from '../../src/monitoring/port-scans/scan-history.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { pretendLiveWorker } from '../support/rows.ts';
import { alertsOf, endpointRow, requestScan, scansOf } from '../support/scan-outcomes.ts';
import { enqueueScan, openPort, resultWith, systemOperation, takeScanJob } from '../support/scan-steps.ts';
import { detail, provision } from '../support/scans.ts';
import { ScriptedScanner } from '../support/scripted-scanner.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const policy = createAddressPolicy(['127.0.0.0/8']);
const dispatchOptions = { policy, defaultIntervalSeconds: 86_400, random: () => 0.5 };
const daySeconds = 86_400;

/** A service that answers the API; nothing schedules or scans unless the test does. */
async function apiOnly(environment: Record<string, string> = {}): Promise<[TestService, TestPartner]> {
  const service = await TestService.start({ role: 'api', environment });
  onTestFinished(() => service.stop());
  return [service, await service.partner()];
}

async function query<T extends object>(service: TestService, text: string, values: unknown[] = []): Promise<T[]> {
  return (await service.store.database.pool.query<T>(text, values)).rows;
}

/** Starts a worker on the service's database, lets it empty the queue, and whatever `until` waits for, and stops it. */
async function workOff(
  service: TestService,
  scanner: ScriptedScanner,
  until: () => Promise<void> = async () => {},
): Promise<void> {
  const worker = await TestService.start({ sharedWith: service, role: 'worker', scanner });
  try {
    const left = `SELECT 1 FROM pgboss.job WHERE name = 'scan' AND state <= 'active'`;
    await expect.poll(() => query(service, left), { timeout: 10_000 }).toEqual([]);
    await until();
  } finally {
    await worker.stop();
  }
}

describe('the scheduler', () => {
  it('releases no herd after an outage: every tick queues no more than the pace allows', async () => {
    const [service, partner] = await apiOnly();
    await provision(partner.api, '127.0.0.1');
    await query(
      service,
      `INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, next_scan_at, created_at, updated_at)
       SELECT partner_id, gen_random_uuid(), customer_id, '127.1.0.0'::inet + n, 'h', 'h', 'active', now() - interval '2 days', now(), now()
       FROM endpoints, generate_series(1, 999) n`,
    );
    const { resources } = service.service;
    const queued: number[] = [];
    for (let tick = 0; tick < 40; tick += 1) {
      queued.push(await dispatchDueScans(resources, dispatchOptions));
      service.clock.advanceSeconds(tickMs / 1_000);
    }
    expect(Math.max(...queued)).toBeLessThanOrEqual(20);
    expect(queued.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 20));
    // The workers are behind: more jobs would only wait.
    expect(queued.slice(20)).toEqual(Array.from({ length: 20 }, () => 0));
    const [scans] = await query(
      service,
      'SELECT count(*)::int, count(DISTINCT endpoint_id)::int AS endpoints FROM scans',
    );
    expect(scans).toEqual({ count: 400, endpoints: 400 });
  });

  /** One of a server a minute, of so many servers that are all due. */
  async function busyFleet(servers: number): Promise<TestService> {
    const [service, partner] = await apiOnly();
    await provision(partner.api, '127.0.0.1', { service_id: 1, plan_slug: 'often' });
    await query(
      service,
      `INSERT INTO plans (partner_id, product_slug, plan_slug, capacity, scan_interval_seconds, updated_at)
       VALUES ($1, 'port_monitoring', 'often', 9000, 60, now())`,
      [partner.partnerId],
    );
    await query(
      service,
      `INSERT INTO endpoints (partner_id, id, customer_id, service_id, ip_address, hostname, nickname, status, next_scan_at, created_at, updated_at)
       SELECT partner_id, gen_random_uuid(), customer_id, service_id, '127.1.0.0'::inet + n, 'h', 'h', 'active', now(), now(), now()
       FROM endpoints, generate_series(1, $1::int - 1) n`,
      [servers],
    );
    return service;
  }

  it("keeps the pace of plans that are scanned more often than the installation's interval says", async () => {
    const service = await busyFleet(3_000);
    // Fifty a second keep the interval; twice that catches up.
    expect(await dispatchDueScans(service.service.resources, dispatchOptions)).toBe(100);
    service.clock.advanceSeconds(3);
    // A tick that comes late makes up for it.
    const late = await dispatchDueScans(service.service.resources, dispatchOptions);
    expect(late).toBeGreaterThanOrEqual(300);
    expect(late).toBeLessThan(600);
  });

  it('lets no more jobs wait when its own ticks come late: the queue holds what is scanned in 40 seconds', async () => {
    const service = await busyFleet(3_000);
    const queued: number[] = [];
    for (let tick = 0; tick < 5; tick += 1) {
      queued.push(await dispatchDueScans(service.service.resources, dispatchOptions));
      service.clock.advanceSeconds(9);
    }
    expect(queued.reduce((sum, count) => sum + count)).toBe(2_000);
    expect(queued.at(-1)).toBe(0);
  });

  it("a manual scan moves a scheduled one that is due by its plan's interval", async () => {
    const [service, partner] = await apiOnly();
    await pretendLiveWorker(service);
    const endpointId = await provision(partner.api, loopbackAddress(), { service_id: 1, plan_slug: 'hourly' });
    await query(
      service,
      `INSERT INTO plans (partner_id, product_slug, plan_slug, capacity, scan_interval_seconds, updated_at)
       VALUES ($1, 'port_monitoring', 'hourly', 9, 3600, now())`,
      [partner.partnerId],
    );
    await requestScan(partner.api, endpointId);
    const { next_scan_at: next } = await endpointRow(service, endpointId);
    expect(Math.round((next!.getTime() - service.clock.now().getTime()) / 60_000)).toBe(60);
  });

  it('several nodes that tick at once keep the pace of one', async () => {
    const [service, partner] = await apiOnly();
    for (let number = 1; number <= 50; number += 1) await provision(partner.api, `127.2.0.${number}`);
    const second = await TestService.start({ sharedWith: service, role: 'api' });
    onTestFinished(() => second.stop());
    // A busy machine takes its time: only the test moves this clock.
    let now = service.clock.now();
    service.clock.now = () => now;
    const nodes = [service, second, service, second, service, second];
    const counts = await Promise.all(nodes.map((node) => dispatchDueScans(node.service.resources, dispatchOptions)));
    expect(counts.sort((a, b) => b - a)).toEqual([20, 0, 0, 0, 0, 0]);
    now = new Date(now.getTime() + 1_000);
    const later = await Promise.all(nodes.map((node) => dispatchDueScans(node.service.resources, dispatchOptions)));
    expect(later.reduce((sum, count) => sum + count)).toBe(20);
    expect(await query(service, 'SELECT endpoint_id FROM scans GROUP BY 1 HAVING count(*) > 1')).toEqual([]);
  });

  it('an endpoint whose scan is under way is not queued again, however late it is', async () => {
    const [service, partner] = await apiOnly();
    const endpointId = await provision(partner.api, loopbackAddress());
    const { resources } = service.service;
    expect(await dispatchDueScans(resources, dispatchOptions)).toBe(1);
    service.clock.advanceSeconds(3 * daySeconds);
    expect(await dispatchDueScans(resources, dispatchOptions)).toBe(0);
    expect(await scansOf(service, endpointId)).toHaveLength(1);
  });

  it('a scan that nothing carries any more ends, and its endpoint can be scanned again', async () => {
    const [service, partner] = await apiOnly();
    const endpointId = await provision(partner.api, loopbackAddress());
    const { resources } = service.service;
    await dispatchDueScans(resources, dispatchOptions);
    await query(service, 'DELETE FROM pgboss.job');
    const endStaleScans = staleScanEnder(resources);
    expect(await endStaleScans()).toBe(0);
    service.clock.advanceSeconds(7 * 3_600);
    expect(await endStaleScans()).toBe(1);
    expect(await scansOf(service, endpointId)).toMatchObject([
      { status: 'failed', error: expect.stringMatching(/^worker_lost: /) },
    ]);
    service.clock.advanceSeconds(daySeconds);
    expect(await dispatchDueScans(resources, dispatchOptions)).toBe(1);
  });

  it('a scan that nothing carries ends when a clock was far ahead before, and at a start however old it is', async () => {
    const [service, partner] = await apiOnly();
    const { resources } = service.service;
    await provision(partner.api, loopbackAddress());
    const endStaleScans = staleScanEnder(resources);
    service.clock.advanceSeconds(100 * daySeconds);
    expect(await endStaleScans()).toBe(0);
    service.clock.advanceSeconds(-100 * daySeconds);
    expect(await dispatchDueScans(resources, dispatchOptions)).toBe(1);
    service.clock.advanceSeconds(7 * 3_600);
    expect(await endStaleScans()).toBe(1);

    service.clock.advanceSeconds(daySeconds);
    expect(await dispatchDueScans(resources, dispatchOptions)).toBe(1);
    service.clock.advanceSeconds(100 * daySeconds);
    expect(await staleScanEnder(resources)()).toBe(1);
  });
});

describe('what must not be scanned', () => {
  it('no packet goes to a private or documentation address, even when the schedule or the queue names it', async () => {
    const addresses = [
      '10.0.0.7',
      '192.168.1.7',
      '172.16.0.7',
      '100.64.0.7',
      '192.0.2.7',
      '198.51.100.7',
      '203.0.113.7',
    ];
    const [service, partner] = await apiOnly();
    const scheduled = [];
    const queued = [];
    for (const address of [...addresses, '198.18.0.7', '2001:db8::7', 'fd12::7']) {
      scheduled.push(await provision(partner.api, address));
      const endpointId = await provision(partner.api, loopbackAddress());
      await enqueueScan(systemOperation(service, partner), endpointId);
      await query(service, 'UPDATE endpoints SET ip_address = $1::inet + 1 WHERE id = $2', [address, endpointId]);
      queued.push(endpointId);
    }
    const unscheduled = () => query(service, 'SELECT 1 FROM endpoints WHERE next_scan_at IS NULL');
    expect(await unscheduled()).toHaveLength(scheduled.length);
    await query(service, `UPDATE endpoints SET next_scan_at = now() - interval '1 minute'`);
    const scanner = new ScriptedScanner();
    await workOff(service, scanner, () =>
      expect.poll(unscheduled, { timeout: 10_000 }).toHaveLength(scheduled.length + queued.length),
    );
    expect(scanner.requests).toEqual([]);
    for (const endpointId of scheduled) expect(await scansOf(service, endpointId)).toEqual([]);
    for (const endpointId of queued)
      expect(await scansOf(service, endpointId)).toMatchObject([{ status: 'cancelled' }]);
    const answer = await partner.api.post('/api/v1/billing/scan-endpoint', { client_id: 1, endpoint_id: scheduled[0] });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { endpoint_id: [expect.stringMatching(/not scanned/)] } },
    });
  });

  it('an endpoint that was suspended or terminated after its scan was queued is not scanned', async () => {
    const [service, partner] = await apiOnly();
    const scanner = new ScriptedScanner();
    const [kept, suspended, terminated, pausedUnseen] = await Promise.all(
      [1, 2, 3, 4].map(() => provision(partner.api, loopbackAddress())),
    );
    expect(await dispatchDueScans(service.service.resources, dispatchOptions)).toBe(4);
    await partner.api.post('/api/v1/billing/suspend', { client_id: 1, endpoint_id: suspended });
    await partner.api.post('/api/v1/billing/terminate', { client_id: 1, endpoint_id: terminated });
    await query(service, `UPDATE endpoints SET status = 'paused', next_scan_at = NULL WHERE id = $1`, [pausedUnseen]);
    await workOff(service, scanner);
    expect(scanner.requests.map((request) => request.address)).toEqual([
      (await endpointRow(service, kept!)).ip_address,
    ]);
    for (const endpointId of [suspended, terminated, pausedUnseen])
      expect(await scansOf(service, endpointId!)).toMatchObject([{ status: 'cancelled', error: null }]);
    expect((await endpointRow(service, pausedUnseen!)).current_scan_id).toBeNull();
  });

  it("a suspended partner's endpoints are neither queued nor, when queued before, scanned; they are again after it resumes", async () => {
    const [service, partner] = await apiOnly();
    const other = await service.partner('Other');
    const scanner = new ScriptedScanner();
    const queuedBefore = await provision(partner.api, loopbackAddress());
    expect(await dispatchDueScans(service.service.resources, dispatchOptions)).toBe(1);
    const dueAfter = await provision(partner.api, loopbackAddress());
    const ofOther = await provision(other.api, loopbackAddress());
    await query(service, `UPDATE partners SET status = 'suspended' WHERE id = $1`, [partner.partnerId]);
    const addressOfOther = (await endpointRow(service, ofOther)).ip_address;
    await workOff(service, scanner, async () => {
      await expect
        .poll(() => scanner.requests.map(({ address }) => address), { timeout: 5_000 })
        .toEqual([addressOfOther]);
      await expect
        .poll(async () => (await endpointRow(service, dueAfter)).next_scan_at! > service.clock.now(), {
          timeout: 5_000,
        })
        .toBe(true);
    });
    expect(await scansOf(service, queuedBefore)).toMatchObject([{ status: 'cancelled' }]);
    expect(await scansOf(service, dueAfter)).toEqual([]);

    await query(service, `UPDATE partners SET status = 'active' WHERE id = $1`, [partner.partnerId]);
    service.clock.advanceSeconds(1.05 * daySeconds);
    await workOff(service, scanner, () =>
      expect
        .poll(async () => (await scansOf(service, dueAfter)).map((scan) => scan.status), { timeout: 5_000 })
        .toEqual(['completed']),
    );
  });
});

describe('a claim that lapsed', () => {
  const resultOn = (port: number) => resultWith([openPort(port)], 1_000);

  it('a late result is not applied, neither before nor after the attempt that took over', async () => {
    const [service, partner] = await apiOnly();
    const operation = systemOperation(service, partner);
    const endpointId = await provision(partner.api, loopbackAddress());
    await enqueueScan(operation, endpointId);
    const lapsed = await takeScanJob(operation);
    await operation.jobs.fail(lapsed, 'silent for too long');
    await query(service, 'UPDATE pgboss.job SET start_after = now()');
    const current = await takeScanJob(operation);
    expect(current).toMatchObject({ id: lapsed.id, retryCount: lapsed.retryCount + 1 });

    await expect(applyScanResult(operation, lapsed, resultOn(23))).rejects.toThrow(LapsedClaim);
    await expect(applyScanFailure(operation, lapsed, { error: 'late' })).rejects.toThrow(LapsedClaim);
    expect(await alertsOf(partner.api, endpointId)).toEqual([]);
    await applyScanResult(operation, current, resultOn(2022));
    await expect(applyScanResult(operation, lapsed, resultOn(23))).rejects.toThrow(LapsedClaim);
    await expect(applyScanResult(operation, current, resultOn(23))).rejects.toThrow(LapsedClaim);
    await expect(applyScanFailure(operation, current, { error: 'late' })).rejects.toThrow(LapsedClaim);
    expect(await alertsOf(partner.api, endpointId)).toMatchObject([{ port: 2022 }]);
    expect(await detail(partner.api, endpointId)).toMatchObject({ latest_scan: { open_ports: [2022] } });
    expect(await scansOf(service, endpointId)).toMatchObject([{ status: 'completed', open_ports_count: 1 }]);
  });

  it('the result of an older scan never overwrites a newer one', async () => {
    const [service, partner] = await apiOnly();
    const operation = systemOperation(service, partner);
    const endpointId = await provision(partner.api, loopbackAddress());
    await enqueueScan(operation, endpointId);
    const older = await takeScanJob(operation);
    const request = { client_id: 1, endpoint_id: endpointId };
    await partner.api.post('/api/v1/billing/suspend', request);
    await partner.api.post('/api/v1/billing/resume', request);
    await enqueueScan(operation, endpointId);
    const newer = await takeScanJob(operation);
    await applyScanResult(operation, newer, resultOn(2022));
    await expect(applyScanResult(operation, older, resultOn(23))).rejects.toThrow(LapsedClaim);
    expect(await alertsOf(partner.api, endpointId)).toMatchObject([{ port: 2022 }]);
    expect((await scansOf(service, endpointId)).map((scan) => scan.status)).toEqual(['cancelled', 'completed']);
  });
});

describe('a scan that our own network spoilt', () => {
  it.each<[string, number | null, number | null]>([
    ['is repeated after a while', daySeconds, 900],
    ['is not put off when its schedule comes first', 60, 60],
    ['gets no time when the endpoint has no schedule', null, null],
  ])('%s', async (_, scheduledSeconds, expectedSeconds) => {
    const [service, partner] = await apiOnly();
    const operation = systemOperation(service, partner);
    const endpointId = await provision(partner.api, loopbackAddress());
    await enqueueScan(operation, endpointId);
    const now = service.clock.now().getTime();
    await query(service, 'UPDATE endpoints SET next_scan_at = $1', [
      scheduledSeconds && new Date(now + scheduledSeconds * 1_000),
    ]);
    await applyScanFailure(operation, await takeScanJob(operation), {
      error: 'uplink_down: x',
      retryAfterSeconds: 900,
    });
    const { next_scan_at: next, condition } = await endpointRow(service, endpointId);
    expect(next && Math.floor((next.getTime() - now) / 1_000)).toBe(expectedSeconds);
    expect(condition).toBeNull();
  });
});

describe('a manual scan that could not be queued', () => {
  const breakQueue = `
    CREATE SEQUENCE refusals;
    CREATE FUNCTION refuse_jobs() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM nextval('refusals');
      RAISE EXCEPTION 'the queue of secret-host is full' USING ERRCODE = TG_ARGV[0]; END $$;`;

  it('answers 500 SCAN_DISPATCH_FAILED without internals, changes nothing and burns no cooldown', async () => {
    const [service, partner] = await apiOnly();
    await pretendLiveWorker(service);
    const endpointId = await provision(partner.api, loopbackAddress());
    const before = await endpointRow(service, endpointId);
    await query(service, breakQueue);
    await query(
      service,
      `CREATE TRIGGER refuse BEFORE INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION refuse_jobs('53100')`,
    );
    const request = { client_id: 1, endpoint_id: endpointId };
    const refused = await partner.api.post('/api/v1/billing/scan-endpoint', request);
    expect(refused).toMatchObject({ status: 500, body: { success: false, error: { code: 'SCAN_DISPATCH_FAILED' } } });
    expect(JSON.stringify(refused.body)).not.toMatch(/secret-host|53100|pgboss/);
    expect(await endpointRow(service, endpointId)).toEqual(before);
    expect(await scansOf(service, endpointId)).toEqual([]);

    await query(service, 'DROP TRIGGER refuse ON pgboss.job');
    expect((await partner.api.post('/api/v1/billing/scan-endpoint', request)).status).toBe(202);
    expect((await partner.api.post('/api/v1/billing/scan-endpoint', request)).status).toBe(429);
  });

  it('a deadlock while it is queued is tried again, not answered', async () => {
    const [service, partner] = await apiOnly();
    await pretendLiveWorker(service);
    const endpointId = await provision(partner.api, loopbackAddress());
    await query(service, breakQueue);
    await query(
      service,
      `CREATE TRIGGER refuse BEFORE INSERT ON pgboss.job FOR EACH ROW
       WHEN (nextval('refusals') < 3) EXECUTE FUNCTION refuse_jobs('40P01')`,
    );
    const request = { client_id: 1, endpoint_id: endpointId };
    expect((await partner.api.post('/api/v1/billing/scan-endpoint', request)).status).toBe(202);
    expect(await scansOf(service, endpointId)).toHaveLength(1);
  });

  it('answers 503 while no worker lives, and burns no cooldown', async () => {
    const [service, partner] = await apiOnly();
    const endpointId = await provision(partner.api, loopbackAddress());
    const before = await endpointRow(service, endpointId);
    const request = { client_id: 1, endpoint_id: endpointId };
    const scan = () => partner.api.post('/api/v1/billing/scan-endpoint', request);
    expect(await scan()).toMatchObject({ status: 503, body: { error: { code: 'SCANNING_UNAVAILABLE' } } });
    await pretendLiveWorker(service);
    await query(service, `UPDATE scan_workers SET heartbeat_at = now() - interval '20 seconds'`);
    expect((await scan()).status).toBe(503);
    expect(await endpointRow(service, endpointId)).toEqual(before);
    await pretendLiveWorker(service);
    expect((await scan()).status).toBe(202);
  });

  it('a worker that stopped in order is not counted as alive', async () => {
    const [service, partner] = await apiOnly();
    const endpointId = await provision(partner.api, loopbackAddress());
    // Its first scan would be of the schedule, and the manual one too soon.
    await query(service, "UPDATE endpoints SET next_scan_at = '2100-01-01'");
    const worker = await TestService.start({ sharedWith: service, role: 'worker', scanner: new ScriptedScanner() });
    await requestScan(partner.api, endpointId);
    await worker.stop();
    service.clock.advanceSeconds(301);
    await query(service, `UPDATE endpoints SET current_scan_id = NULL`);
    const request = { client_id: 1, endpoint_id: endpointId };
    expect((await partner.api.post('/api/v1/billing/scan-endpoint', request)).status).toBe(503);
  });
});

describe('scan history', () => {
  const partitions = async (service: TestService) =>
    (
      await query<{ name: string }>(
        service,
        `SELECT inhrelid::regclass::text AS name FROM pg_inherits
         WHERE inhparent IN ('scans'::regclass, 'archived_scans'::regclass) ORDER BY 1`,
      )
    ).map(({ name }) => name);

  // No worker runs: it would put the schedule right, and scan once more.
  const scanOnce = async (service: TestService, partner: TestPartner, endpointId: string, open: readonly number[]) => {
    const operation = systemOperation(service, partner);
    await enqueueScan(operation, endpointId);
    const closed = [2022, 8080]
      .filter((port) => !open.includes(port))
      .map((port) => ({ protocol: 'tcp', port }) as const);
    await applyScanResult(operation, await takeScanJob(operation), {
      ...resultWith(
        open.map((port) => openPort(port)),
        1_000,
      ),
      closed,
    });
  };

  it('months are made ahead, and months past the retention are dropped with the intervals that ended in them', async () => {
    const [service, partner] = await apiOnly();
    const { resources } = service.service;
    const endpointId = await provision(partner.api, loopbackAddress());
    const before = await partitions(service);
    expect(before).toHaveLength(8);
    await ensureScanPartitions(resources);
    expect(await partitions(service)).toEqual(before);
    await scanOnce(service, partner, endpointId, [2022, 8080]);
    await scanOnce(service, partner, endpointId, [2022]);
    expect(await scansOf(service, endpointId)).toHaveLength(2);

    service.clock.advanceSeconds(13 * 31 * daySeconds);
    // By several nodes at once.
    await Promise.all(Array.from({ length: 5 }, () => ensureScanPartitions(resources)));
    expect(await dropOldScans(resources, 24)).toEqual([]);
    expect(await scansOf(service, endpointId)).toHaveLength(2);
    const [past, now] = [new Date(), service.clock.now()];
    const months = 12 * (now.getUTCFullYear() - past.getUTCFullYear()) + now.getUTCMonth() - past.getUTCMonth();
    expect(await dropOldScans(resources, months)).toEqual([before[0], before[4]]);
    expect(await scansOf(service, endpointId)).toHaveLength(2);
    expect(await dropOldScans(resources, 6)).toEqual(before.filter((_, index) => index % 4 > 0));
    expect(await partitions(service)).toHaveLength(8);
    expect(await scansOf(service, endpointId)).toEqual([]);
    expect(await dropOldObservations(resources, 24)).toBe(0);
    expect(await dropOldObservations(resources, 6)).toBe(1);
    // What is open stays known, and so do the alerts.
    const left = await query(service, 'SELECT port, closed_at FROM observations');
    expect(left).toEqual([{ port: 2022, closed_at: null }]);
    expect(await alertsOf(partner.api, endpointId)).toMatchObject([
      { port: 2022, status: 'open' },
      { port: 8080, status: 'resolved' },
    ]);
    expect((await detail(partner.api, endpointId)).latest_scan).toBeNull();
    await scanOnce(service, partner, endpointId, [2022, 9090]);
    expect(await detail(partner.api, endpointId)).toMatchObject({
      new_ports: [9090],
      latest_scan: { open_ports: [2022, 9090] },
    });
  });
});
