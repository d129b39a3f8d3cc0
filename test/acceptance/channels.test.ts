import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TargetType, targetTypes } from '../../src/engines/messengers/messengers.ts';
import { reopenDueAlerts } from '../../src/monitoring/alerts/reopen-due-alerts.ts';
import { noteAlertChanges } from '../../src/notifications/alert-notifications/alert-inbox.ts';
import { enqueueSteadyCauses } from '../../src/notifications/alert-notifications/steady-causes.ts';
import { channelListener } from '../../src/notifications/channels/note-alerts.ts';
import { claimChannels } from '../../src/notifications/channels/queue.ts';
import { readMigrations } from '../../src/platform/database/migrate.ts';
import { alertKinds } from '../../src/wiring/alert-kinds.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { ChannelSteps } from '../support/channels.ts';
import { completeScan } from '../support/completed-scans.ts';
import { eventually } from '../support/eventually.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { FakeDestination } from '../support/messengers/fake-destination.ts';
import { FakeProviders } from '../support/messengers/fake-providers.ts';
import { mattermostRules } from '../support/messengers/provider-rules.ts';
import { goodTargets } from '../support/messengers/providers.ts';
import { exposeServer, newClientId } from '../support/notifications.ts';
import { createAdministrator, openConsole, signInCustomer } from '../support/portal-browser.ts';
import { provision } from '../support/scans.ts';
import { ScriptedScanner } from '../support/scripted-scanner.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const path = '/api/v1/channels';
const [criticalPort, otherCriticalPort, severePort, lesserPort] = [2375, 445, 3306, 22];
const absentId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const hourInSeconds = 3_600;

let providers: FakeProviders;
let service: TestService;
let steps: ChannelSteps;
let partner: TestPartner;
let clientId: number;

beforeAll(async () => {
  providers = await FakeProviders.start();
  service = await TestService.start({ role: 'api', sendToChannels: (request) => providers.send(request) });
  // A Wednesday noon.
  service.clock.standAt(new Date('2026-11-25T12:00:00Z'));
  steps = new ChannelSteps(service, (request) => providers.send(request));
});
afterAll(async () => {
  await service?.stop();
  await providers?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  partner = await service.partner();
  clientId = newClientId();
  for (const type of targetTypes) {
    providers.of(type).accepted.length = 0;
    providers.of(type).received.length = 0;
  }
});

async function add(type: TargetType, more: object = {}): Promise<ApiAnswer['body']> {
  const body = { type, name: `Our ${type}`, urgency: 'at_once', ...goodTargets[type], ...more };
  return expectSuccess(await partner.api.post(path, body), 201).channel;
}

const read = async (id: string) => expectSuccess(await partner.api.get(`${path}/${id}`)).channel;
const change = (id: string, body: object) => partner.api.send('PUT', `${path}/${id}`, body);

/** What is known of a port that says nothing. */
const silent = { method: 'port_number', product: null, version: null } as const;
const services: Readonly<Record<number, string>> = {
  [criticalPort]: 'docker',
  [otherCriticalPort]: 'smb',
  [severePort]: 'mysql',
  [lesserPort]: 'ssh',
};

interface Server {
  readonly endpointId: string;
  open: readonly number[];
}

async function expose(ports: readonly number[], customer = clientId): Promise<Server> {
  const server = { endpointId: await provision(partner.api, loopbackAddress(), { client_id: customer }), open: [] };
  await rescan(server, ports);
  return server;
}

/** Scans the server with these ports open, and those that were before and are not among them closed. */
async function rescan(server: Server, open: readonly number[]): Promise<void> {
  const closed = server.open.filter((port) => !open.includes(port));
  const texts = (ports: readonly number[]) => ports.map((port) => `${port}:tcp` as const);
  const identities = Object.fromEntries(open.map((port) => [`${port}:tcp`, { ...silent, service: services[port]! }]));
  await completeScan(service, partner, server.endpointId, { open: texts(open), closed: texts(closed), identities });
  server.open = open;
}

