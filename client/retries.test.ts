import { describe, expect, it } from 'vitest';
import { declaredRoutes } from '../scripts/error-table.ts';
import { takesIdempotencyKey } from '../src/core/api/route.ts';
import { createClient } from './client.ts';
import { keylessOperation, type RetryOptions, withRetries } from './retries.ts';

const url = 'https://security.example.com';

/** A server that gives these answers, one a request; null loses the request on the way. */
function server(answers: readonly (Response | null)[], options: RetryOptions = {}) {
  const requests: Request[] = [];
  const bodies: string[] = [];
  const waits: number[] = [];
  const fetch = withRetries({
    ...options,
    fetch: async (request) => {
      requests.push(request);
      bodies.push(await request.text());
      const answer = answers[requests.length - 1];
      if (!answer) throw new TypeError('fetch failed');
      return answer;
    },
    wait: async (milliseconds) => {
      waits.push(milliseconds / 1_000);
    },
  });
  return { client: createClient({ baseUrl: url, apiKey: 'k', fetch }), requests, bodies, waits };
}

const ok = () => Response.json({ success: true });
const refused = (status: number, headers: Record<string, string> = {}) => Response.json({}, { status, headers });

describe('withRetries', () => {
  it('sends what was lost, or may be tried again, once more, with the same body under the same key', async () => {
    const { client, requests, bodies, waits } = server([null, refused(500), refused(503), ok()]);
    const { response } = await client.POST('/api/v1/billing/suspend', { body: { endpoint_id: 'e' } });
    expect(response.status).toBe(200);
    expect(bodies).toEqual(Array(4).fill('{"endpoint_id":"e"}'));
    const keys = new Set(requests.map(({ headers }) => headers.get('Idempotency-Key')));
    expect(keys.size).toBe(1);
    expect([...keys][0]).toMatch(/^[0-9a-f-]{36}$/);
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(0.25 * 2 ** index);
      expect(wait).toBeLessThanOrEqual(0.75 * 2 ** index);
    }
  });

  it('gives up an answer that does not come in time, as if it were lost on the way', async () => {
    let sent = 0;
    const fetch = withRetries({
      timeoutSeconds: 0.001,
      wait: async () => {},
      fetch: ({ signal }) => {
        sent += 1;
        return sent === 1
          ? new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
          : Promise.resolve(ok());
      },
    });
    const { response } = await createClient({ baseUrl: url, fetch }).GET('/api/v1/account');
    expect([response.status, sent]).toEqual([200, 2]);
  });

  it('keeps a key that it was given, and gives reads none', async () => {
    const own = server([ok()]);
    const headers = { 'Idempotency-Key': 'order-1' };
    await own.client.POST('/api/v1/billing/suspend', { body: { endpoint_id: 'e' }, headers });
    expect(own.requests[0]!.headers.get('Idempotency-Key')).toBe('order-1');
    const read = server([null, ok()]);
    await read.client.GET('/api/v1/account');
    expect(read.requests.map((request) => request.headers.get('Idempotency-Key'))).toEqual([null, null]);
  });

  it('waits as long as the server asks, but no longer than it is told to', async () => {
    const short = server([refused(429, { 'Retry-After': '7' }), ok()]);
    await short.client.GET('/api/v1/account');
    expect(short.waits).toEqual([7]);
    const long = server([refused(429, { 'Retry-After': '3600' }), ok()]);
    expect((await long.client.GET('/api/v1/account')).response.status).toBe(429);
    expect(long.waits).toEqual([]);
  });

  it('gives up after so many attempts, with the last answer or the last error', async () => {
    const refusing = server([refused(503), refused(503), ok()], { attempts: 2 });
    expect((await refusing.client.GET('/api/v1/account')).response.status).toBe(503);
    const away = server([null, null], { attempts: 2 });
    await expect(away.client.GET('/api/v1/account')).rejects.toThrow('fetch failed');
  });

  it('waits for a key that is in use, longer than it has attempts but no longer than it is told to', async () => {
    const inUse = () =>
      Response.json({ error: { code: 'IDEMPOTENCY_KEY_IN_USE' } }, { status: 409, headers: { 'Retry-After': '1' } });
    const order = { body: { endpoint_id: 'e' } };
    const slow = server([null, inUse(), inUse(), inUse(), inUse(), ok()], { attempts: 2 });
    expect((await slow.client.POST('/api/v1/billing/suspend', order)).response.status).toBe(200);
    expect(slow.waits.slice(1)).toEqual([1, 1, 1, 1]);
    expect(new Set(slow.requests.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
    const stuck = server(Array.from({ length: 9 }, inUse), { maxWaitSeconds: 3 });
    const { response, error } = await stuck.client.POST('/api/v1/billing/suspend', order);
    expect([response.status, error, stuck.waits]).toEqual([
      409,
      { error: { code: 'IDEMPOTENCY_KEY_IN_USE' } },
      [1, 1, 1],
    ]);
    const once = server([inUse()], { attempts: 1 });
    expect((await once.client.POST('/api/v1/billing/suspend', order)).response.status).toBe(409);
  });

  it('does not wait for another state that forbids', async () => {
    const { client, requests } = server([
      Response.json({ error: { code: 'RULE_ALREADY_EXISTS' } }, { status: 409 }),
      ok(),
    ]);
    await client.POST('/api/v1/billing/suspend', { body: { endpoint_id: 'e' } });
    expect(requests.length).toBe(1);
  });

  it('does not repeat what is wrong', async () => {
    const { client, requests } = server([refused(422), ok()]);
    await client.POST('/api/v1/billing/suspend', { body: { endpoint_id: '' } });
    expect(requests.length).toBe(1);
  });

  it('repeats what takes no key only where it was refused before anything was done', async () => {
    const call = ({ client }: ReturnType<typeof server>) =>
      client.POST('/api/v1/sso/token', { body: { client_id: 1 } });
    const refusedFirst = server([refused(429), ok()]);
    expect((await call(refusedFirst)).response.status).toBe(200);
    expect(refusedFirst.requests[0]!.headers.has('Idempotency-Key')).toBe(false);
    await expect(call(server([null, ok()]))).rejects.toThrow('fetch failed');
    expect((await call(server([refused(502), ok()]))).response.status).toBe(502);
  });

  it('knows every operation that takes no key', () => {
    for (const route of declaredRoutes()) {
      if (route.method === 'GET' || route.group.access !== 'key') continue;
      for (const path of route.paths) {
        const name = `${route.method} ${path}`;
        expect([name, keylessOperation.test(name)]).toEqual([name, !takesIdempotencyKey(route)]);
      }
    }
  });

  it('ends its waiting when the caller gives up', async () => {
    const fetch = withRetries({ fetch: async () => refused(503, { 'Retry-After': '30' }) });
    const client = createClient({ baseUrl: url, fetch });
    const stop = new AbortController();
    const call = client.GET('/api/v1/account', { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 10);
    await expect(call).rejects.toThrow('enough');
  });
});
