import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeakSource } from '../../src/engines/leak-sources/leak-source.ts';
import { createCorpusSource } from '../../src/monitoring/leak-imports/corpus-source.ts';
import { importLeak } from '../../src/monitoring/leak-imports/import-leak.ts';
import { runCommand } from '../support/command-line.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain, runDueDomainScans } from '../support/domain-scans.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { provision } from '../support/scans.ts';
import { leakedCredential, ScriptedLeakSource } from '../support/scripted-leak-source.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';

const day = 86_400;
let service: TestService;
let partner: TestPartner;
let corpus: LeakSource;
let clientId = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  service.clock.standAt(new Date());
  corpus = createCorpusSource(service.service.resources.db);
});
afterAll(() => service?.stop());

async function watched(): Promise<{ clientId: number; id: string; domain: string }> {
  clientId += 1;
  const domain = `looks-${clientId}.example.com`;
  return { clientId, domain, id: await monitorDomain(partner.api, clientId, domain) };
}

const overviewOf = async (of: number) =>
  expectSuccess(await partner.api.get(`/api/v1/monitoring/overview?billing_customer_id=${of}`));
const detailOf = async ({ id, clientId: of }: { id: string; clientId: number }) =>
  expectSuccess(await partner.api.get(`/api/v1/domain-monitoring/domains/${id}?billing_customer_id=${of}`)).domain;

describe('a domain', () => {
  it('is not looked at while the only source is an empty corpus, and nobody is asked about it', async () => {
    const shop = await watched();
    expect((await detailOf(shop)).look).toMatchObject({ state: 'never_scanned', at: null, sources: [] });
    await runDueDomainScans(service, [corpus]);
    expect(await detailOf(shop)).toMatchObject({
      last_scan_at: null,
      look: {
        state: 'posture_only',
        at: null,
        sentence: 'Looked at for what everybody can see, not for leaks: no source is set up.',
      },
      sources: [],
      scans: [{ status: 'failed', sources: [] }],
    });
    expect(await overviewOf(shop.clientId)).toMatchObject({
      all_well: false,
      all_looked_at: false,
      standing: { code: 'domains_posture_only', count: 1 },
      domains: { total: 1, looked_at: 0, posture_only: 1, no_source: 0, never_scanned: 0, failing: 0 },
      last_look_at: null,
    });
  });

  it('is looked at by the corpus as soon as this has leaks, and not by an import without any', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'looks-'));
    const imported = async (text: string) => {
      const path = join(directory, `${text.length}.txt`);
      writeFileSync(path, text);
      await importLeak(
        service.service.resources,
        { secretKey: service.store.keys.lasting, threads: 1, runRecords: 100 },
        {
          source: path,
          breachName: `Leak of ${text.length}`,
          occurredOn: '2024-05-31',
          format: 'auto',
          kind: undefined,
        },
        { onStart: () => {}, onProgress: () => {}, signal: new AbortController().signal },
      );
    };
    try {
      const shop = await watched();
      await expect(imported('email,password\n')).rejects.toThrow();
      await runDueDomainScans(service, [corpus]);
      expect((await detailOf(shop)).look.state).toBe('posture_only');
      await imported('a@elsewhere.example:secret\n');
      service.clock.advanceSeconds(2 * day);
      await runDueDomainScans(service, [corpus]);
      expect(await detailOf(shop)).toMatchObject({
        look: { state: 'looked_at', at: service.clock.now().toISOString() },
        sources: [{ source: 'local_corpus', outcome: 'complete', failure: null }],
      });
    } finally {
      rmSync(directory, { recursive: true });
      await service.store.database.pool.query('DELETE FROM leak_imports');
    }
  });

  it('names who was really asked and when, also where only some were asked again', async () => {
    const [alpha, beta] = [new ScriptedLeakSource('alpha'), new ScriptedLeakSource('beta')];
    const shop = await watched();
    beta.knows(shop.domain, 'unavailable');
    await runDueDomainScans(service, [alpha, beta]);
    const first = service.clock.now().toISOString();
    expect(await detailOf(shop)).toMatchObject({
      look: { state: 'failing', sources: ['alpha'] },
      sources: [
        { source: 'alpha', outcome: 'complete', asked_at: first },
        { source: 'beta', outcome: 'failed', failure: 'unavailable', asked_at: first },
      ],
    });
    expect((await overviewOf(shop.clientId)).domains).toMatchObject({ failing: 1, looked_at: 0 });
    beta.knows(shop.domain, []);
    service.clock.advanceSeconds(3_600);
    await runDueDomainScans(service, [alpha, beta]);
    expect(alpha.asked.filter((name) => name === shop.domain)).toHaveLength(1);
    expect(await detailOf(shop)).toMatchObject({
      look: { state: 'looked_at', sources: ['alpha', 'beta'] },
      sources: [
        { source: 'alpha', asked_at: first },
        { source: 'beta', outcome: 'complete', failure: null, asked_at: service.clock.now().toISOString() },
      ],
    });
  });

  it('is not looked at while a source refuses our key, though nothing is tried again', async () => {
    const [alpha, beta] = [new ScriptedLeakSource('alpha'), new ScriptedLeakSource('beta')];
    const shop = await watched();
    beta.knows(shop.domain, 'not_authorised');
    await runDueDomainScans(service, [alpha, beta]);
    expect((await detailOf(shop)).look.state).toBe('failing');
    beta.knows(shop.domain, 'domain_not_verified');
    service.clock.advanceSeconds(2 * day);
    await runDueDomainScans(service, [alpha, beta]);
    expect((await detailOf(shop)).look.state).toBe('looked_at');
  });

  it('that is renamed was not looked at under its new name', async () => {
    const shop = await watched();
    await runDueDomainScans(service, [new ScriptedLeakSource('alpha')]);
    const rename = { monitored_domain_id: shop.id, domain: `renamed.${shop.domain}` };
    expectSuccess(await partner.api.post('/api/v1/billing/update-domain', rename));
    expect(await detailOf(shop)).toMatchObject({ last_scan_at: null, look: { state: 'never_scanned' }, sources: [] });
  });

  it('that loses its sources is not looked at any more', async () => {
    const shop = await watched();
    await runDueDomainScans(service, [new ScriptedLeakSource('alpha')]);
    expect((await detailOf(shop)).look.state).toBe('looked_at');
    service.clock.advanceSeconds(2 * day);
    await runDueDomainScans(service, [corpus]);
    expect(await detailOf(shop)).toMatchObject({ look: { state: 'posture_only', sources: [] }, sources: [] });
  });
});

