import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, verifyWebhook, withRetries } from '../../../client/index.ts';
import { checkIntegration, type Integrator, RealKeyError, type Task } from './check-integration.ts';

const apiKey = `bwk_test_${'a'.repeat(46)}`;
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const customer = { billing_customer_id: 1 };
const events = [
  { type: 'alert.opened', data: customer },
  { type: 'alert.resolved', data: customer },
];

/** Says yes to everything, as far as the check looks. */
let breakwater: Server;
/** What a receiver answers. */
type Receive = (id: string, request: { headers: Record<string, string>; body: string }) => number | Promise<number>;
const acted = new Map<string, number>();
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  breakwater = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{}}');
  });
  await once(breakwater.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  breakwater.close();
});

async function startReceiver(receive: Receive): Promise<Server> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    response.writeHead(await receive(headers['webhook-id']!, { headers, body })).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

const act = (id: string) => acted.set(id, (acted.get(id) ?? 0) + 1);

const rightReceiver: Receive = async (id, { headers, body }) => {
  try {
    await verifyWebhook({ headers, body, secrets: [secret] });
  } catch {
    return 400;
  }
  if (!acted.has(id)) act(id);
  return 204;
};

/** What a task needs done, by the project's own client. */
async function rightly({ name, url, order, eventId }: Task) {
  if (name === 'webhook-acted') return { succeeded: true, output: String(acted.get(eventId!) ?? 0) };
  const client = createClient({ baseUrl: url, apiKey, fetch: withRetries() });
  const { clientId: client_id, serviceId: service_id, ipAddress: ip_address } = order;
  const query = { billing_customer_id: client_id };
  const answer = name.startsWith('sell')
    ? await client.POST('/api/v1/billing/provision', { body: { client_id, service_id, ip_address } })
    : name === 'show'
      ? await client.GET('/api/v1/alerts', { params: { query } })
      : await client.POST('/api/v1/billing/sync-services', {
          body: { services: [{ client_id, service_id, product_slug: 'endpoint', status: 'suspended' }] },
        });
  return { succeeded: answer.response.ok, output: '' };
}

async function check(perform: Integrator['perform'], by: Receive = rightReceiver) {
  const receiver = await startReceiver(by);
  const checked = await checkIntegration({
    upstream: urlOf(breakwater),
    port: 0,
    integrator: { perform },
    receiver: { url: urlOf(receiver), secret },
    events,
    firstId: 900_000_000,
  }).finally(() => receiver.close());
  return Object.fromEntries(checked.map(({ rule, verdict }) => [rule.name, verdict.state]));
}

const brokenOf = (states: Record<string, string>) => Object.keys(states).filter((rule) => states[rule] !== 'kept');

/** Sends one request as somebody does who writes his own client. */
async function send(task: Task, path: string, body: object | null, headers: Record<string, string> = {}) {
  return fetch(`${task.url}${path}`, {
    method: body === null ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
    ...(body !== null && { body: JSON.stringify(body) }),
  });
}

const orderOf = ({ order }: Task) => ({
  client_id: order.clientId,
  service_id: order.serviceId,
  ip_address: order.ipAddress,
});
const provision = '/api/v1/billing/provision';

/** Another way of doing the steps with this name. */
const but = (name: string, wrongly: (task: Task) => Promise<unknown>) => async (task: Task) => {
  if (task.name !== name) return rightly(task);
  await wrongly(task);
  return { succeeded: true, output: '' };
};

describe('a check of an integration', () => {
  it.concurrent('finds nothing wrong with one that uses the client', async () => {
    const states = await check(rightly);
    expect(Object.keys(states)).toHaveLength(12);
    expect(brokenOf(states)).toEqual([]);
  }, 60_000);

  const wrong: [rule: string, what: string, perform: Integrator['perform']][] = [
    [
      'sale',
      'sells without the service',
      but('sell', (task) => send(task, provision, { ...orderOf(task), service_id: undefined })),
    ],
    [
      'scope',
      'reads alerts of all customers',
      but('show', (task) => send(task, '/api/v1/alerts?billing_customer_id=', null)),
    ],
    ['suspension', 'forgets to tell of a suspension', but('suspend', async () => {})],
    [
      'full-plan',
      'tries a full plan again and again',
      but('sell-full', async (task) => {
        for (let attempt = 0; attempt < 3; attempt += 1) await send(task, provision, orderOf(task));
      }),
    ],
    [
      'retry-after',
      'does not wait as long as it is told',
      but('sell-throttled', async (task) => {
        for (let attempt = 0; attempt < 2; attempt += 1) await send(task, provision, orderOf(task));
      }),
    ],
    [
      'key-in-use',
      'takes another key after 409',
      but('sell-in-flight', async (task) => {
        await send(task, provision, orderOf(task), { 'idempotency-key': 'a' });
        await setTimeout(1_100);
        await send(task, provision, orderOf(task), { 'idempotency-key': 'b' });
      }),
    ],
    [
      'lost-answer',
      'takes another key after a lost answer',
      but('sell-lost', async (task) => {
        await send(task, provision, orderOf(task), { 'idempotency-key': 'a' }).catch(() => {});
        await send(task, provision, orderOf(task), { 'idempotency-key': 'b' });
      }),
    ],
  ];

  it.concurrent.each(wrong)(
    'finds broken, and only that: %s, by one that %s',
    async (rule, _what, perform) => {
      expect(brokenOf(await check(perform))).toEqual([rule]);
    },
    60_000,
  );

  const wrongReceivers: [rules: string[], what: string, receive: Receive][] = [
    [['webhook-taken', 'webhook-once', 'webhook-order'], 'refuses everything', () => 400],
    [
      ['webhook-signature', 'webhook-age'],
      'verifies nothing',
      (id) => {
        if (!acted.has(id)) act(id);
        return 204;
      },
    ],
    [
      ['webhook-age'],
      'does not look at the time',
      async (id, { headers, body }) => {
        const now = Number(headers['webhook-timestamp']) * 1_000;
        const isGood = await verifyWebhook({ headers, body, secrets: [secret], now }).catch(() => null);
        if (isGood && !acted.has(id)) act(id);
        return isGood ? 204 : 400;
      },
    ],
    [
      ['webhook-once'],
      'acts on each that comes',
      async (id, request) => {
        const status = await rightReceiver(id, request);
        if (status === 204) act(id);
        return status;
      },
    ],
  ];

  it.concurrent.each(wrongReceivers)(
    'finds broken, and only that: %s, by a receiver that %s',
    async (rules, _what, by) => {
      expect(brokenOf(await check(rightly, by))).toEqual(rules);
    },
    60_000,
  );

  it.concurrent('passes nothing on that comes with a key of the real world, and says so', async () => {
    const live = async (task: Task) => {
      const answer = await send(task, provision, orderOf(task), { authorization: `Bearer bwk_${'a'.repeat(46)}` });
      expect(answer.status).toBe(403);
      return { succeeded: false, output: '' };
    };
    await expect(check(live)).rejects.toThrow(RealKeyError);
  });
});
