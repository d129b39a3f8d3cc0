import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyScanFailure, applyScanResult } from '../../src/monitoring/port-scans/apply-scan-result.ts';
import { archiveScans } from '../../src/monitoring/port-scans/archive-scans.ts';
import type { ScanResult } from '../../src/monitoring/port-scans/endpoint-scanner.ts';
import { runCommand } from '../support/command-line.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { enqueueScan, openPort, resultWith, systemOperation, takeScanJob } from '../support/scan-steps.ts';
import { detail, provision } from '../support/scans.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';

const hourSeconds = 3_600;
const directory = mkdtempSync(join(tmpdir(), 'scan-archive-'));
let service: TestService;
let lastAddress = 0;

beforeAll(async () => {
  // Nothing schedules, scans or keeps house unless a test does.
  service = await TestService.start({ role: 'api' });
  await archiveScans(service.service.resources);
});
afterAll(async () => {
  await service?.stop();
  rmSync(directory, { recursive: true });
});

async function newServer(): Promise<{ readonly partner: TestPartner; readonly id: string }> {
  const partner = await service.partner();
  lastAddress += 1;
  return { partner, id: await provision(partner.api, `127.0.9.${lastAddress}`) };
}

type Server = Awaited<ReturnType<typeof newServer>>;

async function scan({ partner, id }: Server, ports: readonly number[], more: Partial<ScanResult> = {}, named?: string) {
  const operation = systemOperation(service, partner);
  const scanId = await enqueueScan(operation, id);
  service.clock.advanceSeconds(0.017);
  const begun = { status: 'running', started_at: service.clock.now(), engine: 'syn' } as const;
  await operation.db.updateTable('scans').set(begun).where('id', '=', scanId).execute();
  service.clock.advanceSeconds(0.123);
  const result = {
    ...resultWith(
      ports.map((port) => openPort(port)),
      1_000,
    ),
    durationMs: 4_321,
    ...more,
  };
  const covered = named === undefined ? null : { named, tcp: 1_000, udp: 3 };
  await applyScanResult(operation, await takeScanJob(operation), result, covered);
  return scanId;
}

/** All that the API says of a server's scans. */
async function told({ partner, id }: Server) {
  const list = (await partner.api.get(`/api/v1/endpoints/${id}/scans?per_page=100`)).body;
  const page = (await partner.api.get(`/api/v1/endpoints/${id}/scans?per_page=2&page=2`)).body;
  const single = await Promise.all(
    list.data.map(async (listed: { id: string }) => (await partner.api.get(`/api/v1/scans/${listed.id}`)).body.data),
  );
  const overview = (await partner.api.get('/api/v1/monitoring/overview?billing_customer_id=1')).body.data.servers;
  const { scan_in_progress: _, ...shown } = await detail(partner.api, id);
  return { list, page, single, overview, shown };
}

/** The lines of an export of a day's scans. */
async function exported(day: string, name: string): Promise<string[]> {
  const file = join(directory, name);
  const next = new Date(Date.parse(day) + 24 * hourSeconds * 1_000).toISOString().slice(0, 10);
  const words = ['export', 'scans', file, '--from', day, '--to', next, '--json'];
  expect(await runCommand(testEnvironment(service.databaseName), words)).toMatchObject({ exitCode: 0 });
  return readFileSync(file, 'utf8').trimEnd().split('\n').toSorted();
}

async function rowsOf(table: 'scans' | 'archived_scans', { id }: Server): Promise<string[]> {
  const { rows } = await service.store.database.pool.query<{ id: string }>(
    `SELECT id FROM ${table} WHERE endpoint_id = $1 ORDER BY id`,
    [id],
  );
  return rows.map((row) => row.id);
}

describe('the archive of scans', () => {
  it('changes nothing of what the API and exports tell, to the millisecond', async () => {
    const server = await newServer();
    const completed = [
      await scan(server, [22, 80], {}, 'top-1000'),
      await scan(server, [22], { closed: [{ protocol: 'tcp', port: 80 }] }, 'full'),
      await scan(server, [], { condition: 'answers_everything' }, '1-1024'),
      await scan(server, [22], { hostAnswered: false }),
    ];
    const operation = systemOperation(service, server.partner);
    const failed = await enqueueScan(operation, server.id);
    await applyScanFailure(operation, await takeScanJob(operation), { error: 'worker_lost: gone' });
    completed.push(await scan(server, [22, 443], {}, 'top-1000'));
    const today = service.clock.now().toISOString().slice(0, 10);
    service.clock.advanceSeconds(7 * hourSeconds);
    const [before, exportedBefore] = [await told(server), await exported(today, 'before.csv')];
    expect(before.list.data).toHaveLength(6);
    expect(exportedBefore.length).toBeGreaterThan(6);

    expect(await archiveScans(service.service.resources)).toBeGreaterThanOrEqual(completed.length);
    expect(await rowsOf('archived_scans', server)).toEqual(completed);
    // What has no result stays: it may be needed to tell that a server is not looked at.
    expect(await rowsOf('scans', server)).toEqual([failed]);
    expect(await told(server)).toEqual(before);
    expect(await exported(today, 'after.csv')).toEqual(exportedBefore);
  });

  it('takes scans once none of that time can be under way, each once, whichever nodes do so', async () => {
    const servers = await Promise.all(Array.from({ length: 3 }, newServer));
    const old = [];
    for (const server of servers) old.push(await scan(server, [22]));
    const { resources } = service.service;
    service.clock.advanceSeconds(5 * hourSeconds);
    const young = await scan(servers[0]!, [22, 80]);
    await archiveScans(resources);
    expect(await rowsOf('scans', servers[0]!)).toEqual([old[0], young]);
    service.clock.advanceSeconds(2 * hourSeconds);
    const moved = await Promise.all(Array.from({ length: 4 }, () => archiveScans(resources)));
    expect(moved.reduce((sum, count) => sum + count, 0)).toBe(old.length);
    for (const [index, server] of servers.entries())
      expect(await rowsOf('archived_scans', server)).toEqual([old[index]]);
    expect(await rowsOf('scans', servers[0]!)).toEqual([young]);
    expect(await archiveScans(resources)).toBe(0);
    service.clock.advanceSeconds(5 * hourSeconds);
    expect(await archiveScans(resources)).toBe(1);
  });

  it('goes on where it ended, after weeks too', async () => {
    const server = await newServer();
    await archiveScans(service.service.resources);
    const scans = [];
    for (let day = 0; day < 20; day += 1) {
      scans.push(await scan(server, [22]));
      service.clock.advanceSeconds(24 * hourSeconds);
    }
    expect(await archiveScans(service.service.resources)).toBe(20);
    expect(await rowsOf('archived_scans', server)).toEqual(scans);
  });

  it('leaves sandboxes alone, whose time passes at will', async () => {
    const partner = await service.partner();
    const sandbox = await enableSandbox(service, partner);
    const id = await provision(sandbox, '127.0.9.250');
    const { pool } = service.store.database;
    const { rows } = await pool.query('SELECT partner_id FROM endpoints WHERE id = $1', [id]);
    const server = { partner: { ...partner, partnerId: rows[0].partner_id }, id };
    const scanId = await scan(server, [22]);
    service.clock.advanceSeconds(24 * hourSeconds);
    await archiveScans(service.service.resources);
    expect(await rowsOf('scans', server)).toContain(scanId);
    expect(await rowsOf('archived_scans', server)).toEqual([]);
  });
});
