import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Registration } from '../../src/engines/domain-posture/domain-look.ts';
import { judgePosture } from '../../src/engines/domain-posture/judge-posture.ts';
import { scriptedDns } from '../../src/engines/domain-posture/testing/scripted-dns.ts';
import {
  everythingFine,
  look,
  lookAtDueDomains,
  performLook,
  type Seen,
  takeDueLooks,
  unanswered,
} from '../support/domain-looks.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { enableSandbox, type SandboxClient } from '../support/sandbox-client.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
let customer = 100;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
});
afterAll(() => service?.stop());

const day = 86_400;
const secondLook = 80 * 60;
const noSpf: Seen = {
  spf: {
    reason: 'spf.absent',
    shouldBe: { name: 'shop.example', type: 'TXT', value: 'v=spf1 mx ~all' },
  },
};

const put = (path: string, body: unknown) => partner.api.send('PUT', path, body);

/** A domain of a customer of its own, which has had no look yet. */
async function ordered(domain = 'shop.example') {
  customer += 1;
  const id = await monitorDomain(partner.api, customer, domain);
  return { id, customer, path: `/api/v1/domain-monitoring/domains/${id}` };
}

/** Has every domain that is due after a time looked at, and seen so. */
async function passes(seconds: number, seen: Seen | typeof unanswered = {}) {
  service.clock.advanceSeconds(Math.max(seconds, 5));
  const result = 'verdicts' in seen ? seen : look(seen);
  await lookAtDueDomains(service, async () => result);
}

async function alertsOf(customerId: number, api = partner.api) {
  const query = `billing_customer_id=${customerId}&kind=domain_posture&sort=created_at&order=asc`;
  return (await api.get(`/api/v1/monitoring/alerts?${query}`)).body.data.alerts;
}

async function postureOf({ path, customer: id }: { path: string; customer: number }) {
  return (await partner.api.get(`${path}/posture?billing_customer_id=${id}`)).body.data.posture;
}

