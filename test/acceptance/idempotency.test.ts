import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordFact } from '../../src/core/audit/record-facts.ts';
import { Operation } from '../../src/core/operation/operation.ts';
import { createKey } from '../../src/identity/partners/create-key.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { holdLocks, lockWaiters } from '../support/lock-waiters.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { expectProblem, expectRefusal, expectSuccess, expectThrottled } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const environment = { SCAN_ENGINE: 'off' };
const provisionPath = '/api/v1/billing/provision';
const server = { client_id: 1, ip_address: '192.0.2.1' };

let service: TestService;
let secondNode: TestService;

beforeAll(async () => {
  service = await TestService.start({ environment });
  secondNode = await TestService.start({ environment, sharedWith: service, role: 'api' });
});
afterAll(async () => {
  await secondNode?.stop();
  await service?.stop();
});

const newKey = () => ({ 'idempotency-key': randomUUID() });

function isReplay(answer: ApiAnswer): boolean {
  return answer.headers['idempotency-replayed'] === 'true';
}

/** It is worth another try in a second. */
function expectInUse(answer: ApiAnswer): void {
  expectProblem(answer, 409, 'IDEMPOTENCY_KEY_IN_USE', { retry_after_seconds: 1 });
  expect(answer.headers['retry-after']).toBe('1');
}

/** The partner's view of the other API node. */
function onSecondNode(partner: TestPartner): ApiClient {
  return secondNode.client(partner.portalDomain, partner.apiKey);
}

async function query(text: string, values: unknown[] = []) {
  return (await service.store.database.pool.query(text, values)).rows;
}

/** Holds up everything that changes the partner's customers until the returned function is called. */
function holdCustomers(partner: TestPartner): Promise<() => Promise<void>> {
  return holdLocks(service, 'SELECT id FROM customers WHERE partner_id = $1 FOR UPDATE', [partner.partnerId]);
}