/** Scans the server and finds one port open, where anybody may come in or nobody was seen to. */
async function findRedis({ endpointId }: Server, unauthenticated: boolean): Promise<void> {
  const identity = { service: 'redis', product: 'Redis', version: '7.0', unauthenticated };
  await completeScan(service, partner, endpointId, { open: ['6379:tcp'], identities: { '6379:tcp': identity } });
}

async function alertOf({ endpointId }: Server): Promise<string> {
  return (await partner.api.get(`/api/v1/alerts?endpoint_id=${endpointId}`)).body.data.alerts[0].id;
}

/** What a provider was told, once all that is due is. */
async function told(type: TargetType): Promise<ApiAnswer['body'][]> {
  await steps.run();
  // The least time between two messages.
  service.clock.advanceSeconds(6);
  await steps.run();
  return providers.of(type).accepted.map(({ body }) => body);
}

describe('the language of a channel', () => {
  it('is that of its customer, in each word of a message and of a test', async () => {
    const server = await expose([]);
    await partner.api.send('PUT', `/api/v1/customers/${clientId}`, { language: 'de' });
    const { id } = await add('slack', { billing_customer_id: clientId });
    const body = { billing_customer_id: clientId };
    expect(expectSuccess(await partner.api.post(`${path}/${id}/test`, body))).toMatchObject({ accepted: true });
    await rescan(server, [criticalPort, severePort]);
    const [tried, message] = (await told('slack')) as { text: string; blocks: { text: { text: string } }[] }[];
    expect(tried!.text).toBe('Test: Acme Hosting erreicht Sie hier');
    expect(message!.text).toMatch(/^Sicherheitsmeldungen: 2 neu \(am schwersten: Kritisch\)$/);
    expect(message!.blocks[1]!.text.text).toMatch(/^\*Kritisch:\* <.*\|.*>, .*\n\*Hoch:\* /);
    expect(JSON.stringify(message)).not.toMatch(/Critical|High|port is open/);
  });

  it('is the account’s for its own, which names the customer', async () => {
    const browser = await openConsole(service, partner);
    expect((await browser.send('PUT', '/api/v1/branding', { language: 'fr' })).status).toBe(200);
    await add('slack');
    await expose([criticalPort]);
    const [message] = (await told('slack')) as { text: string }[];
    expect(message!.text).toMatch(new RegExp(`^Critique: .* du client ${clientId}$`));
  });
});

