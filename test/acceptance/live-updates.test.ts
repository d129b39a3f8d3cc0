import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { changePartnerStatus } from '../../src/identity/partners/change-partner-status.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { eventually } from '../support/eventually.ts';
import { TestLiveStream } from '../support/live-stream.ts';
import { MovableClock } from '../support/movable-clock.ts';
import { openConsole, type PortalBrowser, signInCustomer } from '../support/portal-browser.ts';
import { RecordedEffects } from '../support/recorded-effects.ts';
import { pretendLiveWorker } from '../support/rows.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { requestScan } from '../support/scan-outcomes.ts';
import { systemOperation, takeScanJob } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { leakedCredential } from '../support/scripted-leak-source.ts';
import {
  createTestDatabase,
  dropTestDatabase,
  type TestPartner,
  TestService,
  testDatabaseUrl,
} from '../support/test-service.ts';

const own = 42;
const others = 43;
const effects = new RecordedEffects();

let service: TestService;
let partner: TestPartner;
let server: string;
const opened: TestLiveStream[] = [];

beforeAll(async () => {
  service = await TestService.start({ role: 'api', effects });
  partner = await service.partner();
  await pretendLiveWorker(service);
  server = await provision(partner.api, '127.0.1.1', { client_id: own });
});
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});
afterAll(async () => {
  await service?.stop();
});

/** A stream of the browser's session, once it has begun. */
async function listen(
  browser: PortalBrowser,
  { of = partner, at = service }: { of?: TestPartner; at?: TestService } = {},
): Promise<TestLiveStream> {
  // A process that has just started first makes sure that it hears the others.
  const stream = await eventually('there is a stream', async () => {
    const answer = await TestLiveStream.open(at, of.portalDomain, browser.cookie);
    return answer instanceof TestLiveStream ? answer : null;
  });
  opened.push(stream);
  await eventually('the stream begins', async () => stream.events.length > 0);
  return stream;
}

const customer = (id = own, of = partner) => signInCustomer(service, of, id);

async function alertIdOf(api: TestPartner['api'], endpointId: string, port: number): Promise<string> {
  const { body } = await api.get(`/api/v1/alerts?endpoint_id=${endpointId}&port=${port}`);
  return body.data.alerts[0].id;
}

it('a page hears of what a scan found as soon as it is stored, by ids and without any of the data', async () => {
  const stream = await listen(await customer());
  expect(stream.events[0]).toEqual({ event: 'hello', data: { billing_customer_id: own, sandbox: false } });
  await completeScan(service, partner, server, { open: ['6379:tcp'] });
  const alert = await alertIdOf(partner.api, server, 6_379);
  await stream.toldOf('alerts', alert);
  await stream.toldOf('scans', server);
  for (const told of stream.told)
    for (const ids of Object.values(told)) for (const id of ids ?? []) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(stream.text).not.toContain('6379');

  await completeScan(service, partner, server, { closed: ['6379:tcp'] });
  await stream.isTold('the end', (told) => told.filter(({ alerts }) => alerts?.includes(alert)).length > 1);
});

it('a page hears of what people and programs change: servers, scans, rules, alerts, domains and plans', async () => {
  const stream = await listen(await customer());
  const added = await provision(partner.api, '127.0.1.7', { client_id: own });
  await stream.toldOf('servers', added);
  await requestScan(partner.api, added, own);
  await stream.toldOf('scans', added);
  await takeScanJob(systemOperation(service, partner));
  const toldSince = async (topic: string, before: number) =>
    stream.isTold(topic, (told) =>
      told.slice(before).some((changed) => changed[topic] === null && changed.servers !== null),
    );
  let before = stream.told.length;
  await partner.api.post('/api/v1/whitelists', { billing_customer_id: own, port_start: 443, protocol: 'tcp' });
  await toldSince('rules', before);
  await completeScan(service, partner, server, { open: ['3306:tcp'] });
  const alert = await alertIdOf(partner.api, server, 3_306);
  await stream.toldOf('alerts', alert);
  before = stream.told.length;
  await partner.api.post(`/api/v1/alerts/${alert}/acknowledge`, { billing_customer_id: own });
  await eventually('the page hears of the move', async () =>
    stream.told.slice(before).some(({ alerts }) => alerts === null || alerts?.includes(alert)),
  );
  const domain = await monitorDomain(partner.api, own, 'greenleaf.example.com');
  await stream.toldOf('domains', domain);
  await scanDomain(service, domain, [leakedCredential('jane@greenleaf.example.com')]);
  const leaks = `/api/v1/domain-monitoring/alerts?billing_customer_id=${own}&domain_id=${domain}`;
  await stream.toldOf('alerts', (await partner.api.get(leaks)).body.data.alerts[0].id);
  before = stream.told.length;
  const plan = { client_id: own, service_id: 77, product_slug: 'port_monitoring', plan_slug: 'business' };
  await partner.api.post('/api/v1/billing/provision-subscription', plan);
  await toldSince('account', before);
});