describe('a request with an Idempotency-Key', () => {
  it('is executed once: the first answer, status and body, is replayed to a repeat and says so', async () => {
    const { api } = await service.partner();
    const key = newKey();
    const first = await api.post(provisionPath, server, key);
    expectSuccess(first, 201);
    expect(isReplay(first)).toBe(false);
    const repeat = await api.post(provisionPath, server, key);
    expect(repeat.status).toBe(201);
    expect(repeat.body).toEqual(first.body);
    expect(repeat.headers['content-type']).toBe(first.headers['content-type']);
    expect(isReplay(repeat)).toBe(true);
  });

  it('without the header, or on a read, nothing is replayed', async () => {
    const { api } = await service.partner();
    expectSuccess(await api.post(provisionPath, server), 201);
    expectSuccess(await api.post(provisionPath, server), 200);
    const key = newKey();
    const before = await api.get('/api/v1/endpoints', key);
    await api.post(provisionPath, { ...server, ip_address: '192.0.2.2' });
    const after = await api.get('/api/v1/endpoints', key);
    expect([before.body.meta.total, after.body.meta.total]).toEqual([1, 2]);
    expect((await api.get('/api/v1/endpoints', { 'idempotency-key': 'ü' })).status).toBe(200);
  });

  it('a refusal that was an answer to what was asked is replayed too', async () => {
    const { api } = await service.partner();
    const key = newKey();
    const missing = { endpoint_id: randomUUID() };
    const first = await api.post('/api/v1/billing/suspend', missing, key);
    expectProblem(first, 404, 'ENDPOINT_NOT_FOUND');
    const repeat = await api.post('/api/v1/billing/suspend', missing, key);
    expect([repeat.status, repeat.body, isReplay(repeat)]).toEqual([404, first.body, true]);
  });

  it('the replay is 24 hours long; then the key is new', async () => {
    const { api } = await service.partner();
    const key = newKey();
    expectSuccess(await api.post(provisionPath, server, key), 201);
    service.clock.advanceSeconds(24 * 3_600 - 5);
    expect(isReplay(await api.post(provisionPath, server, key))).toBe(true);
    service.clock.advanceSeconds(6);
    const late = await api.post(provisionPath, server, key);
    expectSuccess(late, 200);
    expect(isReplay(late)).toBe(false);
    expect(isReplay(await api.post(provisionPath, server, key))).toBe(true);
  });

  it('keys that are older than 24 hours are deleted by maintenance, younger ones are not', async () => {
    const { api, partnerId } = await service.partner();
    await api.post(provisionPath, server, { 'idempotency-key': 'old' });
    service.clock.advanceSeconds(24 * 3_600 + 1);
    await api.post(provisionPath, server, { 'idempotency-key': 'young' });
    const worker = await TestService.start({ environment, sharedWith: service });
    await eventually('the old key is deleted', async () => {
      const rows = await query('SELECT key FROM idempotency_keys WHERE partner_id = $1', [partnerId]);
      return rows.every(({ key }) => key === 'young') ? true : null;
    });
    await worker.stop();
    expect(isReplay(await api.post(provisionPath, server, { 'idempotency-key': 'young' }))).toBe(true);
  });

  it('the same key with another body, path or query is 422', async () => {
    const { api } = await service.partner();
    const key = newKey();
    expectSuccess(await api.post(provisionPath, server, key), 201);
    const others = [
      api.post(provisionPath, { ...server, ip_address: '192.0.2.3' }, key),
      api.post('/api/v1/provisioning/provision', server, key),
      api.post(`${provisionPath}?x=1`, server, key),
      api.send('DELETE', '/api/v1/billing/pricing', { currency: 'EUR' }, key),
    ];
    for (const answer of await Promise.all(others)) expectRefusal(answer, 422, ['Idempotency-Key']);
    expect((await api.get('/api/v1/endpoints')).body.meta.total).toBe(1);
  });

  it('another method under the same path is another request', async () => {
    const { api } = await service.partner();
    const key = newKey();
    const prices = { prices: [{ product_slug: 'endpoint', currency: 'EUR', billing_cycle: 'monthly', amount: 1 }] };
    expectSuccess(await api.post('/api/v1/billing/pricing', prices, key));
    expectRefusal(await api.send('DELETE', '/api/v1/billing/pricing', { currency: 'EUR' }, key), 422, [
      'Idempotency-Key',
    ]);
  });

  it('white space and the order of fields do not make another request', async () => {
    const { api } = await service.partner();
    const key = newKey();
    await api.post(provisionPath, '{"client_id":1,"ip_address":"192.0.2.1"}', key);
    const repeat = await api.post(provisionPath, '{ "ip_address": " 192.0.2.1", "client_id": 1, "hostname": "" }', key);
    expect([repeat.status, isReplay(repeat)]).toEqual([201, true]);
  });

  it('keys belong to the account: another API key of it gets the replay, another account does not', async () => {
    const key = newKey();
    const [one, other] = [await service.partner(), await service.partner()];
    const caller = { partnerId: one.partnerId, actor: { kind: 'operator' }, requestId: null } as const;
    const secondKey = await createKey(new Operation(service.service.resources, caller), { name: 'second' });
    expectSuccess(await one.api.post(provisionPath, server, key), 201);
    const second = service.client(one.portalDomain, secondKey.apiKey);
    expect(isReplay(await second.post(provisionPath, server, key))).toBe(true);
    const foreign = await other.api.post(provisionPath, server, key);
    expectSuccess(foreign, 201);
    expect(isReplay(foreign)).toBe(false);
  });

  it.each([
    ['empty', ''],
    ['256 characters long', 'k'.repeat(256)],
    ['not printable', 'a\tb'],
    ['not ASCII', 'schlüssel'],
  ])('a key that is %s is 422', async (_what, key) => {
    const { api } = await service.partner();
    const headers = { 'idempotency-key': key };
    expectRefusal(await api.post(provisionPath, server, headers), 422, ['Idempotency-Key']);
    expect((await api.get('/api/v1/endpoints')).body.meta.total).toBe(0);
  });

  it('a key may have 255 characters', async () => {
    const { api } = await service.partner();
    const key = { 'idempotency-key': ' ~'.padEnd(255, 'k').trim().padEnd(255, '!') };
    expectSuccess(await api.post(provisionPath, server, key), 201);
    expect(isReplay(await api.post(provisionPath, server, key))).toBe(true);
  });
});

