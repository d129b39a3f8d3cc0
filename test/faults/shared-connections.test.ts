import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { holdLocks, lockWaiters } from '../support/lock-waiters.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { expectProblem, expectRefusal } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/** What a partner may hold at once of the connections of a test service, and may have waiting by one key: see turnSharesOf. */
const share = 4;
const mostWaiting = 500;
const inSandbox: Record<string, string> = { 'x-service-sandbox': 'true' };
const ofService = { client_id: 1, service_id: 1 };

let service: TestService;
let greedy: TestPartner;
let neighbour: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  greedy = await service.partner('Greedy');
  neighbour = await service.partner('Neighbour');
  await enableSandbox(service, greedy);
  const server = { ...ofService, product_slug: 'endpoint', ip_address: '127.0.0.1' };
  for (const partner of [greedy, neighbour]) await partner.api.post('/api/v1/billing/provision', server);
  await greedy.api.post('/api/v1/billing/provision', server, inSandbox);
});
afterAll(() => service?.stop());

/** Requests that wait for the customer, of both worlds by turns. */
function changes(count: number): Promise<ApiAnswer[]> {
  const change = (index: number) => {
    const service = { ...ofService, product_slug: 'endpoint', status: index % 4 < 2 ? 'suspended' : 'active' };
    const headers = index % 2 === 0 ? inSandbox : {};
    return greedy.api.post('/api/v1/billing/sync-services', { services: [service] }, headers);
  };
  return Promise.all(Array.from({ length: count }, (_, index) => change(index)));
}

/** Holds all customers, so that whatever changes one of them waits, and gives them back even when the work fails. */
async function whileCustomersAreHeld(work: () => Promise<void>): Promise<void> {
  const release = await holdLocks(service, 'SELECT FROM customers FOR NO KEY UPDATE');
  try {
    await work();
  } finally {
    await release();
  }
}

/** @param timeoutMs of each statement, in place of the service's own, while the work is done */
async function withStatementTimeout(timeoutMs: number, work: () => Promise<void>): Promise<void> {
  const { pool } = service.store.database;
  const set = (ms: number) => (client: { query(statement: string): unknown }) =>
    void client.query(`SET statement_timeout = ${ms}`);
  const shorten = set(timeoutMs);
  pool.on('acquire', shorten);
  try {
    await work();
  } finally {
    pool.off('acquire', shorten);
    pool.on('acquire', set(30_000));
  }
}

async function waitingForTurns(count: number): Promise<void> {
  await eventually(`${count} wait for a turn`, async () => service.store.database.turns.waiting >= count);
}

describe("while a partner's requests wait for what another transaction holds", () => {
  it('they hold its share of the connections, its sandbox included, and everybody else is served', async () => {
    let waiting: Promise<ApiAnswer[]> | undefined;
    await whileCustomersAreHeld(async () => {
      waiting = changes(12);
      await waitingForTurns(12 - share);
      await lockWaiters(service, share);
      const list = await neighbour.api.get('/api/v1/endpoints?billing_customer_id=1');
      expect({ status: list.status, servers: list.body.data.length }).toEqual({ status: 200, servers: 1 });
      expectRefusal(await service.client(neighbour.portalDomain, 'bwk_nobody').get('/api/v1/account'), 401);
      const ready = await neighbour.api.get('/readyz');
      expect({ status: ready.status, checks: ready.body.checks }).toMatchObject({
        status: 200,
        checks: { database: 'ok', queue: 'ok' },
      });
    });
    expect(new Set((await waiting!).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('what is too much even to wait is 503 with Retry-After, and the rest is answered when it can be', async () => {
    let waiting: Promise<ApiAnswer[]> | undefined;
    await whileCustomersAreHeld(async () => {
      waiting = changes(share + mostWaiting + 20);
      await waitingForTurns(mostWaiting);
      expect((await neighbour.api.get('/api/v1/endpoints?billing_customer_id=1')).status).toBe(200);
    });
    const answers = await waiting!;
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expectProblem(answer, 503, 'SERVICE_BUSY');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  });
});

it('a pool that is full is 503 with Retry-After, and the process is ready meanwhile', async () => {
  const { pool } = service.store.database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    const [list, ready] = await Promise.all([neighbour.api.get('/api/v1/endpoints'), neighbour.api.get('/readyz')]);
    expectProblem(list, 503, 'SERVICE_BUSY');
    expect(Number(list.headers['retry-after'])).toBeGreaterThan(0);
    expect(ready.status).toBe(200);
  } finally {
    for (const client of held) client.release();
  }
  expect((await neighbour.api.get('/api/v1/endpoints')).status).toBe(200);
});

it('a statement that the database ends because it took too long is 503 with Retry-After, and nothing was done', async () => {
  const suspend = { services: [{ ...ofService, product_slug: 'endpoint', status: 'suspended' }] };
  const key = { 'idempotency-key': 'repeated until it is through' };
  const sync = () => neighbour.api.post('/api/v1/billing/sync-services', suspend, key);
  await whileCustomersAreHeld(() =>
    withStatementTimeout(200, async () => {
      const answer = await sync();
      expectProblem(answer, 503, 'SERVICE_BUSY');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }),
  );
  expect((await neighbour.api.get('/api/v1/endpoints')).body.data).toMatchObject([{ status: 'active' }]);
  expect((await sync()).status).toBe(200);
  expect((await neighbour.api.get('/api/v1/endpoints')).body.data).toMatchObject([{ status: 'paused' }]);
});
