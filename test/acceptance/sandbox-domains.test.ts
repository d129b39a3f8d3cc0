import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestCorpusScan } from '../../src/monitoring/leaks/request-corpus-scan.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { eventually } from '../support/eventually.ts';
import { enableSandbox, type SandboxClient } from '../support/sandbox-client.ts';
import { ScriptedLeakSource } from '../support/scripted-leak-source.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const base = '/api/v1/domain-monitoring';
const domain = 'trial.example.com';

let service: TestService;
let partner: TestPartner;
let sandbox: SandboxClient;
let outside: ScriptedLeakSource;

beforeAll(async () => {
  outside = new ScriptedLeakSource('outside');
  service = await TestService.start({ leakSources: [outside], environment: { SCAN_ENGINE: 'off' } });
  partner = await service.partner();
  sandbox = await enableSandbox(service, partner);
});
afterAll(async () => {
  await service?.stop();
});

async function alertKinds(): Promise<Record<string, string>> {
  const { alerts } = expectSuccess(await sandbox.get(`${base}/alerts?billing_customer_id=1`));
  return Object.fromEntries(alerts.map(({ kind, severity }: Record<string, string>) => [kind, severity]));
}

async function choose(scenario: string): Promise<void> {
  const before = await lastScan();
  service.clock.advanceSeconds(60);
  await sandbox.send('PUT', '/api/v1/sandbox/scenario', { scenario });
  await eventually('the domain is scanned', async () => (await lastScan()) !== before);
}

async function lastScan(): Promise<string | null> {
  const { domains } = expectSuccess(await sandbox.get(`${base}/domains?billing_customer_id=1`));
  return domains[0]?.last_scan_at ?? null;
}

it('a domain of the sandbox finds what the scenario tells, soon after it was chosen, and no source is asked', async () => {
  await monitorDomain(sandbox, 1, domain);
  await eventually('the first scan', lastScan);
  expect(await alertKinds()).toEqual({});
  await choose('warnings');
  expect(await alertKinds()).toEqual({ combolist: 'low', breach: 'medium' });
  await choose('critical');
  expect(await alertKinds()).toEqual({
    combolist: 'low',
    breach: 'medium',
    stealer_log: 'critical',
    ransomware_claim: 'critical',
  });
  const credentials = expectSuccess(await sandbox.get(`${base}/leaked-credentials?billing_customer_id=1`));
  expect(credentials.leaked_credentials[0]).toMatchObject({
    identity: `a***g@${domain}`,
    attribution: [{ source: 'sandbox', name: 'Sandbox scenario' }],
  });
  // What leaked cannot be called back.
  await choose('clean');
  expect(Object.keys(await alertKinds())).toHaveLength(4);
  expect(outside.asked).toEqual([]);
});

it('is looked up by its scenario also when only one source of the installation is to be asked again', async () => {
  const before = await lastScan();
  service.clock.advanceSeconds(60);
  expect(await requestCorpusScan(service.service.resources, [domain])).toBe(1);
  await eventually('the domain is scanned', async () => (await lastScan()) !== before);
  const { rows } = await service.store.database.pool.query(
    'SELECT asked, status, sources FROM domain_scans ORDER BY id DESC LIMIT 1',
  );
  expect(rows[0]).toMatchObject({
    asked: ['local_corpus'],
    status: 'completed',
    sources: [{ source: 'sandbox', outcome: 'complete' }],
  });
  expect(outside.asked).toEqual([]);
});

it('the real world sees nothing of it, and a reset forgets it', async () => {
  const real = expectSuccess(await partner.api.get(`${base}/summary?billing_customer_id=1`));
  expect(real).toMatchObject({ domains: { total: 0 }, open_alerts: { total: 0 } });
  await sandbox.post('/api/v1/sandbox/reset');
  const { rows } = await service.store.database.pool.query(
    'SELECT count(*)::int AS count FROM leaked_credentials UNION ALL SELECT count(*)::int FROM alerts WHERE domain_id IS NOT NULL',
  );
  expect(rows).toEqual([{ count: 0 }, { count: 0 }]);
});
