import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { propertyRuns } from '../../src/common/testing/property-runs.ts';
import { reassuringKeys } from '../../src/monitoring/looks/reassuring-messages.ts';
import { finishScan } from '../../src/monitoring/port-scans/finish-scan.ts';
import { languages } from '../../src/platform/messages/languages.ts';
import type { MessageKey } from '../../src/platform/messages/message.ts';
import { messagesIn } from '../../src/platform/messages/messages.ts';
import { readMonthlyReport } from '../../src/reporting/monthly-report/read-monthly-report.ts';
import { reportContent, summaryOf } from '../../src/reporting/monthly-report/report-words.ts';
import { alertKinds } from '../../src/wiring/alert-kinds.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain, runDueDomainScans } from '../support/domain-scans.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { insertAlert } from '../support/rows.ts';
import { enqueueScan, systemOperation, takeScanJob } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { ScriptedLeakSource } from '../support/scripted-leak-source.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
let lastClient = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  service.clock.standAt(new Date());
});
afterAll(() => service?.stop());

const set = (table: 'endpoints' | 'monitored_domains', id: string, columns: string) =>
  service.store.database.pool.query(`UPDATE ${table} SET ${columns} WHERE id = $1`, [id]);

/** How a server gets into a state; those that were looked at are marked. */
const servers = {
  'looked at': async (id) => void (await completeScan(service, partner, id, {})),
  'never scanned': async () => {},
  paused: async (id) => {
    await completeScan(service, partner, id, {});
    await partner.api.post('/api/v1/billing/suspend', { endpoint_id: id });
  },
  'waiting for capacity': async (id) => {
    await completeScan(service, partner, id, {});
    await set('endpoints', id, "status = 'paused', quota_paused = true, next_scan_at = NULL");
  },
  'last scan failed': async (id) => {
    await completeScan(service, partner, id, {});
    service.clock.advanceSeconds(1);
    const operation = systemOperation(service, partner);
    const scanId = await enqueueScan(operation, id);
    await takeScanJob(operation);
    const failure = { status: 'failed', error: 'engine: it broke down' } as const;
    await operation.transaction((tx) => finishScan(tx, { endpointId: id, scanId }, failure));
  },
  'last scan partial': async (id) => {
    await completeScan(service, partner, id, {});
    service.clock.advanceSeconds(1);
    await completeScan(service, partner, id, { missing: 3 });
  },
  'only scan partial': async (id) => void (await completeScan(service, partner, id, { missing: 3 })),
  'address never scanned': async (id) => void (await set('endpoints', id, 'next_scan_at = NULL')),
} satisfies Record<string, (id: string) => Promise<void>>;

/** What answers about a domain; null: nobody looks. */
const domains = {
  'looked at': [[]],
  'never scanned': null,
  'no source': [],
  'the only source failed': ['unavailable'],
  'one of two sources failed': [[], 'malformed'],
  'key refused': ['not_authorised', []],
} as const;

async function scan(id: string, name: string, answers: NonNullable<(typeof domains)[keyof typeof domains]>) {
  const { pool } = service.store.database;
  const later = new Date(service.clock.now().getTime() + 43_200_000);
  await pool.query(
    `UPDATE monitored_domains SET next_scan_at = CASE WHEN id = $1 THEN $2 ELSE $3 END::timestamptz,
       retry_at = CASE WHEN retry_at IS NULL THEN NULL ELSE $3 END::timestamptz WHERE status = 'active'`,
    [id, service.clock.now(), later],
  );
  const sources = answers.map((answer, index) => {
    const source = new ScriptedLeakSource(`source-${index}`);
    source.knows(name, answer);
    return source;
  });
  await runDueDomainScans(service, sources);
}

const state = fc.record({
  servers: fc.array(fc.constantFrom(...(Object.keys(servers) as (keyof typeof servers)[])), { maxLength: 2 }),
  domains: fc.array(fc.constantFrom(...(Object.keys(domains) as (keyof typeof domains)[])), { maxLength: 2 }),
  verified: fc.boolean(),
  hasAlert: fc.boolean(),
});

it('no answer, report or mail reassures unless everything that it speaks of was looked at, and then each does', async () => {
  await fc.assert(
    fc.asyncProperty(state, async (given) => {
      lastClient += 1;
      const clientId = lastClient;
      for (const name of given.servers) {
        const id = await provision(partner.api, loopbackAddress(), { client_id: clientId });
        if (given.hasAlert) await insertAlert(service, partner, id, { severity: 'high' });
        await servers[name](id);
      }
      for (const [index, name] of given.domains.entries()) {
        const domain = `d${index}.c${clientId}.example.com`;
        const id = await monitorDomain(partner.api, clientId, domain);
        if (domains[name] !== null) await scan(id, domain, domains[name]);
        if (given.verified) await set('monitored_domains', id, 'verified_at = now(), next_verification_at = now()');
      }
      const monitored = [...given.servers, ...given.domains];
      const isSeen = monitored.length > 0 && monitored.every((name) => name === 'looked at');
      const hasAlert = given.hasAlert && given.servers.length > 0;
      const isVerified = given.verified || given.domains.length === 0;

      const of = `billing_customer_id=${clientId}`;
      const overview = expectSuccess(await partner.api.get(`/api/v1/monitoring/overview?${of}`));
      expect(overview.all_looked_at).toBe(isSeen);
      expect(overview.all_well).toBe(isSeen && !hasAlert && isVerified);
      expect(overview.standing.code === 'well').toBe(overview.all_well);
      const listed = expectSuccess(await partner.api.get(`/api/v1/domain-monitoring/domains?${of}`)).domains;
      expect(listed.filter(({ look }: { look: { state: string } }) => look.state === 'looked_at')).toHaveLength(
        given.domains.filter((name) => name === 'looked at').length,
      );
      const month = service.clock.now().toISOString().slice(0, 7);
      const shown = expectSuccess(await partner.api.get(`/api/v1/reports/monthly?${of}&month=${month}`));
      expect(shown.all_looked_at).toBe(isSeen);

      for (const language of languages) {
        const t = messagesIn(language);
        const operation = systemOperation(service, partner).readIn(language);
        const report = await readMonthlyReport(operation, alertKinds, clientId, month);
        const portal = { name: 'Portal', accent: '#000000', logo: null } as never;
        const pages = JSON.stringify(reportContent(t, report, portal));
        const mail = summaryOf(t, report).join(' ');
        const answers = language === 'en' ? JSON.stringify([overview, listed, shown]) : '';
        const said = reassuringKeys.filter((key) => {
          if (key.startsWith('portal.')) return false;
          const text = t(key as MessageKey);
          return [pages, mail, answers].some((page) => page.includes(JSON.stringify(text).slice(1, -1)));
        });
        if (!isSeen) expect(said, language).toEqual([]);
        else if (!hasAlert)
          expect(said).toEqual(
            expect.arrayContaining(['report.first.nothing', 'report.left.nothing', 'report.clear.now']),
          );
      }
    }),
    { numRuns: propertyRuns(200) },
  );
});
