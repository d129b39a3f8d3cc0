import { beforeEach, describe, expect, it } from 'vitest';
import { createHibpSource } from './hibp.ts';
import type { LeakedCredential, LeakSource } from './leak-source.ts';
import { ask } from './testing/ask.ts';
import { type LeakServer, type ReceivedRequest, type Reply, startLeakServer } from './testing/leak-server.ts';
import { ManualTiming } from './testing/manual-timing.ts';

const apiKey = '0123456789abcdef0123456789abcdef';

function breach(name: string, more: object = {}) {
  return {
    Name: name,
    Title: `${name} Title`,
    Domain: `${name.toLowerCase()}.com`,
    BreachDate: '2019-01-07',
    AddedDate: '2019-01-16T21:46:07Z',
    ModifiedDate: '2019-01-16T21:50:21Z',
    PwnCount: 1_000,
    Description: 'In <em>January</em> 2019 …',
    LogoPath: 'https://logos.example/x.png',
    DataClasses: ['Email addresses', 'Passwords'],
    IsVerified: true,
    IsFabricated: false,
    IsSensitive: false,
    IsRetired: false,
    IsSpamList: false,
    IsMalware: false,
    IsStealerLog: false,
    IsSubscriptionFree: false,
    Attribution: null,
    ...more,
  };
}

/** The service as documented: header rules, errors with bodies, and what the test puts in. */
class Hibp {
  breaches = [breach('Adobe')];
  subscription = { SubscriptionName: 'Pwned 5', Rpm: 100, MaxBreachedDomains: null, IncludesStealerLogs: true };
  verified = ['example.com'];
  breached: Record<string, Record<string, string[]>> = {};
  byMailDomain: Record<string, Record<string, string[]>> = {};
  byWebsite: Record<string, string[]> = {};

  answer = ({ path, headers, method }: ReceivedRequest): Reply => {
    if (!headers['user-agent']) return error(403, 'User agent is missing.');
    if (method !== 'GET') return error(405, 'Method not allowed.');
    const [, service = '', domain = ''] = path.split('/');
    if (path === '/latestbreach') return { json: this.breaches.at(-1) };
    if (path === '/breaches') return { json: this.breaches };
    if (headers['hibp-api-key'] !== apiKey) return error(401, 'Access denied due to invalid hibp-api-key.');
    if (path === '/subscription/status') return { json: this.subscription };
    if (path === '/subscribeddomains')
      return { json: this.verified.map((DomainName) => ({ DomainName, PwnCount: null })) };
    if (!this.verified.includes(domain)) return error(403, 'The domain is not verified.');
    if (service.startsWith('stealer') && !this.subscription.IncludesStealerLogs) return error(403, 'Not in your plan.');
    const found = {
      breacheddomain: this.breached,
      stealerlogsbyemaildomain: this.byMailDomain,
      stealerlogsbywebsitedomain: this.byWebsite,
    }[service]?.[domain];
    return found === undefined ? { status: 404 } : { json: found };
  };
}

function error(statusCode: number, message: string): Reply {
  return { status: statusCode, json: { statusCode, message } };
}

let hibp: Hibp;
let server: LeakServer;
let timing: ManualTiming;
let source: LeakSource;

beforeEach(async () => {
  hibp = new Hibp();
  server = await startLeakServer(hibp.answer);
  timing = new ManualTiming();
  source = createHibpSource({ apiKey, baseUrl: server.url, userAgent: 'Breakwater/1', timing });
});

async function find(domain = 'example.com') {
  const { findings, error } = await ask(source, domain);
  expect(error).toBeNull();
  return findings as LeakedCredential[];
}

const paths = () => server.requests.map(({ path }) => path);