describe('what is wrong with a domain', () => {
  it('is an alert after two looks that agree, with the record to publish, and ends after two that found it in order', async () => {
    const domain = await ordered();
    await passes(0, noSpf);
    expect(await alertsOf(domain.customer)).toEqual([]);
    await passes(secondLook, noSpf);
    const [alert] = await alertsOf(domain.customer);
    expect(alert).toMatchObject({
      kind: 'domain_posture',
      severity: 'medium',
      status: 'open',
      title: 'shop.example has no SPF record',
      subject: { type: 'domain', id: domain.id, name: 'shop.example' },
      remediation: {
        selected: 'dns',
        platforms: [{ name: 'dns', commands: { publish_record: 'shop.example. TXT "v=spf1 mx ~all"' } }],
      },
      evidence: {
        check: 'spf',
        domain: 'shop.example',
        answers: [{ server: '127.0.0.53', at: expect.any(String), outcome: 'no_data' }],
      },
    });
    expect(alert.explanation).toContain('What to do: Publish this record');
    await passes(day, {});
    expect((await alertsOf(domain.customer))[0].status).toBe('open');
    await passes(secondLook, {});
    expect((await alertsOf(domain.customer))[0]).toMatchObject({ status: 'resolved', resolution: 'cause_ended' });
  });

  it('is one alert for each check, which becomes worse and is told again', async () => {
    const domain = await ordered();
    await passes(0, { ...noSpf, caa: { reason: 'caa.absent' } });
    await passes(secondLook, { ...noSpf, caa: { reason: 'caa.absent' } });
    expect((await alertsOf(domain.customer)).map(({ severity }: { severity: string }) => severity).sort()).toEqual([
      'low',
      'medium',
    ]);
    for (const seconds of [day, secondLook]) await passes(seconds, { spf: { reason: 'spf.everyone' } });
    const alerts = await alertsOf(domain.customer);
    expect(alerts).toHaveLength(2);
    expect(alerts.find(({ evidence }: { evidence: { check: string } }) => evidence.check === 'spf')).toMatchObject({
      severity: 'high',
      status: 'open',
    });
  });

  it('raises and ends nothing while nobody answers, and is asked for again sooner than the next day', async () => {
    const domain = await ordered();
    for (const seconds of [0, secondLook]) await passes(seconds, noSpf);
    const { checked_at: before } = await postureOf(domain);
    for (const seconds of [day, 3_600, 7_200, 14_400]) await passes(seconds, unanswered);
    expect(await alertsOf(domain.customer)).toMatchObject([{ status: 'open' }]);
    expect(await postureOf(domain)).toMatchObject({ checked_at: before, complete: true });
    await passes(day, {});
    await passes(secondLook, {});
    expect(await alertsOf(domain.customer)).toMatchObject([{ status: 'resolved' }]);
  });

  it('ends with the monitoring of the domain, and what was said under another name with the next look', async () => {
    const [renamed, paused] = [await ordered('old.example'), await ordered('paused.example')];
    for (const seconds of [0, secondLook]) await passes(seconds, noSpf);
    const rename = { monitored_domain_id: renamed.id, domain: 'new.example' };
    expect((await partner.api.post('/api/v1/billing/update-domain', rename)).status).toBe(200);
    expect(await postureOf(renamed)).toMatchObject({ checked_at: null, checks: [] });
    await partner.api.post('/api/v1/billing/suspend-domain', { monitored_domain_id: paused.id });
    const names: string[] = [];
    service.clock.advanceSeconds(10);
    await lookAtDueDomains(service, async ({ name }) => {
      names.push(name);
      return look();
    });
    expect(names).toContain('new.example');
    expect(names).not.toContain('paused.example');
    expect(await alertsOf(renamed.customer)).toMatchObject([{ status: 'resolved', resolution: 'cause_ended' }]);
    expect(await alertsOf(paused.customer)).toMatchObject([{ status: 'open' }]);
    await partner.api.post('/api/v1/billing/terminate-domain', { monitored_domain_id: paused.id });
    expect(await alertsOf(paused.customer)).toMatchObject([{ status: 'resolved', resolution: 'domain_terminated' }]);
  });

  it('is said in the reader’s language', async () => {
    const domain = await ordered();
    for (const seconds of [0, secondLook]) await passes(seconds, noSpf);
    const german = await partner.api.get(
      `/api/v1/monitoring/alerts?billing_customer_id=${domain.customer}&kind=domain_posture`,
      { 'accept-language': 'de' },
    );
    expect(JSON.stringify(german.body)).toMatch(/SPF/);
  });
});

describe('a look', () => {
  it('is applied once, and not when the domain was paused, renamed or given to another worker meanwhile', async () => {
    const domain = await ordered();
    service.clock.advanceSeconds(day);
    const jobs = await takeDueLooks(service);
    const job = jobs.find(({ data }) => data.domainId === domain.id)!;
    for (const other of jobs.filter((each) => each !== job)) await performLook(service, other, everythingFine);
    const late = performLook(service, job, async () => {
      await partner.api.post('/api/v1/billing/suspend-domain', { monitored_domain_id: domain.id });
      return look(noSpf);
    });
    await expect(late).rejects.toThrow('no longer this worker');
    expect(await postureOf(domain)).toMatchObject({ checked_at: null });
    await partner.api.post('/api/v1/billing/resume-domain', { monitored_domain_id: domain.id });
    await passes(10, {});
    expect(await postureOf(domain)).toMatchObject({ checked_at: expect.any(String) });
  });

  it('that was lost with its worker is made again within six hours', async () => {
    const domain = await ordered();
    service.clock.advanceSeconds(10);
    await takeDueLooks(service);
    await passes(3_600, {});
    expect(await postureOf(domain)).toMatchObject({ checked_at: null });
    await passes(5.1 * 3_600, {});
    expect(await postureOf(domain)).toMatchObject({ checked_at: expect.any(String) });
  });
});

