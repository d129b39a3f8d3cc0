import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { JsonClient, type JsonClientSettings } from './json-client.ts';
import type { LeakSourceError } from './leak-source.ts';
import { type LeakServer, type Reply, startLeakServer } from './testing/leak-server.ts';
import { ManualTiming } from './testing/manual-timing.ts';
import type { Timing } from './timing.ts';

const schema = z.object({ some: z.string() });
const good: Reply = { json: { some: 'thing' } };
const key = 'very-secret-key';

let server: LeakServer;
let timing: ManualTiming;

beforeEach(async () => {
  server = await startLeakServer(() => good);
  timing = new ManualTiming();
});

function client(settings: Partial<JsonClientSettings> = {}): JsonClient {
  return new JsonClient({
    source: 'test_source',
    baseUrl: server.url,
    userAgent: 'Breakwater/1',
    headers: { 'x-key': key },
    limits: [],
    timing,
    ...settings,
  });
}

function ask(asked = client(), signal = new AbortController().signal, path = '/path/example.com') {
  return asked.request({ what: 'the thing', path, schema }, signal);
}

async function failure(asked?: JsonClient): Promise<LeakSourceError> {
  try {
    await ask(asked);
  } catch (error) {
    return error as LeakSourceError;
  }
  throw new Error('it did not fail');
}

