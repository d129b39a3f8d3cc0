import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/identity/partners/create-key.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { ApiDocument, type DescribedOperation, type Json } from '../support/api-document.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
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
/** What the walk sends to each operation as each caller: with ids of the real world and with those of the sandbox by turns. */
const drawsPerCaller = 4;
/** The customer and the service that all requests are about, who are in both worlds. */
const unknownId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const own: Readonly<Record<string, number>> = { client_id: 1, billing_customer_id: 1, service_id: 1, wait_seconds: 0 };
const plan = { product_slug: 'port_monitoring', plan_slug: 'business' };

/** Where the ids are of what paths and fields name. */
const columns: Readonly<Record<string, string>> = {
  endpoints: 'endpoints.id',
  endpoint_id: 'endpoints.id',
  alerts: 'alerts.id',
  ids: 'alerts.id',
  domains: 'monitored_domains.id',
  monitored_domain_id: 'monitored_domains.id',
  scans: 'scans.id',
  whitelists: 'allowed_port_rules.id',
  recipients: 'notification_recipients.id',
  webhooks: 'webhooks.id',
  deliveries: 'webhook_deliveries.event_id',
  channels: 'channels.id',
  keys: 'api_keys.id',
  requests: 'api_requests.id',
  'portal-domains': 'portal_domains.id',
  administrators: 'administrators.id',
  invitations: 'administrator_invitations.id',
  sessions: 'sessions.id',
};

/**
 * What a request leaves behind whatever it asks for and however it is answered: its line in the log of the key's requests, when the key or
 * session was last used, and in the audit log that it was refused. How often a key asked in this minute is no row of a partner's.
 */
const bookkeeping = { table: 'api_requests', column: 'last_used_at', auditAction: 'access.refused' };

/** What stops or ends that which others are about comes behind them, and at the very end what ends the session, or everything. */
const order = [/^/, /(?<!scan|check)$/, /reopen$/, /suspend|terminate|release/, /^DELETE/, /session|reset$/];

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
  const rows = await read<{ id: string }>('SELECT id FROM partners WHERE sandbox_of = $1', [partner.partnerId]);
  sandboxId = rows[0]!.id;
  await pretendLiveWorker(service);
  await createAdministrator(partner, administratorEmail);
  await createAdministrator(partner, 'grace@example.com');
  await fill(partner);
  await fillSandbox();
  await fillAccount();
  document = (await partner.api.get('/openapi.json')).body;
  const placeOf = ({ name }: DescribedOperation) => order.findLastIndex((pattern) => pattern.test(name));
  operations = new ApiDocument(document).operations.toSorted((a, b) => placeOf(a) - placeOf(b));
});
afterAll(async () => {
  await service?.stop();
});

async function read<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await service.store.database.pool.query<Row>(text, values)).rows;
}

/** Puts into a world what a customer has. */
async function fill(world: TestPartner): Promise<void> {
  const { api } = world;
  const client_id = own.client_id!;
  await read('DELETE FROM pgboss.job');
  const order = { client_id, service_id: own.service_id, ...plan };
  const subscribed = await api.post('/api/v1/billing/provision-subscription', order);
  for (let host = 1; host <= 6; host += 1) {
    const endpointId = await provision(api, `127.0.0.${host}`, { client_id, client_name: 'Jane Roe' });
    await completeScan(service, world, endpointId, { open: ['21:tcp', '22:tcp', '25:tcp', '3306:tcp', '6379:tcp'] });
  }
  for (const domain of ['a.example.com', 'b.example.com']) {
    const domainId = await monitorDomain(api, client_id, domain);
    await scanDomain(service, domainId, [leakedCredential(`a@${domain}`), mention(domain)]);
  }
  const webhook = await api.post('/api/v1/webhooks', { url: 'https://hooks.example.com/' });
  const answers = [
    subscribed,
    webhook,
    await api.post('/api/v1/whitelists', { port_start: 443, billing_customer_id: client_id }),
    await api.post('/api/v1/notifications/recipients', { client_id, email: 'jane@example.org' }),
  ];
  for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(300);
  await read(
    `INSERT INTO webhook_deliveries (partner_id, webhook_id, event_id, event_type, status, created_at, settled_at)
     VALUES ($1, $2, gen_random_uuid(), 'scan.failed', 'failed', now(), now())`,
    [world.partnerId, webhook.body.data.webhook.id],
  );
}

