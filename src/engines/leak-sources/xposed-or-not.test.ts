import { beforeEach, describe, expect, it } from 'vitest';
import type { LeakSource } from './leak-source.ts';
import { ask } from './testing/ask.ts';
import { type LeakServer, type ReceivedRequest, type Reply, startLeakServer } from './testing/leak-server.ts';
import { ManualTiming } from './testing/manual-timing.ts';
import { createXposedOrNotSource } from './xposed-or-not.ts';

const apiKey = 'xon-key';
const metrics = {
  Yearly_Metrics: { 2013: 2, 2016: 0 },
  Domain_Summary: { 'example.com': 2, 'Quiet.example': 0 },
  Breach_Summary: { Adobe: 1, Gravatar: 1, AntiPublic: 1 },
  Top10_Breaches: { Adobe: 1 },
  Breaches_Details: [
    { email: 'John@example.com', domain: 'example.com', breach: 'Adobe' },
    { email: 'john@example.com', domain: 'example.com', breach: 'Adobe' },
    { email: 'john@example.com', domain: 'example.com', breach: 'Gravatar' },
    { email: 'jane@example.com', domain: 'Example.com', breach: 'Unknown' },
  ],
  Detailed_Breach_Info: {
    Adobe: {
      breached_date: '2013-10-01T00:00:00+00:00',
      logo: 'Adobe.png',
      password_risk: 'easytocrack',
      searchable: true,
      xposed_data: 'Email addresses;Password hints;Passwords;Usernames',
      xposed_records: 152_445_165,
      xposure_desc: 'In October 2013 …',
    },
    Gravatar: { breached_date: '2020-10-03T00:00:00+00:00', password_risk: 'unknown', xposed_data: ['Names'] },
  },
};

let server: LeakServer;
let timing: ManualTiming;
let source: LeakSource;
let current: object;

function answer({ method, path, headers, body }: ReceivedRequest): Reply {
  if (path !== '/v1/domain-breaches/') return { status: 404, json: { detail: 'Not Found' } };
  if (method !== 'POST') return { status: 405, json: { detail: 'Method Not Allowed' } };
  if (headers['x-api-key'] !== apiKey) return { status: 401, json: { detail: 'Invalid or missing API key' } };
  return body === '' ? { json: { status: 'success', metrics: current } } : { status: 400 };
}

beforeEach(async () => {
  current = metrics;
  server = await startLeakServer(answer);
  timing = new ManualTiming();
  source = createXposedOrNotSource({ apiKey, baseUrl: server.url, userAgent: 'Breakwater/1', timing });
});

describe('XposedOrNot', () => {
  it('tells each address and breach once, with what it knows of the breach', async () => {
    const { findings, error } = await ask(source, 'example.com');
    expect(error).toBeNull();
    expect(findings[0]).toEqual({
      type: 'leaked_credential',
      kind: 'breach',
      breachName: 'Adobe',
      identity: 'john@example.com',
      unnamedIdentities: 0,
      dataClasses: ['Email addresses', 'Password hints', 'Passwords', 'Usernames'],
      secretPresent: true,
      secretFormat: 'hashed',
      secretDigest: null,
      malwareFamily: null,
      loginSite: null,
      isOwnMailbox: true,
      occurredAt: '2013-10-01',
      publishedAt: null,
    });
    expect(findings.slice(1)).toMatchObject([
      {
        identity: 'john@example.com',
        breachName: 'Gravatar',
        secretPresent: false,
        secretFormat: null,
        dataClasses: ['Names'],
      },
      { identity: 'jane@example.com', breachName: 'Unknown', dataClasses: [] },
    ]);
  });

  it.each([
    ['plaintext', 'clear_text'],
    ['hardtocrack', 'hashed'],
    ['unknown', 'unknown'],
    [null, 'unknown'],
  ])('a password risk of %j is the format %s', async (password_risk, secretFormat) => {
    current = { ...metrics, Detailed_Breach_Info: { Adobe: { password_risk, xposed_data: ['Passwords'] } } };
    expect((await ask(source, 'example.com')).findings[0]).toMatchObject({ secretFormat });
  });

  it('is asked once in two hours for all domains', async () => {
    expect(await ask(source, 'example.com')).toMatchObject({ error: null });
    expect(await ask(source, 'quiet.example')).toEqual({ findings: [], error: null });
    timing.advanceMs(2 * 3_600_000 - 1);
    await ask(source, 'example.com');
    expect(server.requests.length).toBe(1);
    timing.advanceMs(1);
    await ask(source, 'example.com');
    expect(server.requests.length).toBe(2);
  });

  it('says when a domain is not verified under the key', async () => {
    expect((await ask(source, 'example.net')).error).toMatchObject({ failure: 'domain_not_verified' });
  });

  it('tells what it told before, and then the error, when it fails later', async () => {
    await ask(source, 'example.com');
    server.answer = () => ({ status: 500 });
    timing.advanceMs(2 * 3_600_000);
    const { findings, error } = await ask(source, 'example.com');
    expect(findings).toHaveLength(3);
    expect(error).toMatchObject({ failure: 'unavailable' });
  });

  it.each([
    [{ status: 401, json: { detail: 'Invalid or missing API key' } }, 'not_authorised'],
    [{ status: 429, headers: { 'retry-after': '3600' } }, 'rate_limited'],
    [{ status: 500, json: { detail: 'An error occurred during processing' } }, 'unavailable'],
    [{ json: { status: 'success', metrics: { Breaches_Details: 'none' } } }, 'malformed'],
    [{ status: 404 }, 'malformed'],
  ])('with the answer %j is %s, for a minute without asking again', async (reply, failure) => {
    server.answer = () => reply;
    expect((await ask(source, 'example.com')).error).toMatchObject({ failure });
    const before = server.requests.length;
    expect((await ask(source, 'quiet.example')).error).toMatchObject({ failure });
    expect(server.requests.length).toBe(before);
  });

  it('never asks more than 2 times a second, 25 an hour and 50 a day, however often it fails', async () => {
    server.answer = () => ({ status: 500 });
    const times: number[] = [];
    const logged: LeakServer['answer'] = () => {
      times.push(timing.nowMs());
      return { status: 500 };
    };
    server.answer = logged;
    for (let count = 0; count < 300; count += 1) {
      await ask(source, 'example.com');
      timing.advanceMs(60_000);
    }
    for (const [limit, perMs] of [
      [2, 1_000],
      [25, 3_600_000],
      [50, 86_400_000],
    ] as const) {
      for (const [index, startMs] of times.entries()) {
        const later = times[index + limit];
        if (later !== undefined) expect(later - startMs).toBeGreaterThanOrEqual(perMs);
      }
    }
    expect(times.length).toBeGreaterThan(25);
  });
});
