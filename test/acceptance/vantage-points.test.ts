import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setPlan } from '../../src/accounts/plans/set-plan.ts';
import { act } from '../support/billing.ts';
import { runCommand } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { nextScan, provision, scanAgain } from '../support/scans.ts';
import { endlessScan, host, ScriptedScanner, silentHost } from '../support/scripted-scanner.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';

/** What each place sees; `anywhere` does not say where it is. */
const seen = { fra1: new ScriptedScanner(), nyc1: new ScriptedScanner(), anywhere: new ScriptedScanner() };
type Place = keyof typeof seen;
const environment = { SCAN_COOLDOWN_SECONDS: '0' };

let api: TestService;
let partner: TestPartner;
const workers = new Map<Place, TestService>();

async function startWorker(place: Place): Promise<void> {
  const vantage = place === 'anywhere' ? {} : { SCAN_VANTAGE: place };
  const options = { role: 'worker', scanner: seen[place], environment: { ...environment, ...vantage } } as const;
  workers.set(place, await TestService.start({ ...options, sharedWith: api }));
}

beforeAll(async () => {
  api = await TestService.start({ role: 'api', environment });
  partner = await api.partner();
  for (const place of ['fra1', 'nyc1', 'anywhere'] as const) await startWorker(place);
  const plan = (slug: string, vantagePoints: string[]) =>
    setPlan(systemOperation(api, partner), { slug, capacity: 50, ports: '22,80,8080', vantagePoints });
  await plan('from-fra1', ['fra1']);
  await plan('from-both', ['fra1', 'nyc1']);
  await plan('from-mars', ['mars1']);
});
afterAll(async () => {
  for (const worker of workers.values()) await worker.stop();
  await api?.stop();
});

async function server(planSlug: string, address = loopbackAddress()): Promise<{ id: string; address: string }> {
  const service_id = Math.floor(Math.random() * 1e9);
  return { id: await provision(partner.api, address, { service_id, plan_slug: planSlug }), address };
}

/** What other places see of a server, once there is something or the last look is newer than the scan. */
async function views(id: string, scanId?: string) {
  return eventually('another place has looked', async () => {
    const { body } = await partner.api.get(`/api/v1/endpoints/${id}/vantage-points`);
    const found = body.data as { scan_id: string }[];
    return found.length > 0 && (scanId === undefined || found[0]!.scan_id === scanId) ? found : null;
  });
}

/** Scans by hand, and answers the scan's id. */
async function scanNow(id: string): Promise<string> {
  await scanAgain(partner.api, id);
  return (await partner.api.get(`/api/v1/endpoints/${id}/scans`)).body.data[0].id;
}

async function openAlerts(id: string): Promise<number[]> {
  const { body } = await partner.api.get(`/api/v1/alerts?endpoint_id=${id}&status=open`);
  return body.data.alerts.map(({ port }: { port: number }) => port).sort((a: number, b: number) => a - b);
}

