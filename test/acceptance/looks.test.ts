import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeakSource } from '../../src/engines/leak-sources/leak-source.ts';
import { createCorpusSource } from '../../src/monitoring/leak-imports/corpus-source.ts';
import { importLeak } from '../../src/monitoring/leak-imports/import-leak.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain, runDueDomainScans } from '../support/domain-scans.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { provision } from '../support/scans.ts';
import { ScriptedLeakSource } from '../support/scripted-leak-source.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

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
      look: { state: 'no_source', at: null, sentence: 'Not looked at: no source is set up.' },
      sources: [],
      scans: [{ status: 'failed', sources: [] }],
    });
    expect(await overviewOf(shop.clientId)).toMatchObject({
      all_well: false,
      all_looked_at: false,
      standing: { code: 'domains_no_source', count: 1 },
      domains: { total: 1, looked_at: 0, no_source: 1, never_scanned: 0, failing: 0 },
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
      await imported('email,password\n');
      await runDueDomainScans(service, [corpus]);
      expect((await detailOf(shop)).look.state).toBe('no_source');
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
    expect(await detailOf(shop)).toMatchObject({ look: { state: 'no_source', sources: [] }, sources: [] });
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
