import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiAnswer, ApiClient } from '../support/api-client.ts';
import { insertPlans } from '../support/billing.ts';
import { eventually } from '../support/eventually.ts';
import { isSharded } from '../support/is-sharded.ts';
import { holdLocks } from '../support/lock-waiters.ts';
import { provision } from '../support/scans.ts';
import { ServerProcess } from '../support/server-process.ts';
import { type TestPartner, TestService, testDatabaseUrl, testEnvironment } from '../support/test-service.ts';
import { TransactionKiller } from '../support/transaction-killer.ts';

let service: TestService;
let partner: TestPartner;
let killer: TransactionKiller;
let lastClient = 0;

const mostStatements = 40;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  await insertPlans(service, partner, [3]);
  killer = await TransactionKiller.watch(
    service.store.database.pool,
    new pg.Client({ connectionString: testDatabaseUrl(service.databaseName) }),
  );
});
afterAll(async () => {
  await killer?.close();
  await service?.stop();
});

interface Change {
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** Audit entries of one execution, by action. */
  readonly entries: Readonly<Record<string, number>>;
  readonly status: number;
}

const changes: Readonly<Record<string, (clientId: number) => Promise<Change>>> = {
  provision: async (clientId) => ({
    method: 'POST',
    path: '/api/v1/billing/provision',
    body: { client_id: clientId, service_id: 1, ip_address: '192.0.2.1' },
    entries: { 'endpoint.provisioned': 1 },
    status: 201,
  }),
  'provision-subscription': async (clientId) => ({
    method: 'POST',
    path: '/api/v1/billing/provision-subscription',
    body: { client_id: clientId, service_id: 1, product_slug: 'port_monitoring', plan_slug: 'plan-3', mrr: 9 },
    entries: { 'subscription.created': 1 },
    status: 201,
  }),
  'POST whitelists': async (clientId) => {
    await provision(partner.api, '192.0.2.2', { client_id: clientId });
    return {
      method: 'POST',
      path: '/api/v1/whitelists',
      body: { billing_customer_id: clientId, port_start: 443 },
      entries: { 'allowed_ports.created': 1 },
      status: 201,
    };
  },
  'DELETE endpoint': async (clientId) => {
    const id = await provision(partner.api, '192.0.2.3', { client_id: clientId });
    return { method: 'DELETE', path: `/api/v1/endpoints/${id}`, entries: { 'endpoint.terminated': 1 }, status: 204 };
  },
};

/** Audit entries of a customer since it got what a change needs. */
async function entriesOf(clientId: number): Promise<Record<string, number>> {
  const { rows } = await service.store.database.pool.query<{ action: string; entries: number }>(
    `SELECT a.action, count(*)::int AS entries FROM audit_entries a
     JOIN customers c ON c.partner_id = a.partner_id AND c.id = a.customer_id
     WHERE c.partner_id = $1 AND c.billing_customer_id = $2 AND a.action <> 'customer.created'
     GROUP BY a.action`,
    [partner.partnerId, clientId],
  );
  return Object.fromEntries(rows.map(({ action, entries }) => [action, entries]));
}

/** What one execution adds to the entries that were there. */
function executedOnce(before: Readonly<Record<string, number>>, change: Change): Record<string, number> {
  const after = { ...before };
  for (const [action, count] of Object.entries(change.entries)) after[action] = (after[action] ?? 0) + count;
  return after;
}

const send = (api: ApiClient, { method, path, body }: Change, key: string) =>
  api.send(method, path, body, { 'idempotency-key': key });
const isReplay = ({ headers }: ApiAnswer) => headers['idempotency-replayed'] === 'true';

describe('the connection is lost after any statement of a change with an Idempotency-Key', () => {
  it.each(Object.keys(changes))('%s: the repeat finds the change and its answer, or neither', async (name) => {
    const outcomes: string[] = [];
    for (let statement = 1; statement <= mostStatements; statement += 1) {
      lastClient += 1;
      const clientId = lastClient;
      const change = await changes[name]!(clientId);
      const before = await entriesOf(clientId);
      const key = randomUUID();
      killer.arm(statement);
      const first = await send(partner.api, change, key);
      const outcome = killer.disarm();
      outcomes.push(outcome);
      const repeat = await send(partner.api, change, key);
      expect({ statement, outcome, status: repeat.status, isReplay: isReplay(repeat) }).toEqual({
        statement,
        outcome,
        status: change.status,
        isReplay: outcome !== 'killed before commit',
      });
      if (outcome === 'killed before commit') expect(first.status).toBe(500);
      else expect([repeat.status, repeat.body]).toEqual([first.status, first.body]);
      expect(await entriesOf(clientId)).toEqual(executedOnce(before, change));
      const again = await send(partner.api, change, key);
      expect([again.status, again.body, isReplay(again)]).toEqual([repeat.status, repeat.body, true]);
      if (outcome === 'not reached') break;
    }
    expect(outcomes.at(-1)).toBe('not reached');
    expect(outcomes.at(-2)).toBe('killed after commit');
    expect(outcomes.length).toBeGreaterThan(4);
  });
});

