import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventType } from '../../src/core/operation/occurrences.ts';
import { createAdministrator as createByOperator } from '../../src/identity/administrators/create-administrator.ts';
import { eventSchemas } from '../../src/wiring/event-schemas.ts';
import type { ApiClient } from '../support/api-client.ts';
import { auditOf } from '../support/audit-log.ts';
import { eventually } from '../support/eventually.ts';
import { MailServer } from '../support/mail-server.ts';
import { newClientId } from '../support/notifications.ts';
import { createAdministrator, goodPassword, signInAdministrator } from '../support/portal-browser.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';
import { type ReceivedRequest, verified, WebhookReceiver } from '../support/webhook-receiver.ts';

const path = '/api/v1/webhooks';
const fiveDays = 5 * 86_400;

// biome-ignore lint/suspicious/noExplicitAny: webhooks and deliveries as the API shows them
type Shown = any;

let service: TestService;
let receiver: WebhookReceiver;
let mailServer: MailServer;
let partner: TestPartner;
let lastPath = 0;
let url: string;
let hook: string;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  mailServer = await MailServer.start();
  service = await TestService.start({
    environment: { ...mailServer.environment, WEBHOOK_ALLOW: '127.0.0.0/8', SCAN_ENGINE: 'off', OPERATIONS_PORT: '0' },
  });
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
  await mailServer?.close();
});
beforeEach(async () => {
  partner = await service.partner();
  lastPath += 1;
  hook = `/${lastPath}`;
  url = receiver.url(hook);
  receiver.answer = (response) => response.writeHead(204).end();
});

async function create(more: object = {}, api = partner.api): Promise<{ webhook: Shown; secret: string }> {
  return expectSuccess(await api.post(path, { url, ...more }), 201);
}

/** Something that partners are told of: a server, at an address that is never scanned. */
async function provisionServer(api: ApiClient = partner.api): Promise<string> {
  const body = { client_id: newClientId(), ip_address: `10.0.0.${lastPath % 250}`, service_id: 1 };
  return expectSuccess(await api.post('/api/v1/billing/provision', body), 201).endpoint_id;
}

const read = async (id: string): Promise<Shown> => expectSuccess(await partner.api.get(`${path}/${id}`)).webhook;
const deliveriesOf = async (id: string, query = '', api = partner.api): Promise<Shown[]> =>
  expectSuccess(await api.get(`${path}/${id}/deliveries${query}`)).deliveries;
const detailOf = async (id: string, delivery: string, api = partner.api): Promise<Shown> =>
  expectSuccess(await api.get(`${path}/${id}/deliveries/${delivery}`)).delivery;

/** The requests at this test's webhook, once there are so many. */
const received = (count: number): Promise<ReceivedRequest[]> =>
  eventually(`${count} requests have come`, async () => receiver.at(hook).length >= count && receiver.at(hook));

/** The only delivery of a webhook, once it is in that state. */
const deliveryIn = (id: string, state: object, api = partner.api): Promise<Shown> =>
  eventually(`the delivery has become ${JSON.stringify(state)}`, async () => {
    const [delivery] = await deliveriesOf(id, '', api);
    return Object.entries(state).every(([field, value]) => delivery?.[field] === value) && delivery;
  });

