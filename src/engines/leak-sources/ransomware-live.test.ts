import { beforeEach, describe, expect, it } from 'vitest';
import { createRansomwareLiveSource } from './ransomware-live.ts';
import { ask } from './testing/ask.ts';
import { type LeakServer, type ReceivedRequest, type Reply, startLeakServer } from './testing/leak-server.ts';
import { ManualTiming } from './testing/manual-timing.ts';

const apiKey = 'rl-key';
const older = {
  victim: 'Example Inc',
  group: 'lockbit3',
  domain: 'example.com',
  country: 'US',
  activity: 'Manufacturing',
  attackdate: '2026-01-10 00:00:00.000000',
  discovered: '2026-01-12 08:30:00.000000',
  claim_url: 'http://abcdef.onion/1',
  url: 'https://www.ransomware.live/id/RXhhbXBsZQ==',
  description: 'N/A',
  infostealer: '',
  press: null,
};
const newer = {
  victim: 'Example Inc',
  group: 'lockbit3',
  website: 'https://www.example.com/',
  country: 'US',
  activity: 'Not Found',
  attackdate: '2026-01-10',
  discovered: '2026-01-12 08:30:00',
  post_url: 'http://abcdef.onion/1',
  permalink: 'https://www.ransomware.live/id/RXhhbXBsZQ',
  description: 'We took <b>everything</b>.',
};

let server: LeakServer;
let victims: unknown;

/** Both services as documented. */
function answer({ path, query, headers }: ReceivedRequest): Reply {
  const keyword = path.startsWith('/v2/searchvictims/') ? path.split('/')[3] : query.get('q');
  if (path === '/victims/search' && headers['x-api-key'] !== apiKey)
    return { status: 401, json: { error: 'Unauthorized' } };
  if (path !== '/victims/search' && !path.startsWith('/v2/')) return { status: 404 };
  return keyword === 'example' ? { json: victims } : { status: 404, json: { error: 'No victims found' } };
}

beforeEach(async () => {
  victims = [];
  server = await startLeakServer(answer);
});

const source = (key: string | null) =>
  createRansomwareLiveSource({
    apiKey: key,
    baseUrl: key === null ? `${server.url}/v2` : server.url,
    userAgent: 'Breakwater/1',
    timing: new ManualTiming(),
  });

describe('ransomware.live', () => {
  it('without a key searches the older service', async () => {
    victims = [older, older];
    expect(await ask(source(null), 'example.com')).toEqual({
      findings: [
        {
          type: 'dark_web',
          kind: 'ransomware_claim',
          actor: 'lockbit3',
          title: 'Example Inc',
          excerpt: null,
          sourceUrl: 'http://abcdef.onion/1',
          claimedAt: '2026-01-10',
          publishedAt: '2026-01-12T08:30:00.000Z',
          matchType: 'exact_domain',
          confidence: 0.95,
        },
      ],
      error: null,
    });
  });

  it.each([
    ['a list', (list: unknown[]) => list],
    ['a list in an object', (list: unknown[]) => ({ count: list.length, victims: list })],
  ])('with a key searches the newer service, which answers with %s', async (_, wrap) => {
    victims = wrap([newer]);
    expect(await ask(source(apiKey), 'shop.example.com')).toMatchObject({
      findings: [
        {
          excerpt: 'We took everything.',
          sourceUrl: 'http://abcdef.onion/1',
          claimedAt: '2026-01-10',
          matchType: 'exact_domain',
          confidence: 0.8,
        },
      ],
      error: null,
    });
  });

  it('is matched here again: what its fuzzy search finds may be a hint, or nothing', async () => {
    victims = [
      { ...older, victim: 'Example Bakery', domain: 'bakery.net' },
      { ...older, victim: 'Examplecorp', domain: 'examplecorp.com' },
      { ...older, victim: 'Other', domain: 'evil-example.com' },
      { ...older, victim: 'Example', domain: '' },
    ];
    expect((await ask(source(null), 'example.com')).findings).toMatchObject([
      { title: 'Example Bakery', matchType: 'keyword', confidence: 0.1 },
      { title: 'Example', matchType: 'keyword', confidence: 0.3 },
    ]);
  });

  it('finds nothing where the service has nothing', async () => {
    expect(await ask(source(null), 'unheard-of.com')).toEqual({ findings: [], error: null });
    expect(server.requests[0]?.path).toBe('/v2/searchvictims/unheard-of');
  });

  it('is asked for the whole domain when its own part is too short to tell anything', async () => {
    await ask(source(null), 'ibm.com');
    expect(server.requests[0]?.path).toBe('/v2/searchvictims/ibm.com');
  });

  it.each([
    ['wrong', {}, 'not_authorised'],
    [apiKey, { status: 429, headers: { 'retry-after': '600' } }, 'rate_limited'],
    [apiKey, { status: 500 }, 'unavailable'],
    [apiKey, { json: { error: 'oops' } }, 'malformed'],
    [apiKey, { json: [{ group: 'x' }] }, 'malformed'],
  ] as const)('with the key %j and the answer %j is %s', async (key, reply, failure) => {
    server.answer = (request) => (key === 'wrong' ? answer(request) : reply);
    expect(await ask(source(key), 'example.com')).toMatchObject({ findings: [], error: { failure } });
  });
});
