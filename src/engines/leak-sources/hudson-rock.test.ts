import { beforeEach, describe, expect, it } from 'vitest';
import { createHudsonRockSource } from './hudson-rock.ts';
import type { LeakedCredential, LeakSource } from './leak-source.ts';
import { ask } from './testing/ask.ts';
import { type LeakServer, type Reply, startLeakServer } from './testing/leak-server.ts';
import { ManualTiming } from './testing/manual-timing.ts';

const full = {
  total: 4_902,
  totalStealers: 31_000_000,
  employees: 3,
  users: 4_899,
  third_parties: 12,
  logo: 'https://logos.example/x.png',
  last_employee_compromised: '2020-03-01T00:00:00.000Z',
  last_user_compromised: '2026-02-21T08:42:48.339Z',
  stealerFamilies: { total: 4_902, RedLine: 300, Lumma: 1_200, Vidar: 0, 'Raccoon\u202e': 5 },
  data: {
    employees_urls: [
      { occurrence: 3, type: 'Employee', url: 'https://sso.example.com/login' },
      { occurrence: 1, type: 'Employee', url: 'https://sso.example.com/other' },
      { occurrence: 1, type: 'Employee', url: 'https://•••••.example.com' },
      { occurrence: 1, type: 'Employee', url: 'https://*****.example.com/x' },
    ],
    clients_urls: [
      { occurrence: 9, type: 'Client', url: 'https://example.com/account' },
      { occurrence: 2, type: 'Client', url: 'https://shop.example.com/' },
    ],
    all_urls: [{ occurrence: 1, type: 'Third party', url: 'https://other.example/' }],
  },
};

let server: LeakServer;
let source: LeakSource;
let reply: Reply;

beforeEach(async () => {
  reply = { json: full };
  server = await startLeakServer(({ path, query, headers, method }) => {
    if (path !== '/api/json/v2/osint-tools/search-by-domain' || method !== 'GET') return { status: 404 };
    if (!headers['user-agent'] || query.get('domain') !== 'example.com') return { status: 400 };
    return reply;
  });
  source = createHudsonRockSource({ baseUrl: server.url, userAgent: 'Breakwater/1', timing: new ManualTiming() });
});

describe('Hudson Rock', () => {
  it('counts employees and users, and names the sites that their credentials open', async () => {
    const { findings, error } = await ask(source, 'example.com');
    expect(error).toBeNull();
    expect(findings[0]).toEqual({
      type: 'leaked_credential',
      kind: 'stealer_log',
      breachName: null,
      identity: null,
      unnamedIdentities: 3,
      dataClasses: ['Passwords'],
      secretPresent: true,
      secretFormat: 'clear_text',
      secretDigest: null,
      malwareFamily: 'Lumma, RedLine, Raccoon',
      loginSite: null,
      isOwnMailbox: true,
      occurredAt: '2020-03-01',
      publishedAt: null,
    });
    const rest = (findings as LeakedCredential[]).slice(1);
    expect(
      rest.map(({ loginSite, isOwnMailbox, unnamedIdentities }) => [loginSite, isOwnMailbox, unnamedIdentities]),
    ).toEqual([
      ['sso.example.com', true, 0],
      ['example.com', false, 4_899],
      ['shop.example.com', false, 0],
    ]);
    expect(rest[1]?.occurredAt).toBe('2026-02-21T08:42:48.339Z');
  });

  it.each([
    [{ json: { total: 0, totalStealers: 1, employees: 0, users: 0, third_parties: 0, data: {} } }],
    [{ json: { message: 'This domain is not associated with a computer infected by an info-stealer.' } }],
    [{ json: { employees: null, users: null, data: null, stealerFamilies: null } }],
    [{ status: 404 }],
  ])('finds nothing in %j', async (empty) => {
    reply = empty;
    expect(await ask(source, 'example.com')).toEqual({ findings: [], error: null });
  });

  it('does without families that are not in the documented shape', async () => {
    reply = { json: { employees: 1, stealerFamilies: ['RedLine'] } };
    expect((await ask(source, 'example.com')).findings).toMatchObject([{ unnamedIdentities: 1, malwareFamily: null }]);
  });

  it.each([
    [
      { status: 429, headers: { 'retry-after': '90' } },
      { failure: 'rate_limited', retryAfterMs: 90_000 },
    ],
    [{ status: 503 }, { failure: 'unavailable' }],
    [{ json: { employees: -1 } }, { failure: 'malformed' }],
    [{ json: { employees: 'three' } }, { failure: 'malformed' }],
    [{ json: { employees: 1, data: { employees_urls: ['x'] } } }, { failure: 'malformed' }],
    [{ status: 403 }, { failure: 'not_authorised' }],
  ])('with the answer %j fails as %j', async (bad, error) => {
    reply = bad;
    expect(await ask(source, 'example.com')).toMatchObject({ findings: [], error });
  });
});
