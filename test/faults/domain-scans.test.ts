import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setDomainInterval } from '../../src/accounts/plans/set-domain-interval.ts';
import { LapsedClaim } from '../../src/core/operation/job-runner.ts';
import { changePartnerStatus } from '../../src/identity/partners/change-partner-status.ts';
import { applyDomainScan } from '../../src/monitoring/leaks/apply-domain-scan.ts';
import { askLimits, askSources } from '../../src/monitoring/leaks/ask-sources.ts';
import { claimDomainScan } from '../../src/monitoring/leaks/claim-domain-scan.ts';
import { endStaleDomainScans } from '../../src/monitoring/leaks/domain-scan-history.ts';
import { IdentityVault } from '../../src/monitoring/leaks/identity-vault.ts';
import type { DomainScanJob } from '../../src/monitoring/leaks/jobs.ts';
import { requestCorpusScan } from '../../src/monitoring/leaks/request-corpus-scan.ts';
import { recheckVerifications } from '../../src/resources/domains/recheck-verifications.ts';
import { verificationRecord } from '../../src/resources/domains/verification.ts';
import {
  dispatchDomainScans,
  monitorDomain,
  operationOf,
  performDomainScan,
  runDueDomainScans,
  takeDomainScanJobs,
} from '../support/domain-scans.ts';
import { eventually } from '../support/eventually.ts';
import { isSharded } from '../support/is-sharded.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { leakedCredential, mention, ScriptedLeakSource } from '../support/scripted-leak-source.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const base = '/api/v1/domain-monitoring';
const daySeconds = 86_400;

let service: TestService;
let partner: TestPartner;
let alpha: ScriptedLeakSource;
let beta: ScriptedLeakSource;
let lastClient = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  // What the corpus tells is taken only while it has an import of that breach.
  await service.store.database.pool.query(
    `INSERT INTO leak_imports (breach_name, occurred_on, kind, file_name, format, status, head_digest, created_at, updated_at)
    VALUES ('Web Shop 2025', '2025-01-01', 'breach', 'shop.csv', 'csv', 'importing', '', now(), now())`,
  );
});
afterAll(async () => {
  await service?.stop();
});
beforeEach(async () => {
  partner = await service.partner();
  alpha = new ScriptedLeakSource('alpha');
  beta = new ScriptedLeakSource('local_corpus');
});
/** Later tests must not meet domains and jobs of earlier ones. */
afterEach(async () => {
  await service.store.database.pool.query('DELETE FROM monitored_domains');
  for (const job of await takeDomainScanJobs(service)) await performDomainScan(service, job, []);
});

interface Watched {
  readonly clientId: number;
  readonly id: string;
  readonly domain: string;
}

async function watched(): Promise<Watched> {
  lastClient += 1;
  const domain = `shop-${lastClient}.example.com`;
  return { clientId: lastClient, id: await monitorDomain(partner.api, lastClient, domain), domain };
}

async function row(id: string): Promise<Record<string, unknown>> {
  return (await service.store.database.pool.query('SELECT * FROM monitored_domains WHERE id = $1', [id])).rows[0];
}

async function scansOf(id: string): Promise<Record<string, unknown>[]> {
  const query = 'SELECT * FROM domain_scans WHERE domain_id = $1 ORDER BY id';
  return (await service.store.database.pool.query(query, [id])).rows;
}

async function count(table: string): Promise<number> {
  const query = `SELECT count(*)::int AS count FROM ${table} WHERE partner_id = $1`;
  return (await service.store.database.pool.query(query, [partner.partnerId])).rows[0].count;
}

const act = (verb: string, id: string, more: object = {}) =>
  partner.api.post(`/api/v1/billing/${verb}-domain`, { monitored_domain_id: id, ...more });
const run = () => runDueDomainScans(service, [alpha, beta]);
const inSeconds = (instant: unknown) => ((instant as Date).getTime() - service.clock.now().getTime()) / 1_000;

/** Ends an attempt as one whose worker was silent, and has the next one due. */
async function failSilently(job: DomainScanJob): Promise<void> {
  await service.service.resources.jobs.fail(job, 'its worker was silent');
  await service.store.database.pool.query('UPDATE pgboss.job SET start_after = now() WHERE id = $1', [job.id]);
}

