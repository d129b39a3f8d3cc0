/**
 * Servers for as long as a year, with what happens to them: ports that open and close, some of them at every scan, networks that answer
 * nothing for a day, leaks, snoozes. What channels were told is held against what was, without asking who decides it.
 *
 * TOLD_SERVERS and TOLD_DAYS make it a thousand servers and a year; such a run takes a quarter of an hour.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureEventPartitions } from '../../src/core/events/event-history.ts';
import type { MessageItem } from '../../src/engines/messengers/message.ts';
import { reopenDueAlerts } from '../../src/monitoring/alerts/reopen-due-alerts.ts';
import { ensureScanPartitions } from '../../src/monitoring/port-scans/scan-history.ts';
import { enqueueSteadyCauses } from '../../src/notifications/alert-notifications/steady-causes.ts';
import type { SendRequest } from '../../src/notifications/channels/send-message.ts';
import { alertKinds } from '../../src/wiring/alert-kinds.ts';
import { ChannelSteps } from '../support/channels.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { provision } from '../support/scans.ts';
import { leakedCredential } from '../support/scripted-leak-source.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const serverCount = Number(process.env.TOLD_SERVERS ?? 10);
const days = Number(process.env.TOLD_DAYS ?? 35);
const serversPerCustomer = 10;
/** Looked at besides when something happens: snoozes end, and what flapped has become steady. */
const lookEveryHours = 6;
/** What is raised again within this time flaps. */
const flapHours = 7 * 24;
const ports = ['22:tcp', '3306:tcp', '5432:tcp'] as const;

type Port = (typeof ports)[number];

interface Server {
  readonly id: string;
  readonly clientId: number;
  /** Whether one of its ports opens and closes scan after scan, for a month. */
  readonly flaps: boolean;
  readonly open: Set<Port>;
}

/** A cause of alerts: a port of a server, or the leaks of a domain. */
interface Cause {
  /** When it began and ended, in hours. */
  readonly openings: number[];
  readonly closings: number[];
  /** When it was to speak again, and was still open. */
  readonly wakings: number[];
  isOpen: boolean;
  readonly told: { readonly hour: number; readonly item: MessageItem; readonly wasOpen: boolean }[];
}

type Happening = { readonly hour: number; readonly happen: () => Promise<void> };

let service: TestService;
let partner: TestPartner;
let steps: ChannelSteps;
const causes = new Map<string, Cause>();
/** The cause of each alert, by the alert's id. */
const causeOfAlert = new Map<string, string>();
let hour = 0;

const accept: SendRequest = async () => ({ kind: 'answered', status: 200, headers: {}, body: 'ok' });

/** Numbers that are the same in each run. */
let seed = 20_261_126;
function below(limit: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
}

beforeAll(async () => {
  service = await TestService.start({ role: 'api', sendToChannels: accept });
  service.clock.standAt(new Date());
  partner = await service.partner();
  steps = new ChannelSteps(service, accept);
});
afterAll(async () => {
  await service?.stop();
});

function causeOf(key: string): Cause {
  const cause = causes.get(key) ?? { openings: [], closings: [], wakings: [], isOpen: false, told: [] };
  causes.set(key, cause);
  return cause;
}

async function addChannel(customer: number): Promise<void> {
  const url = `https://chat.example.com/hooks/${customer}`;
  const body = { billing_customer_id: customer, type: 'mattermost', name: 'Room', url, urgency: 'at_once' };
  expectSuccess(await partner.api.post('/api/v1/channels', body), 201);
}

/** A scan that finds these ports open, and the rest of those that were open closed. */
async function scan(server: Server, open: readonly Port[]): Promise<void> {
  const closed = [...server.open].filter((port) => !open.includes(port));
  await completeScan(service, partner, server.id, { open, closed });
  for (const port of open.filter((each) => !server.open.has(each))) began(`${server.id} ${port}`);
  for (const port of closed) ended(`${server.id} ${port}`);
  server.open.clear();
  for (const port of open) server.open.add(port);
  await noteAlerts(`endpoint_id = $1`, server.id, (port) => `${server.id} ${port}`);
}