describe('what takes no key', () => {
  it('a request that fails validation: corrected, it is executed under the same key', async () => {
    const { api } = await service.partner();
    const key = newKey();
    expectRefusal(await api.post(provisionPath, { ...server, client_id: 'x' }, key), 422, ['client_id']);
    expectRefusal(await api.post(provisionPath, '{', key), 422, ['body']);
    expectSuccess(await api.post(provisionPath, server, key), 201);
  });

  it('a request without a valid key, on a foreign domain or of a suspended account', async () => {
    const partner = await service.partner();
    const key = newKey();
    const portal = (await service.partner()).portalDomain;
    expectProblem(
      await service.client(portal, partner.apiKey).post(provisionPath, server, key),
      403,
      'TENANT_MISMATCH',
    );
    await query(`UPDATE partners SET status = 'suspended' WHERE id = $1`, [partner.partnerId]);
    expectProblem(await partner.api.post(provisionPath, server, key), 403, 'ACCOUNT_SUSPENDED');
    await query(`UPDATE partners SET status = 'active' WHERE id = $1`, [partner.partnerId]);
    expectRefusal(await service.client(partner.portalDomain, null).post(provisionPath, server, key), 401);
    expectSuccess(await partner.api.post(provisionPath, server, key), 201);
  });

  it('a request over the rate limit: after the wait it is executed', async () => {
    const limited = await TestService.start({
      environment: { ...environment, RATE_LIMIT_STRICT: '1' },
      sharedWith: service,
      role: 'api',
    });
    const partner = await service.partner();
    const api = limited.client(partner.portalDomain, partner.apiKey);
    const key = newKey();
    await api.post(provisionPath, { ...server, ip_address: '192.0.2.9' });
    const wait = expectThrottled(await api.post(provisionPath, server, key));
    service.clock.advanceSeconds(wait);
    expectSuccess(await api.post(provisionPath, server, key), 201);
    await limited.stop();
  });

  it('an answer that asks to try again: a scan refused in its cooldown or without a worker is tried again', async () => {
    const { api, partnerId } = await service.partner();
    const endpoint = expectSuccess(await api.post(provisionPath, { client_id: 1, ip_address: '127.0.0.9' }), 201);
    const scan = { client_id: 1, endpoint_id: endpoint.endpoint_id };
    const key = newKey();
    const scanPath = '/api/v1/billing/scan-endpoint';
    expectProblem(await api.post(scanPath, scan, key), 503, 'SCANNING_UNAVAILABLE', {});
    await query(
      `INSERT INTO scan_workers VALUES (gen_random_uuid(), 'test', 'none', now(), now() + interval '1000 days')`,
    );
    await query('UPDATE endpoints SET manual_scan_at = $2 WHERE partner_id = $1', [partnerId, service.clock.now()]);
    expect((await api.post(scanPath, scan, key)).body.error.code).toBe('RATE_LIMITED');
    service.clock.advanceSeconds(301);
    expectSuccess(await api.post(scanPath, scan, key), 202);
    expect(isReplay(await api.post(scanPath, scan, key))).toBe(true);
  });

  it('a request that failed inside: the repeat is executed', async () => {
    const { api } = await service.partner();
    const key = newKey();
    await query('ALTER TABLE endpoints RENAME TO endpoints_away');
    const failed = await api.post(provisionPath, server, key);
    await query('ALTER TABLE endpoints_away RENAME TO endpoints');
    expect(failed.status).toBe(500);
    expectSuccess(await api.post(provisionPath, server, key), 201);
  });
});