async function takeOnlyJob(): Promise<DomainScanJob> {
  const [job, ...others] = await takeDomainScanJobs(service);
  expect(others).toEqual([]);
  return job!;
}

/** Applies what a source tells to a job, as a worker does that has claimed it. */
async function apply(job: DomainScanJob, identities: readonly string[]): Promise<unknown> {
  const operation = operationOf(service, job);
  const vault = new IdentityVault(service.store.keys);
  const source = new ScriptedLeakSource('alpha');
  source.knows(
    'any',
    identities.map((identity) => leakedCredential(identity)),
  );
  const context = { domain: 'any', digest: vault.digester(operation.partnerId), now: service.clock.now() };
  const result = await askSources([source], context, askLimits, new AbortController().signal);
  return applyDomainScan(operation, job, result, vault);
}

const identitiesOf = (domain: string, many: number) =>
  Array.from({ length: many }, (_, index) => `person.${index}@${domain}`);

/** How many findings each alert of a customer says it speaks for. */
async function evidenceCounts(clientId: number): Promise<number[]> {
  const { alerts } = expectSuccess(await partner.api.get(`${base}/alerts?billing_customer_id=${clientId}`));
  return alerts.map((alert: { findings_count: number }) => alert.findings_count);
}

describe('the schedule', () => {
  it('a new domain is scanned soon, then once in an interval, asking every source', async () => {
    const { id, domain } = await watched();
    await run();
    expect([alpha.asked, beta.asked]).toEqual([[domain], [domain]]);
    expect(inSeconds((await row(id)).next_scan_at)).toBeCloseTo(daySeconds, -2);
    await run();
    service.clock.advanceSeconds(daySeconds / 2);
    await run();
    expect(alpha.asked).toHaveLength(1);
    service.clock.advanceSeconds(daySeconds / 2);
    await run();
    expect(alpha.asked).toHaveLength(2);
    expect(await scansOf(id)).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
  });

  it("a partner's own interval counts, in its sandbox, too", async () => {
    const operation = systemOperation(service, partner);
    expect(await setDomainInterval(operation, 3_600)).toBe(true);
    expect(await setDomainInterval(operation, 3_600)).toBe(false);
    const { id } = await watched();
    const sandboxId = await monitorDomain(await enableSandbox(service, partner), 1, 'trial.example.com');
    await dispatchDomainScans(service);
    for (const each of [id, sandboxId]) expect(inSeconds((await row(each)).next_scan_at)).toBeCloseTo(3_600, -2);

    expect(await setDomainInterval(operation, null)).toBe(true);
    await run();
    service.clock.advanceSeconds(3_600 * 1.1);
    await dispatchDomainScans(service);
    expect(inSeconds((await row(id)).next_scan_at)).toBeCloseTo(daySeconds, -4);
  });

  it.each([3_599, 2_678_401, 7_200.5])("a partner's own interval cannot be %d seconds", async (seconds) => {
    const change = setDomainInterval(systemOperation(service, partner), seconds);
    await expect(change).rejects.toThrow('from one hour to 31 days');
  });

  it('comes in small portions, so that sources see no herd', async () => {
    for (let index = 0; index < 25; index += 1) await watched();
    const dispatched = [];
    for (let tick = 0; tick < 4; tick += 1) dispatched.push(await dispatchDomainScans(service));
    expect(dispatched).toEqual([10, 10, 5, 0]);
  });

  it('keeps the pace of plans that are scanned more often, and makes up for ticks that come late', async () => {
    const { id } = await watched();
    await setDomainInterval(systemOperation(service, partner), 3_600);
    await service.store.database.pool.query(
      `INSERT INTO monitored_domains (partner_id, id, customer_id, service_id, domain, status, next_scan_at, created_at, updated_at)
       SELECT partner_id, gen_random_uuid(), customer_id, service_id, 'd' || n || '.example.com', status, next_scan_at, created_at, updated_at
       FROM monitored_domains, generate_series(1, 17999) n WHERE id = $1`,
      [id],
    );
    // Five a second keep the interval; twice that catches up, for ten seconds at most.
    service.clock.advanceSeconds(301);
    expect(await dispatchDomainScans(service)).toBe(100);
    const next = await dispatchDomainScans(service);
    expect(next).toBeGreaterThanOrEqual(50);
    expect(next).toBeLessThan(100);
  });

  it('two schedulers in one tick queue every scan once', async () => {
    const { id } = await watched();
    const both = await Promise.all([dispatchDomainScans(service), dispatchDomainScans(service)]);
    expect(both.toSorted()).toEqual([0, 1]);
    expect(await scansOf(id)).toHaveLength(1);
  });

  it.each(['resume', 'restore', 'rename'])('%s: the domain is scanned soon', async (what) => {
    const { id, clientId, domain } = await watched();
    await run();
    if (what === 'resume') {
      await act('suspend', id);
      await act('resume', id);
    } else if (what === 'restore') {
      await act('terminate', id);
      await partner.api.post('/api/v1/billing/provision-domain', { client_id: clientId, service_id: 1, domain });
    } else await act('update', id, { domain: `new-${domain}` });
    await run();
    expect(alpha.asked.slice(1)).toEqual([what === 'rename' ? `new-${domain}` : domain]);
  });

  it('a suspended partner’s domains are not scanned, nor is a job that was queued before; afterwards they are', async () => {
    const { id } = await watched();
    const operator = systemOperation(service, partner);
    await dispatchDomainScans(service);
    await changePartnerStatus(operator, 'suspended');
    expect(await performDomainScan(service, await takeOnlyJob(), [alpha])).toBeNull();
    expect(await scansOf(id)).toMatchObject([{ status: 'cancelled' }]);
    service.clock.advanceSeconds(2 * daySeconds);
    expect(await run()).toEqual([]);
    await changePartnerStatus(operator, 'active');
    service.clock.advanceSeconds(2 * daySeconds);
    await run();
    expect(alpha.asked).toHaveLength(1);
  });
});