describe('kill -9', () => {
  let server: ServerProcess;
  let api: ApiClient;
  let blocker: pg.Client;
  beforeAll(async () => {
    blocker = new pg.Client({ connectionString: testDatabaseUrl(service.databaseName) });
    await blocker.connect();
    api = await startServer();
  });
  afterAll(async () => {
    await blocker?.end();
    await server?.die();
  });

  async function startServer(): Promise<ApiClient> {
    server = await ServerProcess.start({ ...testEnvironment(service.databaseName), SCAN_ENGINE: 'off' });
    return new ApiClient(server.announcement.url, partner.portalDomain, partner.apiKey);
  }

  interface Sent {
    readonly clientId: number;
    readonly change: Change;
    readonly before: Record<string, number>;
    readonly key: string;
  }

  /** One request of each kind, on its way; whether it is ever answered is all the same. */
  async function sendAll(prepare = async () => {}): Promise<Sent[]> {
    const sent: Sent[] = [];
    for (const make of Object.values(changes)) {
      lastClient += 1;
      const change = await make(lastClient);
      sent.push({ clientId: lastClient, change, before: await entriesOf(lastClient), key: randomUUID() });
    }
    await prepare();
    for (const { change, key } of sent) send(api, change, key).catch(() => {});
    return sent;
  }

  const count = async (statement: string, values: unknown[] = []) =>
    (await service.store.database.pool.query<{ n: number }>(statement, values)).rows[0]!.n;
  const answersKept = (keys: readonly string[]) =>
    count('SELECT count(*)::int AS n FROM idempotency_keys WHERE key = ANY($1) AND status IS NOT NULL', [keys]);
  const waiters = (type: 'relation' | 'transactionid') =>
    count('SELECT count(*)::int AS n FROM pg_locks WHERE locktype = $1 AND NOT granted', [type]);

  it('after the commit: a repeat gets the answer, and nothing happens again', async () => {
    const sent = await sendAll();
    const keys = sent.map(({ key }) => key);
    await eventually('all are committed', async () => (await answersKept(keys)) === sent.length);
    await server.die();
    api = await startServer();
    for (const { clientId, change, before, key } of sent) {
      const repeat = await send(api, change, key);
      expect([change.path, repeat.status, isReplay(repeat)]).toEqual([change.path, change.status, true]);
      expect(await entriesOf(clientId)).toEqual(executedOnce(before, change));
    }
  });

  // Looks at who waits in one PostgreSQL.
  it.skipIf(isSharded)('before the commit: nothing has happened, and a repeat is executed once', async () => {
    const sent = await sendAll(async () => {
      // Every change has its audit entry, after all else that it does.
      await blocker.query('BEGIN');
      await blocker.query('LOCK TABLE audit_entries IN SHARE ROW EXCLUSIVE MODE');
    });
    await eventually('all are at work', async () => (await waiters('relation')) === sent.length);
    const keys = sent.map(({ key }) => key);
    const letGo = await holdLocks(service, 'SELECT FROM idempotency_keys WHERE key = ANY($1) FOR UPDATE', [keys]);
    await blocker.query('ROLLBACK');
    await eventually(
      'all are about to keep their answers',
      async () => (await waiters('transactionid')) === sent.length,
    );
    await server.die();
    await letGo();
    for (const { clientId, before } of sent) expect(await entriesOf(clientId)).toEqual(before);
    api = await startServer();
    for (const { change, key } of sent) expect(await send(api, change, key)).toMatchObject({ status: 409 });
    await service.store.database.pool.query(
      `UPDATE idempotency_keys SET created_at = created_at - interval '61 seconds' WHERE status IS NULL`,
    );
    for (const { clientId, change, before, key } of sent) {
      const repeat = await send(api, change, key);
      expect([change.path, repeat.status, isReplay(repeat)]).toEqual([change.path, change.status, false]);
      const again = await send(api, change, key);
      expect([again.status, again.body, isReplay(again)]).toEqual([repeat.status, repeat.body, true]);
      expect(await entriesOf(clientId)).toEqual(executedOnce(before, change));
    }
  });
});