function fillSandbox(): Promise<void> {
  return fill({ ...partner, partnerId: sandboxId, api: sandbox, operation: service.operator(sandboxId) });
}

/** What the account has, and its sandbox has not. */
async function fillAccount(): Promise<void> {
  const browser = await openConsole(service, partner);
  const key = await browser.post('/api/v1/keys', { name: 'another' });
  const price = { ...plan, currency: 'EUR', billing_cycle: 'monthly', amount: 5 };
  const channel = { type: 'ntfy', name: 'Operations', topic: 'acme' };
  const answers = [
    key,
    await browser.post('/api/v1/portal-domains', { domain: 'another.example.com' }),
    await browser.post('/api/v1/invitations', { email: 'guest@example.com', role: 'support' }),
    await browser.send('PUT', '/api/v1/branding', { display_name: 'Acme' }),
    await browser.send('PUT', '/api/v1/mail-sender', { address: 'security@acme.example' }),
    await partner.api.send('PUT', '/api/v1/plans/port_monitoring/business', { capacity: 7 }),
    await partner.api.post('/api/v1/billing/pricing', { prices: [price] }),
    await partner.api.post('/api/v1/channels', channel),
    await partner.api.post('/api/v1/channels', { ...channel, billing_customer_id: own.client_id }),
  ];
  for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(300);
  await service.client(partner.portalDomain, key.body.data.api_key).get('/api/v1/plans');
  await eventually('a request in the log', async () => {
    const rows = await read('SELECT FROM api_requests WHERE partner_id = $1 LIMIT 1', [partner.partnerId]);
    return rows.length > 0;
  });
}

/** The ids of a world's things, by what they are called. */
async function idsOf(partnerId: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = new Map<string, readonly string[]>();
  for (const [name, place] of Object.entries(columns)) {
    const [table, column] = place.split('.');
    const rows = await read<{ id: string }>(
      `SELECT ${column} AS id FROM ${table} WHERE partner_id = $1 ORDER BY ${column}`,
      [partnerId],
    );
    const found = rows.map(({ id }) => id);
    ids.set(name, found);
  }
  return ids;
}

