import { randomUUID } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { svgOf } from '../../src/engines/pictures/testing/made-pictures.ts';
import { createKey } from '../../src/identity/partners/create-key.ts';
import { listPartners } from '../../src/identity/partners/list-partners.ts';
import { recheckPortalDomains } from '../../src/identity/portal-domains/recheck-portal-domains.ts';
import { verifyByOperator } from '../../src/identity/portal-domains/verify-by-operator.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { reachTools } from '../../src/wiring/api-routes.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { auditOf } from '../support/audit-log.ts';
import { openConsole, PortalBrowser } from '../support/portal-browser.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess, expectThrottled } from '../support/shapes.ts';
import {
  createTestDatabase,
  dropTestDatabase,
  type TestPartner,
  TestService,
  testDatabaseUrl,
} from '../support/test-service.ts';
import { startTextNameServer, type TextNameServer } from '../support/text-name-server.ts';

const path = '/api/v1/portal-domains';
const cnameBase = 'portals.service.example';
const daySeconds = 86_400;

// biome-ignore lint/suspicious/noExplicitAny: a portal domain as the API shows it
type Domain = any;

let names: TextNameServer;
let resolver: Resolver;
let service: TestService;
let partner: TestPartner;
let console: PortalBrowser;
let domain: string;

beforeAll(async () => {
  names = await startTextNameServer();
  resolver = new Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([names.server]);
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'alerts@mail.example.com' };
  const environment = { DNS_SERVERS: names.server, PORTAL_CNAME_BASE: cnameBase, ...mail };
  service = await TestService.start({ role: 'api', environment });
});
afterAll(async () => {
  await service?.stop();
  await names?.close();
});
beforeEach(async () => {
  partner = await service.partner();
  console = await openConsole(service, partner);
  domain = `security.${randomUUID()}.example`;
  // A rate-limit window of its own.
  service.clock.advanceSeconds(61);
});

const claim = async (browser = console, name = domain): Promise<Domain> =>
  expectSuccess(await browser.post(path, { domain: name }), 201).portal_domain;
const check = (claimed: Domain, browser = console) => browser.post(`${path}/${claimed.id}/check`);
const shown = async (claimed: Domain, browser = console): Promise<Domain> =>
  expectSuccess(await browser.get(path)).portal_domains.find(({ id }: Domain) => id === claimed.id);
const publish = ({ records: { txt } }: Domain) => names.zone.set(txt.name, [txt.value]);
const withdraw = ({ records: { txt } }: Domain) => names.zone.delete(txt.name);

/** Claims the domain and proves it. */
async function prove(browser = console): Promise<Domain> {
  const claimed = await claim(browser);
  publish(claimed);
  expect(expectSuccess(await check(claimed, browser))).toMatchObject({ record_found: true });
  return claimed;
}

/** What a worker does every minute. */
const recheck = () =>
  recheckPortalDomains(
    service.service.resources,
    { secretKey: service.store.keys.lasting, cnameBase },
    resolver,
    reachTools(service.config, resolver),
  );

/** The days pass, with a look at each of them. */
async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    service.clock.advanceSeconds(daySeconds);
    await recheck();
  }
}

/** The same by hours. */
async function passHours(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    service.clock.advanceSeconds(3_600);
    await recheck();
  }
}

/** Whose portal a visitor of the domain sees; null: nobody's. */
async function portalAt(name = domain): Promise<string | null> {
  const visitor = new PortalBrowser(service, name);
  const answers = await Promise.all(
    ['/', '/console', '/sso?token=x', '/portal-logo'].map((page) => visitor.get(page, { accept: 'text/html' })),
  );
  const session = await visitor.get('/api/v1/session');
  if (session.status === 200) return expectSuccess(session).portal.name;
  expectProblem(session, 404, 'PORTAL_NOT_FOUND');
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  return null;
}