describe('the posture of a domain', () => {
  it('is empty before the first look, then has every check with what was found', async () => {
    const domain = await ordered();
    expect(await postureOf(domain)).toEqual({
      checked_at: null,
      complete: false,
      checks: [],
      dkim_selectors: [],
      expects_mail: null,
      registration_changes: [],
    });
    await passes(10, { ...noSpf, dnssec: { reason: 'dnssec.no_validator' } });
    const posture = await postureOf(domain);
    expect(posture).toMatchObject({ checked_at: expect.any(String), complete: false });
    expect(posture.checks).toHaveLength(11);
    expect(posture.checks).toContainEqual({
      check: 'spf',
      state: 'absent',
      severity: 'medium',
      found: [],
      should_be: 'shop.example. TXT "v=spf1 mx ~all"',
      explanation: expect.stringContaining('There is no SPF record'),
    });
  });

  it('goes by what was told of its mail and by the account’s template, and is looked at again at once', async () => {
    const domain = await ordered();
    await passes(10, {});
    const told = { billing_customer_id: domain.customer, dkim_selectors: ['Own7', 'own7'], expects_mail: true };
    const answer = await put(domain.path, told);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { posture: { dkim_selectors: ['own7'], expects_mail: true } } },
    });
    const template = {
      spf_include: '_spf.hoster.example',
      dkim_selectors: ['h1'],
      report_address: 'dmarc@hoster.example',
    };
    expect(await put('/api/v1/domain-monitoring/record-template', template)).toMatchObject({ status: 200 });
    expect((await partner.api.get('/api/v1/domain-monitoring/record-template')).body.data).toEqual({ template });
    service.clock.advanceSeconds(10);
    const asked: unknown[] = [];
    await lookAtDueDomains(service, async (each) => {
      asked.push(each);
      return look();
    });
    expect(asked).toContainEqual({
      name: 'shop.example',
      dkimSelectors: ['own7'],
      expectsMail: true,
      template: { spfInclude: '_spf.hoster.example', dkimSelectors: ['h1'], reportAddress: 'dmarc@hoster.example' },
    });
  });

  it('refuses what is no selector, and a domain of somebody else', async () => {
    const domain = await ordered();
    const told = { billing_customer_id: domain.customer, dkim_selectors: ['no selector'] };
    expect((await put(domain.path, told)).status).toBe(422);
    const other = { ...told, billing_customer_id: 99, dkim_selectors: [] };
    expect((await put(domain.path, other)).status).toBe(403);
    expect((await partner.api.get(`${domain.path}/posture?billing_customer_id=99`)).status).toBe(403);
    const template = { spf_include: 'no name', dkim_selectors: [], report_address: 'nobody' };
    const refused = await put('/api/v1/domain-monitoring/record-template', template);
    expect(Object.keys(refused.body.errors)).toEqual(['spf_include', 'report_address']);
  });
});