describe('a channel', () => {
  it('is shown without what lets anybody in, and changed, paused and removed', async () => {
    const channel = await add('slack', { quiet_from: '22:00', quiet_until: '07:00', time_zone: 'Europe/Berlin' });
    expect(channel).toMatchObject({
      billing_customer_id: null,
      type: 'slack',
      name: 'Our slack',
      target: 'hooks.slack.com/…mnop',
      kinds: [],
      min_severity: 'low',
      urgency: 'at_once',
      quiet_from: '22:00',
      quiet_until: '07:00',
      time_zone: 'Europe/Berlin',
      status: 'active',
      failure: null,
      waiting: 0,
    });
    const stored = await service.store.database.pool.query('SELECT c::text AS row FROM channels c');
    expect(JSON.stringify(stored.rows)).not.toContain('abcdefghijklmnop');
    const paused = expectSuccess(
      await change(channel.id, { enabled: false, quiet_from: '00:00', quiet_until: '00:00' }),
    ).channel;
    expect(paused).toMatchObject({ status: 'paused', quiet_from: null, name: 'Our slack' });
    expect(expectSuccess(await partner.api.get(path))).toMatchObject({
      channels: [{ id: channel.id }],
      max_channels: 20,
    });
    expect((await partner.api.send('DELETE', `${path}/${channel.id}`)).status).toBe(204);
    expectProblem(await partner.api.get(`${path}/${channel.id}`), 404, 'CHANNEL_NOT_FOUND');
    expect(expectSuccess(await partner.api.get(path)).channels).toEqual([]);
  });

  it('has to name a destination, kinds, customers and servers that there are, and a zone', async () => {
    const wrong = {
      name: 'x',
      type: 'slack',
      url: 'https://127.0.0.1/services/x',
    };
    expectRefusal(await partner.api.post(path, wrong), 422, ['url']);
    const errors = async (more: object) => {
      const answer = await partner.api.post(path, { name: 'x', type: 'slack', ...goodTargets.slack, ...more });
      return Object.keys(answer.body.errors);
    };
    expect(await errors({ kinds: ['nonsense'], time_zone: 'Mars/Olympus', quiet_from: '08:00' })).toEqual(
      expect.arrayContaining(['kinds', 'time_zone', 'quiet_until']),
    );
    expect(await errors({ billing_customer_ids: [987_654], endpoint_ids: [absentId] })).toEqual(
      expect.arrayContaining(['billing_customer_ids', 'endpoint_ids']),
    );
    expect(await errors({ url: 'https://127.0.0.1/services/x' })).toEqual(['url']);
  });

  it('has a time zone by the name that the IANA database has for it, and by no offset, which knows nothing of summer', async () => {
    const { id, time_zone: shown } = await add('slack', { time_zone: 'europe/berlin' });
    expect(shown).toBe('Europe/Berlin');
    expectRefusal(await change(id, { time_zone: '+01:00' }), 422, ['time_zone']);
    // As releases before kept them.
    const keep = (zone: string) =>
      service.store.database.pool.query('UPDATE channels SET time_zone = $2 WHERE id = $1', [id, zone]);
    await keep('america/new_york');
    expect((await read(id)).time_zone).toBe('America/New_York');
    await keep('+01:00');
    expect(expectSuccess(await change(id, { name: 'Renamed' })).channel).toMatchObject({ time_zone: '+01:00' });
  });

  it('is one of twenty at most', async () => {
    for (let count = 0; count < 20; count += 1) await add('ntfy');
    expectProblem(
      await partner.api.post(path, { type: 'ntfy', name: 'x', ...goodTargets.ntfy }),
      403,
      'CHANNEL_LIMIT_EXCEEDED',
      { limit: 20 },
    );
  });

  it('of a customer is its own to set up in the portal, and hears of nobody else', async () => {
    await provision(partner.api, '10.9.8.7', { client_id: clientId });
    const own = await add('ntfy');
    const browser = await signInCustomer(service, partner, clientId);
    const body = { type: 'mattermost', name: 'Mine', urgency: 'at_once', ...goodTargets.mattermost };
    const mine = expectSuccess(await browser.post(path, body), 201).channel;
    expect(mine.billing_customer_id).toBe(clientId);
    expect(expectSuccess(await browser.get(path)).channels).toMatchObject([{ id: mine.id }]);
    expectProblem(await browser.get(`${path}/${own.id}`), 403, 'ACCESS_DENIED');
    expect((await browser.send('DELETE', `${path}/${own.id}`)).status).toBe(403);
    const otherClient = newClientId();
    await expose([severePort], otherClient);
    expect(await told('mattermost')).toEqual([]);
    await expose([severePort]);
    expect(await told('mattermost')).toHaveLength(1);
    expect(await told('ntfy')).toHaveLength(2);
  });
});

describe('every provider', () => {
  it.each(targetTypes)('%s is told once of what opens and once of what is over', async (type) => {
    const channel = await add(type);
    const server = await expose([severePort]);
    expect(await told(type)).toHaveLength(1);
    await rescan(server, [severePort]);
    expect(await told(type)).toHaveLength(1);
    service.clock.advanceSeconds(60);
    await rescan(server, []);
    expect(await told(type)).toHaveLength(2);
    expect(await read(channel.id)).toMatchObject({ status: 'active', failure: null, waiting: 0 });
    expect((await read(channel.id)).last_delivered_at).not.toBeNull();
  });

  it.each(targetTypes)('%s takes a test, at most every ten seconds', async (type) => {
    const { id } = await add(type);
    expect(expectSuccess(await partner.api.post(`${path}/${id}/test`, {}))).toEqual({ accepted: true, failure: null });
    expectProblem(await partner.api.post(`${path}/${id}/test`, {}), 429, 'CHANNEL_TESTED_RECENTLY', {
      retry_after_seconds: 10,
    });
    service.clock.advanceSeconds(10);
    providers.of(type).interjected.push({ status: 404, body: 'gone' });
    const failed = expectSuccess(await partner.api.post(`${path}/${id}/test`, {}));
    expect(failed).toEqual({ accepted: false, failure: expect.stringContaining('404') });
    expect((await read(id)).status).toBe('active');
  });
});