describe('a request', () => {
  it('carries the key, names the program and returns what was answered', async () => {
    await expect(ask()).resolves.toEqual({ some: 'thing' });
    expect(server.requests[0]).toMatchObject({
      method: 'GET',
      path: '/path/example.com',
      headers: { 'x-key': key, 'user-agent': 'Breakwater/1', accept: 'application/json' },
    });
  });

  it('goes below the path of the base URL, with its credentials as Basic authentication', async () => {
    const url = new URL('/api/v3/', server.url);
    await ask(client({ baseUrl: url.href.replace('//', '//user:p%40ss@') }));
    expect(server.requests[0]).toMatchObject({
      path: '/api/v3/path/example.com',
      headers: { authorization: `Basic ${btoa('user:p@ss')}` },
    });
  });

  it('takes a stray % in the credentials for itself', async () => {
    await ask(client({ baseUrl: server.url.replace('//', '//user:100%@') }));
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${btoa('user:100%')}`);
  });

  it.each([404, 204])('finds nothing where the answer is %i', async (status) => {
    server.answer = () => ({ status });
    await expect(ask()).resolves.toBeNull();
  });

  it('follows redirects within the service', async () => {
    server.answer = ({ path }) =>
      path.startsWith('/path') ? { status: 301, headers: { location: '/elsewhere' } } : good;
    await expect(ask()).resolves.toEqual({ some: 'thing' });
    expect(server.requests.at(-1)?.headers['x-key']).toBe(key);
  });

  it('never follows a redirect to another host', async () => {
    const other = await startLeakServer(() => good);
    server.answer = () => ({ status: 302, headers: { location: `${other.url}/path` } });
    expect(await failure()).toMatchObject({ failure: 'malformed' });
    expect(other.requests).toEqual([]);
  });

  it('gives up on redirects that lead in a circle', async () => {
    server.answer = () => ({ status: 302, headers: { location: '/again' } });
    expect(await failure()).toMatchObject({ failure: 'malformed' });
    expect(server.requests.length).toBe(4);
  });

  it('reads compressed answers, and measures them uncompressed', async () => {
    const bomb = gzipSync(JSON.stringify({ some: 'x'.repeat(100_000) }));
    server.answer = () => ({ bytes: bomb, headers: { 'content-encoding': 'gzip' } });
    await expect(ask()).resolves.toEqual({ some: 'x'.repeat(100_000) });
    expect(await failure(client({ maxBytes: 50_000 }))).toMatchObject({ failure: 'malformed' });
    expect(bomb.length).toBeLessThan(50_000);
  });
});

describe('an answer that is no good', () => {
  it.each([
    ['not JSON', { text: '<html>Maintenance</html>' }],
    ['truncated JSON', { text: '{"some": "th' }],
    ['empty', { text: '' }],
    ['of another shape', { json: { some: 5 } }],
    ['null', { json: null }],
    ['a refusal of what we ask', { status: 400 }],
  ])('is malformed when it is %s, and not asked for again', async (_, reply) => {
    server.answer = () => reply;
    expect(await failure()).toMatchObject({ name: 'LeakSourceError', source: 'test_source', failure: 'malformed' });
    expect(server.requests.length).toBe(1);
  });

  it('is malformed when it does not end', async () => {
    server.answer = () => 'endless';
    expect(await failure(client({ maxBytes: 1_000_000 }))).toMatchObject({ failure: 'malformed' });
  });

  it.each([
    [401, 'not_authorised'],
    [402, 'not_authorised'],
    [403, 'not_authorised'],
  ])('of status %i is %s, with nothing to wait for', async (status, expected) => {
    server.answer = () => ({ status, headers: { 'retry-after': '5' } });
    expect(await failure()).toMatchObject({ failure: expected, status, retryAfterMs: null });
    expect(server.requests.length).toBe(1);
  });
});

describe('a service that does not answer', () => {
  it.each(['silent', 'stalled', 'cut', 'reset'] as const)(
    'is unavailable when it is %s, after three attempts',
    async (fault) => {
      server.answer = () => fault;
      expect(await failure(client({ timeoutMs: 150 }))).toMatchObject({ failure: 'unavailable', retryAfterMs: null });
      expect(server.requests.length).toBe(3);
    },
  );

  it.each([500, 502, 503, 504, 408])('is tried again after status %i, later each time', async (status) => {
    const replies = [{ status }, { status }, good];
    server.answer = () => replies.shift() ?? good;
    await expect(ask()).resolves.toEqual({ some: 'thing' });
    expect(timing.sleepsMs).toEqual([500, 1_000]);
  });

  it('is unavailable when nothing listens there', async () => {
    const unused = createServer().listen(0, '127.0.0.1');
    await once(unused, 'listening');
    const { port } = unused.address() as AddressInfo;
    unused.close();
    expect(await failure(client({ baseUrl: `http://127.0.0.1:${port}` }))).toMatchObject({
      failure: 'unavailable',
      message: 'test_source: the thing: no connection (ECONNREFUSED)',
    });
  });

  it('is left alone after five requests failed, and tried again after a minute', async () => {
    server.answer = () => ({ status: 500 });
    const asked = client();
    for (let count = 0; count < 5; count += 1) await failure(asked);
    const before = server.requests.length;
    const refused = await failure(asked);
    expect(refused.failure).toBe('unavailable');
    expect(refused.retryAfterMs).toBeGreaterThan(0);
    expect(server.requests.length).toBe(before);
    server.answer = () => good;
    timing.advanceMs(60_000);
    await expect(ask(asked)).resolves.toEqual({ some: 'thing' });
    await expect(ask(asked)).resolves.toEqual({ some: 'thing' });
  });

  it('counts as well when it refuses: refusals never open the circuit', async () => {
    server.answer = () => ({ status: 401 });
    const asked = client();
    for (let count = 0; count < 10; count += 1) await failure(asked);
    expect(server.requests.length).toBe(10);
  });
});