describe('a webhook', () => {
  it('is told of what happens, signed, in the bytes that are signed', async () => {
    const { webhook, secret } = await create({ types: ['endpoint.created'], description: 'billing' });
    expect(webhook).toEqual({
      id: expect.any(String),
      world: 'live',
      url,
      types: ['endpoint.created'],
      description: 'billing',
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
      previous_secret_until: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const endpointId = await provisionServer();
    const [request] = await received(1);
    const { events } = expectSuccess(await partner.api.get('/api/v1/events?types=endpoint.created'));
    const { id, ...event } = events[0];
    expect(JSON.stringify(event.data)).toContain(endpointId);
    expect(verified(request!, secret)).toEqual(event);
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^breakwater\//),
      'webhook-id': id,
    });
    const delivery = await deliveryIn(webhook.id, { status: 'delivered' });
    expect(await detailOf(webhook.id, delivery.id)).toEqual({
      ...delivery,
      id,
      event_type: 'endpoint.created',
      attempts: 1,
      next_attempt_at: null,
      last_attempt: { at: expect.any(String), duration_ms: expect.any(Number), status: 204, failure: null },
      request: {
        url,
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': request!.headers['webhook-timestamp'],
          'webhook-signature': request!.headers['webhook-signature'],
        },
        body: request!.body,
      },
      answer: { status: 204, headers: { date: expect.any(String) }, body: '', is_cut: false },
    });
  });

  it('gets events of the types that it wants, and those of its own account only', async () => {
    const { webhook } = await create({ types: ['endpoint.terminated'] });
    const other = await service.partner();
    await create({ types: [] }, other.api);
    const id = await provisionServer();
    await partner.api.send('DELETE', `/api/v1/endpoints/${id}`);
    const [request] = await received(1);
    expect(JSON.parse(request!.body).type).toBe('endpoint.terminated');
    await deliveryIn(webhook.id, { status: 'delivered' });
    expect(await deliveriesOf(webhook.id)).toHaveLength(1);
    expect(receiver.at(hook)).toHaveLength(1);
  });

  it('is refused where it must not lead, or wants what is not', async () => {
    const bodies: [object, string][] = [
      [{}, 'url'],
      [{ url: 'nonsense' }, 'url'],
      [{ url: 'https://user:password@hooks.example.com/' }, 'url'],
      [{ url: 'https://10.0.0.1/' }, 'url'],
      [{ url: 'https://[::ffff:169.254.169.254]/' }, 'url'],
      [{ url: 'https://hooks.example.com:25/' }, 'url'],
      [{ url: 'http://8.8.8.8/' }, 'url'],
      [{ url: 'ftp://hooks.example.com/' }, 'url'],
      [{ url: `https://hooks.example.com/${'a'.repeat(2_048)}` }, 'url'],
      [{ url, types: ['endpoint.painted'] }, 'types.0'],
      [{ url, types: 'endpoint.created' }, 'types'],
      [{ url, description: 'a'.repeat(256) }, 'description'],
    ];
    for (const [body, field] of bodies) expectRefusal(await partner.api.post(path, body), 422, [field]);
    const { webhook } = await create();
    expectRefusal(await partner.api.send('PUT', `${path}/${webhook.id}`, { url: 'https://127.0.0.1:22/' }), 422, [
      'url',
    ]);
    expectRefusal(await partner.api.post(`${path}/${webhook.id}/rotate-secret`, { overlap_seconds: 604_801 }), 422, [
      'overlap_seconds',
    ]);
    expectRefusal(await partner.api.post(`${path}/${webhook.id}/replay`, { since: 'yesterday' }), 422, ['since']);
  });

  it('shows the values of its query to nobody who could not have set them, and to no log', async () => {
    const { webhook } = await create({ url: `${url}?token=hunter2&a=b&c#` });
    const masked = `${url}?token=…&a=…&…`;
    const email = 'support@example.com';
    await createByOperator(partner.operation, { email, name: null, password: goodPassword, role: 'support' });
    const support = await signInAdministrator(service, partner, email);
    const read = `${path}/${webhook.id}`;
    expect(expectSuccess(await support.get(read)).webhook.url).toBe(masked);
    expect(JSON.stringify((await support.get(path)).body)).not.toContain('hunter2');
    expect(expectSuccess(await partner.api.get(read)).webhook.url).toBe(webhook.url);
    expectSuccess(await partner.api.post(`${read}/test`), 202);
    const { id } = await deliveryIn(webhook.id, { status: 'delivered' });
    const { delivery } = expectSuccess(await support.get(`${read}/deliveries/${id}`));
    expect(delivery.request.url).toBe(masked);
    await partner.api.send('DELETE', read);
    const audit = JSON.stringify(await auditOf(service, webhook.id));
    expect(audit).toContain('token=…');
    expect(audit).not.toContain('hunter2');
  });

  it('can be changed, and is one of fifty at most', async () => {
    const { webhook } = await create();
    const change = async (body: object): Promise<Shown> =>
      expectSuccess(await partner.api.send('PUT', `${path}/${webhook.id}`, body)).webhook;
    expect(await change({})).toEqual(webhook);
    expect(await change({ types: ['scan.failed', 'scan.failed'], description: 'b' })).toMatchObject({
      types: ['scan.failed'],
      description: 'b',
      url,
    });
    expect(await change({ types: [] })).toMatchObject({ types: [] });
    expect(await change({ enabled: false })).toMatchObject({ enabled: false, disabled_reason: 'by_hand' });
    expect(await change({ enabled: true })).toMatchObject({ enabled: true, disabled_reason: null, disabled_at: null });
    expect((await auditOf(service, webhook.id)).map(({ action }) => action)).toEqual([
      'webhook.created',
      ...Array(4).fill('webhook.changed'),
    ]);
    for (let count = 1; count < 50; count += 1) await create();
    expectProblem(await partner.api.post(path, { url }), 409, 'WEBHOOK_LIMIT_EXCEEDED');
    expect((await partner.api.send('DELETE', `${path}/${webhook.id}`)).status).toBe(204);
    expectProblem(await partner.api.get(`${path}/${webhook.id}`), 404, 'WEBHOOK_NOT_FOUND');
    expect(expectSuccess(await partner.api.get(path)).webhooks).toHaveLength(49);
  });

  it('has a secret that is shown once and sealed, and two of them while it rotates', async () => {
    const { webhook, secret } = await create();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { rows } = await service.store.database.pool.query('SELECT secret FROM webhooks WHERE id = $1', [webhook.id]);
    expect(rows[0].secret.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false);
    expect(rows[0].secret.toString('latin1')).not.toContain(secret.slice(6));
    const rotate = async (body: object = {}): Promise<{ webhook: Shown; secret: string }> =>
      expectSuccess(await partner.api.post(`${path}/${webhook.id}/rotate-secret`, body));
    const second = await rotate();
    const until = Date.parse(second.webhook.previous_secret_until) - service.clock.now().getTime();
    expect(Math.round(until / 3_600_000)).toBe(24);
    await partner.api.post(`${path}/${webhook.id}/test`);
    const [both] = await received(1);
    for (const each of [secret, second.secret]) verified(both!, each);
    const third = await rotate({ overlap_seconds: 0 });
    expect(third.webhook.previous_secret_until).toBeNull();
    await partner.api.post(`${path}/${webhook.id}/test`);
    const [, single] = await received(2);
    verified(single!, third.secret);
    expect(() => verified(single!, second.secret)).toThrow();
    const audit = await auditOf(service, webhook.id);
    expect(JSON.stringify(audit)).not.toContain('whsec_');
  });

  it('can be tried by an event that goes to it alone, whatever types it wants', async () => {
    const { webhook } = await create({ types: ['scan.failed'] });
    const other = await create({ url: receiver.url(`${hook}/other`) });
    expectSuccess(await partner.api.post(`${path}/${webhook.id}/test`), 202);
    const [request] = await received(1);
    expect(JSON.parse(request!.body)).toMatchObject({ type: 'webhook.test', data: { webhook_id: webhook.id } });
    await deliveryIn(webhook.id, { status: 'delivered', event_type: 'webhook.test' });
    expect(await deliveriesOf(other.webhook.id)).toEqual([]);
  });
});

