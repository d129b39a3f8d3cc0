import { spawnSync } from 'node:child_process';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/identity/partners/create-key.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { RedisServer } from '../support/redis-server.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const installed = spawnSync('redis-server', ['--version']).status === 0;
if (!installed)
  process.stderr.write('redis.test: redis-server is not installed, so rate limits on Redis are SKIPPED\n');

describe.skipIf(!installed)('rate limits on Redis', { tags: ['redis-server'] }, () => {
  let redis: RedisServer;
  let first: TestService;
  let second: TestService;

  beforeAll(async () => {
    redis = await RedisServer.start();
    const environment = { REDIS_URL: redis.url, RATE_LIMIT_STRICT: '60', RATE_LIMIT_DEFAULT: '100' };
    first = await TestService.start({ role: 'api', environment });
    second = await TestService.start({ role: 'api', environment, sharedWith: first });
  });
  afterAll(async () => {
    await second?.stop();
    await first?.stop();
    await redis?.dispose();
  });

  /** Requests of one key, by turns to the two nodes, all at once. */
  function spread(partner: TestPartner, path: string, requests: number): Promise<ApiAnswer[]> {
    const nodes = [first, second].map((node) => node.client(partner.portalDomain, partner.apiKey));
    return Promise.all(Array.from({ length: requests }, (_, index) => nodes[index % 2]!.get(path)));
  }

  async function inRedis<T>(work: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(redis.url);
    try {
      return await work(client);
    } finally {
      client.disconnect();
    }
  }

  const refusedOf = (answers: readonly ApiAnswer[]) => answers.filter((answer) => answer.status === 429);

  it('request 60 passes and 61 is refused, counted exactly over two nodes under concurrency', async () => {
    const partner = await first.partner();
    const answers = await spread(partner, '/api/v1/alerts', 90);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(60);
    const refused = refusedOf(answers);
    expect(refused).toHaveLength(30);
    for (const { headers, body } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
      expect(body).toMatchObject({ status: 'error', errors: {} });
    }
    const remaining = answers
      .filter((answer) => answer.status === 200)
      .map((answer) => Number(answer.headers['x-ratelimit-remaining']));
    expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index));
  });

  it('each key, and each kind of limit, counts for itself', async () => {
    const partner = await first.partner();
    const other = await first.partner('Other');
    expect(refusedOf(await spread(partner, '/api/v1/alerts', 61))).toHaveLength(1);
    expect(refusedOf(await spread(partner, '/api/v1/endpoints', 101))).toHaveLength(1);
    expect(refusedOf(await spread(other, '/api/v1/alerts', 60))).toHaveLength(0);
  });

  it('the keys of an account share a ceiling, exactly; what it refuses counts for no key, and what a key refuses not for it', async () => {
    const environment = { REDIS_URL: redis.url, RATE_LIMIT_STRICT: '3' };
    const narrow = await TestService.start({ role: 'api', environment, sharedWith: first });
    try {
      const partner = await narrow.partner();
      const operation = systemOperation(narrow, partner);
      const keys = [partner.apiKey];
      while (keys.length < 12) keys.push((await createKey(operation, { name: `key ${keys.length}` })).apiKey);
      const ask = (apiKey: string) => narrow.client(partner.portalDomain, apiKey).get('/api/v1/alerts');
      const askOften = (apiKey: string) => Promise.all(Array.from({ length: 5 }, () => ask(apiKey)));
      expect(refusedOf(await askOften(keys[0]!))).toHaveLength(2);
      const answers = (await Promise.all(keys.slice(1).map(askOften))).flat();
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(27);
      for (const { headers } of refusedOf(answers)) expect(headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/);
      const late = (await createKey(operation, { name: 'late' })).apiKey;
      expect(refusedOf(await askOften(late))).toHaveLength(5);
      await inRedis(async (client) => {
        const ceiling = `breakwater:account:${partner.partnerId}:strict`;
        expect(await client.get(ceiling)).toBe('30');
        expect(await client.pttl(ceiling)).toBeGreaterThan(0);
        await client.del(ceiling);
      });
      expect(refusedOf(await askOften(late))).toHaveLength(2);
    } finally {
      await narrow.stop();
    }
  });

  it('a window is never prolonged by requests in it, and the next one is whole', async () => {
    const partner = await first.partner();
    await spread(partner, '/api/v1/alerts', 61);
    // Not a minute's wait: the window's end is brought near.
    const windows = await inRedis(async (client) => {
      const keys = await client.keys('breakwater:key:*:strict');
      const lifetimes = await Promise.all(keys.map((key) => client.pttl(key)));
      for (const key of keys) await client.pexpire(key, 950);
      return lifetimes;
    });
    expect(windows.every((lifetimeMs) => lifetimeMs > 0 && lifetimeMs <= 60_000)).toBe(true);
    const refused = refusedOf(await spread(partner, '/api/v1/alerts', 4));
    expect(refused.map((answer) => answer.headers['retry-after'])).toEqual(['1', '1', '1', '1']);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(refusedOf(await spread(partner, '/api/v1/alerts', 61))).toHaveLength(1);
  });

  it('failed authentication is throttled per client address, over all nodes', async () => {
    const nodes = [first.client('any.example', null), second.client('any.example', null)];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => nodes[index % 2]!.get('/api/v1/alerts')),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(30);
    expect(refusedOf(answers)).toHaveLength(10);
  });

  const readiness = async (service: TestService) => {
    const { status, body } = await service.client('any.example', null).get('/readyz');
    return { status, ...body };
  };
  const everyNodeSays = async (state: 'ok' | 'degraded') => {
    for (const node of [first, second])
      await eventually(`Redis is ${state}`, async () => (await readiness(node)).checks.redis === state);
  };
  const checks = { database: 'ok', queue: 'ok', disk: 'ok', clock: 'ok', redis: 'degraded' };
  const degraded = { status: 200, ready: true, checks };

  it('while Redis is away no request fails, limits hold over all nodes, and readiness says that it is away', async () => {
    const partner = await first.partner();
    expect(await readiness(first)).toMatchObject({ status: 200, checks: { redis: 'ok' } });
    await redis.halt();
    try {
      const answers = await spread(partner, '/api/v1/alerts', 90);
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(60);
      expect(refusedOf(answers)).toHaveLength(30);
      await eventually('readiness knows', async () => (await readiness(first)).checks.redis === 'degraded');
      expect(await readiness(first)).toMatchObject(degraded);
    } finally {
      await redis.resume();
    }
    await everyNodeSays('ok');
  });

  it('a key passes at most twice its limit in the minute in which Redis goes, and once its limit after that', async () => {
    const partner = await first.partner();
    const passed = async (requests: number) =>
      requests - refusedOf(await spread(partner, '/api/v1/alerts', requests)).length;
    // A busy machine may take Redis for away sooner: the two limits hold together all the same.
    let inThisMinute = await passed(70);
    expect(inThisMinute).toBeGreaterThanOrEqual(60);
    await redis.halt();
    try {
      inThisMinute += (await passed(70)) + (await passed(70));
      expect(inThisMinute).toBe(120);
      // Readiness is kept for half a second: without this, the `ok` below may be from before Redis went.
      await everyNodeSays('degraded');
    } finally {
      await redis.resume();
    }
    await everyNodeSays('ok');
    await inRedis(async (client) => expect(await client.keys('*')).toEqual([]));
    expect(await passed(70)).toBe(60);
    await inRedis(async (client) => expect(await client.keys('breakwater:key:*')).toHaveLength(1));
  });

  it('a Redis that takes connections and answers nothing holds nobody up either', async () => {
    const partner = await first.partner();
    redis.freeze();
    try {
      const answers = await spread(partner, '/api/v1/alerts', 20);
      expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    } finally {
      redis.thaw();
    }
    for (const node of [first, second])
      await eventually('Redis is asked again', async () => (await readiness(node)).checks.redis === 'ok');
  });

  it('a service whose REDIS_URL leads nowhere starts, says so once, and counts in PostgreSQL', async () => {
    const lines: Record<string, unknown>[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const environment = { REDIS_URL: 'redis://:hunter2@127.0.0.1:9', RATE_LIMIT_STRICT: '3' };
    const lost = await TestService.start({ role: 'api', environment, logger, sharedWith: first });
    try {
      const partner = await first.partner();
      const client = lost.client(partner.portalDomain, partner.apiKey);
      const statuses: number[] = [];
      for (let request = 0; request < 5; request += 1) statuses.push((await client.get('/api/v1/alerts')).status);
      expect(statuses).toEqual([200, 200, 200, 429, 429]);
      expect(await readiness(lost)).toEqual(degraded);
      expect(lines).toMatchObject([{ msg: expect.stringMatching(/^Redis cannot be reached/) }]);
      expect(JSON.stringify(lines)).not.toContain('hunter2');
    } finally {
      await lost.stop();
    }
  });

  it('a service stops in order while Redis is down', async () => {
    const environment = { REDIS_URL: redis.url };
    const leaving = await TestService.start({ role: 'api', environment, sharedWith: first });
    await redis.halt();
    try {
      await leaving.stop();
    } finally {
      await redis.resume();
    }
  });
});
