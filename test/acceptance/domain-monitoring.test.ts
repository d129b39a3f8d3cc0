import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeakFinding } from '../../src/engines/leak-sources/leak-source.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { dumpTables } from '../support/rows.ts';
import { leakedCredential, mention } from '../support/scripted-leak-source.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';
import { startTextNameServer, type TextNameServer } from '../support/text-name-server.ts';

const base = '/api/v1/domain-monitoring';
const unknownId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

let service: TestService;
let partner: TestPartner;
let names: TextNameServer;
let lastClient = 100;

beforeAll(async () => {
  names = await startTextNameServer();
  service = await TestService.start({ role: 'api', environment: { DNS_SERVERS: names.server } });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
  await names?.close();
});

interface Watched {
  readonly clientId: number;
  readonly id: string;
  readonly domain: string;
}

/** A domain of a new customer, with what a scan finds about it. */
async function watched(findings: (domain: string) => readonly LeakFinding[] = () => []): Promise<Watched> {
  lastClient += 1;
  const domain = `shop-${lastClient}.example.com`;
  const id = await monitorDomain(partner.api, lastClient, domain);
  await scanDomain(service, id, findings(domain));
  return { clientId: lastClient, id, domain };
}

function get(path: string, clientId: number, query: Record<string, string> = {}): Promise<ApiAnswer> {
  return partner.api.get(`${base}/${path}?${new URLSearchParams({ billing_customer_id: String(clientId), ...query })}`);
}