describe('what comes back from a long pause', () => {
  it('was not looked at before it is looked at again', async () => {
    const shop = await watched();
    const serverId = await provision(partner.api, loopbackAddress(), { client_id: shop.clientId });
    await completeScan(service, partner, serverId, {});
    await runDueDomainScans(service, [new ScriptedLeakSource('alpha')]);
    const lookOfServer = async () => {
      const path = `/api/v1/endpoints/${serverId}/detail?billing_customer_id=${shop.clientId}`;
      return (await partner.api.get(path)).body.look;
    };
    expect(await lookOfServer()).toMatchObject({ state: 'looked_at', sentence: 'Looked at.' });
    const act = async (verb: string) => {
      const server = await partner.api.post(`/api/v1/provisioning/${verb}`, { endpoint_id: serverId });
      const domain = await partner.api.post(`/api/v1/billing/${verb}-domain`, { monitored_domain_id: shop.id });
      expect([server.status, domain.status]).toEqual([200, 200]);
    };
    await act('suspend');
    expect(await lookOfServer()).toMatchObject({ state: 'paused' });
    service.clock.advanceSeconds(5 * day);
    await act('resume');
    expect(await lookOfServer()).toMatchObject({ state: 'failing' });
    expect((await detailOf(shop)).look.state).toBe('failing');
    expect(await overviewOf(shop.clientId)).toMatchObject({ servers: { looked_at: 0 }, domains: { looked_at: 0 } });
    await completeScan(service, partner, serverId, {});
    await runDueDomainScans(service, [new ScriptedLeakSource('alpha')]);
    expect(await overviewOf(shop.clientId)).toMatchObject({ servers: { looked_at: 1 }, domains: { looked_at: 1 } });
  });
});

describe('what was terminated with open alerts and is monitored again', () => {
  it('is a server that was not looked at before a scan has looked again: what the last one saw may still be open', async () => {
    clientId += 1;
    const order = { client_id: clientId, service_id: 1, ip_address: loopbackAddress() };
    const { endpoint_id: id } = expectSuccess(await partner.api.post('/api/v1/billing/provision', order), 201);
    await completeScan(service, partner, id, { open: ['6379:tcp'] });
    service.clock.advanceSeconds(3_600);
    const again = async () => {
      expectSuccess(await partner.api.post('/api/v1/billing/terminate', { endpoint_id: id }));
      expectSuccess(await partner.api.post('/api/v1/billing/provision', order));
    };
    await again();
    expect(await overviewOf(clientId)).toMatchObject({
      all_well: false,
      all_looked_at: false,
      standing: { code: 'servers_first_scan', count: 1 },
      servers: { total: 1, looked_at: 0, never_scanned: 1, well: 0 },
    });
    const { look } = (await partner.api.get(`/api/v1/endpoints/${id}/detail`)).body;
    expect(look.state).toBe('never_scanned');
    await completeScan(service, partner, id, { closed: ['6379:tcp'] });
    expect(await overviewOf(clientId)).toMatchObject({ all_well: true, servers: { looked_at: 1, well: 1 } });
    service.clock.advanceSeconds(3_600);
    await again();
    expect(await overviewOf(clientId)).toMatchObject({ all_well: true, servers: { looked_at: 1, well: 1 } });
  });

  it('is a domain that was not looked at before a look has told what leaked', async () => {
    const shop = await watched();
    const alpha = new ScriptedLeakSource('alpha');
    alpha.knows(shop.domain, [leakedCredential('john@example.com')]);
    await runDueDomainScans(service, [alpha]);
    expect((await detailOf(shop)).look.state).toBe('looked_at');
    service.clock.advanceSeconds(60);
    expectSuccess(await partner.api.post('/api/v1/billing/terminate-domain', { monitored_domain_id: shop.id }));
    const order = { client_id: shop.clientId, service_id: 1, domain: shop.domain };
    expectSuccess(await partner.api.post('/api/v1/billing/provision-domain', order));
    expect((await detailOf(shop)).look.state).toBe('never_scanned');
    expect((await overviewOf(shop.clientId)).domains).toMatchObject({ never_scanned: 1, looked_at: 0 });
    service.clock.advanceSeconds(60);
    await runDueDomainScans(service, [alpha]);
    expect((await detailOf(shop)).look.state).toBe('looked_at');
  });
});

