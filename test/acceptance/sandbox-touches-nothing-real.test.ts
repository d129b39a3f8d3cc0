import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { ApiDocument, type DescribedOperation, type Json } from '../support/api-document.ts';
import { subscribe } from '../support/billing.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { sequenceEvents } from '../support/events.ts';
import { eventually } from '../support/eventually.ts';
import { Random } from '../support/fuzzer/random.ts';
import { administratorEmail, RequestValues } from '../support/fuzzer/request-values.ts';
import {
  createAdministrator,
  openConsole,
  PortalBrowser,
  signInAdministrator,
  signInCustomer,
} from '../support/portal-browser.ts';
import { pretendLiveWorker } from '../support/rows.ts';
import { enableSandbox, type SandboxClient } from '../support/sandbox-client.ts';
import { provision } from '../support/scans.ts';
import { leakedCredential, mention } from '../support/scripted-leak-source.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const header = { 'x-service-sandbox': 'true' };
/** What the walk sends to each operation as each caller: to ids of the real world and to those of the sandbox by turns. */
const drawsPerCaller = 4;
/** Customers who are in both worlds; the requests that are drawn are about them. */
const clients = [1, 2, 3];

/** Tables of what paths and fields have ids of. */
const tables: Readonly<Record<string, string>> = {
  endpoints: 'endpoints',
  alerts: 'alerts',
  ids: 'alerts',
  domains: 'monitored_domains',
  scans: 'scans',
  whitelists: 'allowed_port_rules',
  recipients: 'notification_recipients',
  webhooks: 'webhooks',
  channels: 'channels',
  keys: 'api_keys',
  requests: 'api_requests',
  'portal-domains': 'portal_domains',
  administrators: 'administrators',
  invitations: 'administrator_invitations',
  sessions: 'sessions',
};

/**
 * What a request leaves behind that is answered or refused, whatever it asks for: the log of a key's requests, when a key or session was last used,
 * and refusals in the audit log. How often a key asked in this minute is no partner's row.
 */
const bookkeeping = { tables: ['api_requests'], columns: ['last_used_at'], auditActions: ['access.refused'] };

/** Operations that end what the others need come last. */
const last = [
  'DELETE /api/v1/customers/{billing_customer_id}/sessions',
  'DELETE /api/v1/session',
  'POST /api/v1/sandbox/reset',
];

let service: TestService;
let partner: TestPartner;
let sandbox: SandboxClient;
let sandboxId: string;
let document: Json;
let operations: DescribedOperation[];

beforeAll(async () => {
  // Nothing works in the background: what is there changes by the requests alone. Nothing listens where mails would go.
  const environment = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'alerts@example.com', TRUST_PROXY: '127.0.0.1' };
  service = await TestService.start({ role: 'api', environment });
  partner = await service.partner();
  sandbox = await enableSandbox(service, partner);
  const { rows } = await query<{ id: string }>('SELECT id FROM partners WHERE sandbox_of = $1', [partner.partnerId]);
  sandboxId = rows[0]!.id;
  await pretendLiveWorker(service);
  await createAdministrator(partner, administratorEmail);
  await createAdministrator(partner, 'grace@example.com');
  await fill(partner);
  await fill({ ...partner, partnerId: sandboxId, api: sandbox, operation: service.operator(sandboxId) });
  await fillAccount();
  document = (await partner.api.get('/openapi.json')).body;
  const all = new ApiDocument(document).operations;
  operations = [...all.filter(({ name }) => !last.includes(name)), ...last.map((name) => described(all, name))];
});
afterAll(async () => {
  await service?.stop();
});

function described(all: readonly DescribedOperation[], name: string): DescribedOperation {
  const found = all.find((operation) => operation.name === name);
  if (!found) throw new Error(`${name} is no operation.`);
  return found;
}

function query<Row extends object>(text: string, values: unknown[] = []): Promise<{ rows: Row[] }> {
  return service.store.database.pool.query<Row>(text, values);
}

/** Puts into a world what customers have. */
async function fill(world: TestPartner): Promise<void> {
  const { api } = world;
  for (const client of clients) {
    const ip = `127.0.0.${client}`;
    const endpointId = await provision(api, ip, { client_id: client, service_id: client, client_name: 'Jane Roe' });
    await completeScan(service, world, endpointId, { open: ['22:tcp', '6379:tcp'] });
    const domain = `shop${client}.example.com`;
    const domainId = await monitorDomain(api, client, domain);
    await scanDomain(service, domainId, [leakedCredential(`a@${domain}`), mention(domain)]);
    const service_id = 10 + client;
    await subscribe(api, { client_id: client, service_id, product_slug: 'port_monitoring' }, { plan_slug: 'starter' });
    for (const answer of [
      await api.post('/api/v1/whitelists', { port_start: 443, billing_customer_id: client }),
      await api.post('/api/v1/notifications/recipients', { client_id: client, email: `p${client}@example.org` }),
    ])
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  }
  expect((await api.post('/api/v1/webhooks', { url: 'https://hooks.example.com/' })).status).toBe(201);
}

