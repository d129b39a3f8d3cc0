import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { propertyRuns } from '../../src/common/testing/property-runs.ts';
import { foldListCounts } from '../../src/core/list-counts/fold-list-counts.ts';
import type { ApiClient } from '../support/api-client.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { signInCustomer } from '../support/portal-browser.ts';
import { enableSandbox, type SandboxClient } from '../support/sandbox-client.ts';
import { enqueueScan } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { leakedCredential, mention } from '../support/scripted-leak-source.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/**
 * The logs of what was done and of events, where those are told and what became of them, and answers for repeats of requests, which are promised
 * for a day.
 */
const kept = ['audit_entries', 'events', 'idempotency_keys', 'webhook_deliveries', 'webhooks'];
/** Who is signed in to try the sandbox out is no part of what is tried: a reset signs out, and the clock does not. */
const signIns = ['sessions', 'sign_in_tokens'];
/** What belongs to the account itself, or to people of it or who are told: a sandbox has none of it. */
const neverInSandbox = [
  'address_addition_shares',
  'address_additions',
  'administrator_invitations',
  'administrators',
  'alert_inbox',
  'alert_links',
  'api_keys',
  'api_requests',
  'archived_scans',
  'brandings',
  'channel_alerts',
  'channel_inbox',
  'channel_incidents',
  'channel_messages',
  'channels',
  'known_devices',
  'mail_senders',
  'passkey_challenges',
  'passkeys',
  'password_resets',
  'plans',
  'portal_domains',
  'prices',
  'sign_in_failures',
  'told_alerts',
  'unsubscribed_caps',
  'vantage_views',
];

const product = 'port_monitoring';
const clients = [1, 2];

let service: TestService;
let lastDomain = 0;

beforeAll(async () => {
  // Nothing works in the background: what is there changes by the steps alone.
  const environment = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'alerts@example.com' };
  service = await TestService.start({ role: 'api', environment });
});
afterAll(async () => {
  await service?.stop();
});

interface World {
  readonly api: ApiClient;
  /** The partner whose rows are the world's. */
  readonly partner: TestPartner;
}

interface Account {
  readonly real: World;
  readonly sandbox: World & { readonly api: SandboxClient };
}

async function openAccount(): Promise<Account> {
  const partner = await service.partner();
  const api = await enableSandbox(service, partner);
  const { pool } = service.store.database;
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM partners WHERE sandbox_of = $1', [
    partner.partnerId,
  ]);
  const sandboxId = rows[0]!.id;
  return {
    real: { api: partner.api, partner },
    sandbox: { api, partner: { ...partner, partnerId: sandboxId, operation: service.operator(sandboxId), api } },
  };
}

/** Puts a row into every table that the API lets a world have rows in. */
async function fill({ api, partner }: World): Promise<void> {
  const [client] = clients;
  const endpointId = await provision(api, '127.0.0.1', { client_id: client, service_id: 1 });
  await completeScan(service, partner, endpointId, { open: ['22:tcp', '6379:tcp'] });
  lastDomain += 1;
  const domain = `d${lastDomain}.example.com`;
  const domainId = await monitorDomain(api, client!, domain);
  await scanDomain(service, domainId, [leakedCredential(`a@${domain}`), mention(domain)]);
  const subscription = { client_id: client, service_id: 1, product_slug: product };
  const answers = [
    await api.post('/api/v1/billing/provision-subscription', { ...subscription, plan_slug: 'business' }),
    await api.post('/api/v1/billing/change-subscription', { ...subscription, new_plan_slug: 'starter' }),
    await api.post('/api/v1/whitelists', { port_start: 443, protocol: 'tcp' }, { 'idempotency-key': 'rule' }),
    await api.post('/api/v1/whitelists', { port_start: 80, protocol: 'tcp', billing_customer_id: client }),
    await api.post('/api/v1/monitoring/public-services', { billing_customer_id: client }),
    await api.send('PUT', '/api/v1/notifications/settings', { client_id: client, domain_alerts: false }),
    await api.post('/api/v1/notifications/recipients', { client_id: client, email: 'a@example.com' }),
    await api.send('PUT', '/api/v1/domain-monitoring/record-template', { dkim_selectors: ['default'] }),
    // Without the header in effect: it is the sandbox's whoever asks.
    await api.send('PUT', '/api/v1/sandbox/scenario', { scenario: 'warnings' }),
  ];
  for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(300);
  await foldListCounts(partner.operation);
  await api.post('/api/v1/billing/provision', { client_id: client, ip_address: '127.0.0.2' });
  await signInCustomer(service, partner, client!);
  const webhook = await api.post('/api/v1/webhooks', { url: 'https://hooks.example.com/' });
  await service.store.database.pool.query(
    `INSERT INTO webhook_deliveries (partner_id, webhook_id, event_id, event_type, status, created_at, settled_at)
     VALUES ($1, $2, $2, 'scan.failed', 'failed', now(), now())`,
    [partner.partnerId, webhook.body.data.webhook.id],
  );
}