describe('domains that are not looked for', () => {
  it.each(['suspend', 'terminate', 'release'])('%s: none is scanned, though its job was queued', async (verb) => {
    const { id } = await watched();
    await dispatchDomainScans(service);
    await act(verb, id);
    expect(await performDomainScan(service, await takeOnlyJob(), [alpha])).toBeNull();
    service.clock.advanceSeconds(10 * daySeconds);
    expect(await run()).toEqual([]);
    expect(alpha.asked).toEqual([]);
    expect(await row(id)).toMatchObject({ current_scan_id: null, next_scan_at: null, last_scan_at: null });
  });

  it.each(['suspend', 'terminate', 'release', 'rename'])('%s during a scan: its result is void', async (verb) => {
    const { id, domain } = await watched();
    await dispatchDomainScans(service);
    const job = await takeOnlyJob();
    expect(await claimDomainScan(operationOf(service, job), job.data)).toMatchObject({ domain });
    if (verb === 'rename') await act('update', id, { domain: `new-${domain}` });
    else await act(verb, id);
    await expect(apply(job, [`ada.one@${domain}`])).rejects.toThrow(LapsedClaim);
    expect(await count('leaked_credentials')).toBe(0);
    expect(await count('alerts')).toBe(0);
  });

  it('paid capacity that ends during a scan pauses it, too', async () => {
    const { id, clientId, domain } = await watched();
    const subscription = { client_id: clientId, service_id: 9, product_slug: 'domain_monitoring' };
    await partner.api.post('/api/v1/billing/provision-subscription', { ...subscription, quantity: 1 });
    await dispatchDomainScans(service);
    const job = await takeOnlyJob();
    await claimDomainScan(operationOf(service, job), job.data);
    await partner.api.post('/api/v1/billing/suspend-subscription', subscription);
    expect(await row(id)).toMatchObject({ status: 'paused', quota_paused: true, current_scan_id: null });
    await expect(apply(job, [`ada.one@${domain}`])).rejects.toThrow(LapsedClaim);
    await partner.api.post('/api/v1/billing/resume-subscription', subscription);
    await run();
    expect(alpha.asked).toEqual([domain]);
  });
});