describe('parallel requests with one key', () => {
  it('20 on two nodes are one execution; the others are 409 or the replay', async () => {
    const partner = await service.partner();
    const { api, partnerId } = partner;
    const key = newKey();
    const nodes = [api, onSecondNode(partner)];
    const price = { product_slug: 'endpoint', currency: 'EUR', billing_cycle: 'monthly', amount: '9.90' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        nodes[index % 2]!.post('/api/v1/billing/pricing', { prices: [price] }, key),
      ),
    );
    const executed = answers.filter((answer) => answer.status === 200 && !isReplay(answer));
    expect(executed).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 409) expectInUse(answer);
      else expect([answer.status, answer.body]).toEqual([200, executed[0]!.body]);
    }
    const entries = await query('SELECT action FROM audit_entries WHERE partner_id = $1 AND action LIKE $2', [
      partnerId,
      'price.%',
    ]);
    expect(entries).toEqual([{ action: 'price.created' }]);
  });

  it('while the first is under way, a repeat is 409 on every node; afterwards it is the replay', async () => {
    const partner = await service.partner();
    await partner.api.post(provisionPath, server);
    const key = newKey();
    const more = { ...server, ip_address: '192.0.2.7' };
    const letGo = await holdCustomers(partner);
    const first = partner.api.post(provisionPath, more, key);
    await lockWaiters(service, 1);
    expectInUse(await partner.api.post(provisionPath, more, key));
    expectInUse(await onSecondNode(partner).post(provisionPath, more, key));
    expectRefusal(await onSecondNode(partner).post(provisionPath, server, key), 422, ['Idempotency-Key']);
    await letGo();
    const { status, body } = await first;
    expect(status).toBe(201);
    const repeat = await onSecondNode(partner).post(provisionPath, more, key);
    expect([repeat.status, repeat.body, isReplay(repeat)]).toEqual([201, body, true]);
  });
});

describe('a request whose process died', () => {
  /** What is left of a request when its process dies before its change was committed. */
  async function forgetAnswers(partner: TestPartner): Promise<void> {
    await query('UPDATE idempotency_keys SET status = NULL, body = NULL WHERE partner_id = $1', [partner.partnerId]);
  }

  it('blocks its key for 60 seconds; then a repeat is executed, and another request still is 422', async () => {
    const partner = await service.partner();
    const { api } = partner;
    const key = newKey();
    await api.post(provisionPath, server, key);
    await forgetAnswers(partner);
    service.clock.advanceSeconds(55);
    expectInUse(await api.post(provisionPath, server, key));
    service.clock.advanceSeconds(6);
    expectRefusal(await api.post(provisionPath, { ...server, client_id: 2 }, key), 422, ['Idempotency-Key']);
    const repeat = await api.post(provisionPath, server, key);
    expectSuccess(repeat, 200);
    expect(isReplay(repeat)).toBe(false);
    expect(isReplay(await api.post(provisionPath, server, key))).toBe(true);
  });

  it('if it was only slow, it comes to nothing once another request took its key over', async () => {
    const partner = await service.partner();
    const { api } = partner;
    await api.post(provisionPath, server);
    const key = newKey();
    const more = { ...server, ip_address: '192.0.2.8' };
    const letGo = await holdCustomers(partner);
    const slow = api.post(provisionPath, more, key);
    await lockWaiters(service, 1);
    const holdAgain = holdCustomers(partner);
    await lockWaiters(service, 2);
    service.clock.advanceSeconds(61);
    const takenOver = api.post(provisionPath, more, key);
    await lockWaiters(service, 3);
    await letGo();
    expectInUse(await slow);
    expectInUse(await api.post(provisionPath, more, key));
    await (await holdAgain)();
    const { status, body } = await takenOver;
    expect(status).toBe(201);
    const repeat = await api.post(provisionPath, more, key);
    expect([repeat.status, repeat.body, isReplay(repeat)]).toEqual([201, body, true]);
  });
});