describe('a pager', () => {
  it('closes what it was made to open, by the key that opened it, though the channel has another by then or is removed', async () => {
    const { id } = await add('pagerduty');
    const server = await expose([severePort]);
    await told('pagerduty');
    const opened = providers.of('pagerduty').accepted[0]!.body;
    expect(opened).toMatchObject({ event_action: 'trigger', payload: { severity: 'error' } });
    expectSuccess(await change(id, { token: 'f'.repeat(32) }));
    expect((await partner.api.send('DELETE', `${path}/${id}`)).status).toBe(204);
    await rescan(server, []);
    const [, closed] = await told('pagerduty');
    expect(closed).toEqual({ routing_key: opened.routing_key, event_action: 'resolve', dedup_key: opened.dedup_key });
    expect(providers.pagerDuty.dropped).toBe(0);
    const left = await service.store.database.pool.query('SELECT FROM channels WHERE id = $1', [id]);
    expect(left.rowCount).toBe(0);
  });

  it('hears nothing is over before it took that it was open', async () => {
    await add('pagerduty');
    providers.of('pagerduty').interjected.push({ status: 500 }, null);
    const server = await expose([severePort]);
    await steps.run();
    await rescan(server, []);
    await steps.run();
    expect(providers.of('pagerduty').accepted).toEqual([]);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      service.clock.advanceSeconds(120);
      await steps.run();
    }
    expect(providers.of('pagerduty').accepted.map(({ body }) => body.event_action)).toEqual(['trigger', 'resolve']);
  });

  it('has one incident for what is found at once, closed when all of it is over', async () => {
    await add('opsgenie');
    const server = await expose([severePort, criticalPort, lesserPort]);
    expect(await told('opsgenie')).toHaveLength(1);
    await rescan(server, [severePort]);
    await rescan(server, [severePort]);
    expect(await told('opsgenie')).toHaveLength(1);
    await rescan(server, []);
    expect(await told('opsgenie')).toHaveLength(2);
    expect([...providers.opsgenie.alerts.values()].at(-1)).toBe('resolved');
  });
});

