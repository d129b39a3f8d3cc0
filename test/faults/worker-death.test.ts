import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileCache } from '../support/compile-cache.ts';
import { eventually } from '../support/eventually.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { alertsOf, endedScan, endpointRow, requestScan, scansOf } from '../support/scan-outcomes.ts';
import { detail, provision } from '../support/scans.ts';
import { host, ScriptedScanner } from '../support/scripted-scanner.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';

/** A worker in a process of its own whose scans never end, and what it has said. */
class SlowWorker {
  readonly child: ChildProcess;
  readonly events: Record<string, unknown>[] = [];

  constructor(databaseName: string) {
    const script = fileURLToPath(new URL('../support/slow-worker.ts', import.meta.url));
    this.child = spawn(process.execPath, [script], {
      env: { PATH: process.env.PATH, ...compileCache, ...testEnvironment(databaseName) },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    createInterface({ input: this.child.stdout! }).on('line', (line) => this.events.push(JSON.parse(line)));
  }

  /** Resolves when it has taken up scans of all these addresses. */
  async scanning(addresses: readonly string[]): Promise<void> {
    await eventually(`the worker scans ${addresses}`, async () =>
      addresses.every((address) => this.events.some((event) => event.scanning === address)),
    );
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }
}

/** Lapses take 15 s to 25 s: one for all tests of this file. */
const lapseTimeoutMs = 45_000;

const scanner = new ScriptedScanner();
let service: TestService;
let successor: TestService | undefined;
let partner: TestPartner;
const workers: SlowWorker[] = [];

/** Endpoints by what happens to them while their worker is dead. */
const fates = ['kept', 'suspended', 'terminated', 'outOfAttempts', 'stalled'] as const;
const endpoints = new Map<(typeof fates)[number], { address: string; endpointId: string; scanId: string }>();
const endpoint = (fate: (typeof fates)[number]) => endpoints.get(fate)!;

async function underScan(worker: SlowWorker, fate: (typeof fates)[number]): Promise<void> {
  const address = loopbackAddress();
  scanner.script(address, host({ open: [2022, 8080] }));
  const endpointId = await provision(partner.api, address);
  await worker.scanning([address]);
  const [scan] = await scansOf(service, endpointId);
  endpoints.set(fate, { address, endpointId, scanId: scan!.id });
}

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  const doomed = new SlowWorker(service.databaseName);
  workers.push(doomed);
  for (const fate of ['kept', 'suspended', 'terminated', 'outOfAttempts'] as const) await underScan(doomed, fate);
  await doomed.kill();

  const stalled = new SlowWorker(service.databaseName);
  workers.push(stalled);
  await underScan(stalled, 'stalled');
  stalled.child.kill('SIGSTOP');

  const { pool } = service.store.database;
  for (const [fate, action] of [
    ['suspended', 'suspend'],
    ['terminated', 'terminate'],
  ] as const) {
    const body = { client_id: 1, endpoint_id: endpoint(fate).endpointId };
    expect((await partner.api.post(`/api/v1/billing/${action}`, body)).status).toBe(200);
  }
  await pool.query(`UPDATE pgboss.job SET retry_count = retry_limit WHERE id = $1`, [endpoint('outOfAttempts').scanId]);
  successor = await TestService.start({ sharedWith: service, role: 'worker', scanner });
});
afterAll(async () => {
  for (const worker of workers) await worker.kill();
  await successor?.stop();
  await service?.stop();
});

async function jobState(scanId: string): Promise<string> {
  const { rows } = await service.store.database.pool.query(
    `SELECT state FROM pgboss.job WHERE name = 'scan' AND id = $1`,
    [scanId],
  );
  return rows[0]?.state;
}

async function observationsOf(endpointId: string): Promise<unknown[]> {
  const { rows } = await service.store.database.pool.query(
    'SELECT port, opened_scan_id, closed_at FROM observations WHERE endpoint_id = $1 ORDER BY port',
    [endpointId],
  );
  return rows;
}

describe('a worker that dies in the middle of a scan', () => {
  it('another worker does the scan again, and its result is applied once', async () => {
    const { endpointId, scanId, address } = endpoint('kept');
    expect(await endedScan(service, scanId, lapseTimeoutMs)).toMatchObject({
      status: 'completed',
      engine: 'scripted',
      open_ports_count: 2,
    });
    expect(await scansOf(service, endpointId)).toHaveLength(1);
    expect(scanner.scansOf(address)).toHaveLength(1);
    expect(await observationsOf(endpointId)).toEqual([
      { port: 2022, opened_scan_id: scanId, closed_at: null },
      { port: 8080, opened_scan_id: scanId, closed_at: null },
    ]);
    expect((await alertsOf(partner.api, endpointId)).map((alert) => alert.port).sort()).toEqual([2022, 8080]);
    await expect.poll(() => jobState(scanId), { timeout: 5_000 }).toBe('completed');
    expect(await endpointRow(service, endpointId)).toMatchObject({ current_scan_id: null, last_scan_id: scanId });
  });

  it.each(['suspended', 'terminated'] as const)(
    'a scan whose endpoint was %s meanwhile is neither done again nor applied',
    async (fate) => {
      const { endpointId, scanId, address } = endpoint(fate);
      await expect.poll(() => jobState(scanId), { timeout: lapseTimeoutMs }).toBe('completed');
      expect(await scansOf(service, endpointId)).toMatchObject([{ status: 'cancelled', error: null }]);
      expect(scanner.scansOf(address)).toEqual([]);
      expect(await observationsOf(endpointId)).toEqual([]);
    },
  );

  it('a scan whose every attempt died ends as failed, and its endpoint can be scanned again', async () => {
    const { endpointId, scanId, address } = endpoint('outOfAttempts');
    expect(await endedScan(service, scanId, lapseTimeoutMs)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^worker_lost: /),
    });
    expect(scanner.scansOf(address)).toEqual([]);
    expect(await alertsOf(partner.api, endpointId)).toEqual([]);
    const again = await requestScan(partner.api, endpointId);
    expect(await endedScan(service, again)).toMatchObject({ status: 'completed', open_ports_count: 2 });
  });

  it('a worker that was only stalled wakes up to a lapsed claim, and its late result is dropped', async () => {
    const { endpointId, scanId, address } = endpoint('stalled');
    expect(await endedScan(service, scanId, lapseTimeoutMs)).toMatchObject({ status: 'completed', engine: 'scripted' });
    const before = [await detail(partner.api, endpointId), await observationsOf(endpointId)];
    const stalled = workers[1]!;
    stalled.child.stdin!.write('go on\n');
    stalled.child.kill('SIGCONT');
    await eventually('the late result is refused', async () =>
      stalled.events.some((event) => (event.err as { type?: string } | undefined)?.type === 'LapsedClaim'),
    );
    expect([await detail(partner.api, endpointId), await observationsOf(endpointId)]).toEqual(before);
    expect(await scansOf(service, endpointId)).toHaveLength(1);
    expect(scanner.scansOf(address)).toHaveLength(1);
  });
});