describe('an alert that is over', () => {
  const explanationsOf = async (endpointId: string) => {
    const of = `endpoint_id=${endpointId}`;
    const { alerts } = expectSuccess(await partner.api.get(`/api/v1/monitoring/alerts?${of}&sort=created_at`));
    const [{ id, explanation, title }] = alerts;
    const single = expectSuccess(await partner.api.get(`/api/v1/alerts/${id}`)).alert;
    expect(single.explanation).toBe(explanation);
    return { id, title, lead: explanation.split('\n\n')[0], reasons: explanation.split('\n\n').slice(1) };
  };
  const openServer = async () => {
    clientId += 1;
    const serverId = await provision(partner.api, loopbackAddress(), { client_id: clientId });
    await completeScan(service, partner, serverId, { open: ['5900:tcp'] });
    const open = await explanationsOf(serverId);
    service.clock.advanceSeconds(3_600);
    return { serverId, open };
  };

  it('says until when its port answered, and that a scan found it closed', async () => {
    const { serverId, open } = await openServer();
    expect(open.lead).toMatch(/answers on/);
    await completeScan(service, partner, serverId, { closed: ['5900:tcp'] });
    const over = await explanationsOf(serverId);
    expect(over.lead).toMatch(
      /^Port 5900\/tcp of 127\.\S+ answered until \d+ \w+ \d+ at \d\d:\d\d UTC\. A scan found it closed on [^.]+ UTC\.$/,
    );
    expect(over).toMatchObject({ id: open.id, title: open.title, reasons: open.reasons });
  });

  it('says so where only a person said that it is over, and where nobody looks any more', async () => {
    const { serverId, open } = await openServer();
    expectSuccess(await partner.api.post(`/api/v1/alerts/${open.id}/resolve`, {}));
    expect((await explanationsOf(serverId)).lead).toMatch(
      /marked as resolved by hand on .* no scan has confirmed that/,
    );
    const other = await openServer();
    await partner.api.post('/api/v1/billing/terminate', { endpoint_id: other.serverId });
    expect((await explanationsOf(other.serverId)).lead).toMatch(/what is open there now is not known/);
  });
});

describe('the report of a month', () => {
  const reportOf = async (of: number) =>
    expectSuccess(await partner.api.get(`/api/v1/reports/monthly?billing_customer_id=${of}&month=${monthNow()}`));
  const monthNow = () => service.clock.now().toISOString().slice(0, 7);

  it('reassures only where everything that it speaks of was looked at', async () => {
    const shop = await watched();
    await runDueDomainScans(service, [corpus]);
    const blind = await reportOf(shop.clientId);
    expect(blind).toMatchObject({
      all_looked_at: false,
      coverage: { domains: { total: 1, scanned: 0, not_scanned: { no_source: 1 } } },
    });
    expect(blind.summary[0]).toBe('Of what was looked at, no alert is open now.');
    service.clock.advanceSeconds(2 * day);
    await runDueDomainScans(service, [new ScriptedLeakSource('alpha')]);
    const seen = await reportOf(shop.clientId);
    expect(seen).toMatchObject({ all_looked_at: true, coverage: { domains: { total: 1, scanned: 1 } } });
    expect(seen.summary[0]).toBe('No alert is open now.');
  });
});

describe('doctor', () => {
  it('says that domain monitoring is sold while there is nobody to ask', async () => {
    await watched();
    const { json } = await runCommand(testEnvironment(service.databaseName), ['doctor', '--json']);
    expect(json.findings.find(({ check }: { check: string }) => check === 'leak sources')).toEqual({
      check: 'leak sources',
      state: 'warn',
      detail: expect.stringMatching(/^none, though domain_monitoring is sold: nobody looks for leaks of \d+ domains$/),
      cure: expect.stringContaining('docs/leak-sources.md'),
    });
  });
});
