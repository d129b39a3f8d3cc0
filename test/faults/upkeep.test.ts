import { afterEach, describe, expect, it } from 'vitest';
import { deleteOlderOfPartners } from '../../src/core/operation/delete-older-of-partners.ts';
import { abandonedScanQueue } from '../../src/monitoring/port-scans/jobs.ts';
import { deleteOlder } from '../../src/platform/database/delete-older.ts';
import { newId } from '../../src/platform/ids.ts';
import { eventually } from '../support/eventually.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { holdLocks, lockWaiters } from '../support/lock-waiters.ts';
import { enqueueScan, systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { endlessScan, ScriptedScanner } from '../support/scripted-scanner.ts';
import { TestService } from '../support/test-service.ts';

const ends: (() => Promise<unknown>)[] = [];
const releases: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0)) await release();
  for (const end of ends.splice(0).toReversed()) await end();
});

async function apiOnly(): Promise<TestService> {
  const service = await TestService.start({ role: 'api' });
  ends.push(() => service.stop());
  return service;
}

async function workerOf(service: TestService, scanner = new ScriptedScanner()): Promise<void> {
  const worker = await TestService.start({ role: 'worker', scanner, sharedWith: service });
  ends.push(() => worker.stop());
}

async function rows<T extends object>(service: TestService, text: string, values: unknown[] = []): Promise<T[]> {
  return (await service.store.database.pool.query<T>(text, values)).rows;
}

const heartbeat = async (service: TestService, jobId: string): Promise<number> => {
  const [job] = await rows<{ heartbeat_on: Date }>(
    service,
    "SELECT heartbeat_on FROM pgboss.job WHERE id = $1 AND state = 'active'",
    [jobId],
  );
  return job!.heartbeat_on.getTime();
};

describe("a worker's heartbeats", () => {
  it('keep the claims on its scans alive while the end of an abandoned scan, and that of another scan, wait for locks', async () => {
    const service = await apiOnly();
    const partner = await service.partner();
    const operation = systemOperation(service, partner);
    const scanner = new ScriptedScanner();
    const addresses = [loopbackAddress(), loopbackAddress(), loopbackAddress()];
    for (const address of addresses) scanner.script(address, endlessScan());
    const [kept, settled, abandoned] = await Promise.all(addresses.map((address) => provision(partner.api, address)));
    await service.store.database.pool.query("UPDATE endpoints SET next_scan_at = now() + interval '1 day'");
    const keptScan = await enqueueScan(operation, kept!);
    const settledScan = await enqueueScan(operation, settled!);
    const scanId = await enqueueScan(operation, abandoned!);
    await rows(service, 'DELETE FROM pgboss.job WHERE id = $1', [scanId]);
    const data = { partnerId: partner.partnerId, endpointId: abandoned!, scanId };
    const job = { id: newId(service.clock), data, priority: 0 };
    await operation.jobs.send(service.service.resources.db, abandonedScanQueue.name, [job]);
    const ofEndpoint = 'SELECT id FROM endpoints WHERE partner_id = $1 AND id = $2 FOR UPDATE';
    releases.push(await holdLocks(service, ofEndpoint, [partner.partnerId, abandoned]));
    await workerOf(service, scanner);
    await eventually('the scans are under way', async () => scanner.requests.length === 2);
    releases.push(await holdLocks(service, 'SELECT FROM pgboss.job WHERE id = $1 FOR UPDATE', [settledScan]));
    await lockWaiters(service, 1);
    for (let beat = 1; beat <= 2; beat += 1) {
      const before = await heartbeat(service, keptScan);
      // Less than the 30 s after which whoever waits for a lock gives up.
      await eventually('the next heartbeat', async () => (await heartbeat(service, keptScan)) > before, 12_000);
    }
  });
});

describe('maintenance', () => {
  /** As many as several batches hold. */
  const oldWindows = `INSERT INTO rate_limit_windows (bucket, started_at, hits)
    SELECT 'old:' || n, now() - interval '1 hour', 1 FROM generate_series(1, 2500) n`;
  const windowsLeft = async (service: TestService) =>
    rows(service, "SELECT FROM rate_limit_windows WHERE bucket LIKE 'old:%'");

  it('does every other step when one of them fails, and when others wait for a lock', async () => {
    const service = await apiOnly();
    const { pool } = service.store.database;
    await pool.query(oldWindows);
    await pool.query('ALTER TABLE observations RENAME TO gone');
    releases.push(await holdLocks(service, 'LOCK TABLE domain_scans, sign_in_tokens, notification_deliveries'));
    await workerOf(service);
    await eventually('old windows are gone', async () => (await windowsLeft(service)).length === 0, 10_000);
  });

  it('deletes what is old in batches, the oldest first, and leaves what somebody else holds to the next time', async () => {
    const service = await apiOnly();
    const { db } = service.service.resources;
    await service.store.database.pool.query(oldWindows);
    await service.store.database.pool.query(
      "INSERT INTO rate_limit_windows (bucket, started_at, hits) VALUES ('old:new', now(), 1)",
    );
    const limit = new Date(Date.now() - 60_000);
    const release = await holdLocks(service, "SELECT FROM rate_limit_windows WHERE bucket = 'old:7' FOR UPDATE");
    expect(await deleteOlder(db, 'rate_limit_windows', 'started_at', limit)).toBe(2_499);
    await release();
    expect(await deleteOlder(db, 'rate_limit_windows', 'started_at', limit)).toBe(1);
    expect(await windowsLeft(service)).toHaveLength(1);
  });

  it('deletes what is old of all partners by the same rules, each partner’s by itself', async () => {
    const service = await apiOnly();
    const { db } = service.service.resources;
    const partners = [await service.partner('Acme'), await service.partner('Other')];
    for (const { partnerId } of partners)
      await service.store.database.pool.query(
        `INSERT INTO idempotency_keys (partner_id, key, request_hash, created_at)
         SELECT $1, 'key ' || n, '', now() - n * interval '1 second' FROM generate_series(1, 900) n`,
        [partnerId],
      );
    const limit = new Date(Date.now() - 60_500);
    const held = "SELECT FROM idempotency_keys WHERE partner_id = '%' AND key = 'key 700' FOR UPDATE";
    const release = await holdLocks(service, held.replace('%', partners[0]!.partnerId));
    expect(await deleteOlderOfPartners(db, 'idempotency_keys', 'created_at', limit)).toBe(2 * 840 - 1);
    await release();
    expect(await deleteOlderOfPartners(db, 'idempotency_keys', 'created_at', limit)).toBe(1);
    expect(await rows(service, 'SELECT FROM idempotency_keys')).toHaveLength(120);
  });
});