function post(path: string, clientId: number, body: object = {}): Promise<ApiAnswer> {
  return partner.api.post(`${base}/${path}`, { billing_customer_id: clientId, ...body });
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
async function listOf(path: string, clientId: number, query: Record<string, string> = {}): Promise<any[]> {
  return Object.values(expectSuccess(await get(path, clientId, query)))[0] as never;
}

async function identities({ clientId }: Watched): Promise<string[]> {
  return (await listOf('leaked-credentials', clientId)).map(({ identity }) => identity);
}

const own = (domain: string) => [leakedCredential(`john.smith@${domain}`)];

describe('GET /domains', () => {
  it("a customer's domains, newest first, with the fields of the contract", async () => {
    const first = await watched(own);
    service.clock.advanceSeconds(1);
    const second = await monitorDomain(partner.api, first.clientId, `second.${first.domain}`);
    const data = expectSuccess(await get('domains', first.clientId));
    expect(data).toEqual({
      domains: [expect.anything(), expect.anything()],
      total: 2,
      has_more: false,
      next_cursor: null,
    });
    expect(data.domains.map(({ id }: Watched) => id)).toEqual([second, first.id]);
    expect(data.domains[1]).toEqual({
      id: first.id,
      domain: first.domain,
      status: 'active',
      quota_paused: false,
      verified: false,
      findings_count: 1,
      open_alerts: 1,
      last_scan_at: iso,
      next_scan_at: iso,
      created_at: iso,
      updated_at: iso,
      billing_customer_id: first.clientId,
      look: { state: 'looked_at', at: iso, sources: ['alpha'], sentence: 'Looked at.' },
    });
    expect(data.domains[0]).toMatchObject({ findings_count: 0, open_alerts: 0, last_scan_at: null });
  });

  it('pages, searches and filters; terminated ones are shown when they are asked for, released ones never', async () => {
    const { clientId, domain, id } = await watched();
    const ids = [id];
    for (const name of ['b', 'c', 'd']) ids.push(await monitorDomain(partner.api, clientId, `${name}.${domain}`));
    const [, paused, terminated, released] = ids as [string, string, string, string];
    const act = (action: string, domainId: string) =>
      partner.api.post(`/api/v1/billing/${action}-domain`, { monitored_domain_id: domainId });
    await act('suspend', paused);
    await act('terminate', terminated);
    await act('release', released);
    const idsOf = async (query: Record<string, string>) =>
      (await listOf('domains', clientId, query)).map((found) => found.id).toSorted();
    expect(await idsOf({})).toEqual([id, paused].toSorted());
    expect(await idsOf({ status: 'paused' })).toEqual([paused]);
    expect(await idsOf({ status: 'terminated' })).toEqual([terminated]);
    expect(await idsOf({ search: 'B.SHOP' })).toEqual([paused]);
    expect(await idsOf({ search: '%' })).toEqual([]);
    const page = expectSuccess(await get('domains', clientId, { limit: '1', offset: '1' }));
    expect(page).toMatchObject({ total: 2, has_more: false, domains: [{ id }] });
    expectSuccess(await get(`domains/${terminated}`, clientId));
    expectProblem(await get(`domains/${released}`, clientId), 404, 'DOMAIN_NOT_FOUND');
  });

  it('shows nothing of a customer that the account does not have', async () => {
    for (const [path, name] of [
      ['domains', 'domains'],
      ['leaked-credentials', 'leaked_credentials'],
      ['dark-web', 'dark_web'],
      ['alerts', 'alerts'],
    ] as const) {
      expect(expectSuccess(await get(path, 999_999))).toEqual({
        [name]: [],
        total: 0,
        has_more: false,
        next_cursor: null,
      });
    }
  });
});

describe('GET /domains/{id}', () => {
  it('tells how each source answered in the last scans', async () => {
    const { id, clientId, domain } = await watched(own);
    const { domain: detail } = expectSuccess(await get(`domains/${id}`, clientId));
    expect(detail).toMatchObject({ id, domain, billing_customer_id: clientId });
    expect(detail.scans).toEqual([
      {
        id: uuid,
        domain,
        status: 'completed',
        created_at: iso,
        started_at: iso,
        finished_at: iso,
        findings_seen: 1,
        findings_new: 1,
        sources: [
          {
            source: 'alpha',
            outcome: 'complete',
            failure: null,
            error: null,
            findings: 1,
            duration_ms: expect.any(Number),
          },
        ],
      },
    ]);
  });
});

describe('GET /leaked-credentials', () => {
  it('has the fields of the contract, and of secrets no more than their format', async () => {
    const { id, clientId, domain } = await watched((name) => [
      leakedCredential(`accounting@${name}`, {
        kind: 'stealer_log',
        breachName: null,
        secretFormat: 'clear_text',
        malwareFamily: 'RedLine',
        loginSite: `mail.${name}`,
        occurredAt: '2025-11-03T04:05:06Z',
        publishedAt: '2025-12-01',
      }),
    ]);
    const data = expectSuccess(await get('leaked-credentials', clientId));
    expect(data).toEqual({
      leaked_credentials: [
        {
          id: uuid,
          domain_id: id,
          domain,
          kind: 'stealer_log',
          source: 'alpha',
          sources: ['alpha'],
          breach_name: null,
          identity: `a***g@${domain}`,
          unnamed_identities: 0,
          is_own_mailbox: true,
          data_classes: ['Email addresses', 'Passwords'],
          secret_present: true,
          secret_format: 'clear_text',
          malware_family: 'RedLine',
          login_site: `mail.${domain}`,
          occurred_at: '2025-11-03T04:05:06.000Z',
          published_at: '2025-12-01T00:00:00.000Z',
          first_seen_at: iso,
          last_seen_at: iso,
          severity: 'critical',
          status: 'open',
          alert_id: uuid,
          attribution: [{ source: 'alpha', name: 'alpha', url: null, licence: null }],
        },
      ],
      total: 1,
      has_more: false,
      next_cursor: null,
    });
  });

  it('filters by domain, severity, status and time, and pages without gaps', async () => {
    const { id, clientId, domain } = await watched((name) => [
      leakedCredential(`a.one@${name}`, { breachName: 'Old', secretPresent: false, secretFormat: null }),
      leakedCredential(`b.two@${name}`, { breachName: 'Old', secretPresent: false, secretFormat: null }),
    ]);
    service.clock.advanceSeconds(3_600);
    const between = service.clock.now().toISOString();
    service.clock.advanceSeconds(3_600);
    await scanDomain(service, id, [leakedCredential(`c.new@${domain}`, { kind: 'stealer_log' })]);
    const other = await monitorDomain(partner.api, clientId, `other.${domain}`);
    await scanDomain(service, other, [leakedCredential(`d.other@other.${domain}`)]);
    const found = async (query: Record<string, string>) =>
      (await listOf('leaked-credentials', clientId, query)).map(({ identity }) => identity[0]).join('');
    expect(await found({})).toMatch(/^dc(ab|ba)$/);
    expect(await found({ domain_id: other })).toBe('d');
    expect(await found({ severity: 'critical' })).toBe('c');
    expect(await found({ since: between })).toBe('dc');
    expect(await found({ since: '2020-01-01' })).toHaveLength(4);
    expect(await found({ since: '2099-01-01T00:00:00+02:00' })).toBe('');
    const [alert] = await listOf('alerts', clientId, { severity: 'critical' });
    await post(`alerts/${alert.id}/resolve`, clientId);
    expect(await found({ status: 'resolved' })).toBe('c');
    expect(await found({ status: 'open' })).toHaveLength(3);
    const pages = [];
    for (let offset = 0; offset < 4; offset += 1) {
      const page = expectSuccess(await get('leaked-credentials', clientId, { limit: '1', offset: String(offset) }));
      expect(page).toMatchObject({ total: 4, has_more: offset < 3 });
      pages.push(page.leaked_credentials[0].identity[0]);
    }
    expect(pages.join('')).toBe(await found({}));
  });

  it('counts people whom a source does not name', async () => {
    const { clientId } = await watched(() => [leakedCredential(null, { unnamedIdentities: 7 })]);
    expect(await listOf('leaked-credentials', clientId)).toMatchObject([{ identity: null, unnamed_identities: 7 }]);
    expect(await listOf('alerts', clientId)).toMatchObject([{ identities_count: 7, own_mailboxes_count: 7 }]);
  });
});

describe('GET /dark-web', () => {
  it('has the fields of the contract, with addresses that nobody opens by accident', async () => {
    const { id, clientId, domain } = await watched((name) => [
      mention(name, { excerpt: `Files of ceo@${name}:hunter2`, confidence: 0.95 }),
    ]);
    expect(await listOf('dark-web', clientId)).toEqual([
      {
        id: uuid,
        domain_id: id,
        domain,
        kind: 'ransomware_claim',
        actor: 'LockBit',
        title: domain,
        excerpt: `Files of c***@${domain}:***`,
        source: 'alpha',
        sources: ['alpha'],
        source_url: 'hxxps://leaks[.]example/post',
        claimed_at: '2026-01-02T00:00:00.000Z',
        published_at: null,
        first_seen_at: iso,
        last_seen_at: iso,
        match_type: 'exact_domain',
        confidence: 0.95,
        severity: 'critical',
        status: 'open',
        alert_id: uuid,
        attribution: [{ source: 'alpha', name: 'alpha', url: null, licence: null }],
      },
    ]);
  });

  it('filters by severity', async () => {
    const { clientId } = await watched((name) => [mention(name), mention('A shop', { matchType: 'keyword' })]);
    expect(await listOf('dark-web', clientId, { severity: 'critical' })).toHaveLength(1);
    expect(await listOf('dark-web', clientId, { severity: 'medium' })).toMatchObject([{ match_type: 'keyword' }]);
    expect(await listOf('dark-web', clientId, { severity: 'low' })).toEqual([]);
  });
});

describe('domain alerts', () => {
  it('there is one for each group of findings, not for each credential', async () => {
    const { clientId, domain, id } = await watched((name) => [
      leakedCredential(`a.one@${name}`),
      leakedCredential(`b.two@${name}`, { secretFormat: 'clear_text' }),
      leakedCredential(`a.one@${name}`, { breachName: 'web shop (2025)', secretDigest: 'other' }),
      leakedCredential(`a.one@${name}`, { kind: 'combolist', breachName: 'Web Shop 2025', occurredAt: '2012-01-01' }),
      mention(name),
      mention('Another victim', { matchType: 'keyword' }),
    ]);
    const alerts = await listOf('alerts', clientId, { sort: 'severity' });
    expect(alerts.map(({ kind, severity, findings_count }) => [kind, severity, findings_count])).toEqual(
      expect.arrayContaining([
        ['breach', 'critical', 3],
        ['ransomware_claim', 'critical', 2],
        ['combolist', 'low', 1],
      ]),
    );
    expect(alerts).toHaveLength(3);
    const breach = alerts.find(({ kind }) => kind === 'breach');
    expect(breach).toEqual({
      id: uuid,
      domain_id: id,
      domain,
      finding_type: 'leaked_credential',
      kind: 'breach',
      source: 'alpha',
      breach_name: 'Web Shop 2025',
      actor: null,
      severity: 'critical',
      status: 'open',
      title: `2 accounts of ${domain} in the data breach “Web Shop 2025”`,
      findings_count: 3,
      identities_count: 2,
      own_mailboxes_count: 2,
      clear_text_secrets_count: 1,
      data_classes: ['Email addresses', 'Passwords'],
      attribution: [{ source: 'alpha', name: 'alpha', url: null, licence: null }],
      created_at: iso,
      first_detected_at: iso,
      last_detected_at: iso,
      acknowledged_at: null,
      resolved_at: null,
      resolution: null,
      billing_customer_id: clientId,
    });
  });

  it('one alert is explained: what leaked, since when, who, why it matters, what to do; never who by address', async () => {
    const { clientId, domain } = await watched((name) => [
      leakedCredential(`john.smith@${name}`, { occurredAt: '2025-03-04', secretFormat: 'clear_text' }),
    ]);
    const [{ id }] = await listOf('alerts', clientId);
    const { alert } = expectSuccess(await get(`alerts/${id}`, clientId));
    for (const part of [
      'clear text',
      '4 March 2025',
      `1 mailbox of ${domain}`,
      'Why it matters',
      'What to do',
      'alpha',
    ]) {
      expect(alert.explanation).toContain(part);
    }
    expect(alert.explanation).not.toMatch(/john|j\*\*\*h/);
  });

  it('filters by status, severity, kind and domain, and sorts', async () => {
    const { clientId, id, domain } = await watched((name) => [
      leakedCredential(`a.one@${name}`),
      leakedCredential(`a.one@${name}`, { kind: 'stealer_log', breachName: null }),
      mention('Maybe', { matchType: 'keyword', actor: 'Other', confidence: 0.1 }),
    ]);
    const kinds = async (query: Record<string, string>) =>
      (await listOf('alerts', clientId, query)).map(({ kind }) => kind);
    expect(await kinds({ sort: 'severity', order: 'desc' })).toEqual(['stealer_log', 'breach', 'ransomware_claim']);
    expect(await kinds({ sort: 'severity', order: 'asc' })).toEqual(['ransomware_claim', 'breach', 'stealer_log']);
    expect(await kinds({ kind: 'breach' })).toEqual(['breach']);
    expect(await kinds({ severity: 'critical' })).toEqual(['stealer_log']);
    expect(await kinds({ domain_id: id })).toHaveLength(3);
    expect(await kinds({ domain_id: await monitorDomain(partner.api, clientId, `x.${domain}`) })).toEqual([]);
    const [breach] = await listOf('alerts', clientId, { kind: 'breach' });
    await post(`alerts/${breach.id}/acknowledge`, clientId);
    expect(await kinds({ status: 'acknowledged' })).toEqual(['breach']);
    expect(await kinds({ status: 'open' })).toHaveLength(2);
    service.clock.advanceSeconds(60);
    await scanDomain(service, id, [leakedCredential(`a.one@${domain}`)]);
    expect((await kinds({ sort: 'last_detected_at' }))[0]).toBe('breach');
    const page = expectSuccess(await get('alerts', clientId, { limit: '2', offset: '1' }));
    expect(page).toMatchObject({ total: 3, has_more: false });
  });

  it('acknowledge and resolve: a repeat is 200 and changes nothing; what is resolved cannot be acknowledged', async () => {
    const { clientId } = await watched(own);
    const [{ id }] = await listOf('alerts', clientId);
    const acknowledged = expectSuccess(await post(`alerts/${id}/acknowledge`, clientId, { reason: 'seen' }));
    expect(acknowledged).toMatchObject({ alert: { status: 'acknowledged', acknowledged_at: iso }, message: /\w/ });
    service.clock.advanceSeconds(60);
    const again = expectSuccess(await post(`alerts/${id}/acknowledge`, clientId));
    expect(again.alert).toEqual(acknowledged.alert);
    expect(again.message).not.toBe(acknowledged.message);
    const resolved = expectSuccess(await post(`alerts/${id}/resolve`, clientId));
    expect(resolved.alert).toMatchObject({ status: 'resolved', resolution: 'manual', resolved_at: iso });
    service.clock.advanceSeconds(60);
    expect(expectSuccess(await post(`alerts/${id}/resolve`, clientId)).alert).toEqual(resolved.alert);
    const refused = await post(`alerts/${id}/acknowledge`, clientId);
    expectProblem(refused, 409, 'ALERT_STATE_CONFLICT', { status: 'resolved' });
    const { rows } = await service.store.database.pool.query(
      'SELECT action, details FROM audit_entries WHERE subject_id = $1 ORDER BY at',
      [id],
    );
    expect(rows).toEqual([
      { action: 'domain_alert.acknowledged', details: { from: 'open', reason: 'seen' } },
      { action: 'domain_alert.resolved', details: { from: 'acknowledged' } },
    ]);
  });

  it('re-detection moves last_detected_at and nothing else', async () => {
    const { clientId, id, domain } = await watched(own);
    const [before] = await listOf('alerts', clientId);
    service.clock.advanceSeconds(3_600);
    expect(await scanDomain(service, id, own(domain))).toEqual({ newFindings: 0, raised: [] });
    const [after, ...others] = await listOf('alerts', clientId);
    expect(others).toEqual([]);
    expect(after).toEqual({ ...before, last_detected_at: after.last_detected_at });
    expect(Date.parse(after.last_detected_at)).toBeGreaterThan(Date.parse(before.last_detected_at));
  });

  it('resolved is final until there is new evidence, which raises another alert; the old one stays resolved', async () => {
    const { clientId, id, domain } = await watched(own);
    const [first] = await listOf('alerts', clientId);
    await post(`alerts/${first.id}/resolve`, clientId);
    await scanDomain(service, id, own(domain));
    expect(await listOf('alerts', clientId)).toMatchObject([{ id: first.id, status: 'resolved' }]);
    await scanDomain(service, id, [...own(domain), leakedCredential(`new.one@${domain}`)]);
    const alerts = await listOf('alerts', clientId);
    expect(alerts).toMatchObject([
      { status: 'open', findings_count: 1 },
      { id: first.id, status: 'resolved', findings_count: 1 },
    ]);
    expect(alerts[0].id).not.toBe(first.id);
    const findings = await listOf('leaked-credentials', clientId);
    expect(findings.map(({ status }) => status).toSorted()).toEqual(['open', 'resolved']);
  });

  it.each<[string, (domain: string) => LeakFinding]>([
    ['gets worse', (name) => leakedCredential(`john.smith@${name}`, { secretFormat: 'clear_text' })],
    ['counts more people', (name) => leakedCredential(`john.smith@${name}`, { unnamedIdentities: 1 })],
  ])('a known finding that %s is new evidence', async (_what, worse) => {
    const { clientId, id, domain } = await watched(own);
    const [first] = await listOf('alerts', clientId);
    await post(`alerts/${first.id}/resolve`, clientId);
    await scanDomain(service, id, [worse(domain)]);
    expect(await listOf('alerts', clientId)).toMatchObject([{ status: 'open' }, { id: first.id, status: 'resolved' }]);
    expect(await listOf('leaked-credentials', clientId)).toHaveLength(1);
  });

  it('an acknowledged alert opens again when there is new evidence, and only then', async () => {
    const { clientId, id, domain } = await watched(own);
    const [first] = await listOf('alerts', clientId);
    await post(`alerts/${first.id}/acknowledge`, clientId);
    await scanDomain(service, id, own(domain));
    expect(await listOf('alerts', clientId)).toMatchObject([{ id: first.id, status: 'acknowledged' }]);
    await scanDomain(service, id, [...own(domain), leakedCredential(`new.one@${domain}`)]);
    expect(await listOf('alerts', clientId)).toMatchObject([{ id: first.id, status: 'open', acknowledged_at: null }]);
  });

  it('terminating a domain resolves its alerts; monitoring it again raises them anew', async () => {
    const { clientId, id, domain } = await watched(own);
    const [first] = await listOf('alerts', clientId);
    await partner.api.post('/api/v1/billing/terminate-domain', { monitored_domain_id: id });
    expect(await listOf('alerts', clientId)).toMatchObject([
      { id: first.id, status: 'resolved', resolution: 'domain_terminated' },
    ]);
    await partner.api.post('/api/v1/billing/provision-domain', { client_id: clientId, service_id: 1, domain });
    await scanDomain(service, id, own(domain));
    expect(await listOf('alerts', clientId)).toMatchObject([{ status: 'open' }, { id: first.id, status: 'resolved' }]);
    expect(await listOf('leaked-credentials', clientId)).toHaveLength(1);
  });

  it('releasing a domain deletes what was found about it', async () => {
    const { clientId, id } = await watched((name) => [...own(name), mention(name)]);
    await partner.api.post('/api/v1/billing/release-domain', { monitored_domain_id: id });
    for (const path of ['domains', 'leaked-credentials', 'dark-web', 'alerts']) {
      expect(await listOf(path, clientId)).toEqual([]);
    }
  });
});

describe('GET /summary', () => {
  it('adds up what the lists show', async () => {
    const { clientId, domain, id } = await watched((name) => [
      ...own(name),
      leakedCredential(`b.two@${name}`, { kind: 'stealer_log' }),
      mention(name),
    ]);
    const paused = await monitorDomain(partner.api, clientId, `paused.${domain}`);
    await partner.api.post('/api/v1/billing/suspend-domain', { monitored_domain_id: paused });
    const [breach] = await listOf('alerts', clientId, { kind: 'breach' });
    await post(`alerts/${breach.id}/acknowledge`, clientId);
    const none = { critical: 0, high: 0, medium: 0, low: 0, total: 0 };
    expect(expectSuccess(await get('summary', clientId))).toEqual({
      domains: { active: 1, paused: 1, quota_paused: 0, verified: 0, total: 2 },
      leaked_credentials: { ...none, critical: 1, medium: 1, total: 2 },
      dark_web: { ...none, critical: 1, total: 1 },
      open_alerts: { ...none, critical: 2, total: 2 },
      acknowledged_alerts: 1,
      last_scan_at: iso,
    });
    await partner.api.post('/api/v1/billing/terminate-domain', { monitored_domain_id: id });
    expect(expectSuccess(await get('summary', clientId))).toMatchObject({
      domains: { active: 0, total: 1 },
      open_alerts: none,
    });
    expect(expectSuccess(await get('summary', 999_999))).toMatchObject({ open_alerts: none, last_scan_at: null });
  });
});

describe('proof of control', () => {
  async function challenge({ id, clientId }: Watched): Promise<{ name: string; value: string }> {
    return expectSuccess(await post(`domains/${id}/verification`, clientId)).verification.record;
  }

  async function prove(domain: Watched): Promise<ApiAnswer> {
    const { name, value } = await challenge(domain);
    names.zone.set(name, ['v=spf1 -all', value]);
    return post(`domains/${domain.id}/verification/check`, domain.clientId);
  }

  it('identities are masked before it and shown in full after it', async () => {
    const domain = await watched(own);
    expect(await identities(domain)).toEqual([`j***h@${domain.domain}`]);
    const asked = expectSuccess(await post(`domains/${domain.id}/verification`, domain.clientId));
    expect(asked.verification).toEqual({
      domain_id: domain.id,
      domain: domain.domain,
      verified: false,
      verified_at: null,
      checked_at: null,
      missing_since: null,
      record: {
        type: 'TXT',
        name: `_security-monitoring.${domain.domain}`,
        value: expect.stringMatching(/^security-monitoring-verification=[0-9a-f]{32}$/),
      },
    });
    const early = expectSuccess(await post(`domains/${domain.id}/verification/check`, domain.clientId));
    expect(early).toMatchObject({ record_found: false, verification: { verified: false, checked_at: iso } });
    expect(await identities(domain)).toEqual([`j***h@${domain.domain}`]);
    const proved = expectSuccess(await prove(domain));
    expect(proved).toMatchObject({ record_found: true, verification: { verified: true, verified_at: iso } });
    expect(await identities(domain)).toEqual([`john.smith@${domain.domain}`]);
    expect(await listOf('domains', domain.clientId)).toMatchObject([{ verified: true }]);
    expect(expectSuccess(await get('summary', domain.clientId)).domains.verified).toBe(1);
    const again = expectSuccess(await post(`domains/${domain.id}/verification/check`, domain.clientId));
    expect(again.verification.verified_at).toBe(proved.verification.verified_at);
    const { rows } = await service.store.database.pool.query(
      `SELECT action FROM audit_entries WHERE subject_id = $1 AND action LIKE 'domain.verif%'`,
      [domain.id],
    );
    expect(rows).toEqual([{ action: 'domain.verified' }]);
  });

  it('whoever else monitors the same domain has a record of his own, and proves nothing for others', async () => {
    const first = await watched(own);
    const clientId = first.clientId + 1_000;
    const second = { ...first, clientId, id: await monitorDomain(partner.api, clientId, first.domain) };
    await scanDomain(service, second.id, own(first.domain));
    const stranger = await service.partner();
    const foreignId = await monitorDomain(stranger.api, first.clientId, first.domain);
    const foreign = await stranger.api.post(`${base}/domains/${foreignId}/verification`, {
      billing_customer_id: first.clientId,
    });
    const values = [(await challenge(first)).value, (await challenge(second)).value];
    expect(new Set([...values, expectSuccess(foreign).verification.record.value]).size).toBe(3);
    await prove(first);
    const check = await post(`domains/${second.id}/verification/check`, clientId);
    expect(expectSuccess(check)).toMatchObject({ record_found: false, verification: { verified: false } });
    expect(await identities(first)).toEqual([`john.smith@${first.domain}`]);
    expect(await identities(second)).toEqual([`j***h@${first.domain}`]);
  });

  it('another name has to be proved anew, and never shows what was found under the former one', async () => {
    const domain = await watched(own);
    const before = await challenge(domain);
    await prove(domain);
    const renamed = { ...domain, domain: `renamed-${domain.domain}` };
    const body = { monitored_domain_id: domain.id, domain: renamed.domain };
    await partner.api.post('/api/v1/billing/update-domain', body);
    expect(await identities(renamed)).toEqual([`j***h@${domain.domain}`]);
    const after = await challenge(renamed);
    expect(after).not.toEqual(before);
    await prove(renamed);
    await scanDomain(service, domain.id, own(renamed.domain));
    expect((await identities(renamed)).toSorted()).toEqual([`j***h@${domain.domain}`, `john.smith@${renamed.domain}`]);
    expect(await listOf('domains', domain.clientId)).toMatchObject([{ domain: renamed.domain, findings_count: 2 }]);
  });

  it('terminating ends it; the same record proves it again', async () => {
    const domain = await watched(own);
    await prove(domain);
    const address = { client_id: domain.clientId, service_id: 1, domain: domain.domain };
    await partner.api.post('/api/v1/billing/terminate-domain', { monitored_domain_id: domain.id });
    expect(await identities(domain)).toEqual([`j***h@${domain.domain}`]);
    for (const action of ['verification', 'verification/check']) {
      expectProblem(await post(`domains/${domain.id}/${action}`, domain.clientId), 404, 'DOMAIN_NOT_FOUND');
    }
    await partner.api.post('/api/v1/billing/provision-domain', address);
    expect(await identities(domain)).toEqual([`j***h@${domain.domain}`]);
    expectSuccess(await post(`domains/${domain.id}/verification/check`, domain.clientId));
    expect(await identities(domain)).toEqual([`john.smith@${domain.domain}`]);
  });

  it('name servers that fail or keep silent are a clear error, and prove nothing', async () => {
    const domain = await watched();
    const { name } = await challenge(domain);
    for (const trouble of ['failure', 'silence'] as const) {
      names.zone.set(name, trouble);
      const answer = await post(`domains/${domain.id}/verification/check`, domain.clientId);
      expectProblem(answer, 503, 'DNS_LOOKUP_FAILED', { name });
    }
    expect(await listOf('domains', domain.clientId)).toMatchObject([{ verified: false }]);
  });
});

describe('who may ask', () => {
  const reads = ['domains', 'leaked-credentials', 'dark-web', 'alerts', 'summary'];

  it('every operation needs billing_customer_id', async () => {
    const { id, clientId } = await watched(own);
    const [alert] = await listOf('alerts', clientId);
    for (const path of [...reads, `domains/${id}`, `alerts/${alert.id}`]) {
      expectRefusal(await partner.api.get(`${base}/${path}`), 422, ['billing_customer_id']);
    }
    for (const path of [
      `domains/${id}/verification`,
      `domains/${id}/verification/check`,
      `alerts/${alert.id}/acknowledge`,
      `alerts/${alert.id}/resolve`,
    ]) {
      expectRefusal(await partner.api.post(`${base}/${path}`), 422, ['billing_customer_id']);
    }
  });

  it("another customer's domain or alert is 403 Access denied, one that is not there 404", async () => {
    const { id, clientId } = await watched(own);
    const [alert] = await listOf('alerts', clientId);
    const asOther = clientId + 5_000;
    const cases: [call: (clientId: number, id: string) => Promise<ApiAnswer>, id: string, absent: string][] = [
      [(customer, one) => get(`domains/${one}`, customer), id, 'DOMAIN_NOT_FOUND'],
      [(customer, one) => post(`domains/${one}/verification`, customer), id, 'DOMAIN_NOT_FOUND'],
      [(customer, one) => post(`domains/${one}/verification/check`, customer), id, 'DOMAIN_NOT_FOUND'],
      [(customer, one) => get(`alerts/${one}`, customer), alert.id, 'ALERT_NOT_FOUND'],
      [(customer, one) => post(`alerts/${one}/acknowledge`, customer), alert.id, 'ALERT_NOT_FOUND'],
      [(customer, one) => post(`alerts/${one}/resolve`, customer), alert.id, 'ALERT_NOT_FOUND'],
    ];
    for (const [call, one, absent] of cases) {
      const denied = await call(asOther, one);
      expectProblem(denied, 403, 'ACCESS_DENIED');
      expect(denied.body.error.message).toBe('Access denied');
      for (const missing of [unknownId, 'no-uuid']) expectProblem(await call(clientId, missing), 404, absent);
    }
    expect(await listOf('alerts', clientId)).toMatchObject([{ status: 'open' }]);
  });

  it.each([
    ['leaked-credentials', { domain_id: 'x' }, ['domain_id']],
    ['leaked-credentials', { severity: 'dire', status: 'gone', since: 'yesterday' }, ['severity', 'since', 'status']],
    ['dark-web', { limit: '0', offset: '-1' }, ['limit', 'offset']],
    ['alerts', { limit: '101', sort: 'id', order: 'up', kind: 'rumour' }, ['kind', 'limit', 'order', 'sort']],
    ['domains', { status: 'gone', offset: '-1' }, ['offset', 'status']],
  ])('GET /%s with %j is 422 on %j', async (path, query, fields) => {
    expectRefusal(await get(path, 1, query), 422, fields);
  });
});

it('a dump of the database shows no identity and no secret', async () => {
  const secret = 'correct-horse-battery-staple';
  const domain = await watched((name) => [
    leakedCredential(`margarete.unverwechselbar@${name}`, { secretDigest: 'digest-of-the-secret' }),
    mention(name, { excerpt: `margarete.unverwechselbar@${name}:${secret}` }),
  ]);
  expect(await identities(domain)).toEqual([`m***r@${domain.domain}`]);
  for (const [table, text] of await dumpTables(service)) {
    const bytes = Buffer.from('margarete.unverwechselbar').toString('hex');
    for (const hidden of ['unverwechselbar', bytes, secret, 'digest-of-the-secret']) {
      expect(text.includes(hidden), `${hidden} in ${table}`).toBe(false);
    }
  }
});