/** What the account has, and its sandbox has not. */
async function fillAccount(): Promise<void> {
  const browser = await openConsole(service, partner);
  const key = await browser.post('/api/v1/keys', { name: 'another' });
  const price = {
    product_slug: 'port_monitoring',
    plan_slug: 'starter',
    currency: 'EUR',
    billing_cycle: 'monthly',
    amount: 5,
  };
  const channel = { type: 'ntfy', name: 'Operations', topic: 'acme' };
  const answers = [
    key,
    await browser.post('/api/v1/portal-domains', { domain: 'another.example.com' }),
    await browser.post('/api/v1/invitations', { email: 'guest@example.com', role: 'support' }),
    await browser.send('PUT', '/api/v1/branding', { display_name: 'Acme' }),
    await browser.send('PUT', '/api/v1/mail-sender', { address: 'security@acme.example' }),
    await partner.api.send('PUT', '/api/v1/plans/port_monitoring/starter', { capacity: 7 }),
    await partner.api.post('/api/v1/billing/pricing', { prices: [price] }),
    await partner.api.post('/api/v1/channels', channel),
    await partner.api.post('/api/v1/channels', { ...channel, billing_customer_id: 1 }),
  ];
  for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(300);
  await service.client(partner.portalDomain, key.body.data.api_key).get('/api/v1/plans');
  await eventually('a request in the log', async () => {
    const { rows } = await query('SELECT FROM api_requests WHERE partner_id = $1 LIMIT 1', [partner.partnerId]);
    return rows.length > 0;
  });
  await sequenceEvents(service);
}

/** The ids of a world's things. */
async function idsOf(partnerId: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = new Map<string, readonly string[]>();
  for (const [kind, table] of Object.entries(tables)) {
    const { rows } = await query<{ id: string }>(`SELECT id FROM ${table} WHERE partner_id = $1 ORDER BY id`, [
      partnerId,
    ]);
    ids.set(
      kind,
      rows.map(({ id }) => id),
    );
  }
  return ids;
}