it('a change that a request makes under an idempotency key is told once it is kept', async () => {
  const stream = await listen(await customer());
  const body = { client_id: own, ip_address: '127.0.1.8' };
  const answer = await partner.api.post('/api/v1/billing/provision', body, { 'idempotency-key': 'told-once' });
  await stream.toldOf('servers', answer.body.data.endpoint_id);
});

it('what did not happen is not told: a transaction that fails tells nothing', async () => {
  const id = 44;
  const fresh = await provision(partner.api, '127.0.1.4', { client_id: id });
  const stream = await listen(await customer(id));
  await effects.failing('portsObserved', () =>
    expect(completeScan(service, partner, fresh, { open: ['5432:tcp'] })).rejects.toThrow('portsObserved'),
  );
  await stream.toldOf('servers', await provision(partner.api, '127.0.1.5', { client_id: id }));
  for (const told of stream.told) expect(told.alerts ?? []).toEqual([]);
});

it("a page hears of its own customer only: not of another one, of another partner's with its number, or of the sandbox's", async () => {
  const stranger = await service.partner('Other Hosting');
  const strangers = await provision(stranger.api, '127.0.2.1', { client_id: own });
  const neighbours = await provision(partner.api, '127.0.1.3', { client_id: others });
  const sandbox = await enableSandbox(service, partner);
  const inSandbox = await provision(sandbox, '127.0.1.9', { client_id: own });
  const streams = {
    mine: await listen(await customer()),
    neighbour: await listen(await customer(others)),
    stranger: await listen(await signInCustomer(service, stranger, own), { of: stranger }),
    tried: await listen(await signInCustomer(service, { ...partner, api: sandbox }, own)),
  };
  expect(streams.tried.events[0]!.data).toEqual({ billing_customer_id: own, sandbox: true });
  await sandbox.send('PUT', `/api/v1/endpoints/${inSandbox}`, { nickname: 'tried' });
  await completeScan(service, stranger, strangers, { open: ['23:tcp'] });
  await completeScan(service, partner, neighbours, { open: ['23:tcp'] });
  await completeScan(service, partner, server, { open: ['23:tcp'] });
  await streams.mine.toldOf('scans', server);
  await streams.neighbour.toldOf('scans', neighbours);
  await streams.stranger.toldOf('scans', strangers);
  await streams.tried.toldOf('servers', inSandbox);
  const all = [server, neighbours, strangers, inSandbox];
  const told = ({ told: changes }: TestLiveStream) => {
    const ids = new Set(changes.flatMap((changed) => Object.values(changed).flatMap((some) => some ?? [])));
    return all.filter((id) => ids.has(id));
  };
  expect(told(streams.mine)).toEqual([server]);
  expect(told(streams.neighbour)).toEqual([neighbours]);
  expect(told(streams.stranger)).toEqual([strangers]);
  expect(told(streams.tried)).toEqual([inSandbox]);
  await sandbox.post('/api/v1/sandbox/reset');
  await eventually('the stream has ended', async () => streams.tried.events.at(-1)?.event === 'end');
});

it('a stream is for the session of a customer, on its own portal domain, and its opening counts as a request', async () => {
  const browser = await customer();
  const open = (domain: string, cookie?: string, headers = {}) =>
    TestLiveStream.open(service, domain, cookie, headers) as Promise<{ status: number }>;
  const stranger = await service.partner('Other Hosting');
  expect((await open(partner.portalDomain)).status).toBe(401);
  expect((await open(partner.portalDomain, '__Host-breakwater_session=nonsense')).status).toBe(401);
  expect((await open(stranger.portalDomain, browser.cookie)).status).toBe(403);
  expect((await open(partner.portalDomain, (await openConsole(service, partner)).cookie)).status).toBe(403);
  const foreignWord = await browser.get('/portal/stream', { cookie: '', authorization: 'Bearer bwk_nonsense' });
  expect(foreignWord.status).toBe(401);
  const stream = await listen(browser);
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-ratelimit-limit': '500000',
  });
  const remaining = Number(stream.headers['x-ratelimit-remaining']);
  const next = await listen(browser);
  expect(Number(next.headers['x-ratelimit-remaining'])).toBe(remaining - 1);
});