describe('an attempt that fails', () => {
  const failWith = (status: number, headers: Record<string, string> = {}, body = '') => {
    receiver.answer = (response) => response.writeHead(status, headers).end(body);
  };

  it('is repeated by the plan with the same webhook-id, until it arrives', async () => {
    failWith(500, { 'content-type': 'text/plain' }, 'no\u0000pe');
    const { webhook, secret } = await create({ types: ['endpoint.created'] });
    await provisionServer();
    let before: string | null = null;
    for (const [attempts, seconds] of [
      [1, 5],
      [2, 300],
      [3, 1_800],
    ] as const) {
      const delivery = await eventually('the attempt is on record', async () => {
        const [shown] = await deliveriesOf(webhook.id);
        // While an attempt is under way, the last one is that before it.
        return shown?.attempts === attempts && shown.last_attempt && shown.last_attempt.at !== before && shown;
      });
      before = delivery.last_attempt.at;
      expect(delivery).toMatchObject({
        status: 'pending',
        last_attempt: { status: 500, failure: 'The receiver answered 500.' },
      });
      const wait = (Date.parse(delivery.next_attempt_at) - Date.parse(delivery.last_attempt.at)) / 1_000;
      expect(wait).toBeGreaterThan(0.79 * seconds);
      service.clock.advanceSeconds(1.21 * seconds);
      await received(attempts + 1);
    }
    expect((await read(webhook.id)).failing_since).not.toBeNull();
    failWith(200);
    service.clock.advanceSeconds(9_000);
    const delivery = await deliveryIn(webhook.id, { status: 'delivered' });
    const requests = receiver.at(hook);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery.id]));
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(requests.length);
    for (const request of requests) verified(request, secret);
    expect((await read(webhook.id)).failing_since).toBeNull();
  });

  it('waits for as long as the receiver asks for', async () => {
    failWith(429, { 'retry-after': '1000' });
    const { webhook } = await create();
    await partner.api.post(`${path}/${webhook.id}/test`);
    const delivery = await eventually('it was answered', async () => {
      const [shown] = await deliveriesOf(webhook.id);
      return shown?.last_attempt && shown;
    });
    const wait = Date.parse(delivery.next_attempt_at) - Date.parse(delivery.last_attempt.at);
    expect(wait).toBeGreaterThanOrEqual(1_000_000);
    const { answer } = await detailOf(webhook.id, delivery.id);
    expect(answer.headers['retry-after']).toBe('1000');
  });

  it('is one when the receiver redirects, is not there, or leads nowhere', async () => {
    failWith(308, { location: receiver.url('/elsewhere') });
    const { webhook } = await create();
    await partner.api.post(`${path}/${webhook.id}/test`);
    await received(1);
    const failures: [string, RegExp][] = [
      [webhook.id, /308.*not followed/],
      [(await create({ url: 'http://127.0.0.1:1024/' })).webhook.id, /connection failed/],
      [(await create({ url: 'https://no-such-host.invalid/' })).webhook.id, /name servers|no address/],
    ];
    for (const [id] of failures.slice(1)) await partner.api.post(`${path}/${id}/test`);
    for (const [id, text] of failures) {
      const delivery = await eventually('it failed', async () => (await deliveriesOf(id))[0]?.last_attempt);
      expect(delivery.failure).toMatch(text);
    }
    expect(receiver.at('/elsewhere')).toEqual([]);
  });

  it('with 410 disables the webhook, which can be enabled and catch up', async () => {
    failWith(410);
    const { webhook } = await create({ types: ['endpoint.created'] });
    await provisionServer();
    await eventually('it is disabled', async () => !(await read(webhook.id)).enabled);
    expect(await read(webhook.id)).toMatchObject({ disabled_reason: 'gone' });
    expect((await auditOf(service, webhook.id)).at(-1)).toMatchObject({
      action: 'webhook.disabled',
      actor_kind: 'system',
      details: { reason: 'gone' },
    });
    const [failed] = await deliveriesOf(webhook.id, '?status=failed');
    for (const step of ['test', `deliveries/${failed.id}/retry`])
      expectProblem(await partner.api.post(`${path}/${webhook.id}/${step}`), 409, 'WEBHOOK_DISABLED');
    const since = new Date(service.clock.now().getTime() - 3_600_000).toISOString();
    expectProblem(await partner.api.post(`${path}/${webhook.id}/replay`, { since }), 409, 'WEBHOOK_DISABLED');
    failWith(200);
    await partner.api.send('PUT', `${path}/${webhook.id}`, { enabled: true });
    expect(expectSuccess(await partner.api.post(`${path}/${webhook.id}/replay`, { since }), 202)).toEqual({
      queued: 1,
      next_since: null,
    });
    await deliveryIn(webhook.id, { status: 'delivered' });
  });

  it('for five days without a success disables the webhook, and tells who looks after the account', async () => {
    failWith(500);
    const [owner, support] = ['owner', 'support'].map((role) => `${role}-${lastPath}@example.org`);
    await createAdministrator(partner, owner!);
    const id = await createAdministrator(partner, support!);
    await service.store.database.pool.query("UPDATE administrators SET role = 'support' WHERE id = $1", [id]);
    const { webhook } = await create({ types: ['endpoint.created'] });
    await provisionServer();
    await eventually('it fails', async () => (await read(webhook.id)).failing_since);
    service.clock.advanceSeconds(fiveDays + 1);
    await eventually('it is disabled', async () => !(await read(webhook.id)).enabled);
    expect(await read(webhook.id)).toMatchObject({ disabled_reason: 'failing' });
    expect(await deliveriesOf(webhook.id, '?status=pending')).toEqual([]);
    const [mail] = await eventually('a mail comes', async () => {
      const mails = mailServer.mailsTo(owner!);
      const found = mails.filter(({ headers }) => headers.get('subject')!.includes('A webhook was disabled'));
      return found.length > 0 && found;
    });
    expect(mail!.text).toContain(`Your webhook leads to ${url}.`);
    expect(mail!.text).toContain('For five days nothing');
    const told = mailServer.mailsTo(support!).map(({ headers }) => headers.get('subject'));
    expect(told.join()).not.toContain('A webhook');
  });
});