describe('a registration', () => {
  const told = (registrar: string | null, nameServers: readonly string[]): Registration => ({
    statuses: ['active'],
    expiresAt: new Date('2030-01-31T00:00:00Z'),
    registrar,
    registrarId: null,
    nameServers,
  });
  /** A look after a day; the registry is silent without a registration. */
  async function registryTells(registration: Registration | null) {
    service.clock.advanceSeconds(day);
    const at = service.clock.now();
    const fetched =
      registration && ({ outcome: 'registered', registration, url: 'https://rdap.example/', at } as const);
    await lookAtDueDomains(service, async () => ({ ...look(), registration: fetched }));
    return at.toISOString();
  }
  const recordedOf = async (id: string) =>
    (await partner.api.get(`/api/v1/audit?subject_id=${id}`)).body.data.entries.filter(
      ({ action }: { action: string }) => action === 'domain.registration_changed',
    );

  it('that has another registrar or other name servers is news of the domain, each change once, and no alert', async () => {
    const domain = await ordered();
    const old = ['ns1.old.example', 'ns2.old.example'];
    await registryTells(told('Names Inc.', old));
    await registryTells(told('Names Inc.', old));
    expect((await postureOf(domain)).registration_changes).toEqual([]);
    // What a silent registry, or one that leaves something out, does not say is not otherwise.
    for (const registration of [null, told(null, old), told('NAMES, INC', [])]) await registryTells(registration);
    expect((await postureOf(domain)).registration_changes).toEqual([]);
    await registryTells(told('Names Inc.', old));
    await registryTells(null);
    const movedAt = await registryTells(told('Others Ltd.', ['ns.new.example']));
    const backAt = await registryTells(told('Others Ltd.', old));
    const { registration_changes: changes } = await postureOf(domain);
    expect(changes).toMatchObject([
      { registrar: null, name_servers: { before: ['ns.new.example'], after: old } },
      {
        registrar: { before: 'Names Inc.', after: 'Others Ltd.' },
        name_servers: { before: old, after: ['ns.new.example'] },
      },
    ]);
    expect(changes.map(({ at }: { at: string }) => at.slice(0, 16))).toEqual(
      [backAt, movedAt].map((at) => at.slice(0, 16)),
    );
    expect(await recordedOf(domain.id)).toHaveLength(2);
    expect(await alertsOf(domain.customer)).toEqual([]);
  });

  it('of another name begins anew', async () => {
    const domain = await ordered('first.example');
    await registryTells(told('Names Inc.', ['ns.example']));
    await registryTells(told('Others Ltd.', ['ns.example']));
    expect((await postureOf(domain)).registration_changes).toHaveLength(1);
    const rename = { monitored_domain_id: domain.id, domain: 'second.example' };
    expect((await partner.api.post('/api/v1/billing/update-domain', rename)).status).toBe(200);
    await registryTells(told('Third GmbH', ['ns.other.example']));
    expect((await postureOf(domain)).registration_changes).toEqual([]);
    expect(await recordedOf(domain.id)).toHaveLength(1);
  });

  it('moves to another registrar in the sandbox with the scenario', async () => {
    const sandbox = await enableSandbox(service, await service.partner('Transfer'));
    const id = await monitorDomain(sandbox, 1, 'moved.example');
    for (const scenario of ['clean', 'warnings']) {
      await sandbox.send('PUT', '/api/v1/sandbox/scenario', { scenario });
      service.clock.advanceSeconds(day);
      await lookAtDueDomains(service);
    }
    const path = `/api/v1/domain-monitoring/domains/${id}/posture?billing_customer_id=1`;
    expect((await sandbox.get(path)).body.data.posture.registration_changes).toMatchObject([
      { registrar: { before: 'Sandbox registrar', after: 'Another sandbox registrar' }, name_servers: null },
    ]);
  });
});

describe('the overview', () => {
  it('says of a domain that is only looked at for what everybody can see that nobody looks for leaks', async () => {
    const domain = await ordered();
    const path = `/api/v1/monitoring/overview?billing_customer_id=${domain.customer}`;
    const before = await partner.api.get(path);
    expect(before.body.data).toMatchObject({ all_well: false, standing: { code: 'domains_not_looked_at' } });
    await service.store.database.pool.query("UPDATE monitored_domains SET sources = '[]' WHERE id = $1", [domain.id]);
    expect((await partner.api.get(path)).body.data.standing.code).toBe('domains_no_source');
    await passes(10, {});
    expect((await partner.api.get(path)).body.data).toMatchObject({
      all_well: false,
      all_looked_at: false,
      standing: {
        code: 'domains_posture_only',
        sentence: 'Nobody looks for leaks of one domain; what everybody can see of it is looked at',
      },
      domains: { total: 1, posture_only: 1, looked_at: 0 },
    });
  });
});