function began(key: string): void {
  const cause = causeOf(key);
  cause.isOpen = true;
  cause.openings.push(hour);
}

function ended(key: string): void {
  const cause = causeOf(key);
  cause.isOpen = false;
  cause.closings.push(hour);
}

async function noteAlerts(where: string, id: string, keyOf: (port: string) => string): Promise<void> {
  const { rows } = await service.store.database.pool.query<{ id: string; port: number | null }>(
    `SELECT id, port FROM alerts WHERE ${where}`,
    [id],
  );
  for (const row of rows) causeOfAlert.set(row.id, keyOf(`${row.port}:tcp`));
}

/** Somebody deals with an open port for some days. */
async function snooze(server: Server, port: Port, forHours: number): Promise<void> {
  if (!server.open.has(port)) return;
  const { rows } = await service.store.database.pool.query<{ id: string }>(
    `SELECT id FROM alerts WHERE endpoint_id = $1 AND port = $2 AND status = 'open'`,
    [server.id, Number.parseInt(port, 10)],
  );
  if (rows[0] === undefined) return;
  const until = new Date(service.clock.now().getTime() + forHours * 3_600_000).toISOString();
  expectSuccess(await partner.api.post(`/api/v1/alerts/${rows[0].id}/acknowledge`, { until }));
  const cause = causeOf(`${server.id} ${port}`);
  const opening = cause.openings.length;
  wakeups.push({ hour: hour + forHours, cause, opening });
}

const wakeups: { readonly hour: number; readonly cause: Cause; readonly opening: number }[] = [];

/** What happens to a server, as the scans of each day find it. */
function lifeOf(server: Server): Happening[] {
  const life: Happening[] = [];
  const daily = lookEveryHours * below(24 / lookEveryHours);
  const wanted = new Set<Port>();
  const flapFrom = below(Math.max(1, days - 30));
  const silentFrom = below(days);
  for (let day = 0; day < days; day += 1) {
    const at = day * 24 + daily;
    const before = [...wanted];
    // A port opens for a while now and then; two of three of them are closed after some days.
    for (const port of ports.slice(1)) if (below(100) < (wanted.has(port) ? 8 : 2)) toggle(wanted, port);
    if (server.flaps && day >= flapFrom && day < flapFrom + 30) toggle(wanted, '22:tcp');
    const open = [...wanted];
    if (day === silentFrom) {
      // Nothing answered: what was open then is neither seen nor denied.
      for (const port of ports) if (before.includes(port) !== wanted.has(port)) toggle(wanted, port);
      life.push({ hour: at, happen: async () => void (await completeScan(service, partner, server.id, {})) });
      continue;
    }
    const hasChanged = open.length !== before.length || open.some((port) => !before.includes(port));
    // Scans that find what is known are many: one of ten is done.
    if (hasChanged || below(10) === 0) life.push({ hour: at, happen: () => scan(server, open) });
    if (open.length > 0 && below(60) === 0) {
      const port = open[below(open.length)]!;
      // Not before anybody was told of it.
      life.push({ hour: at + 1, happen: () => snooze(server, port, 24 * (1 + below(6))) });
    }
  }
  return life;
}

function toggle(ports_: Set<Port>, port: Port): void {
  if (!ports_.delete(port)) ports_.add(port);
}

/** What upkeep does each day. */
async function makeRoom(): Promise<void> {
  await ensureScanPartitions(service.service.resources);
  await ensureEventPartitions(service.service.resources);
}