it('a stream ends within seconds of its session: signed out, signed out by the partner, expired, its partner suspended', async () => {
  const clock = new MovableClock();
  const node = await TestService.start({ role: 'api', clock });
  try {
    const [first, second] = [await node.partner('First'), await node.partner('Second')];
    await provision(first.api, '127.0.1.1', { client_id: own });
    await provision(first.api, '127.0.1.2', { client_id: others });
    await provision(second.api, '127.0.1.1', { client_id: own });
    const stay = await signInCustomer(node, first, own);
    const leave = await signInCustomer(node, first, own);
    const streams = {
      lasting: await listen(stay, { of: first, at: node }),
      signedOut: await listen(leave, { of: first, at: node }),
      endedByPartner: await listen(await signInCustomer(node, first, others), { of: first, at: node }),
      suspended: await listen(await signInCustomer(node, second, own), { of: second, at: node }),
    };
    await leave.send('DELETE', '/api/v1/session');
    await first.api.send('DELETE', `/api/v1/customers/${others}/sessions`);
    await changePartnerStatus(second.operation, 'suspended');
    for (const stream of [streams.signedOut, streams.endedByPartner, streams.suspended])
      expect(await stream.end()).toEqual({ why: 'signed_out' });
    expect(streams.lasting.isOver).toBe(false);
    clock.advanceSeconds(13 * 3_600);
    expect(await streams.lasting.end()).toEqual({ why: 'signed_out' });
  } finally {
    await node.stop();
  }
});

it('the stream of a view ends with the view, also when the session goes on or is in another view by then', async () => {
  const browser = await openConsole(service, partner);
  const view = (id: number) => browser.post('/api/v1/session/view', { billing_customer_id: id });
  await provision(partner.api, '127.0.1.10', { client_id: others });
  await view(own);
  const first = await listen(browser);
  await browser.send('DELETE', '/api/v1/session/view');
  await view(others);
  const second = await listen(browser);
  expect(await first.end()).toEqual({ why: 'signed_out' });
  expect(second.isOver).toBe(false);
  await browser.send('DELETE', '/api/v1/session/view');
  expect(await second.end()).toEqual({ why: 'signed_out' });
});

it('a process that does not hear the others has no stream to give, and says when to ask again', async () => {
  // As behind a pooler in transaction mode: what is sent does not arrive where it listens.
  const elsewhere = await createTestDatabase();
  const environment = { DATABASE_LISTEN_URL: testDatabaseUrl(elsewhere) };
  const deaf = await TestService.start({ role: 'api', sharedWith: service, environment });
  try {
    const browser = await customer();
    for (let count = 0; count < 3; count += 1)
      expect(await TestLiveStream.open(deaf, partner.portalDomain, browser.cookie)).toMatchObject({
        status: 503,
        headers: { 'retry-after': '60' },
      });
  } finally {
    await deaf.stop();
    await dropTestDatabase(elsewhere);
  }
});

it('a session has four streams: the oldest tab leaves its own to the newest', async () => {
  const browser = await customer();
  const streams = [];
  for (let count = 0; count < 5; count += 1) streams.push(await listen(browser));
  expect(await streams[0]!.end()).toEqual({ why: 'replaced' });
  expect(streams.slice(1).some(({ isOver }) => isOver)).toBe(false);
});

it('a page hears of what another process changes, also after the connection that listens was lost; a stop ends it at once', async () => {
  const other = await TestService.start({ role: 'api', sharedWith: service });
  const stream = await listen(await customer(), { at: other });
  await completeScan(service, partner, server, { open: ['21:tcp'] });
  await stream.toldOf('alerts', await alertIdOf(partner.api, server, 21));

  const before = stream.told.length;
  const { rowCount } = await service.store.database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = $1`,
    [service.databaseName],
  );
  expect(rowCount).toBe(2);
  // Whatever was missed meanwhile: the page reads all of it anew.
  await eventually('the page is told of everything', async () =>
    stream.told.slice(before).some((changed) => Object.values(changed).every((ids) => ids === null)),
  );
  await completeScan(service, partner, server, { open: ['445:tcp'] });
  await stream.toldOf('alerts', await alertIdOf(partner.api, server, 445));
  await other.stop();
  expect(await stream.end()).toEqual({ why: 'closing' });
});