/** Every row of a partner, and every job that names it, but what is only bookkeeping of requests. */
async function rowsOf(partnerId: string): Promise<Record<string, string[]>> {
  const { rows: named } = await query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attname = 'partner_id' AND NOT a.attisdropped AND NOT c.relname = ANY($1) ORDER BY c.relname`,
    [bookkeeping.tables],
  );
  const dump: Record<string, string[]> = {};
  const read = async (name: string, condition: string) => {
    const { rows } = await query<{ text: string }>(
      `SELECT (to_jsonb(t) - $2::text[])::text AS text FROM ${name} t WHERE ${condition} ORDER BY 1`,
      [partnerId, bookkeeping.columns],
    );
    dump[name] = rows.map(({ text }) => text);
  };
  for (const { name } of named) {
    const refusals = bookkeeping.auditActions.map((action) => `'${action}'`).join();
    await read(name, `partner_id = $1${name === 'audit_entries' ? ` AND action NOT IN (${refusals})` : ''}`);
  }
  await read('partners', 'id = $1');
  await read('pgboss.job', "data::text LIKE '%' || $1::text || '%'");
  return dump;
}

/** Sends what the document says to every operation, to things of both worlds. */
async function walk(
  callers: Readonly<Record<string, (operation: DescribedOperation) => Promise<ApiClient>>>,
  headers: Record<string, string>,
): Promise<Map<string, ApiAnswer[]>> {
  const random = new Random(66);
  const seen = [await idsOf(partner.partnerId), await idsOf(sandboxId)];
  let turn = 0;
  const values = new RequestValues(document, random, {
    pick: (_random, kind) => {
      // What the sandbox has none of, it has no ids of.
      const ids = seen[turn]!.get(kind);
      return random.pick(ids?.length ? ids : (seen[0]!.get(kind) ?? ['no-cursor']));
    },
  });
  const answers = new Map<string, ApiAnswer[]>();
  for (const operation of operations)
    for (const caller of Object.values(callers)) {
      const client = await caller(operation);
      for (let draw = 0; draw < drawsPerCaller; draw += 1) {
        turn = draw % 2;
        const { path, body } = requestOf(operation, values, draw);
        const answer = await client.send(operation.method, path, body, headers);
        expect(answer.status, `${operation.name} ${JSON.stringify(body)}`).toBeLessThan(500);
        answers.set(operation.name, [...(answers.get(operation.name) ?? []), answer]);
      }
    }
  return answers;
}

function requestOf(
  operation: DescribedOperation,
  values: RequestValues,
  draw: number,
): { path: string; body: unknown } {
  const parameters: Json[] = operation.operation.parameters ?? [];
  const drawn = (parameter: Json) => encodeURIComponent(values.ofParameter(operation, parameter, 0));
  const path = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((filled: string, parameter) => filled.replace(`{${parameter.name}}`, drawn(parameter)), operation.path);
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const search = required.map((parameter) => `${parameter.name}=${drawn(parameter)}`).join('&');
  const content = operation.operation.requestBody?.content['application/json'];
  // The document's own example first: it is accepted wherever no id is in it.
  const body = content && (draw < 2 ? content.example : values.of(content.schema, 'body', 0));
  return { path: search === '' ? path : `${path}?${search}`, body };
}

function codesOf(answers: readonly ApiAnswer[]): (string | number | undefined)[] {
  return answers.map(({ body }) => body?.error?.code);
}

const isChange = ({ method }: DescribedOperation) => method !== 'GET';
const hasSandbox = ({ operation }: DescribedOperation) =>
  /^(Sandbox)$/.test(operation.tags[0]) || JSON.stringify(operation.parameters ?? []).includes('X-Service-Sandbox');

describe('under the header of the sandbox', () => {
  let before: Record<string, string[]>;
  let answers: Map<string, ApiAnswer[]>;

  beforeAll(async () => {
    const administrator = await signInAdministrator(service, partner, administratorEmail);
    const visitor = new PortalBrowser(service, partner.portalDomain);
    before = await rowsOf(partner.partnerId);
    const customer = signedInToSandbox();
    answers = await walk(
      {
        key: async () => partner.api,
        administrator: async () => administrator,
        customer: async () => customer(header),
        visitor: async () => visitor,
      },
      header,
    );
  });

  it('no operation changes anything of the real world, whoever asks and whosever ids are sent', async () => {
    expect(answers.size).toBe(operations.length);
    expect(await rowsOf(partner.partnerId)).toEqual(before);
  });

  it('what changes something and has no sandbox is refused before its input is looked at', () => {
    for (const operation of operations.filter((each) => isChange(each) && !hasSandbox(each))) {
      const [ofKey] = answers.get(operation.name)!;
      const mayKey = (operation.operation.security ?? []).some((scheme: object) => 'apiKey' in scheme);
      if (mayKey) expect(ofKey!.body.error?.code, operation.name).toBe('SANDBOX_NOT_AVAILABLE');
      for (const { status } of answers.get(operation.name)!) expect(status, operation.name).toBeOneOf([401, 403]);
    }
  });

  it('what has a sandbox does in it what it is asked for', () => {
    const done = operations.filter(({ name }) => answers.get(name)!.some(({ status }) => status < 300));
    const undone = operations.filter((each) => isChange(each) && hasSandbox(each) && !done.includes(each));
    expect(undone.map(({ name }) => name)).toEqual([]);
  });
});

/** Signs a customer of the sandbox in again whenever the session has ended, as it does with what it is about. */
function signedInToSandbox() {
  let browser: PortalBrowser | undefined;
  return async (headers: Record<string, string>) => {
    if (browser && (await browser.get('/api/v1/monitoring/overview', headers)).status === 200) return browser;
    // The customer is gone after a reset.
    await sandbox.post('/api/v1/billing/provision', { client_id: 1, service_id: 1, ip_address: '127.0.0.1' });
    browser = await signInCustomer(service, { ...partner, api: sandbox }, 1);
    return browser;
  };
}

describe('with the session of a customer of the sandbox', () => {
  it('no operation changes anything of the real world, whosever ids are sent', async () => {
    await sandbox.post('/api/v1/sandbox/reset');
    await fill({ ...partner, partnerId: sandboxId, api: sandbox, operation: service.operator(sandboxId) });
    const before = await rowsOf(partner.partnerId);
    const customer = signedInToSandbox();
    const answers = await walk({ customer: () => customer({}) }, {});
    expect(await rowsOf(partner.partnerId)).toEqual(before);
    expect(codesOf(answers.get('POST /api/v1/channels')!)).toEqual(Array(drawsPerCaller).fill('SANDBOX_NOT_AVAILABLE'));
  });
});

it('the same requests without the header change the real world: the comparison would show it', async () => {
  const before = await rowsOf(partner.partnerId);
  await walk({ key: async () => partner.api }, {});
  const after = await rowsOf(partner.partnerId);
  const changed = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
  expect(changed).toEqual(
    expect.arrayContaining(['audit_entries', 'channels', 'customers', 'endpoints', 'plans', 'prices', 'webhooks']),
  );
});