describe('from where servers are looked at', () => {
  it('a plan that names a place has its servers scanned from there, by nobody else', async () => {
    const { id, address } = await server('from-fra1');
    await nextScan(partner.api, id);
    expect(Object.entries(seen).filter(([, scanner]) => scanner.requestsOf(address).length > 0)).toMatchObject([
      ['fra1', {}],
    ]);
    const { body } = await partner.api.get(`/api/v1/endpoints/${id}`);
    expect(body.data.coverage.vantage_points).toEqual(['fra1']);
  });

  it('a plan that names none has its servers scanned by any worker, wherever it is', async () => {
    await workers.get('anywhere')!.stop();
    const { id } = await server('starter');
    await nextScan(partner.api, id);
    await startWorker('anywhere');
  });

  it('while nobody is there a scan waits, and one by hand is refused; it is done when somebody comes', async () => {
    const { id } = await server('from-mars');
    const scan = await eventually('the scan is queued', async () => {
      const { body } = await partner.api.get(`/api/v1/endpoints/${id}/scans`);
      return body.data[0];
    });
    expect(scan.status).toBe('pending');
    const { id: other } = await server('from-mars');
    await partner.api.post(`/api/v1/endpoints/${other}/pause`, {});
    const mars = await TestService.start({
      role: 'worker',
      scanner: seen.fra1,
      environment: { ...environment, SCAN_VANTAGE: 'mars1' },
      sharedWith: api,
    });
    await eventually('the scan is done', async () => {
      const { body } = await partner.api.get(`/api/v1/scans/${scan.id}`);
      return body.data.status === 'completed';
    });
    await mars.stop();
    const refused = await partner.api.post('/api/v1/billing/scan-endpoint', { client_id: 1, endpoint_id: id });
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'SCANNING_UNAVAILABLE' } } });
  });

  it('what another place sees otherwise is shown, and raises and resolves nothing', async () => {
    const address = loopbackAddress();
    seen.fra1.script(address, host({ open: [22, 80] }));
    seen.nyc1.script(address, host({ open: [22, 8_080] }));
    const { id } = await server('from-both', address);
    await nextScan(partner.api, id);
    const [view] = await views(id);
    expect(view).toMatchObject({
      vantage_point: 'nyc1',
      host_answered: true,
      only_there: ['8080/tcp'],
      not_there: ['80/tcp'],
    });
    expect(await openAlerts(id)).toEqual([22, 80]);
    const scans = await partner.api.get(`/api/v1/endpoints/${id}/scans`);
    expect(scans.body.meta.total).toBe(1);

    seen.nyc1.script(address, silentHost);
    const again = await scanNow(id);
    expect(await views(id, again)).toMatchObject([
      { host_answered: false, only_there: [], not_there: ['22/tcp', '80/tcp'] },
    ]);
    expect(await openAlerts(id)).toEqual([22, 80]);
  });

  it('a scan goes before a look: that one ends, and the place looks again afterwards', async () => {
    const address = loopbackAddress();
    seen.fra1.script(address, host({ open: [22] }));
    let ended = 0;
    seen.nyc1.script(
      address,
      endlessScan(() => (ended += 1)),
      host({ open: [22] }),
    );
    const { id } = await server('from-both', address);
    await nextScan(partner.api, id);
    await eventually('the other place looks', async () => seen.nyc1.requestsOf(address).length === 1);
    const again = await scanNow(id);
    expect(await views(id, again)).toMatchObject([{ host_answered: true, only_there: [], not_there: [] }]);
    await eventually('the first look ended', async () => ended === 1);
  });

  it('where nobody is, nobody is asked to look', async () => {
    await workers.get('nyc1')!.stop();
    const { id } = await server('from-both');
    await nextScan(partner.api, id);
    const waiting = await api.store.database.pool.query(
      `SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'scan-from-nyc1' AND data->>'endpointId' = $1`,
      [id],
    );
    expect(waiting.rows[0].n).toBe(0);
    await startWorker('nyc1');
  });

  it('a worker of a place does no more at once than it may, of both its queues together', async () => {
    const scanner = new ScriptedScanner();
    const environment = { SCAN_VANTAGE: 'fra1', SCAN_CONCURRENCY: '1' };
    const installation = await TestService.start({ scanner, environment });
    const { api: client, operation } = await installation.partner();
    await setPlan(operation, { slug: 'from-fra1', capacity: 50, ports: '22', vantagePoints: ['fra1'] });
    let [atOnce, most] = [0, 0];
    const ids: string[] = [];
    for (let service_id = 1; service_id <= 12; service_id += 1) {
      const address = loopbackAddress();
      scanner.script(address, async (request) => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await sleep(20);
        atOnce -= 1;
        return host()(request);
      });
      const plan_slug = service_id % 2 === 0 ? 'from-fra1' : 'starter';
      ids.push(await provision(client, address, { service_id, plan_slug }));
    }
    for (const id of ids) await nextScan(client, id);
    await installation.stop();
    expect(most).toBe(1);
  });

  it('a sandbox, where no packet is sent, asks for no place', async () => {
    const sandbox = await enableSandbox(api, partner);
    const id = await provision(sandbox, '192.0.2.77', { service_id: 5, plan_slug: 'from-mars' });
    expect((await sandbox.get(`/api/v1/endpoints/${id}`)).body.data.coverage.vantage_points).toEqual([]);
    await nextScan(sandbox, id);
  });

  it('the plan of the own service decides, else the first of the customer by its name that asks', async () => {
    const other = await api.partner();
    const of = (slug: string, vantagePoints: string[]) =>
      setPlan(systemOperation(api, other), { slug, capacity: 50, ports: '22', vantagePoints });
    await of('a-plain', []);
    await of('b-nyc', ['nyc1']);
    await of('c-fra', ['fra1', 'nyc1']);
    const from = async (address: string, more: Record<string, unknown>) => {
      const id = await provision(other.api, address, more);
      const coverage = (await other.api.get(`/api/v1/endpoints/${id}`)).body.data.coverage.vantage_points;
      await nextScan(other.api, id);
      const scannedFrom = (['fra1', 'nyc1'] as const).filter((place) => seen[place].requestsOf(address).length > 0);
      return { coverage, scannedFrom };
    };
    for (const [service_id, plan_slug] of [
      [1, 'a-plain'],
      [2, 'b-nyc'],
      [3, 'c-fra'],
    ] as const)
      await act(other.api, 'provision-subscription', {
        client_id: 1,
        service_id,
        product_slug: 'port_monitoring',
        plan_slug,
        mrr: 1,
      });
    expect((await from(loopbackAddress(), { service_id: 9 })).coverage).toEqual(['nyc1']);
    const own = await from(loopbackAddress(), { service_id: 10, plan_slug: 'a-plain' });
    expect(own.coverage).toEqual([]);
    expect(await from(loopbackAddress(), { service_id: 11 })).toMatchObject({ scannedFrom: ['nyc1'] });
  });

  it('the command line says it of plans, and refuses names that no worker could have', async () => {
    const plan = [
      'plan',
      'set',
      '--partner',
      partner.partnerId,
      '--product',
      'port_monitoring',
      '--plan',
      'said',
      '--capacity',
      '3',
    ];
    const run = (...more: string[]) => runCommand(testEnvironment(api.databaseName), [...plan, ...more, '--json']);
    expect((await run('--vantage-points', 'fra1,nyc1')).json).toMatchObject({ vantage_points: ['fra1', 'nyc1'] });
    expect((await run()).json).toMatchObject({ vantage_points: ['fra1', 'nyc1'], changed: false });
    for (const wrong of ['Frankfurt', 'fra1,fra1', 'a,b,c,d,e,f', ','])
      expect(await run('--vantage-points', wrong), wrong).toMatchObject({
        exitCode: 1,
        stderr: expect.stringMatching(/vantage point/i),
      });
    expect((await run('--vantage-points', 'nyc1, fra1')).json).toMatchObject({
      vantage_points: ['nyc1', 'fra1'],
      changed: true,
    });
    expect((await run('--vantage-points', 'any')).json).toMatchObject({ vantage_points: [], changed: true });
    const status = await runCommand(testEnvironment(api.databaseName), ['status', '--json']);
    expect(status.json.queues.map(({ queue }: { queue: string }) => queue)).toContain('scan-from-nyc1');
    const doctor = await runCommand(testEnvironment(api.databaseName), ['doctor', '--json']);
    expect(doctor.json.findings ?? doctor.json).toContainEqual(
      expect.objectContaining({ check: 'vantage points', state: 'warn', detail: expect.stringContaining('mars1') }),
    );
    const workersShown = await runCommand(testEnvironment(api.databaseName), ['workers', '--json']);
    const places = workersShown.json.workers.map(
      ({ scanner }: { scanner: { vantage_point: string | null } }) => scanner.vantage_point,
    );
    expect(places).toEqual(expect.arrayContaining(['fra1', 'nyc1', null]));
  });
});