/** Delivers what is due and takes note of it. */
async function look(): Promise<void> {
  await reopenDueAlerts(service.service.resources, alertKinds);
  await enqueueSteadyCauses(service.service.resources);
  for (const { cause, opening } of wakeups.filter((each) => each.hour === hour))
    if (cause.isOpen && cause.openings.length === opening) cause.wakings.push(hour);
  // The least time between two messages to one destination.
  for (let round = 0; round < 2; round += 1) {
    await steps.run();
    service.clock.advanceSeconds(1);
  }
  const { rows } = await service.store.database.pool.query<{ items: MessageItem[]; status: string }>(
    `DELETE FROM channel_messages WHERE settled_at IS NOT NULL RETURNING content->'items' AS items, status`,
  );
  for (const { items, status } of rows) {
    expect(status).toBe('delivered');
    for (const item of items) {
      const cause = causeOf(causeOfAlert.get(item.url.split('/').at(-1)!)!);
      cause.told.push({ hour, item, wasOpen: cause.isOpen });
    }
  }
}

it(`of ${serverCount} servers in ${days} days, channels hear of each change once, of none twice, and of no change that was none`, async () => {
  const happenings: Happening[] = [];
  for (let index = 0; index < serverCount; index += 1) {
    const clientId = 1 + Math.floor(index / serversPerCustomer);
    const address = `127.${1 + (index >> 8)}.${index & 0xff}.1`;
    const id = await provision(partner.api, address, { client_id: clientId });
    if (index % serversPerCustomer === 0) {
      await addChannel(clientId);
      const domain = `customer-${clientId}.example.com`;
      const domainId = await monitorDomain(partner.api, clientId, domain);
      happenings.push({
        hour: below(days * 24),
        happen: async () => {
          await scanDomain(service, domainId, [leakedCredential(`ada@${domain}`)]);
          began(domainId);
          await noteAlerts('domain_id = $1', domainId, () => domainId);
        },
      });
    }
    const server: Server = { id, clientId, flaps: index % 20 === 7, open: new Set() };
    // The first scans of a customer are one message, later: here nothing is open yet.
    await scan(server, []);
    happenings.push(...lifeOf(server));
  }
  happenings.sort((a, b) => a.hour - b.hour);
  const begin = service.clock.now().getTime();
  const end = (days + 4) * 24;
  for (let next = 0; hour < end; hour += 1) {
    service.clock.standAt(new Date(begin + hour * 3_600_000));
    if (hour % 24 === 0) await makeRoom();
    const isDue = happenings[next]?.hour === hour;
    while (happenings[next]?.hour === hour) await happenings[next++]!.happen();
    if (isDue || hour % lookEveryHours === 0 || wakeups.some((each) => each.hour === hour)) await look();
  }

  let [changes, messages, steady] = [0, 0, 0];
  for (const { openings, closings, wakings, isOpen, told } of causes.values()) {
    const kinds = told.map(({ item }) => item.change);
    // Whatever was last told is how it is.
    expect(kinds.length === 0 ? false : kinds.at(-1) !== 'over').toBe(isOpen);
    // Whatever is told is so when it is told, and nothing is told twice.
    let isToldOpen = false;
    for (const { item, wasOpen } of told) {
      expect(item.change === 'over').toBe(!wasOpen);
      expect(item.change === 'new').toBe(!isToldOpen && item.change !== 'over');
      isToldOpen = item.change !== 'over';
    }
    const flaps = openings.some((at, index) => index > 0 && at - openings[index - 1]! <= flapHours + 24);
    if (!flaps) {
      expect(kinds.filter((kind) => kind === 'new')).toHaveLength(openings.length);
      expect(kinds.filter((kind) => kind === 'over')).toHaveLength(closings.length);
      expect(kinds.filter((kind) => kind === 'again')).toHaveLength(wakings.length);
      steady += 1;
    }
    changes += openings.length + closings.length + wakings.length;
    messages += told.length;
    expect(told.length).toBeLessThanOrEqual(openings.length + closings.length + wakings.length);
  }
  expect(steady).toBeGreaterThan(0);
  console.info(
    `${changes} changes of ${causes.size} causes, ${steady} of them steady; ${messages} lines told, 0 missed, 0 twice`,
  );
}, 3_600_000);