describe('a result is applied once', () => {
  it('by one of two workers that hold the same job', async () => {
    const { domain } = await watched();
    await dispatchDomainScans(service);
    const job = await takeOnlyJob();
    await claimDomainScan(operationOf(service, job), job.data);
    const applied = await Promise.allSettled([
      apply(job, [`ada.one@${domain}`]),
      apply(job, [`ada.one@${domain}`, `bob.two@${domain}`]),
    ]);
    expect(applied.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { reason } = applied.find((each) => each.status === 'rejected')!;
    expect(reason).toBeInstanceOf(LapsedClaim);
    expect(await count('alerts')).toBe(1);
    const findings = applied[0]!.status === 'fulfilled' ? 1 : 2;
    expect(await count('leaked_credentials')).toBe(findings);
  });

  it('and not by a worker whose claim lapsed while another one took the job over', async () => {
    const { domain } = await watched();
    await dispatchDomainScans(service);
    const lapsed = await takeOnlyJob();
    await claimDomainScan(operationOf(service, lapsed), lapsed.data);
    await failSilently(lapsed);
    const current = await takeOnlyJob();
    expect(current.retryCount).toBeGreaterThan(lapsed.retryCount);
    await expect(apply(lapsed, [`eve.old@${domain}`])).rejects.toThrow(LapsedClaim);
    await apply(current, [`ada.one@${domain}`, `bob.two@${domain}`]);
    expect(await count('leaked_credentials')).toBe(2);
  });

  it('and never an older one after a newer one', async () => {
    const { id, domain } = await watched();
    await dispatchDomainScans(service);
    const older = await takeOnlyJob();
    await claimDomainScan(operationOf(service, older), older.data);
    await act('suspend', id);
    await act('resume', id);
    alpha.knows(domain, [leakedCredential(`ada.one@${domain}`)]);
    await run();
    const after = await row(id);
    await expect(apply(older, [`eve.old@${domain}`])).rejects.toThrow(LapsedClaim);
    expect(await count('leaked_credentials')).toBe(1);
    expect(await row(id)).toEqual(after);
  });

  it.skipIf(isSharded)(
    'after a failure within its transaction nothing of it is there, and the job can be done again',
    async () => {
      const { id, domain } = await watched();
      await dispatchDomainScans(service);
      const job = await takeOnlyJob();
      alpha.knows(domain, [leakedCredential(`ada.one@${domain}`), mention(domain)]);
      const { pool } = service.store.database;
      await pool.query(
        `CREATE FUNCTION refuse_mention() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
       CREATE TRIGGER refuse_mention BEFORE INSERT ON dark_web_findings FOR EACH ROW EXECUTE FUNCTION refuse_mention()`,
      );
      await expect(performDomainScan(service, job, [alpha])).rejects.toThrow('refused');
      await pool.query('DROP TRIGGER refuse_mention ON dark_web_findings; DROP FUNCTION refuse_mention');
      expect([await count('leaked_credentials'), await count('alerts')]).toEqual([0, 0]);
      expect(await row(id)).toMatchObject({ last_scan_at: null, findings_count: 0 });
      expect(await performDomainScan(service, job, [alpha])).toMatchObject({ newFindings: 2 });
    },
  );

  it('of thousands of findings in batches, between which the domain can be read, renamed and suspended at once', async () => {
    const { id, clientId, domain } = await watched();
    await dispatchDomainScans(service);
    const job = await takeOnlyJob();
    await claimDomainScan(operationOf(service, job), job.data);
    const applied = apply(job, identitiesOf(domain, 20_000));
    applied.catch(() => undefined);
    await eventually('the first findings are there', async () => (await count('leaked_credentials')) > 0);
    const path = `${base}/domains/${id}?billing_customer_id=${clientId}`;
    expect(expectSuccess(await partner.api.get(path)).domain).toMatchObject({
      status: 'active',
      last_scan_at: null,
      scans: [{ status: 'running', findings_seen: null }],
    });
    expect((await act('update', id, { domain: `new-${domain}` })).status).toBe(200);
    await expect(applied).rejects.toThrow(LapsedClaim);
    const written = await count('leaked_credentials');
    expect(written).toBeLessThan(20_000);
    expect(await scansOf(id)).toMatchObject([{ status: 'cancelled', findings_new: written }]);
    // What was found until then is told truly: the alert speaks for exactly the findings that are there.
    expect(await evidenceCounts(clientId)).toEqual([written]);
    expect((await act('suspend', id)).status).toBe(200);
  });

  it.skipIf(isSharded).each([1, 2, 3])(
    'when its worker loses the database in batch %d, the next worker repeats it: nothing lost, doubled or announced twice',
    async (fatalBatch) => {
      const { id, clientId, domain } = await watched();
      // Nothing is announced where nobody hears of it.
      await partner.api.post('/api/v1/sso/token', { client_id: clientId, client_email: 'night@example.org' });
      await dispatchDomainScans(service);
      const job = await takeOnlyJob();
      await claimDomainScan(operationOf(service, job), job.data);
      const identities = identitiesOf(domain, 2_500);
      const { pool } = service.store.database;
      await pool.query(
        `CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           IF (SELECT count(*) FROM leaked_credentials WHERE domain_id = '${id}') >= ${(fatalBatch - 1) * 1_000}
             THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
           RETURN NULL; END $$;
         CREATE TRIGGER end_session BEFORE INSERT ON leaked_credentials FOR EACH STATEMENT EXECUTE FUNCTION end_session()`,
      );
      await expect(apply(job, identities)).rejects.toThrow(/terminat/i);
      await pool.query('DROP TRIGGER end_session ON leaked_credentials; DROP FUNCTION end_session');
      expect(await count('leaked_credentials')).toBe((fatalBatch - 1) * 1_000);
      expect(await row(id)).toMatchObject({ current_scan_id: job.data.scanId, last_scan_at: null, findings_count: 0 });

      await failSilently(job);
      const next = await takeOnlyJob();
      await claimDomainScan(operationOf(service, next), next.data);
      await apply(next, identities);
      await expect(apply(job, identities)).rejects.toThrow(LapsedClaim);
      expect(await count('leaked_credentials')).toBe(2_500);
      expect(await row(id)).toMatchObject({ current_scan_id: null, findings_count: 2_500 });
      expect(await scansOf(id)).toMatchObject([{ status: 'completed', findings_seen: 2_500, findings_new: 2_500 }]);
      expect(await evidenceCounts(clientId)).toEqual([2_500]);
      const announced = await pool.query('SELECT DISTINCT alert_id FROM alert_inbox WHERE partner_id = $1', [
        partner.partnerId,
      ]);
      expect(announced.rows).toMatchObject([{ alert_id: expect.any(String) }]);
    },
  );

  it('thousands of findings that are known already are seen again, by the alert that speaks for them, too', async () => {
    const { clientId, domain } = await watched();
    const identities = identitiesOf(domain, 2_500);
    alpha.knows(
      domain,
      identities.map((identity) => leakedCredential(identity)),
    );
    const lastDetected = async () => {
      const { alerts } = expectSuccess(await partner.api.get(`${base}/alerts?billing_customer_id=${clientId}`));
      return alerts.map((alert: { last_detected_at: string }) => alert.last_detected_at);
    };
    await run();
    const [first] = await lastDetected();
    service.clock.advanceSeconds(daySeconds);
    expect(await run()).toMatchObject([{ newFindings: 0, raised: [] }]);
    const [again, ...others] = await lastDetected();
    expect(others).toEqual([]);
    expect(Date.parse(again!) - Date.parse(first!)).toBeGreaterThanOrEqual(daySeconds * 1_000);
    expect(await evidenceCounts(clientId)).toEqual([2_500]);
  });

  it('and a worker whose claim lapsed between two batches writes no more', async () => {
    const { domain } = await watched();
    await dispatchDomainScans(service);
    const lapsed = await takeOnlyJob();
    await claimDomainScan(operationOf(service, lapsed), lapsed.data);
    await failSilently(lapsed);
    await expect(apply(lapsed, identitiesOf(domain, 1_500))).rejects.toThrow(LapsedClaim);
    expect(await count('leaked_credentials')).toBe(0);
    await apply(await takeOnlyJob(), []);
  });

  it('a scan that nothing carries any more ends, and the domain is scanned again', async () => {
    const { id } = await watched();
    await dispatchDomainScans(service);
    await service.store.database.pool.query('DELETE FROM pgboss.job');
    service.clock.advanceSeconds(7 * 3_600);
    expect(await endStaleDomainScans(service.service.resources)).toBe(1);
    expect(await scansOf(id)).toMatchObject([{ status: 'failed' }]);
    service.clock.advanceSeconds(3_600);
    await run();
    expect(alpha.asked).toHaveLength(1);
  });
});

describe('sources that fail', () => {
  it.each(['unavailable', 'malformed', 'rate_limited', 'nonsense'] as const)(
    '%s: the others’ findings are there, the history tells, and only that source is asked again soon',
    async (trouble) => {
      const { id, clientId, domain } = await watched();
      alpha.knows(domain, trouble);
      beta.knows(domain, [leakedCredential(`ada.one@${domain}`)]);
      await run();
      expect(await count('leaked_credentials')).toBe(1);
      const path = `${base}/domains/${id}?billing_customer_id=${clientId}`;
      const { scans, last_scan_at } = expectSuccess(await partner.api.get(path)).domain;
      const failure = trouble === 'nonsense' ? 'malformed' : trouble;
      expect(scans[0]).toMatchObject({
        status: 'completed',
        sources: [
          { source: 'alpha', outcome: 'failed', failure, error: /\w/ },
          { source: 'local_corpus', outcome: 'complete', failure: null },
        ].map((outcome) => ({ ...outcome, error: outcome.error ? expect.stringMatching(outcome.error) : null })),
      });
      expect(last_scan_at).not.toBeNull();
      service.clock.advanceSeconds(14 * 60);
      await run();
      expect(alpha.asked).toHaveLength(1);
      alpha.knows(domain, [leakedCredential(`bob.two@${domain}`)]);
      service.clock.advanceSeconds(2 * 60);
      await run();
      expect([alpha.asked.length, beta.asked.length]).toEqual([2, 1]);
      expect(await count('leaked_credentials')).toBe(2);
      expect(await row(id)).toMatchObject({ retry_at: null, retry_sources: [], failed_attempts: 0 });
    },
  );

  it('a key that is refused is not tried again before the next scan is due', async () => {
    const { id, domain } = await watched();
    alpha.knows(domain, 'not_authorised');
    await run();
    expect(await row(id)).toMatchObject({ retry_at: null });
  });

  it('when all fail the scan has failed, nothing is said of the domain, and it is tried later and later', async () => {
    const { id, domain } = await watched();
    alpha.knows(domain, 'unavailable');
    beta.knows(domain, 'unavailable');
    const waits = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await run();
      const { retry_at, last_scan_at } = await row(id);
      expect(last_scan_at).toBeNull();
      waits.push(Math.round(inSeconds(retry_at) / 60));
      service.clock.advanceSeconds(inSeconds(retry_at) + 1);
    }
    expect(waits).toEqual([15, 30, 60]);
    expect((await scansOf(id)).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
  });
});

describe('requestCorpusScan', () => {
  it('has domains of all partners, and what they are above of, looked up in the corpus only', async () => {
    const other = await service.partner();
    const mine = await watched();
    await monitorDomain(other.api, 1, mine.domain);
    const elsewhere = await watched();
    const paused = await watched();
    await run();
    await act('suspend', paused.id);
    beta.asked.length = 0;
    const names = [`mail.${mine.domain}`, paused.domain, 'nobody.example.org'];
    expect(await requestCorpusScan(service.service.resources, names)).toBe(2);
    await run();
    expect(beta.asked).toEqual([mine.domain, mine.domain]);
    expect(alpha.asked.filter((name) => name === mine.domain)).toHaveLength(2);
    expect(await row(elsewhere.id)).toMatchObject({ retry_at: null });
    expect(inSeconds((await row(mine.id)).next_scan_at)).toBeGreaterThan(daySeconds / 2);
  });

  it('during a scan is not lost: another look follows', async () => {
    const { id, domain } = await watched();
    await dispatchDomainScans(service);
    const job = await takeOnlyJob();
    await claimDomainScan(operationOf(service, job), job.data);
    await requestCorpusScan(service.service.resources, [domain]);
    await apply(job, []);
    expect(await row(id)).toMatchObject({ retry_sources: ['local_corpus'] });
    await run();
    expect([alpha.asked, beta.asked]).toEqual([[], [domain]]);
  });
});

it('a source that fails does not put off what the corpus was asked for meanwhile', async () => {
  const { id, domain } = await watched();
  await dispatchDomainScans(service);
  const job = await takeOnlyJob();
  await requestCorpusScan(service.service.resources, [domain]);
  alpha.knows(domain, 'unavailable');
  await performDomainScan(service, job, [alpha]);
  expect(await row(id)).toMatchObject({ retry_sources: ['alpha', 'local_corpus'] });
  expect(inSeconds((await row(id)).retry_at)).toBeLessThan(1);
});

describe('verified domains', () => {
  it('are looked at daily: a record that is missing for two days withdraws the proof, silence does not', async () => {
    const { id, domain } = await watched();
    const { pool } = service.store.database;
    const secretKey = service.store.keys.lasting;
    let answer: string[][] | Error = [];
    const resolver = { resolveTxt: async () => (answer instanceof Error ? Promise.reject(answer) : answer) };
    const look = async (hours: number) => {
      service.clock.advanceSeconds(hours * 3_600);
      return recheckVerifications(service.service.resources, { secretKey, resolver });
    };
    const verified = async () => (await row(id)).verified_at !== null;
    const now = service.clock.now();
    await pool.query('UPDATE monitored_domains SET verified_at = $2, next_verification_at = $2 WHERE id = $1', [
      id,
      now,
    ]);
    answer = [[verificationRecord(secretKey, { partner_id: partner.partnerId, id, domain, transfers: 0 }).value]];
    expect([await look(1), await look(1), await look(24)]).toEqual([1, 0, 1]);
    answer = new Error('SERVFAIL');
    for (let hour = 0; hour < 72; hour += 1) await look(1);
    expect(await verified()).toBe(true);
    answer = [['something else']];
    expect(await look(24)).toBe(1);
    expect(await look(25)).toBe(1);
    expect(await verified()).toBe(true);
    expect((await row(id)).verification_missing_since).not.toBeNull();
    expect(await look(25)).toBe(1);
    expect(await verified()).toBe(false);
    expect(await look(48)).toBe(0);
    const { rows } = await pool.query(
      "SELECT action FROM audit_entries WHERE action = 'domain.verification_withdrawn'",
    );
    expect(rows).toHaveLength(1);
  });

  it.each([false, true])(
    'that are renamed while their record is looked up keep nothing of the answer (proved anew: %s)',
    async (provedAnew) => {
      const { id, domain } = await watched();
      const verify = () =>
        service.store.database.pool.query(
          'UPDATE monitored_domains SET verified_at = $2, next_verification_at = $2 WHERE id = $1',
          [id, service.clock.now()],
        );
      await verify();
      let looks = 0;
      const resolver = {
        async resolveTxt() {
          looks += 1;
          if (looks > 1) throw new Error('SERVFAIL');
          await act('update', id, { domain: `new-${domain}` });
          if (provedAnew) await verify();
          return [];
        },
      };
      await recheckVerifications(service.service.resources, { secretKey: service.store.keys.lasting, resolver });
      expect((await row(id)).verified_at !== null).toBe(provedAnew);
      expect(await row(id)).toMatchObject({ verification_misses: 0, verification_checked_at: null });
    },
  );
});

describe('a service that scans', () => {
  it('finds leaks by itself, stops a scan whose domain is paused, and gives scans back when it stops', async () => {
    const { clientId, domain } = await watched();
    const stuck = await watched();
    const left = await watched();
    const gamma = new ScriptedLeakSource('gamma');
    gamma.knows(domain, [leakedCredential(`ada.one@${domain}`), mention(domain)]);
    gamma.knows(stuck.domain, 'silence');
    gamma.knows(left.domain, 'silence');
    const worker = await TestService.start({
      sharedWith: service,
      role: 'worker',
      leakSources: [gamma],
      environment: { SCAN_ENGINE: 'off' },
    });
    try {
      const found = await eventually('an alert is raised', async () => {
        const { alerts } = (await partner.api.get(`${base}/alerts?billing_customer_id=${clientId}`)).body.data;
        return alerts.length === 2 && alerts;
      });
      expect(found[0].attribution).toEqual([
        { source: 'gamma', name: 'The gamma service', url: 'https://gamma.example', licence: 'CC BY 4.0' },
      ]);
      await eventually('the others are asked about', async () => gamma.asked.length >= 3);
      await act('suspend', stuck.id);
      await eventually('the scan ends', async () => {
        const { rows } = await service.store.database.pool.query(
          "SELECT FROM pgboss.job WHERE name = 'domain-scan' AND state = 'active'",
        );
        return rows.length === 1;
      });
    } finally {
      await worker.stop();
    }
    expect(await scansOf(stuck.id)).toMatchObject([{ status: 'cancelled' }]);
    const { rows } = await service.store.database.pool.query(
      "SELECT state::text, retry_count FROM pgboss.job WHERE name = 'domain-scan' AND data->>'domainId' = $1",
      [left.id],
    );
    // As if nobody had taken it.
    expect(rows).toEqual([{ state: 'created', retry_count: 0 }]);
  });
});
