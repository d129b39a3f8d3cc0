import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyScanResult } from '../../src/monitoring/port-scans/apply-scan-result.ts';
import { act, domainMonitoring, portMonitoring, subscribe } from '../support/billing.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { signInCustomer } from '../support/portal-browser.ts';
import { insertAlert } from '../support/rows.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { enqueueScan, openPort, resultWith, systemOperation, takeScanJob } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { leakedCredential, mention } from '../support/scripted-leak-source.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
});
afterAll(() => service?.stop());

/** Columns that name a customer, and are left as they are in a merge. */
const stays: Readonly<Record<string, string>> = {
  'address_additions.customer_id':
    'How many addresses a customer added today: it limits the customer, and is over tomorrow.',
  'audit_entries.customer_id': 'What was done was done about that customer.',
  'events.customer_id': 'What was told was told of that customer.',
  'list_count_changes.customer_id': 'Triggers write it, of what moves.',
  'list_counts.customer_id': 'Triggers write it, of what moves.',
  'sign_in_tokens.customer_id': 'Those that were not used end; those that were let nobody in any more.',
};
/** They end instead. */
const ends = ['sessions.customer_id', 'sessions.viewed_customer_id'];

async function customerColumns(): Promise<string[]> {
  const { rows } = await service.store.database.pool.query<{ name: string }>(`
    SELECT c.table_name || '.' || c.column_name AS name FROM information_schema.columns c
    JOIN pg_class t ON t.relname = c.table_name AND t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition
    WHERE c.table_schema = 'public' AND c.data_type IN ('uuid', 'ARRAY') AND c.column_name ~ '(^|_)customers?(_id)?$' ORDER BY 1`);
  return rows.map(({ name }) => name);
}

async function idOf(clientId: number): Promise<string> {
  const ofClient = 'SELECT id FROM customers WHERE partner_id = $1 AND billing_customer_id = $2';
  return (await service.store.database.pool.query(ofClient, [partner.partnerId, clientId])).rows[0].id;
}

async function rowsOf(column: string, customerId: string): Promise<number> {
  const [table, name] = column.split('.');
  const is = name === 'customers' ? `$1::uuid = ANY(${name})` : `${name} = $1::uuid`;
  const { rows } = await service.store.database.pool.query(`SELECT count(*)::int AS n FROM ${table} WHERE ${is}`, [
    customerId,
  ]);
  return rows[0].n;
}

/** A customer with something in every table that names it. */
async function customerWithEverything(clientId: number): Promise<string> {
  const { api, partnerId } = partner;
  const endpointId = await provision(api, `127.77.1.${clientId}`, {
    client_id: clientId,
    service_id: 3,
    client_email: `c${clientId}@example.com`,
  });
  await subscribe(api, portMonitoring(clientId, 4), { plan_slug: 'starter' });
  await subscribe(api, domainMonitoring(clientId, 1), { quantity: 2 });
  const domainId = await monitorDomain(api, clientId, `everything-${clientId}.example.com`);
  await scanDomain(service, domainId, [leakedCredential('ada@example.com'), mention('Stolen')]);
  const alertId = await insertAlert(service, partner, endpointId);
  const id = await idOf(clientId);
  await api.post('/api/v1/whitelists', { billing_customer_id: clientId, port_start: 8_000 + clientId });
  await api.post('/api/v1/monitoring/public-services', { billing_customer_id: clientId, skip: true });
  await api.post('/api/v1/sso/token', { client_id: clientId });
  await signInCustomer(service, partner, clientId);
  const { db } = service.store.database;
  const address = `c${clientId}@example.com`;
  for (const statement of [
    sql`INSERT INTO public_service_answers VALUES (${partnerId}::uuid, ${id}::uuid, now()) ON CONFLICT DO NOTHING`,
    sql`INSERT INTO notification_choices VALUES (${partnerId}::uuid, ${id}::uuid, 'certificate', false, NULL, now())`,
    sql`INSERT INTO notification_recipients (partner_id, id, customer_id, source, address, status, created_at, updated_at)
    VALUES (${partnerId}::uuid, ${id}::uuid, ${id}::uuid, 'billing', ${address}::text, 'active', now(), now())`,
    sql`INSERT INTO notification_deliveries (partner_id, id, customer_id, recipient_id, kind, address, alerts, status, created_at, settled_at)
    VALUES (${partnerId}::uuid, gen_random_uuid(), ${id}::uuid, ${id}::uuid, 'alerts', ${address}::text, ARRAY[${alertId}::uuid], 'sent', now(), now())`,
    sql`INSERT INTO told_alerts (partner_id, subject_kind, subject_id, resource_id, kind, key_hash, customer_id, alert_id, severity,
      opened_at, flapping, is_over, thread_id, told_at)
    VALUES (${partnerId}::uuid, 'recipient', ${id}::uuid, ${endpointId}::uuid, 'port', 1, ${id}::uuid, ${alertId}::uuid, 'low', now(), false, false, gen_random_uuid(), now())`,
    sql`INSERT INTO alert_links (partner_id, mail_id, alert_id, id, customer_id)
    SELECT partner_id, id, ${alertId}::uuid, gen_random_uuid(), customer_id FROM notification_deliveries
    WHERE partner_id = ${partnerId}::uuid AND customer_id = ${id}::uuid`,
    sql`INSERT INTO channels (partner_id, id, customer_id, type, name, target, shown, kinds, min_severity, customers, endpoints, urgency,
      time_zone, status, created_at, updated_at)
    SELECT ${partnerId}::uuid, gen_random_uuid(), owner, 'slack', 'x', '', 'x', '{}', 'low', named, '{}', 'at_once', 'UTC', 'paused', now(), now()
    FROM (VALUES (${id}::uuid, '{}'::uuid[]), (NULL, ARRAY[${id}::uuid])) AS c (owner, named)`,
    sql`INSERT INTO channel_alerts (partner_id, channel_id, resource_id, kind, key, customer_id, alert_id, changed_at)
    SELECT partner_id, id, ${endpointId}::uuid, 'port', 'tcp/1', ${id}::uuid, ${alertId}::uuid, now() FROM channels WHERE partner_id = ${partnerId}::uuid AND customer_id = ${id}::uuid`,
    sql`INSERT INTO alert_inbox (partner_id, id, customer_id, alert_id, change, ready_at, occurred_at)
    VALUES (${partnerId}::uuid, gen_random_uuid(), ${id}::uuid, ${alertId}::uuid, 'steady', now(), now())`,
  ])
    await statement.execute(db);
  return id;
}