const list = (apiKey: string, name = domain): Promise<ApiAnswer> =>
  service.client(name, apiKey).get('/api/v1/endpoints');

describe('a portal domain', () => {
  it('serves nobody until a DNS record proves it, and then its portal and its keys', async () => {
    const logo = svgOf('<path d="M0 0h9v9z"/>').toString('base64');
    await console.send('PUT', '/api/v1/branding', { logo });
    const claimed = await claim(console, `https://${domain.toUpperCase()}./login`);
    expect(claimed).toEqual({
      id: expect.any(String),
      domain,
      status: 'pending',
      verified_by: null,
      records: {
        txt: {
          type: 'TXT',
          name: `_security-monitoring.${domain}`,
          value: expect.stringMatching(/^security-monitoring-verification=[0-9a-f]{32}$/),
        },
        cname: {
          type: 'CNAME',
          name: domain,
          value: expect.stringMatching(/^[0-9a-f]{32}\.portals\.service\.example$/),
        },
      },
      created_at: expect.any(String),
      verified_at: null,
      checked_at: null,
      missing_since: null,
      leads_here: claimed.records.cname,
      reach: null,
    });
    expect(await portalAt()).toBeNull();
    expectProblem(await list(partner.apiKey), 403, 'TENANT_MISMATCH');
    const newKey = () => console.post('/api/v1/keys', { name: 'WHMCS', portal_domain: domain });
    expectProblem(await newKey(), 409, 'PORTAL_DOMAIN_NOT_VERIFIED');

    const early = expectSuccess(await check(claimed));
    expect(early).toMatchObject({ record_found: false, portal_domain: { status: 'pending' } });
    expect(await portalAt()).toBeNull();

    publish(claimed);
    const proved = expectSuccess(await check(claimed));
    const verified = { status: 'verified', verified_by: 'dns', verified_at: expect.any(String) };
    expect(proved).toMatchObject({ record_found: true, portal_domain: verified });
    expect(await shown(claimed)).toEqual(proved.portal_domain);
    expect(await portalAt()).toBe('Acme Hosting');
    const { api_key } = expectSuccess(await newKey(), 201);
    expect((await list(api_key)).status).toBe(200);
    expect((await auditOf(service, claimed.id)).map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
      ['portal_domain.added', 'administrator'],
      ['portal_domain.checked', 'administrator'],
      ['portal_domain.verified', 'administrator'],
    ]);
  });

  it('is proved by a CNAME to the name of the partner, too, and by no other', async () => {
    const claimed = await claim();
    const other = await claim(await openConsole(service, await service.partner('Other Hosting')));
    expect(other.records.cname.value).not.toBe(claimed.records.cname.value);
    for (const target of [other.records.cname.value, cnameBase, `a.${claimed.records.cname.value}`]) {
      names.aliases.set(domain, target);
      expect(expectSuccess(await check(claimed)).record_found, target).toBe(false);
    }
    names.aliases.set(domain, claimed.records.cname.value.toUpperCase());
    expect(expectSuccess(await check(claimed)).record_found).toBe(true);
    expect(await portalAt()).toBe('Acme Hosting');
  });

  it.each([
    'com',
    'co.uk',
    'github.io',
    'evil',
    'localhost',
    '1.2.3.4',
    '2130706433',
    '[::1]',
    '::1',
    'portal.corp.internal',
    '*.example.com',
    'no domain',
    'a..example.com',
  ])('is never %s, which nobody can own', async (text) => {
    expectRefusal(await console.post(path, { domain: text }), 422, ['domain']);
    expect(expectSuccess(await console.get(path)).portal_domains).toHaveLength(1);
  });

  it('can be claimed by several: who proves it first has it, and the others keep nobody out', async () => {
    const rival = await service.partner('Rival Hosting');
    const rivals = await openConsole(service, rival);
    const squatted = await claim(rivals);
    const claimed = await claim();
    expect(squatted.records.txt.value).not.toBe(claimed.records.txt.value);
    publish(claimed);
    // Another's record is no proof.
    expect(expectSuccess(await check(squatted, rivals)).record_found).toBe(false);
    expect(expectSuccess(await check(claimed)).record_found).toBe(true);
    publish(squatted);
    expectProblem(await check(squatted, rivals), 409, 'PORTAL_DOMAIN_TAKEN');
    expect(await portalAt()).toBe('Acme Hosting');
    expect((await shown(squatted, rivals)).status).toBe('pending');
    // Nor does the operator's name for a partner lead to another.
    const named = (await listPartners(service.service.resources.db)).filter((each) =>
      each.portal_domains.includes(domain),
    );
    expect(named.map(({ partner_id }) => partner_id)).toEqual([partner.partnerId]);
    await expect(createKey(rival.operation, { name: 'x', portalDomain: domain })).rejects.toThrow('not proved');
    const third = await openConsole(service, await service.partner());
    expectProblem(await third.post(path, { domain }), 409, 'PORTAL_DOMAIN_TAKEN');
    expectProblem(await console.post(path, { domain }), 409, 'PORTAL_DOMAIN_TAKEN');
  });

  it('of several who prove it at once one has it', async () => {
    const consoles = [console, await openConsole(service, await service.partner())];
    const claims = await Promise.all(consoles.map((browser) => claim(browser)));
    names.zone.set(
      claims[0].records.txt.name,
      claims.map(({ records }) => records.txt.value),
    );
    const outcomes = await Promise.all(claims.map((claimed, index) => check(claimed, consoles[index])));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('that is given up while its DNS still leads here serves nobody else', async () => {
    const claimed = await prove();
    names.aliases.set(domain, claimed.records.cname.value);
    expect((await console.send('DELETE', `${path}/${claimed.id}`)).status).toBe(204);
    expect(await portalAt()).toBeNull();
    const others = await openConsole(service, await service.partner('Other Hosting'));
    const taken = await claim(others);
    expect(expectSuccess(await check(taken, others)).record_found).toBe(false);
    expect(await portalAt()).toBeNull();
  });

  it('goes with its keys and sessions; the last one that serves stays', async () => {
    const [first] = expectSuccess(await console.get(path)).portal_domains;
    await claim();
    // A claim lets nobody sign in.
    expectProblem(await console.send('DELETE', `${path}/${first.id}`), 409, 'LAST_PORTAL_DOMAIN');
    const [claimed] = expectSuccess(await console.get(path)).portal_domains.filter(
      (each: Domain) => each.domain === domain,
    );
    publish(claimed);
    expectSuccess(await check(claimed));
    const { apiKey } = await createKey(partner.operation, { name: 'x', portalDomain: domain });
    expect((await list(apiKey)).status).toBe(200);
    expect((await console.send('DELETE', `${path}/${claimed.id}`)).status).toBe(204);
    expectRefusal(await list(apiKey), 401);
    expectProblem(await console.send('DELETE', `${path}/${claimed.id}`), 404, 'PORTAL_DOMAIN_NOT_FOUND');
  });

  it('of two that are given up at once one stays', async () => {
    await prove();
    const { portal_domains } = expectSuccess(await console.get(path));
    const outcomes = await Promise.all(portal_domains.map(({ id }: Domain) => console.send('DELETE', `${path}/${id}`)));
    // Whose session went with its domain hears that instead.
    expect(outcomes.filter(({ status }) => status === 204)).toHaveLength(1);
    const { rows } = await service.store.database.pool.query('SELECT id FROM portal_domains WHERE partner_id = $1', [
      partner.partnerId,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('is checked ten times a minute by an account; name servers that fail prove nothing', async () => {
    const claimed = await claim();
    names.zone.set(claimed.records.txt.name, 'failure');
    expectProblem(await check(claimed), 503, 'DNS_LOOKUP_FAILED', { name: domain });
    publish(claimed);
    names.questions.length = 0;
    for (let time = 1; time < 10; time += 1) expect((await check(claimed)).status).toBe(200);
    const asked = names.questions.length;
    expectThrottled(await check(claimed));
    expect(names.questions).toHaveLength(asked);
  });

  it('is one of up to fifty', async () => {
    for (let count = 2; count <= 50; count += 1)
      await verifyByOperator(partner.operation, `p${count}.${randomUUID()}.example`);
    expectProblem(await console.post(path, { domain }), 409, 'PORTAL_DOMAIN_LIMIT_EXCEEDED');
  });
});

describe('the proof of a portal domain', () => {
  const statusOf = async (claimed: Domain) => (await shown(claimed, await openConsole(service, partner))).status;

  it('is looked up daily; when it is missing for three days the domain lapses, and serves again once it is back', async () => {
    const claimed = await prove();
    const { apiKey } = await createKey(partner.operation, { name: 'x', portalDomain: domain });
    await provision(partner.api, '192.0.2.1', { client_id: 7 });
    const minted = await service.client(domain, apiKey).post('/api/v1/sso/token', { client_id: 7 });
    const customer = new PortalBrowser(service, domain);
    await customer.get(`/sso?token=${minted.body.data.token}`);
    await passDays(2);
    withdraw(claimed);
    await passDays(3);
    expect(await statusOf(claimed)).toBe('verified');
    expect((await list(apiKey)).status).toBe(200);
    await passDays(1);
    expect(await statusOf(claimed)).toBe('lapsed');
    expect(await portalAt()).toBeNull();
    expectProblem(await list(apiKey), 403, 'TENANT_MISMATCH');
    expectRefusal(await list('bwk_x'), 401);
    expect((await auditOf(service, claimed.id)).at(-1)).toMatchObject({
      action: 'portal_domain.lapsed',
      actor_kind: 'system',
    });
    publish(claimed);
    service.clock.advanceSeconds(3_601);
    await recheck();
    expect(await statusOf(claimed)).toBe('verified');
    expect((await list(apiKey)).status).toBe(200);
  });

  it('is not lost to name servers that fail, however long they do', async () => {
    const claimed = await prove();
    names.zone.set(claimed.records.txt.name, 'failure');
    await passDays(10);
    expect(await statusOf(claimed)).toBe('verified');
    // One look at the record starts the count anew.
    for (let round = 0; round < 3; round += 1) {
      withdraw(claimed);
      await passDays(2);
      publish(claimed);
      await passDays(1);
    }
    expect(await statusOf(claimed)).toBe('verified');
  });

  it('that has lapsed leaves the domain to others, from whom it does not come back', async () => {
    const claimed = await prove();
    const { apiKey } = await createKey(partner.operation, { name: 'x', portalDomain: domain });
    withdraw(claimed);
    await passDays(4);
    const others = await openConsole(service, await service.partner('Other Hosting'));
    const taken = await claim(others);
    names.zone.set(claimed.records.txt.name, [claimed.records.txt.value, taken.records.txt.value]);
    expect(expectSuccess(await check(taken, others)).record_found).toBe(true);
    await passDays(1);
    expect(await portalAt()).toBe('Other Hosting');
    expectProblem(await list(apiKey), 403, 'TENANT_MISMATCH');
    expect((await others.get('/api/v1/session')).status).toBe(200);
    await others.send('DELETE', `${path}/${taken.id}`);
  });

  it('is missed as soon as its account looks itself, and costs nothing sooner for that', async () => {
    const claimed = await prove();
    withdraw(claimed);
    expect(expectSuccess(await check(claimed))).toMatchObject({
      record_found: false,
      portal_domain: { status: 'verified', missing_since: expect.any(String) },
    });
    await passDays(2);
    expect(await statusOf(claimed)).toBe('verified');
  });

  it('that another account has instead ends within hours: its people are told, and the other may have the domain', async () => {
    const rival = await service.partner('Rival Hosting');
    let rivals = await openConsole(service, rival);
    const rivaling = await claim(rivals);
    const claimed = await prove();
    const { txt } = claimed.records;
    const contest = async () => expectProblem(await check(rivaling, rivals), 409, 'PORTAL_DOMAIN_TAKEN');
    const told = async () => {
      const { rows } = await service.store.database.pool.query(
        "SELECT notice FROM notification_deliveries WHERE partner_id = $1 AND notice ->> 'event' = 'portal_domain_contested'",
        [partner.partnerId],
      );
      return rows.map(({ notice }) => notice);
    };
    // Beside its own, or where the name servers of its own say nothing, another's record is no contest.
    names.zone.set(txt.name, [txt.value, rivaling.records.txt.value]);
    await contest();
    expect((await shown(claimed)).missing_since).toBeNull();
    publish(rivaling);
    names.zone.set(domain, 'failure');
    expectProblem(await check(claimed), 503, 'DNS_LOOKUP_FAILED', { name: domain });
    await contest();
    expect((await shown(claimed)).missing_since).toBeNull();
    names.zone.delete(domain);

    await contest();
    expect(await shown(claimed)).toMatchObject({ status: 'verified', missing_since: expect.any(String) });
    expect((await auditOf(service, claimed.id)).at(-1)).toMatchObject({
      action: 'portal_domain.contested',
      actor_kind: 'system',
    });
    await contest();
    expect(await told()).toEqual([{ event: 'portal_domain_contested', domain }]);
    // Put back in time, it is as if nothing had been.
    publish(claimed);
    await passHours(1);
    const fresh = await openConsole(service, partner);
    expect(await shown(claimed, fresh)).toMatchObject({ status: 'verified', missing_since: null });
    withdraw(claimed);
    await passHours(30);
    expect(await statusOf(claimed)).toBe('verified');

    publish(rivaling);
    rivals = await openConsole(service, rival);
    await contest();
    await passHours(2);
    expect(await statusOf(claimed)).toBe('verified');
    await passHours(2);
    expect(await statusOf(claimed)).toBe('lapsed');
    rivals = await openConsole(service, rival);
    expect(expectSuccess(await check(rivaling, rivals)).record_found).toBe(true);
    expect(await portalAt()).toBe('Rival Hosting');
  });

  it('is not asked for where the operator vouches', async () => {
    const claimed = await claim();
    await verifyByOperator(partner.operation, domain);
    expect(await shown(claimed)).toMatchObject({ status: 'verified', verified_by: 'operator' });
    names.questions.length = 0;
    await passDays(30);
    expect(names.questions.filter((name) => name.endsWith(domain))).toEqual([]);
    expect(await statusOf(claimed)).toBe('verified');
    expect(await portalAt()).toBe('Acme Hosting');
    // Somebody's look changes nothing about that.
    const fresh = await openConsole(service, partner);
    expect(expectSuccess(await check(claimed, fresh))).toMatchObject({ portal_domain: { verified_by: 'operator' } });
  });
});

describe('where a portal domain leads', () => {
  const look = async (claimed: Domain, browser = console): Promise<Domain> =>
    expectSuccess(await browser.post(`${path}/${claimed.id}/reach`)).portal_domain.reach;
  const noCertificate = { names: [], issuer: null, expires_at: null };

  it('is looked up when it is asked for, kept, and decides nothing', async () => {
    const claimed = await claim();
    expect(await look(claimed)).toEqual({
      dns: { state: 'absent', cname: null, addresses: [] },
      tls: { state: 'unreachable', ...noCertificate },
      checked_at: expect.any(String),
    });
    const target = claimed.leads_here.value;
    names.addresses.set(target, ['127.0.0.3']);
    names.addresses.set(domain, ['127.0.0.4']);
    expect((await look(claimed)).dns).toEqual({ state: 'elsewhere', cname: null, addresses: ['127.0.0.4'] });
    names.aliases.set(domain, target);
    const here = await look(claimed);
    expect(here).toMatchObject({
      dns: { state: 'here', cname: target, addresses: ['127.0.0.3'] },
      tls: { state: 'unreachable' },
    });
    expect(await shown(claimed)).toMatchObject({ status: 'pending', reach: here });
    names.zone.set(domain, 'silence');
    expect(await look(claimed)).toMatchObject({ dns: { state: 'unanswered' }, tls: { state: 'unknown' } });
    names.zone.delete(domain);
  });

  it('is connected to only where this installation may: to no private address', async () => {
    const claimed = await claim();
    for (const address of ['10.0.0.1', '169.254.169.254', '192.168.1.1', 'fd00::1']) {
      names.addresses.set(domain, [address]);
      expect(await look(claimed)).toMatchObject({
        dns: { addresses: [address] },
        tls: { state: 'refused', ...noCertificate },
      });
    }
  });

  it('is noted with the daily look at the proof', async () => {
    const claimed = await prove();
    names.addresses.set(domain, ['10.0.0.7']);
    service.clock.advanceSeconds(daySeconds);
    await recheck();
    console = await openConsole(service, partner);
    expect((await shown(claimed)).reach).toMatchObject({ dns: { addresses: ['10.0.0.7'] }, tls: { state: 'refused' } });
  });

  it('is nobody else’s to ask for, and is looked up ten times a minute at most', async () => {
    const claimed = await claim();
    const other = await openConsole(service, await service.partner());
    expectProblem(await other.post(`${path}/${claimed.id}/reach`), 404, 'PORTAL_DOMAIN_NOT_FOUND');
    for (let count = 0; count < 10; count += 1) await look(claimed);
    expectThrottled(await console.post(`${path}/${claimed.id}/reach`));
  });

  it.each([
    ['https://portal.service.example/', { type: 'CNAME', value: 'portal.service.example' }],
    ['https://192.0.2.1:8443', null],
    ['', null],
  ])('without a base it has to lead to the host of PUBLIC_URL, if that is a name: %s', async (publicUrl, record) => {
    const environment = { DNS_SERVERS: names.server, PUBLIC_URL: publicUrl };
    const node = await TestService.start({ role: 'api', sharedWith: service, environment });
    try {
      const browser = await openConsole(node, await node.partner());
      const claimed = await claim(browser, `other.${domain}`);
      expect(claimed.leads_here).toEqual(record && { ...record, name: claimed.domain });
      expect(claimed.records.cname).toBeNull();
    } finally {
      await node.stop();
    }
  });
});

it('portal domains of before an upgrade go on serving, on the word of the operator who set them up', async () => {
  const name = await createTestDatabase();
  const url = testDatabaseUrl(name);
  const client = new pg.Client({ connectionString: url });
  try {
    const migrations = await readMigrations();
    const proof = migrations.findIndex((migration) => migration.name.endsWith('portal-domain-proof'));
    await migrate({ url }, migrations.slice(0, proof));
    await client.connect();
    await client.query(`WITH p AS (INSERT INTO partners (id, name, status, created_at, updated_at)
        VALUES (gen_random_uuid(), 'Acme', 'active', now(), now()) RETURNING id)
      INSERT INTO portal_domains (partner_id, id, domain, created_at) SELECT id, gen_random_uuid(), 'old.example', now() FROM p`);
    await migrate({ url }, migrations);
    const { rows } = await client.query('SELECT *, verified_at = created_at AS since_the_start FROM portal_domains');
    expect(rows).toMatchObject([
      {
        domain: 'old.example',
        status: 'verified',
        verified_by: 'operator',
        next_check_at: null,
        since_the_start: true,
      },
    ]);
  } finally {
    await client.end();
    await dropTestDatabase(name);
  }
});