describe('breaches of a domain', () => {
  it('are one finding for each address and breach, with what the catalogue knows', async () => {
    hibp.breaches = [breach('Adobe'), breach('Gravatar', { DataClasses: ['Names'], Title: 'Gravatar' })];
    hibp.breached = { 'example.com': { John: ['Adobe', 'Gravatar'], jane: ['Gravatar'] } };
    const findings = await find();
    expect(findings[0]).toEqual({
      type: 'leaked_credential',
      kind: 'breach',
      breachName: 'Adobe Title',
      identity: 'john@example.com',
      unnamedIdentities: 0,
      dataClasses: ['Email addresses', 'Passwords'],
      secretPresent: true,
      secretFormat: 'unknown',
      secretDigest: null,
      malwareFamily: null,
      loginSite: null,
      isOwnMailbox: true,
      occurredAt: '2019-01-07',
      publishedAt: '2019-01-16T21:46:07.000Z',
    });
    expect(findings.slice(1)).toMatchObject([
      { identity: 'john@example.com', breachName: 'Gravatar', secretPresent: false, secretFormat: null },
      { identity: 'jane@example.com', breachName: 'Gravatar' },
    ]);
  });

  it('are none when the service has none', async () => expect(await find()).toEqual([]));

  it.each([
    [{ IsStealerLog: true }, { kind: 'stealer_log' }],
    [{ IsMalware: true }, { kind: 'stealer_log' }],
    [{ IsSpamList: true }, { kind: 'breach', secretPresent: false, secretFormat: null }],
    [{ Domain: '', Title: 'Anti Public Combo List' }, { kind: 'combolist' }],
    [{ Domain: null, Attribution: null }, { kind: 'breach' }],
    [{ AddedField: { of: 'tomorrow' } }, { kind: 'breach' }],
  ])('with %j are %j', async (flags, expected) => {
    hibp.breaches = [breach('Some', flags)];
    hibp.breached = { 'example.com': { john: ['Some'] } };
    expect(await find()).toMatchObject([expected]);
  });

  it.each(['IsFabricated', 'IsRetired'])('that are %s are left out', async (flag) => {
    hibp.breaches = [breach('Some', { [flag]: true })];
    hibp.breached = { 'example.com': { john: ['Some'] } };
    expect(await find()).toEqual([]);
  });

  it('count aliases that differ in case as one mailbox', async () => {
    hibp.breached = { 'example.com': { John: ['Adobe'], john: ['Adobe'] } };
    expect(await find()).toMatchObject([{ identity: 'john@example.com' }]);
  });
});

describe('the breach catalogue', () => {
  const named = { 'example.com': { john: ['Adobe'] } };

  it('is read once, without the key, and asked for news once an hour', async () => {
    hibp.breached = named;
    await find();
    await find();
    expect(paths().filter((path) => path === '/breaches').length).toBe(1);
    timing.advanceMs(3_600_000);
    await find();
    expect(paths().filter((path) => path === '/latestbreach').length).toBe(2);
    expect(paths().filter((path) => path === '/breaches').length).toBe(1);
    const keyless = server.requests.filter(({ path }) => path.endsWith('breach') || path.endsWith('breaches'));
    expect(keyless.every(({ headers }) => headers['hibp-api-key'] === undefined)).toBe(true);
  });

  it('is read again when there is a new breach, and once a day in any case', async () => {
    hibp.breached = named;
    await find();
    hibp.breaches = [...hibp.breaches, breach('New')];
    timing.advanceMs(3_600_000);
    await find();
    expect(paths().filter((path) => path === '/breaches').length).toBe(2);
    timing.advanceMs(24 * 3_600_000);
    await find();
    expect(paths().filter((path) => path === '/breaches').length).toBe(3);
  });

  it('is looked at again when an answer names a breach that is younger', async () => {
    hibp.breached = named;
    await find();
    hibp.breaches = [...hibp.breaches, breach('New')];
    hibp.breached = { 'example.com': { john: ['New'] } };
    timing.advanceMs(60_000);
    expect(await find()).toMatchObject([{ breachName: 'New Title' }]);
  });

  it('leaves a breach that it does not list with its name only, without asking on and on', async () => {
    hibp.breached = { 'example.com': { john: ['Unlisted'] } };
    await find();
    timing.advanceMs(600_000);
    for (let count = 0; count < 3; count += 1) {
      expect(await find()).toMatchObject([{ breachName: 'Unlisted', dataClasses: [], secretPresent: false }]);
    }
    expect(paths().filter((path) => path === '/breaches').length).toBe(1);
    expect(paths().filter((path) => path === '/latestbreach').length).toBe(2);
  });
});