describe('a merge leaves nothing of a customer behind', () => {
  it('in any table that names a customer, but for those that say why', async () => {
    const id = await customerWithEverything(1);
    await provision(partner.api, '127.77.2.1', { client_id: 2 });
    const moving = (await customerColumns()).filter((column) => !(column in stays));
    const before = Object.fromEntries(
      await Promise.all(moving.map(async (column) => [column, await rowsOf(column, id)] as const)),
    );
    expect(
      moving.filter((column) => before[column] === 0 && !ends.includes(column)),
      'the test has to have a row of each',
    ).toEqual([]);
    expectSuccess(await partner.api.post('/api/v1/customers/1/merge', { into: 2 }));
    const into = await idOf(2);
    for (const column of moving) {
      expect(await rowsOf(column, id), column).toBe(0);
      if (!ends.includes(column) && column !== 'notification_choices.customer_id')
        expect(await rowsOf(column, into), column).toBeGreaterThanOrEqual(before[column]!);
    }
  });

  it('and the lists of what stays name nothing that is not there', async () => {
    const columns = await customerColumns();
    expect([...Object.keys(stays), ...ends].filter((column) => !columns.includes(column))).toEqual([]);
  });
});

describe('what is under way when customers move', () => {
  it('is finished for the customer that has the server by then', async () => {
    const { api } = partner;
    const endpointId = await provision(api, '127.77.3.1', { client_id: 11, service_id: 5 });
    const operation = systemOperation(service, partner);
    await enqueueScan(operation, endpointId);
    const job = await takeScanJob(operation);
    expectSuccess(await api.post('/api/v1/customers/11/services/5/transfer', { to: 12 }));
    await applyScanResult(operation, job, resultWith([openPort(3_306)]));
    const { alerts } = expectSuccess(await api.get('/api/v1/alerts?billing_customer_id=12'));
    expect(alerts).toMatchObject([{ endpoint_id: endpointId, port: 3_306, billing_customer_id: 12 }]);
    expect(expectSuccess(await api.get('/api/v1/alerts?billing_customer_id=11')).total).toBe(0);
  });

  it('ends the sessions of a customer that is merged, and leaves those of the other one', async () => {
    await provision(partner.api, '127.77.4.1', { client_id: 21 });
    await provision(partner.api, '127.77.4.2', { client_id: 22 });
    const gone = await signInCustomer(service, partner, 21);
    const stayed = await signInCustomer(service, partner, 22);
    const unused = expectSuccess(await partner.api.post('/api/v1/sso/token', { client_id: 21 }), 201).token;
    expectSuccess(await partner.api.post('/api/v1/customers/21/merge', { into: 22 }));
    expect((await gone.get('/api/v1/endpoints?billing_customer_id=21')).status).toBe(401);
    expect((await gone.get('/api/v1/endpoints?billing_customer_id=22')).status).toBe(401);
    expect((await gone.get(`/sso?token=${unused}`)).status).toBe(410);
    const seen = await stayed.get('/api/v1/endpoints?billing_customer_id=22');
    expect(seen.body.data).toHaveLength(2);
  });
});

describe('under the sandbox header', () => {
  it('moves the customers of the sandbox alone', async () => {
    const { api } = partner;
    await provision(api, '127.77.5.1', { client_id: 31 });
    const sandbox = await enableSandbox(service, partner);
    await act(sandbox, 'provision', { client_id: 31, ip_address: '127.77.5.2' });
    const answer = expectSuccess(await sandbox.post('/api/v1/customers/31/merge', { into: 32 }));
    expect(answer.moved).toMatchObject({ endpoints: 1 });
    const list = '/api/v1/endpoints?billing_customer_id=31';
    expect((await api.get(list)).body.meta.total).toBe(1);
    expect((await sandbox.get(list)).body.meta.total).toBe(0);
  });
});
