import { beforeEach, describe, expect, it } from 'vitest';
import type { LeakSource } from './leak-source.ts';
import { createRansomLookSource } from './ransom-look.ts';
import { ask } from './testing/ask.ts';
import { type LeakServer, startLeakServer } from './testing/leak-server.ts';
import { ManualTiming } from './testing/manual-timing.ts';

const dayMs = 86_400_000;
const timeOf = (timeMs: number) => new Date(timeMs).toISOString().replace('T', ' ').replace('Z', '000');

let server: LeakServer;
let timing: ManualTiming;
let source: LeakSource;
let posts: { post_title: string; group_name: string; discovered: string; [more: string]: unknown }[];

beforeEach(async () => {
  timing = new ManualTiming();
  posts = [];
  // As documented: the posts of the last days, newest first.
  server = await startLeakServer(({ path }) => {
    const days = Number(/^\/api\/last\/(\d+)$/.exec(path)?.[1]);
    if (!days) return { status: 404 };
    const since = timeOf(timing.nowMs() - days * dayMs);
    const recent = posts.filter(({ discovered }) => discovered > since);
    return { json: recent.toSorted((a, b) => b.discovered.localeCompare(a.discovered)) };
  });
  source = createRansomLookSource({ baseUrl: server.url, userAgent: 'Breakwater/1', timing });
});

function post(post_title: string, more: object = {}) {
  posts.push({ post_title, group_name: 'akira', discovered: timeOf(timing.nowMs() - dayMs), description: '', ...more });
}

describe('RansomLook', () => {
  it('tells a post about the domain as it stands there', async () => {
    post('Example Inc.', {
      website: 'https://www.example.com',
      link: 'http://abcdef.onion/post/1',
      description: '<b>400 GB</b> of documents. Sample: ceo@example.com:hunter2',
      screen: 'screenshots/akira/x.png',
      magnet: null,
    });
    expect(await ask(source, 'example.com')).toEqual({
      findings: [
        {
          type: 'dark_web',
          kind: 'ransomware_claim',
          actor: 'akira',
          title: 'Example Inc.',
          excerpt: '400 GB of documents. Sample: [removed]',
          sourceUrl: 'http://abcdef.onion/post/1',
          claimedAt: null,
          publishedAt: '2026-02-28',
          matchType: 'exact_domain',
          confidence: 0.95,
        },
      ],
      error: null,
    });
  });

  it('tells exact matches from hints, and nothing of others', async () => {
    post('example.com');
    post('Example Ltd');
    post('evil-example.com');
    post('Acme', { description: 'unrelated' });
    const { findings } = await ask(source, 'example.com');
    expect(findings).toMatchObject([
      { title: 'example.com', matchType: 'exact_domain' },
      { title: 'Example Ltd', matchType: 'keyword', confidence: 0.3 },
    ]);
  });

  it('is read once an hour for all domains, after the first time only what is new', async () => {
    post('example.com', { discovered: timeOf(timing.nowMs() - 30 * dayMs) });
    await ask(source, 'example.com');
    await ask(source, 'acme.net');
    timing.advanceMs(3_600_000);
    post('acme.net');
    expect((await ask(source, 'acme.net')).findings).toHaveLength(1);
    expect((await ask(source, 'example.com')).findings).toHaveLength(1);
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/last/90', '/api/last/2']);
  });

  it('reads everything again that it missed while it was not asked', async () => {
    await ask(source, 'example.com');
    timing.advanceMs(10 * dayMs);
    await ask(source, 'example.com');
    timing.advanceMs(200 * dayMs);
    await ask(source, 'example.com');
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/last/90', '/api/last/11', '/api/last/90']);
  });

  it('tells a changed post once, as it is now, and forgets old ones', async () => {
    post('example.com', { description: 'soon' });
    await ask(source, 'example.com');
    posts = [];
    post('example.com', { description: 'published' });
    timing.advanceMs(3_600_000);
    expect((await ask(source, 'example.com')).findings).toMatchObject([{ excerpt: 'published' }]);
    timing.advanceMs(95 * dayMs);
    expect((await ask(source, 'example.com')).findings).toEqual([]);
  });

  it('sends no domain name', async () => {
    await ask(source, 'example.com');
    expect(JSON.stringify(server.requests)).not.toContain('example');
  });

  it('tells what it knew, and then the error, when it cannot be read', async () => {
    post('example.com');
    await ask(source, 'example.com');
    timing.advanceMs(3_600_000);
    server.answer = () => ({ text: '{"posts": ' });
    expect(await ask(source, 'example.com')).toMatchObject({
      findings: [{ title: 'example.com' }],
      error: { failure: 'malformed', source: 'ransom_look' },
    });
  });

  it.each([
    [{ status: 429, headers: { 'retry-after': '120' } }, 'rate_limited'],
    [{ status: 502 }, 'unavailable'],
    [{ json: [{ post_title: 'x' }] }, 'malformed'],
    [{ json: {} }, 'malformed'],
  ])('with the answer %j is %s', async (reply, failure) => {
    server.answer = () => reply;
    expect(await ask(source, 'example.com')).toMatchObject({ findings: [], error: { failure } });
  });
});