/** Every row of a partner, and every job that names it, but what is only bookkeeping of requests. */
async function rowsOf(partnerId: string): Promise<Record<string, string[]>> {
  const tables = await read<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attname = 'partner_id' AND NOT a.attisdropped AND c.relname <> $1 ORDER BY c.relname`,
    [bookkeeping.table],
  );
  const conditions = [
    ...tables.map(({ name }) => {
      const isNoRefusal = name === 'audit_entries' ? ` AND action <> '${bookkeeping.auditAction}'` : '';
      return [name, `partner_id = $1${isNoRefusal}`] as const;
    }),
    ['partners', 'id = $1'] as const,
    ['pgboss.job', "data::text LIKE '%' || $1::text || '%'"] as const,
  ];
  const dump: Record<string, string[]> = {};
  for (const [name, condition] of conditions) {
    const rows = await read<{ text: string }>(
      `SELECT (to_jsonb(t) - $2::text)::text AS text FROM ${name} t WHERE ${condition} ORDER BY 1`,
      [partnerId, bookkeeping.column],
    );
    dump[name] = rows.map(({ text }) => text);
  }
  return dump;
}

type Callers = Readonly<Record<string, () => ApiClient | Promise<ApiClient>>>;
/** By operation: of each caller, in their order. */
type Answers = ReadonlyMap<string, ReadonlyMap<string, readonly ApiAnswer[]>>;

/** Sends to every operation what the document says that it takes, about things of both worlds. */
async function walk(
  callers: Callers,
  headers: Record<string, string>,
  wanted: readonly DescribedOperation[] = operations,
): Promise<Answers> {
  const worlds = [await idsOf(partner.partnerId), await idsOf(sandboxId)] as const;
  const random = new Random(66);
  const answers = new Map<string, Map<string, ApiAnswer[]>>();
  for (const operation of wanted) {
    const ofOperation = new Map<string, ApiAnswer[]>();
    answers.set(operation.name, ofOperation);
    for (const [caller, clientOf] of Object.entries(callers)) {
      const client = await clientOf();
      const ofCaller: ApiAnswer[] = [];
      ofOperation.set(caller, ofCaller);
      for (let draw = 0; draw < drawsPerCaller; draw += 1) {
        const ids = worlds[draw % 2 === 0 ? 0 : 1];
        // What the sandbox has none of, it has no ids of; of some things neither world has any.
        const pick = (name: string) =>
          random.pick([ids, worlds[0]].map((of) => of.get(name) ?? []).find(({ length }) => length > 0) ?? [unknownId]);
        // The document's own example is taken wherever no id is in it.
        const { path, body } = requestOf(operation, { random, pick, fromExample: draw < drawsPerCaller / 2 });
        const answer = await client.send(operation.method, path, body, headers);
        expect(answer.status, `${operation.name} ${JSON.stringify(body)}`).not.toBe(500);
        ofCaller.push(answer);
      }
    }
  }
  return answers;
}

interface Draw {
  readonly random: Random;
  readonly pick: (name: string) => string;
  readonly fromExample: boolean;
}

function requestOf({ path, operation, ...more }: DescribedOperation, { random, pick, fromExample }: Draw) {
  const values = new RequestValues(document, random, { pick: (_random, name) => pick(name) });
  const drawn = (parameter: Json) =>
    encodeURIComponent(own[parameter.name] ?? values.ofParameter({ ...more, path, operation }, parameter, 0));
  const parameters: Json[] = operation.parameters ?? [];
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text: string, parameter) => text.replace(`{${parameter.name}}`, drawn(parameter)), path);
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const search = required.map((parameter) => `${parameter.name}=${drawn(parameter)}`).join('&');
  const content = operation.requestBody?.content['application/json'];
  const body = content && (fromExample ? content.example : values.of(content.schema, 'body', 0));
  return { path: search === '' ? filled : `${filled}?${search}`, body: aboutOwn(body, pick) };
}

/** The same of the customer that there is, and with ids of what there is. */
function aboutOwn(value: unknown, pick: Draw['pick']): unknown {
  if (Array.isArray(value)) return value.map((each) => aboutOwn(each, pick));
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).map(([name, member]) => {
    if (name === 'ids') return [name, [pick(name)]];
    return [name, own[name] ?? (name in columns ? pick(name) : aboutOwn(member, pick))];
  });
  return Object.fromEntries(members);
}

const isChange = ({ method }: DescribedOperation) => method !== 'GET';
const isInSandbox = ({ operation }: DescribedOperation) =>
  operation.tags[0] === 'Sandbox' || JSON.stringify(operation.parameters ?? []).includes('X-Service-Sandbox');

/** A customer of the sandbox, who is signed in again where the session has ended. */
function customerOfSandbox(headers: Record<string, string>): () => Promise<PortalBrowser> {
  let browser: PortalBrowser | undefined;
  return async () => {
    if (browser && (await browser.get('/api/v1/monitoring/overview', headers)).status === 200) return browser;
    // The customer is gone after a reset.
    const order = { client_id: own.client_id, service_id: own.service_id, ip_address: '127.0.0.1' };
    await sandbox.post('/api/v1/billing/provision', order);
    browser = await signInCustomer(service, { ...partner, api: sandbox }, own.client_id!);
    return browser;
  };
}

describe('under the header of the sandbox', () => {
  let before: Record<string, string[]>;
  let after: Record<string, string[]>;
  let answers: Answers;

  beforeAll(async () => {
    const administrator = await signInAdministrator(service, partner, administratorEmail);
    before = await rowsOf(partner.partnerId);
    const callers: Callers = {
      key: () => partner.api,
      administrator: () => administrator,
      customer: customerOfSandbox(header),
      visitor: () => new PortalBrowser(service, partner.portalDomain),
    };
    answers = await walk(callers, header);
    after = await rowsOf(partner.partnerId);
  });

  it('no operation changes anything of the real world, whoever asks and whosever ids are sent', () => {
    expect(after).toEqual(before);
    expect(answers.size).toBe(operations.length);
  });

  it('what changes something and has no sandbox is refused before its input is looked at', () => {
    for (const operation of operations.filter((each) => isChange(each) && !isInSandbox(each))) {
      const mayKey = (operation.operation.security ?? []).some((scheme: object) => 'apiKey' in scheme);
      const ofCallers = answers.get(operation.name)!;
      for (const { body } of ofCallers.get(mayKey ? 'key' : 'administrator')!)
        expect(body.error?.code, operation.name).toBe('SANDBOX_NOT_AVAILABLE');
      for (const { status } of [...ofCallers.values()].flat()) expect(status, operation.name).toBeOneOf([401, 403]);
    }
  });

  it('what has a sandbox is asked of it, and most of that is done there', () => {
    const inSandbox = operations.filter((each) => isChange(each) && isInSandbox(each));
    const ofKey = ({ name }: DescribedOperation) => answers.get(name)!.get('key')!;
    for (const operation of inSandbox)
      for (const { body } of ofKey(operation))
        expect(body?.error?.code, operation.name).not.toBe('SANDBOX_NOT_AVAILABLE');
    const done = inSandbox.filter((operation) => ofKey(operation).some(({ status }) => status < 300));
    expect(done.length).toBeGreaterThan(0.75 * inSandbox.length);
  });
});

describe('with the session of a customer of the sandbox', () => {
  it('no operation changes anything of the real world, whosever ids are sent', async () => {
    await sandbox.post('/api/v1/sandbox/reset');
    await fillSandbox();
    const before = await rowsOf(partner.partnerId);
    // Who knows a password or has a link from a mail may sign in with it in any browser.
    const isOfSession = ({ name, operation }: DescribedOperation) =>
      operation.tags[0] !== 'Session' || /^(DELETE|PUT) /.test(name);
    const answers = await walk({ customer: customerOfSandbox({}) }, {}, operations.filter(isOfSession));
    expect(await rowsOf(partner.partnerId)).toEqual(before);
    for (const { body } of answers.get('POST /api/v1/channels')!.get('customer')!)
      expect(body.error.code).toBe('SANDBOX_NOT_AVAILABLE');
  });
});

describe('with a key of the sandbox', () => {
  let key: ApiClient;
  let before: Record<string, string[]>;
  let answers: Answers;

  beforeAll(async () => {
    await sandbox.post('/api/v1/sandbox/reset');
    await fillSandbox();
    const { apiKey } = await createKey(partner.operation, { name: 'tests', world: 'sandbox' });
    key = service.client(partner.portalDomain, apiKey);
    before = await rowsOf(partner.partnerId);
    answers = await walk({ key: () => key }, {});
  });

  it('no operation changes anything of the real world, without any header and with one that asks for it', async () => {
    expect(await rowsOf(partner.partnerId)).toEqual(before);
    await walk({ key: () => key }, { 'x-service-sandbox': 'false' });
    expect(await rowsOf(partner.partnerId)).toEqual(before);
  });

  it('what has no sandbox is refused, reads too, but for plans and prices', () => {
    const shared = [
      'GET /api/v1/plans',
      'GET /api/v1/billing/pricing',
      'GET /api/v1/provisioning/pricing',
      'GET /api/v1/prices',
    ];
    for (const operation of operations.filter((each) => !isInSandbox(each))) {
      const mayKey = (operation.operation.security ?? []).some((scheme: object) => 'apiKey' in scheme);
      for (const { status, body } of answers.get(operation.name)!.get('key')!)
        if (shared.includes(operation.name)) expect(status, operation.name).toBe(200);
        else if (mayKey) expect(body.error?.code, operation.name).toBe('SANDBOX_KEY');
    }
  });

  it('what has a sandbox is done there', () => {
    const inSandbox = operations.filter((each) => isChange(each) && isInSandbox(each));
    const done = inSandbox.filter(({ name }) =>
      answers
        .get(name)!
        .get('key')!
        .some(({ status }) => status < 300),
    );
    expect(done.length).toBeGreaterThan(0.75 * inSandbox.length);
  });
});

it('the same requests without the header change the real world, which the comparison shows', async () => {
  const before = await rowsOf(partner.partnerId);
  await walk({ key: () => partner.api }, {});
  const after = await rowsOf(partner.partnerId);
  const changed = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
  expect(changed).toEqual(
    expect.arrayContaining(['audit_entries', 'channels', 'customers', 'endpoints', 'plans', 'prices', 'webhooks']),
  );
});