describe('stealer logs of a domain', () => {
  beforeEach(() => {
    hibp.byMailDomain = { 'example.com': { john: ['netflix.com', 'www.example.com', 'netflix.com'] } };
    hibp.byWebsite = { 'example.com': ['john@example.com', 'Jane@Example.com', 'customer@gmail.com'] };
  });

  it('are its addresses with the sites they sign in to, and others who sign in to its sites, each once', async () => {
    const findings = await find();
    expect(findings.map(({ identity, loginSite, isOwnMailbox }) => [identity, loginSite, isOwnMailbox])).toEqual([
      ['john@example.com', 'netflix.com', true],
      ['john@example.com', 'example.com', true],
      ['jane@example.com', 'example.com', true],
      ['customer@gmail.com', 'example.com', false],
    ]);
    expect(findings[0]).toMatchObject({
      kind: 'stealer_log',
      secretPresent: true,
      secretFormat: 'clear_text',
      secretDigest: null,
    });
  });

  it('are not asked for when the subscription does not include them', async () => {
    hibp.subscription.IncludesStealerLogs = false;
    expect(await find()).toEqual([]);
    expect(paths().some((path) => path.includes('stealer'))).toBe(false);
  });
});

describe('errors of HIBP', () => {
  it('an unverified domain is told from other refusals', async () => {
    expect((await ask(source, 'example.net')).error).toMatchObject({ failure: 'domain_not_verified', source: 'hibp' });
  });

  it('a refusal of a verified domain is the plan’s', async () => {
    server.answer = (request) =>
      request.path.startsWith('/breacheddomain') ? error(403, 'Upgrade.') : hibp.answer(request);
    expect((await ask(source, 'example.com')).error).toMatchObject({ failure: 'not_authorised' });
  });

  it('a wrong key is not authorised, and asked about once a minute only', async () => {
    const wrong = createHibpSource({ apiKey: 'wrong', baseUrl: server.url, userAgent: 'Breakwater/1', timing });
    expect((await ask(wrong, 'example.com')).error).toMatchObject({ failure: 'not_authorised' });
    expect((await ask(wrong, 'example.net')).error).toMatchObject({ failure: 'not_authorised' });
    expect(server.requests.length).toBe(1);
  });

  it('a failure after the breaches takes nothing of them back', async () => {
    hibp.breached = { 'example.com': { john: ['Adobe'] } };
    server.answer = (request) => (request.path.startsWith('/stealer') ? { status: 503 } : hibp.answer(request));
    expect(await ask(source, 'example.com')).toMatchObject({
      findings: [{ identity: 'john@example.com' }],
      error: { failure: 'unavailable' },
    });
  });

  it('429 is waited out as it says', async () => {
    const replies: Reply[] = [{ ...error(429, 'Rate limit is exceeded.'), headers: { 'retry-after': '2' } }];
    hibp.breached = { 'example.com': { john: ['Adobe'] } };
    server.answer = (request) =>
      (request.path.startsWith('/breacheddomain') ? replies.shift() : undefined) ?? hibp.answer(request);
    expect(await find()).toHaveLength(1);
    expect(paths().filter((path) => path.startsWith('/breacheddomain')).length).toBe(2);
  });

  it.each([
    ['/breacheddomain', { json: ['john'] }],
    ['/breacheddomain', { json: { john: 'Adobe' } }],
    ['/subscription', { json: { Rpm: 'many' } }],
    ['/breaches', { json: [{ Name: 'Adobe' }] }],
    ['/stealerlogsbywebsitedomain', { json: { a: [] } }],
  ])('%s in another shape is malformed', async (prefix, reply) => {
    hibp.breached = { 'example.com': { john: ['Adobe'] } };
    server.answer = (request) => (request.path.startsWith(prefix) ? reply : hibp.answer(request));
    expect((await ask(source, 'example.com')).error).toMatchObject({ failure: 'malformed' });
  });
});

it('requests keep to the pace of the subscription, and to that of the smallest plan before it is known', async () => {
  hibp.subscription.Rpm = 60;
  hibp.subscription.IncludesStealerLogs = false;
  for (let count = 0; count < 3; count += 1) await find();
  const startMs = new ManualTiming().nowMs();
  // Status, then three searches a second apart; the catalogue is not needed, since there are no breaches.
  expect(timing.nowMs() - startMs).toBe(3_000);
  const asked = { what: 'first', count: server.requests.length };
  expect(asked.count).toBe(4);
});

it('names Have I Been Pwned and its licence', () => {
  expect(source.attribution).toEqual({
    name: 'Have I Been Pwned',
    url: 'https://haveibeenpwned.com',
    licence: 'CC BY 4.0',
  });
});