describe('what a channel hears of', () => {
  it('is what its filters let through', async () => {
    const other = newClientId();
    await provision(partner.api, '10.9.8.6', { client_id: other });
    await add('slack', { min_severity: 'high' });
    await add('ntfy', { kinds: ['certificate'] });
    await add('mattermost', { billing_customer_ids: [other] });
    await expose([severePort, lesserPort]);
    const [slack] = await told('slack');
    expect(JSON.stringify(slack.blocks)).toContain('3306');
    expect(JSON.stringify(slack.blocks)).not.toContain('22/tcp');
    expect(await told('ntfy')).toEqual([]);
    expect(await told('mattermost')).toEqual([]);
  });

  it('is gathered as it chose, and what is critical comes at once, ahead of quiet hours', async () => {
    const hours = { quiet_from: '11:00', quiet_until: '13:30', time_zone: 'UTC' };
    await add('slack', { urgency: 'at_once', ...hours });
    await add('ntfy', { urgency: 'daily', time_zone: 'America/New_York' });
    const server = await expose([severePort]);
    expect(await told('slack')).toEqual([]);
    await rescan(server, [severePort, criticalPort]);
    const [critical] = await told('slack');
    expect(critical.text).toContain('Critical');
    expect(await told('ntfy')).toHaveLength(1);
    service.clock.advanceSeconds(1.5 * hourInSeconds);
    expect(await told('slack')).toHaveLength(2);
    // Half past eight in the morning of New York in November.
    expect(await told('ntfy')).toHaveLength(2);
  });

  it('opened and over within one gathering is one line', async () => {
    await add('slack', { urgency: 'five_minutes' });
    const server = await expose([severePort]);
    await rescan(server, []);
    expect(await told('slack')).toEqual([]);
    service.clock.advanceSeconds(300);
    const messages = await told('slack');
    expect(messages).toHaveLength(1);
    expect(messages[0].text).toContain('came and went');
  });

  it('opens and closes again and again is told with a note that it flaps, and then when it is steady', async () => {
    await add('slack');
    const server = await expose([severePort]);
    await told('slack');
    for (let round = 0; round < 3; round += 1) {
      for (const open of [[], [severePort]]) {
        service.clock.advanceSeconds(hourInSeconds);
        await rescan(server, open);
        await steps.run();
      }
    }
    const texts = (await told('slack')).map(({ blocks }) => JSON.stringify(blocks));
    expect(texts).toHaveLength(3);
    expect(texts[2]).toContain('opens and closes again and again');
    await rescan(server, []);
    expect(await told('slack')).toHaveLength(3);
    service.clock.advanceSeconds(49 * hourInSeconds);
    await enqueueSteadyCauses(service.service.resources);
    const steady = await told('slack');
    expect(steady).toHaveLength(4);
    expect(steady[3].text).toContain('Over');
  });

  it('speaks again when a snooze ends', async () => {
    await add('slack');
    const server = await expose([severePort]);
    await told('slack');
    const until = new Date(service.clock.now().getTime() + hourInSeconds * 1_000).toISOString();
    const id = await alertOf(server);
    const snooze = { action: 'acknowledge', ids: [id], until };
    expectSuccess(await partner.api.post('/api/v1/monitoring/alerts/actions', snooze));
    expect(await told('slack')).toHaveLength(1);
    service.clock.advanceSeconds(2 * hourInSeconds);
    await reopenDueAlerts(service.service.resources, alertKinds);
    const messages = await told('slack');
    expect(messages).toHaveLength(2);
    expect(messages[1].text).toContain('open again');
  });

  it('is told when it gets worse, and when only that makes it as severe as the channel asks', async () => {
    await add('slack');
    await add('ntfy', { min_severity: 'critical' });
    const server = await expose([]);
    await findRedis(server, false);
    expect(await told('slack')).toHaveLength(1);
    expect(await told('ntfy')).toEqual([]);
    await findRedis(server, true);
    const messages = await told('slack');
    expect(messages).toHaveLength(2);
    expect(messages[1].text).toContain('Critical');
    expect(await told('ntfy')).toHaveLength(1);
    await findRedis(server, true);
    expect(await told('slack')).toHaveLength(2);
    expect(await told('ntfy')).toHaveLength(1);
  });

  it('is first one message of what a new customer is found with', async () => {
    await add('slack');
    const second = await provision(partner.api, loopbackAddress(), { client_id: clientId });
    await expose([severePort]);
    await steps.run();
    // The second server is due, and was not looked at.
    await rescan({ endpointId: second, open: [] }, [otherCriticalPort]);
    service.clock.advanceSeconds(60);
    const messages = await told('slack');
    expect(messages).toHaveLength(1);
    expect(messages[0].text).toContain('2 new');
  });

  it('is told to be over when somebody says that it was a false alarm, and to be open when that is taken back', async () => {
    await add('ntfy');
    const server = await expose([severePort]);
    await told('ntfy');
    const alert = `/api/v1/alerts/${await alertOf(server)}`;
    expect((await partner.api.post(`${alert}/false-positive`, {})).status).toBe(200);
    const messages = await told('ntfy');
    expect(messages).toHaveLength(2);
    expect(messages[1].title).toContain('Over');
    service.clock.advanceSeconds(60);
    expect((await partner.api.post(`${alert}/reopen`, {})).status).toBe(200);
    const [, , third] = await told('ntfy');
    expect(third.title).toContain('open again');
  });

  it('is not what a person opens again who had only acknowledged it', async () => {
    await add('ntfy');
    const server = await expose([severePort]);
    const alert = `/api/v1/alerts/${await alertOf(server)}`;
    expect(await told('ntfy')).toHaveLength(1);
    for (const action of ['acknowledge', 'reopen']) {
      service.clock.advanceSeconds(60);
      expect((await partner.api.post(`${alert}/${action}`, {})).status).toBe(200);
    }
    expect(await told('ntfy')).toHaveLength(1);
  });
});