describe('the transaction that keeps an answer', () => {
  it('is not begun while a name server is asked: a slow one holds no connection', async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<string[]>();
    const resolve4 = () => {
      asked.resolve();
      return answer.promise;
    };
    const resolver = { resolve4, resolve6: () => Promise.reject(new Error('none')) };
    const node = await TestService.start({ role: 'api', sharedWith: service, resolver });
    const { portalDomain, apiKey } = await service.partner();
    const body = { billing_customer_id: 1, ip_address: 'web.example.com' };
    const key = newKey();
    const added = node.client(portalDomain, apiKey).post('/api/v1/endpoints', body, key);
    await asked.promise;
    const { pool } = node.store.database;
    expect(pool.totalCount - pool.idleCount).toBe(0);
    answer.resolve(['127.0.0.30']);
    expect(await added).toMatchObject({ status: 201 });
    const repeat = await node.client(portalDomain, apiKey).post('/api/v1/endpoints', body, key);
    expect([repeat.body, isReplay(repeat)]).toEqual([(await added).body, true]);
    await node.stop();
  });

  it('is undone where a verb undoes its own, and keeps the answer: a preview of a firewall dump', async () => {
    const { api } = await service.partner();
    const { endpoint_id: endpointId } = expectSuccess(await api.post(provisionPath, server), 201);
    const dump = '-P INPUT DROP\n-A INPUT -p tcp --dport 443 -j ACCEPT\n';
    const preview = { billing_customer_id: 1, endpoint_id: endpointId, dump, mode: 'preview' };
    const key = newKey();
    const first = await api.post('/api/v1/firewall/ingest', preview, key);
    expect(expectSuccess(first)).toMatchObject({ rules_created: 1 });
    expect((await api.get('/api/v1/whitelists')).body.meta.total).toBe(0);
    const repeat = await api.post('/api/v1/firewall/ingest', preview, key);
    expect([repeat.body, isReplay(repeat)]).toEqual([first.body, true]);
  });

  it('begins again after a deadlock, as a whole; a step that failed is undone alone', async () => {
    const partner = await service.partner();
    const operation = systemOperation(service, partner);
    const record = (tx: Operation, type: 'price.created' | 'price.deleted' | 'price.updated') =>
      recordFact(tx, { type, subjectId: null });
    let attempts = 0;
    const result = await operation.asOneTransaction(
      async (joint) => {
        attempts += 1;
        await joint.transaction((tx) => record(tx, 'price.created'));
        const undone = joint.transaction(async (tx) => {
          await record(tx, 'price.deleted');
          throw new Error('on purpose');
        });
        await expect(undone).rejects.toThrow('on purpose');
        if (attempts === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
        const prices = joint.db.selectFrom('audit_entries').select('action').where('action', '^@', 'price.');
        return (await prices.execute()).map(({ action }) => action);
      },
      (tx) => record(tx, 'price.updated'),
    );
    expect([attempts, result]).toEqual([2, ['price.created']]);
    const entries = await query(`SELECT action FROM audit_entries WHERE partner_id = $1 AND action LIKE 'price.%'`, [
      partner.partnerId,
    ]);
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['price.created', 'price.updated']);
  });

  it('is undone as a whole when what concludes it fails', async () => {
    const partner = await service.partner();
    const failed = systemOperation(service, partner).asOneTransaction(
      (joint) => joint.transaction((tx) => recordFact(tx, { type: 'price.created', subjectId: null })),
      () => Promise.reject(new Error('on purpose')),
    );
    await expect(failed).rejects.toThrow('on purpose');
    expect(
      await query(`SELECT FROM audit_entries WHERE partner_id = $1 AND action = 'price.created'`, [partner.partnerId]),
    ).toEqual([]);
  });
});

describe('the API document', () => {
  const secretPaths = new Set(
    ['sso/token', 'keys', 'keys/{id}/rotate', 'administrators', 'webhooks', 'webhooks/{id}/rotate-secret'].map(
      (path) => `/api/v1/${path}`,
    ),
  );

  it('names the header, 409 and 422 at every change that a key may ask for but those that carry a secret, and nowhere else', async () => {
    const { body } = await service.client('any.example.com', null).get('/openapi.json');
    for (const [path, methods] of Object.entries<Record<string, DescribedOperation>>(body.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const named = (operation.parameters ?? []).some(({ name }) => name === 'Idempotency-Key');
        const secret = method === 'post' && secretPaths.has(path);
        const isForKeys = operation.security?.some((scheme) => 'apiKey' in scheme) ?? false;
        const takesKey = method !== 'get' && isForKeys && !secret;
        expect([path, method, named]).toEqual([path, method, takesKey]);
        if (named) expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['409', '422']));
      }
    }
  });
});

interface DescribedOperation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, unknown>>;
}