async function endpointOf({ partner }: World, clientId: number): Promise<string | undefined> {
  const endpoint = await partner.operation.db
    .selectFrom('endpoints')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.partner_id', '=', 'endpoints.partner_id')
        .onRef('customers.id', '=', 'endpoints.customer_id'),
    )
    .select('endpoints.id')
    .where('customers.billing_customer_id', '=', clientId)
    .orderBy('endpoints.id')
    .executeTakeFirst();
  return endpoint?.id;
}

function onEndpoint(path: string, more: object = {}) {
  return async (world: World, client: number) => {
    const endpointId = await endpointOf(world, client);
    if (endpointId !== undefined) await world.api.post(path, { endpoint_id: endpointId, ...more });
  };
}

/** What may have happened before a reset. Refusals are part of it. */
const steps: Record<string, (world: World, client: number) => Promise<unknown>> = {
  provision: ({ api }, client) =>
    api.post('/api/v1/billing/provision', { client_id: client, ip_address: `127.0.1.${client}`, service_id: client }),
  suspend: onEndpoint('/api/v1/billing/suspend'),
  terminate: onEndpoint('/api/v1/billing/terminate'),
  'let a scan wait': async (world, client) => {
    const endpointId = await endpointOf(world, client);
    if (endpointId !== undefined) await enqueueScan(world.partner.operation, endpointId);
  },
  'scan in the sandbox': onEndpoint('/api/v1/sandbox/scan'),
  'allow a port of an endpoint': async (world, client) => {
    const endpointId = await endpointOf(world, client);
    const rule = { port_start: 22, protocol: 'tcp', billing_customer_id: client, endpoint_id: endpointId };
    await world.api.post('/api/v1/whitelists', rule);
  },
  'choose a scenario': async (world, client) => {
    const body = { scenario: 'critical', endpoint_id: await endpointOf(world, client) };
    await world.api.send('PUT', '/api/v1/sandbox/scenario', body);
  },
  'monitor a domain': ({ api }, client) =>
    api.post('/api/v1/billing/provision-domain', { client_id: client, service_id: 9, domain: 'shared.example.com' }),
  'release the domain': async ({ api, partner }) => {
    const domain = await partner.operation.db.selectFrom('monitored_domains').select('id').executeTakeFirst();
    if (domain) await api.post('/api/v1/billing/release-domain', { monitored_domain_id: domain.id });
  },
  subscribe: ({ api }, client) => {
    const subscription = { client_id: client, service_id: client, product_slug: product, plan_slug: 'starter' };
    return api.post('/api/v1/billing/provision-subscription', subscription);
  },
  reset: ({ api }) => api.post('/api/v1/sandbox/reset'),
};