describe('what was sent', () => {
  it('can be sent once more, one by one or all since a time, with the same webhook-id', async () => {
    const { webhook } = await create({ types: ['endpoint.created'] });
    const before = service.clock.now().toISOString();
    for (let count = 0; count < 3; count += 1) await provisionServer();
    await received(3);
    await eventually(
      'all have arrived',
      async () => (await deliveriesOf(webhook.id, '?status=delivered')).length === 3,
    );
    const [newest] = await deliveriesOf(webhook.id);
    expectSuccess(await partner.api.post(`${path}/${webhook.id}/deliveries/${newest.id}/retry`), 202);
    const four = await received(4);
    expect(four[3]!.headers['webhook-id']).toBe(newest.id);
    expect(four[3]!.body).toBe(four[2]!.body);
    await eventually('it has arrived', async () => (await deliveriesOf(webhook.id, '?status=delivered')).length === 3);
    const replayed = expectSuccess(await partner.api.post(`${path}/${webhook.id}/replay`, { since: before }), 202);
    expect(replayed).toEqual({ queued: 3, next_since: null });
    const seven = await received(7);
    expect(new Set(seven.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    // Another webhook catches up with what was before it.
    const later = await create({ url: receiver.url(`${hook}/later`) });
    await partner.api.post(`${path}/${later.webhook.id}/replay`, { since: before });
    await eventually('all have arrived', async () => receiver.at(`${hook}/later`).length >= 3);
  });

  it('is listed page by page, the newest first, by status', async () => {
    const { webhook } = await create({ types: ['endpoint.created'] });
    for (let count = 0; count < 3; count += 1) await provisionServer();
    await eventually(
      'all have arrived',
      async () => (await deliveriesOf(webhook.id, '?status=delivered')).length === 3,
    );
    const first = expectSuccess(await partner.api.get(`${path}/${webhook.id}/deliveries?limit=2`));
    expect(first).toMatchObject({ has_more: true, next_cursor: first.deliveries[1].id });
    const second = expectSuccess(
      await partner.api.get(`${path}/${webhook.id}/deliveries?limit=2&after=${first.next_cursor}`),
    );
    expect(second).toMatchObject({ has_more: false, next_cursor: null });
    const ids = [...first.deliveries, ...second.deliveries].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted().reverse());
    expect(await deliveriesOf(webhook.id, '?status=failed')).toEqual([]);
    expectProblem(await partner.api.get(`${path}/${webhook.id}/deliveries/${webhook.id}`), 404, 'DELIVERY_NOT_FOUND');
  });

  it('shows of a long answer the first 4 KiB, and none of its other headers', async () => {
    receiver.answer = (response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end('x'.repeat(10_000));
    const { webhook } = await create();
    await partner.api.post(`${path}/${webhook.id}/test`);
    const { id } = await deliveryIn(webhook.id, { status: 'delivered' });
    const { answer } = await detailOf(webhook.id, id);
    expect(answer).toMatchObject({ status: 200, is_cut: true, body: 'x'.repeat(4_096) });
    expect(Object.keys(answer.headers).toSorted()).toEqual(['content-type', 'date']);
  });
});

describe('a test of another type', () => {
  it.each(['alert.opened', 'scan.failed', 'capacity.enforced'])(
    'sends what an event of %s looks like',
    async (type) => {
      const { webhook, secret } = await create({ types: ['endpoint.created'] });
      expectSuccess(await partner.api.post(`${path}/${webhook.id}/test`, { type }), 202);
      const [request] = await received(1);
      const { data, ...event } = verified(request!, secret) as { type: string; data: object };
      expect(event.type).toBe(type);
      expect(eventSchemas[type as EventType].parse(data)).toEqual(data);
    },
  );

  it('tells nobody else, and lists of events tell it as a test', async () => {
    const { webhook } = await create();
    const other = await create({ url: receiver.url(`${hook}/other`) });
    expectSuccess(await partner.api.post(`${path}/${webhook.id}/test`, { type: 'alert.opened' }), 202);
    const { id } = await deliveryIn(webhook.id, { status: 'delivered' });
    const { events } = expectSuccess(await partner.api.get('/api/v1/events'));
    expect(events).toMatchObject([{ id, type: 'webhook.test', data: { sample: { type: 'alert.opened' } } }]);
    expect(await deliveriesOf(other.webhook.id)).toEqual([]);
    expectRefusal(await partner.api.post(`${path}/${webhook.id}/test`, { type: 'alert.painted' }), 422, ['type']);
  });
});

describe('a sandbox', () => {
  it('has webhooks of its own, which are really sent its events and no others', async () => {
    const sandbox = await enableSandbox(service, partner);
    const { webhook, secret } = await create({ types: ['endpoint.created'] }, sandbox);
    expect(webhook.world).toBe('sandbox');
    expect(expectSuccess(await partner.api.get(path)).webhooks).toEqual([]);
    const real = await create({ url: receiver.url(`${hook}/real`) });
    await provisionServer();
    await deliveryIn(real.webhook.id, { status: 'delivered' });
    const inSandbox = await provisionServer(sandbox);
    const { id } = await deliveryIn(webhook.id, { status: 'delivered' }, sandbox);
    expect(await detailOf(webhook.id, id, sandbox)).toMatchObject({ answer: { status: 204 } });
    const [request, ...others] = receiver.at(hook);
    expect(others).toEqual([]);
    expect(verified(request!, secret)).toMatchObject({ data: { endpoint_id: inSandbox } });
    expect(receiver.at(`${hook}/real`)).toHaveLength(1);
  });

  it('is chosen by the request: a `world` that is another is refused, and none is made', async () => {
    const sandbox = await enableSandbox(service, partner);
    expectRefusal(await partner.api.post(path, { url, world: 'sandbox' }), 422, ['world']);
    expectRefusal(await sandbox.post(path, { url, world: 'live' }), 422, ['world']);
    expect(expectSuccess(await partner.api.get(path)).webhooks).toEqual([]);
    expect((await create({ world: 'sandbox' }, sandbox)).webhook.world).toBe('sandbox');
  });

  it('sends nothing while sandbox mode is off', async () => {
    const sandbox = await enableSandbox(service, partner);
    const { webhook } = await create({ types: ['endpoint.created'] }, sandbox);
    receiver.answer = (response) => response.writeHead(500).end();
    await provisionServer(sandbox);
    await deliveryIn(webhook.id, { attempts: 1, status: 'pending' }, sandbox);
    await partner.api.send('PUT', '/api/v1/account/sandbox', { enabled: false });
    service.clock.advanceSeconds(600);
    await eventually('it was given up', async () => {
      const { rows } = await service.store.database.pool.query(
        'SELECT FROM webhook_deliveries WHERE webhook_id = $1 AND failure_kind = $2',
        [webhook.id, 'suspended'],
      );
      return rows.length === 1;
    });
    expect(receiver.at(hook)).toHaveLength(1);
  });
});

describe('the metrics', () => {
  it('tell how much waits and for how long, and why attempts fail', async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    const { webhook } = await create();
    await partner.api.post(`${path}/${webhook.id}/test`);
    await eventually('it failed', async () => (await read(webhook.id)).failing_since);
    const { host, port } = service.service.operationsAddress!;
    const text = await eventually('they count it', async () => {
      const answer = await fetch(`http://${host}:${port}/metrics`);
      const found = await answer.text();
      return /breakwater_webhook_deliveries\{state="later"\} [1-9]/.test(found) && found;
    });
    expect(text).toMatch(/breakwater_webhook_attempts_total\{outcome="retry",failure="answer"\} [1-9]/);
    expect(text).toMatch(/breakwater_webhook_deliveries_oldest_seconds \d/);
    expect(text).toMatch(/breakwater_webhook_delay_seconds_count [1-9]/);
  });
});