describe('an address that changes hands at noon', () => {
  it('is told to whose name still points there after the second look, and to nobody else', async () => {
    const [before, after] = [await ordered('former.example'), await ordered('newcomer.example')];
    const address = loopbackAddress();
    const server = await provision(partner.api, address, { client_id: before.customer });
    let zone = `former.example A ${address}`;
    const passing = async (seconds: number) => {
      service.clock.advanceSeconds(Math.max(seconds, 5));
      await lookAtDueDomains(service, async (domain, { holdersOf }) => {
        const resolver = { ...scriptedDns(zone), holdersOf };
        return { verdicts: await judgePosture(resolver, domain), registration: null };
      });
    };
    const dangling = async (customerId: number) =>
      (await alertsOf(customerId)).filter(
        ({ evidence }: { evidence: { check: string } }) => evidence.check === 'dangling',
      );
    // 11:59
    for (const seconds of [10, secondLook, day]) await passing(seconds);
    expect(await dangling(before.customer)).toEqual([]);
    // Noon
    await partner.api.post('/api/v1/provisioning/terminate', { endpoint_id: server });
    await provision(partner.api, address, { client_id: after.customer });
    // 12:01: evidence comes before the alarm.
    await passing(day);
    expect(await dangling(before.customer)).toEqual([]);
    // After the TTL
    await passing(secondLook);
    expect(await dangling(before.customer)).toMatchObject([
      {
        severity: 'critical',
        title: 'A name of former.example points at a server that is yours no longer',
        explanation: expect.stringContaining(`points at ${address}, which was your server and is somebody else’s now`),
      },
    ]);
    expect(await dangling(after.customer)).toEqual([]);
    zone = 'former.example A 192.0.2.1';
    for (const seconds of [day, secondLook]) await passing(seconds);
    expect(await dangling(before.customer)).toMatchObject([{ status: 'resolved', resolution: 'cause_ended' }]);
  });
});

describe('a year of a domain in the sandbox', () => {
  /** Lets days pass, with a look at their end and the second one behind it. */
  async function days(sandbox: SandboxClient, count: number) {
    for (const seconds of [count * day - secondLook, secondLook]) {
      const body = { advance_seconds: seconds, wait_seconds: 0 };
      expect((await sandbox.post('/api/v1/sandbox/clock', body)).status).toBe(200);
      service.clock.advanceSeconds(5);
      await lookAtDueDomains(service);
    }
  }

  it('tells of what really changes, each once: an end that nobody renews, a renewal, and broken signatures', async () => {
    const account = await service.partner('Year');
    const sandbox = await enableSandbox(service, account);
    const choose = (scenario: string) => sandbox.send('PUT', '/api/v1/sandbox/scenario', { scenario });
    await monitorDomain(sandbox, 1, 'year.example');
    const told = async () =>
      (await alertsOf(1, sandbox)).map(
        ({ evidence, severity, status }: { evidence: { check: string }; severity: string; status: string }) =>
          `${evidence.check} ${severity} ${status}`,
      );
    await days(sandbox, 5);
    expect(await told()).toEqual([]);
    await choose('critical');
    await days(sandbox, 3);
    expect((await told()).sort()).toEqual(['dnssec critical open', 'spf high open']);
    // 45 days after the order it ends: first it is worth a word, then it is urgent.
    await days(sandbox, 12);
    expect(await told()).toContain('registration medium open');
    await days(sandbox, 22);
    expect(await told()).toContain('registration critical open');
    await choose('clean');
    await days(sandbox, 3);
    expect((await told()).sort()).toEqual([
      'dnssec critical resolved',
      'registration critical resolved',
      'spf high resolved',
    ]);
    for (let month = 0; month < 10; month += 1) await days(sandbox, 30);
    expect(await told()).toHaveLength(3);
    const { rows } = await service.store.database.pool.query(
      "SELECT type FROM events WHERE partner_id = (SELECT id FROM partners WHERE sandbox_of = $1) AND type LIKE 'domain_alert.%'",
      [account.partnerId],
    );
    expect(rows.map(({ type }) => type).sort()).toEqual([
      ...Array<string>(3).fill('domain_alert.opened'),
      ...Array<string>(3).fill('domain_alert.resolved'),
    ]);
  });
});