async function tablesOfPartners(): Promise<string[]> {
  const { rows } = await service.store.database.pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attname = 'partner_id' AND NOT a.attisdropped ORDER BY c.relname`,
  );
  return rows.map(({ name }) => name);
}

/** Tables in which a partner has rows. */
async function tablesOf({ partner }: World): Promise<string[]> {
  const { pool } = service.store.database;
  const found = [];
  for (const name of await tablesOfPartners()) {
    const { rowCount } = await pool.query(`SELECT FROM ${name} WHERE partner_id = $1 LIMIT 1`, [partner.partnerId]);
    if (rowCount !== 0) found.push(name);
  }
  return found;
}

/** Every row of everybody but one partner. When a key was last used, and for what, is no part of what a reset could touch. */
async function rowsOfOthers({ partner }: World): Promise<Record<string, string[]>> {
  const { pool } = service.store.database;
  const dump: Record<string, string[]> = {};
  for (const name of await tablesOfPartners()) {
    if (name === 'api_requests') continue;
    const { rows } = await pool.query<{ text: string }>(
      `SELECT (to_jsonb(t) - 'last_used_at')::text AS text FROM ${name} t WHERE partner_id <> $1 ORDER BY 1`,
      [partner.partnerId],
    );
    dump[name] = rows.map(({ text }) => text);
  }
  return dump;
}

describe('a reset of the sandbox', () => {
  it('is tried on every table that a sandbox can have rows in', async () => {
    const { sandbox } = await openAccount();
    await fill(sandbox);
    const filled = await tablesOf(sandbox);
    expect([...filled, ...neverInSandbox].toSorted()).toEqual(await tablesOfPartners());
  });

  const anyStep = fc.record({
    step: fc.constantFrom(...Object.keys(steps)),
    inSandbox: fc.boolean(),
    client: fc.constantFrom(...clients),
  });

  it('leaves nothing of it but the log, whatever was done before, and nobody else loses or gains a row', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 12 }), async (history) => {
        await service.store.database.pool.query('DELETE FROM pgboss.job');
        const account = await openAccount();
        for (const world of [account.real, account.sandbox]) await fill(world);
        for (const { step, inSandbox, client } of history)
          await steps[step]!(inSandbox ? account.sandbox : account.real, client);
        const othersBefore = await rowsOfOthers(account.sandbox);
        expectSuccess(await account.sandbox.api.post('/api/v1/sandbox/reset'));
        expect(await tablesOf(account.sandbox)).toEqual(kept);
        expect(await rowsOfOthers(account.sandbox)).toEqual(othersBefore);
      }),
      { numRuns: propertyRuns(8) },
    );
  });
});

/** What happened in the world, or was told or done at its time, is not moved; nor are weekly mails, which a sandbox does not send. */
const unmoved = new Set(['occurred_at', 'published_at', 'claimed_at', 'weekly_summary_due_at']);

function isMoved(table: string): boolean {
  return table === 'webhooks' || ![...kept, ...signIns].includes(table);
}

/** The timestamps of a world's rows: by table, row and column, in milliseconds. */
async function timesOf({ partner }: World): Promise<Map<string, number>> {
  const { pool } = service.store.database;
  const { rows: columns } = await pool.query<{ name: string; column: string }>(
    `SELECT table_name AS name, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type LIKE 'timestamp%' AND table_name = ANY($1)`,
    [(await tablesOfPartners()).filter((name) => isMoved(name))],
  );
  const times = new Map<string, number>();
  for (const { name, column } of columns) {
    if (unmoved.has(column)) continue;
    const { rows } = await pool.query<{ row: string; at: string }>(
      `SELECT coalesce(to_jsonb(t)->>'id', to_jsonb(t)->>'endpoint_id', to_jsonb(t)->>'customer_id', '') AS row,
         extract(epoch FROM ${column}) * 1000 AS at
       FROM ${name} t WHERE partner_id = $1 AND isfinite(${column})`,
      [partner.partnerId],
    );
    for (const { row, at } of rows) times.set(`${name} ${row} ${column}`, Number(at));
  }
  return times;
}

describe('the clock of the sandbox', () => {
  it('moves every time that a sandbox keeps, and nothing of anybody else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 31_536_000 }), async (seconds) => {
        await service.store.database.pool.query('DELETE FROM pgboss.job');
        const account = await openAccount();
        for (const world of [account.real, account.sandbox]) await fill(world);
        // Columns that nothing filled move as well.
        const rows = `UPDATE endpoints SET condition = 'unreachable', condition_since = now(), scan_not_before = now()
          WHERE partner_id = $1`;
        await service.store.database.pool.query(rows, [account.sandbox.partner.partnerId]);
        const [before, others] = [await timesOf(account.sandbox), await rowsOfOthers(account.sandbox)];
        const move = { advance_seconds: seconds, wait_seconds: 0 };
        expect(expectSuccess(await account.sandbox.api.post('/api/v1/sandbox/clock', move))).toMatchObject({
          advanced_seconds: seconds,
        });
        const moved = [...before].map(([time, at]) => [time, at - seconds * 1_000]);
        expect(Object.fromEntries(await timesOf(account.sandbox))).toEqual(Object.fromEntries(moved));
        expect(await rowsOfOthers(account.sandbox)).toEqual(others);
      }),
      { numRuns: propertyRuns(3) },
    );
  });

  it('knows every column with a time of the tables that a sandbox has rows in', async () => {
    const { pool } = service.store.database;
    const { rows } = await pool.query<{ name: string; column: string }>(
      `SELECT table_name AS name, column_name AS column FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type LIKE 'timestamp%' AND table_name = ANY($1)`,
      [(await tablesOfPartners()).filter((name) => !neverInSandbox.includes(name) && isMoved(name))],
    );
    const { rows: bodies } = await pool.query<{ body: string }>(
      "SELECT prosrc AS body FROM pg_proc WHERE proname = 'age_sandbox'",
    );
    // ('customers', 'created_at updated_at'): a table, and its columns over as many lines as they need.
    const moved = new Map(
      [...bodies[0]!.body.matchAll(/\('(\w+)',\s+('[^)]+')\)/g)].map(([, name, columns]) => [
        name!,
        columns!.replaceAll(/'\s*/g, '').split(' '),
      ]),
    );
    const forgotten = rows.filter(({ name, column }) => !unmoved.has(column) && !moved.get(name)?.includes(column));
    expect(forgotten).toEqual([]);
  });

  it('is no way to age an account', async () => {
    const { real } = await openAccount();
    const aging = service.store.database.pool.query("SELECT age_sandbox($1, '1 day')", [real.partner.partnerId]);
    await expect(aging).rejects.toThrow('is no sandbox');
  });
});