describe('a destination', () => {
  it('that asks for a pause gets it, and then everything in one message', async () => {
    const { id } = await add('slack');
    providers.of('slack').interjected.push({ status: 429, headers: { 'retry-after': '300' } });
    const server = await expose([severePort]);
    await steps.run();
    expect(await read(id)).toMatchObject({ failure: expect.stringContaining('429'), waiting: 1, status: 'active' });
    await rescan(server, [severePort, lesserPort]);
    service.clock.advanceSeconds(280);
    expect(await told('slack')).toEqual([]);
    service.clock.advanceSeconds(20);
    await steps.run();
    service.clock.advanceSeconds(60);
    expect(await told('slack')).toHaveLength(2);
    expect(await read(id)).toMatchObject({ failure: null, waiting: 0 });
  });

  it('that is gone for good is disabled, administrators hear of it, and set up anew it hears what happened meanwhile', async () => {
    const email = `owner-${clientId}@example.org`;
    await createAdministrator(partner, email);
    const { id } = await add('discord');
    providers.of('discord').interjected.push({ status: 404, body: { message: 'Unknown Webhook', code: 10_015 } });
    const server = await expose([severePort]);
    await steps.run();
    expect(await read(id)).toMatchObject({ status: 'disabled', failure: expect.stringContaining('Unknown Webhook') });
    const { rows } = await service.store.database.pool.query(
      'SELECT notice FROM notification_deliveries WHERE address = $1',
      [email],
    );
    expect(rows).toEqual([{ notice: expect.objectContaining({ event: 'channel_disabled', name: 'Our discord' }) }]);
    await rescan(server, [severePort, lesserPort]);
    await steps.run();
    expect(providers.of('discord').received).toHaveLength(1);
    expectSuccess(await change(id, { url: 'https://discord.com/api/webhooks/1234/another' }));
    await steps.run();
    service.clock.advanceSeconds(5);
    expect(await told('discord')).toHaveLength(2);
    expect((await read(id)).status).toBe('active');
  });

  it('that takes nothing for five days is disabled', async () => {
    const { id } = await add('mattermost');
    const fake = providers.of('mattermost');
    fake.interjected.push(...Array(12).fill({ status: 503 }));
    await expose([severePort]);
    await steps.run();
    for (let day = 0; day < 6; day += 1) {
      service.clock.advanceSeconds(24 * hourInSeconds);
      await steps.run();
    }
    fake.interjected.length = 0;
    expect(await read(id)).toMatchObject({ status: 'disabled', failure: expect.stringContaining('503') });
  });

  it('of Telegram that has become another chat is followed', async () => {
    const { id } = await add('telegram', { chat_id: '-777' });
    providers.movedChats.set('-777', '-1009999');
    await expose([severePort]);
    const [message] = await told('telegram');
    expect(message.chat_id).toBe('-1009999');
    expect((await read(id)).target).toContain('-1009999');
  });

  it('of Telegram that does not understand the markup gets the text without', async () => {
    await add('telegram');
    const refusal = { ok: false, error_code: 400, description: "Bad Request: can't parse entities" };
    providers.of('telegram').interjected.push({ status: 400, body: refusal });
    await expose([severePort]);
    const [message] = await told('telegram');
    expect(message).not.toHaveProperty('parse_mode');
  });
});

it('a channel of a messenger that only newer programs know is left to them', async () => {
  const { id } = await add('mattermost');
  await expose([severePort]);
  const silence = new ChannelSteps(service, () => Promise.reject(new Error('The worker died.')));
  await expect(silence.run()).rejects.toThrow('The worker died.');
  service.clock.advanceSeconds(61);
  await service.store.database.pool.query(`UPDATE channels SET type = 'pigeon' WHERE id = $1`, [id]);
  expect(await claimChannels(service.service.resources, 50)).toEqual([]);
});