describe('a service that asks to wait', () => {
  it.each(['7', 'Sun, 01 Mar 2026 00:00:07 GMT'])('gets what it asks for with Retry-After: %s', async (header) => {
    const replies: Reply[] = [{ status: 429, headers: { 'retry-after': header } }, good];
    server.answer = () => replies.shift() ?? good;
    await expect(ask()).resolves.toEqual({ some: 'thing' });
    expect(timing.sleepsMs).toContain(7_000);
  });

  it.each([429, 503])('too long fails at once with the time to come again, status %i', async (status) => {
    server.answer = () => ({ status, headers: { 'retry-after': '3600' } });
    const asked = client();
    const expected = status === 429 ? 'rate_limited' : 'unavailable';
    expect(await failure(asked)).toMatchObject({ failure: expected, status, retryAfterMs: 3_600_000 });
    timing.advanceMs(600_000);
    expect(await failure(asked)).toMatchObject({ failure: 'rate_limited', retryAfterMs: 3_000_000 });
    expect(server.requests.length).toBe(1);
    server.answer = () => good;
    timing.advanceMs(3_000_000);
    await expect(ask(asked)).resolves.toEqual({ some: 'thing' });
  });

  it('holds back those, too, who were waiting for their turn when it did', async () => {
    server.answer = () => ({ status: 429, headers: { 'retry-after': '60' } });
    let first: Promise<unknown> = Promise.resolve();
    const sleep: Timing['sleep'] = async (durationMs, signal) => {
      await first;
      await timing.sleep(durationMs, signal);
    };
    const slow: Timing = { nowMs: () => timing.nowMs(), random: () => 0, sleep };
    const asked = client({ limits: [{ requests: 1, perMs: 1_000 }], timing: slow });
    first = failure(asked);
    expect(await failure(asked)).toMatchObject({ failure: 'rate_limited', retryAfterMs: 59_000 });
    expect(server.requests.length).toBe(1);
  });

  it('without saying how long gets a minute', async () => {
    server.answer = () => ({ status: 429 });
    expect(await failure()).toMatchObject({ failure: 'rate_limited', retryAfterMs: 60_000 });
  });

  it('forever is asked three times', async () => {
    server.answer = () => ({ status: 429, headers: { 'retry-after': '1' } });
    expect(await failure()).toMatchObject({ failure: 'rate_limited', retryAfterMs: 1_000 });
    expect(server.requests.length).toBe(3);
  });
});

describe('the limits of a service', () => {
  it('are kept by requests side by side', async () => {
    const asked = client({ limits: [{ requests: 2, perMs: 1_000 }] });
    await Promise.all(Array.from({ length: 5 }, () => ask(asked)));
    expect(timing.sleepsMs.length).toBeGreaterThanOrEqual(2);
    expect(server.requests.length).toBe(5);
  });

  it('that leave no turn soon fail the request without sending it', async () => {
    const asked = client({ limits: [{ requests: 1, perMs: 3_600_000 }] });
    await ask(asked);
    expect(await failure(asked)).toMatchObject({ failure: 'rate_limited', retryAfterMs: 3_600_000 });
    expect(server.requests.length).toBe(1);
  });

  it('that leave no turn for a retry fail the request as it went wrong', async () => {
    server.answer = () => ({ status: 500 });
    const asked = client({ limits: [{ requests: 1, perMs: 3_600_000 }] });
    expect(await failure(asked)).toMatchObject({ failure: 'unavailable', status: 500 });
    expect(server.requests.length).toBe(1);
  });

  it('count retries as well', async () => {
    server.answer = () => ({ status: 500 });
    await failure(client({ limits: [{ requests: 1, perMs: 10_000 }] }));
    expect(timing.nowMs() - new ManualTiming().nowMs()).toBeGreaterThanOrEqual(20_000);
  });
});

describe('a request that is aborted', () => {
  it('rejects with the reason, and is not tried again', async () => {
    const controller = new AbortController();
    server.answer = () => {
      controller.abort(new Error('stopping'));
      return 'silent';
    };
    await expect(ask(client(), controller.signal)).rejects.toThrow('stopping');
    expect(server.requests.length).toBe(1);
  });

  it('is not sent when it was aborted before', async () => {
    await expect(ask(client(), AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping');
    expect(server.requests).toEqual([]);
  });
});

describe('errors', () => {
  it.each([
    ['an invalid key', () => client({ headers: { 'x-key': `${key}\n` } })],
    ['an invalid base URL', () => client({ baseUrl: `htp://user:${key}@host` })],
    ['no base URL at all', () => client({ baseUrl: key })],
  ])('do not quote keys: %s', (_, make) => {
    let error: unknown;
    try {
      make();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(TypeError);
    expect(JSON.stringify({ ...(error as Error), message: (error as Error).message })).not.toContain(key);
  });

  it.each(['reset', { status: 500 }, { status: 403 }, { text: key }, { status: 429 }] as const)(
    'name neither key nor domain when the answer is %j',
    async (reply) => {
      server.answer = () => reply;
      const error = await failure();
      const shown = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
      expect(shown).not.toContain(key);
      expect(shown).not.toContain('example.com');
    },
  );
});