it('what a version told that had a rule of its own is kept: nothing is told twice, and nothing is lost', async () => {
  const { resources } = service.service;
  const { pool } = service.store.database;
  await add('slack');
  const server = await expose([severePort, lesserPort, otherCriticalPort]);
  await told('slack');
  service.clock.advanceSeconds(60);
  await rescan(server, [severePort]);
  expect(await told('slack')).toHaveLength(2);
  const until = new Date(service.clock.now().getTime() + hourInSeconds * 1_000).toISOString();
  const { body } = await partner.api.get(`/api/v1/alerts?endpoint_id=${server.endpointId}&status=open`);
  const snooze = { action: 'acknowledge', ids: [body.data.alerts[0].id], until };
  expectSuccess(await partner.api.post('/api/v1/monitoring/alerts/actions', snooze));
  service.clock.advanceSeconds(2 * hourInSeconds);
  await reopenDueAlerts(resources, alertKinds);
  await rescan(server, [severePort, otherCriticalPort]);
  await noteAlertChanges(resources, [channelListener], (error) => {
    throw error;
  });
  await pool.query(
    `UPDATE channel_alerts SET told_alert_id = NULL, told_since = NULL, told_severity = CASE told WHEN 'open' THEN told_severity END,
       was_opened = key LIKE '%445', speaks_again = key LIKE '%3306',
       changed_at = CASE WHEN key LIKE '%3306' THEN changed_at - interval '3 hours' ELSE changed_at END
     WHERE partner_id = $1`,
    [partner.partnerId],
  );
  const migration = (await readMigrations()).find(({ version }) => version === 50)!;
  await pool.query(/UPDATE channel_alerts[\s\S]*?;/.exec(migration.sql)![0]);
  const [, , third, ...more] = await told('slack');
  const text = JSON.stringify(third.blocks);
  expect(text).toMatch(/open again:.*3306/);
  expect(text).toMatch(/445.*opens and closes again and again/);
  expect(text).not.toContain('22/tcp');
  expect(more).toEqual([]);
  expect(await told('slack')).toHaveLength(3);
  await rescan(server, [severePort, otherCriticalPort, lesserPort]);
  const [, , , fourth] = await told('slack');
  expect(JSON.stringify(fourth.blocks)).toMatch(/22\/tcp.*opens and closes again and again/);
});

describe('a worker that dies between request and answer', () => {
  /** What it leaves: the message in hand, and nobody who settles it. */
  async function dieWith(type: TargetType): Promise<void> {
    const { resources } = service.service;
    const silence = new ChannelSteps(service, () => Promise.reject(new Error('The worker died.')));
    await expect(silence.run()).rejects.toThrow('The worker died.');
    expect(await claimChannels(resources, 50)).toEqual([]);
    expect(providers.of(type).received).toEqual([]);
    service.clock.advanceSeconds(61);
  }

  it('has a pager asked again, which knows the repeat', async () => {
    await add('pagerduty');
    await expose([severePort]);
    await dieWith('pagerduty');
    expect(await told('pagerduty')).toHaveLength(1);
  });

  it('has a chat told nothing twice, and go on with what is next', async () => {
    const { id } = await add('slack');
    const server = await expose([severePort]);
    await dieWith('slack');
    expect(await told('slack')).toEqual([]);
    expect((await read(id)).waiting).toBe(0);
    await rescan(server, []);
    const [over] = await told('slack');
    expect(over.text).toContain('Over');
  });
});

it('reaches only what the operator admits besides public addresses', async () => {
  await using fake = await FakeDestination.start(mattermostRules);
  const target = { type: 'mattermost', name: 'x', url: `${fake.url}/hooks/x` };
  expect((await partner.api.post(path, target)).body.errors.url[0]).toMatch(/^The url field must/);
  const scanner = new ScriptedScanner();
  const admitting = await TestService.start({ scanner, environment: { WEBHOOK_ALLOW: '127.0.0.0/8' } });
  try {
    const own = await admitting.partner();
    const { channel } = expectSuccess(await own.api.post(path, { ...target, urgency: 'at_once' }), 201);
    expect(expectSuccess(await own.api.post(`${path}/${channel.id}/test`, {}))).toEqual({
      accepted: true,
      failure: null,
    });
    await exposeServer(own, scanner, 77, [severePort]);
    await eventually('the channel is told of the open port', async () => fake.accepted.length === 2);
  } finally {
    await admitting.stop();
  }
});
