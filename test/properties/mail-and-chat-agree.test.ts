/**
 * Customers with an address and a chat of equal wishes, for as long as a year: whatever happens to alerts, both are told the same, of the
 * same, at the same times. AGREE_DAYS makes it a year.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureEventPartitions } from '../../src/core/events/event-history.ts';
import type { MessageItem } from '../../src/engines/messengers/message.ts';
import { deliveries } from '../../src/engines/notification-timing/send-time.ts';
import { AccessLinks } from '../../src/identity/administrators/access-links.ts';
import { ensureScanPartitions } from '../../src/monitoring/port-scans/scan-history.ts';
import { nextAlertChangeMs, noteAlertChanges } from '../../src/notifications/alert-notifications/alert-inbox.ts';
import { enqueueSteadyCauses } from '../../src/notifications/alert-notifications/steady-causes.ts';
import { nextMessageDueMs, nextSendDueMs } from '../../src/notifications/channels/next-due.ts';
import { channelListener } from '../../src/notifications/channels/note-alerts.ts';
import type { SendRequest } from '../../src/notifications/channels/send-message.ts';
import { createDueMails } from '../../src/notifications/mail/create-mails.ts';
import { deliver } from '../../src/notifications/mail/deliver.ts';
import { claimMails } from '../../src/notifications/mail/deliveries.ts';
import { MailLinks } from '../../src/notifications/mail/mail-links.ts';
import { nextMailDueMs } from '../../src/notifications/mail/next-mail-due.ts';
import { mailListener } from '../../src/notifications/mail/note-alerts.ts';
import { SenderKeys } from '../../src/notifications/mail-sender/sender-keys.ts';
import { newId } from '../../src/platform/ids.ts';
import { alertKinds } from '../../src/wiring/alert-kinds.ts';
import { ChannelSteps } from '../support/channels.ts';
import { completeScan } from '../support/completed-scans.ts';
import { insertAlert } from '../support/rows.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const days = Number(process.env.AGREE_DAYS ?? 30);
/** Of one customer: enough for all of the days. */
const happenings = 2 * days;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** An address has a pause of five minutes behind each mail, and something critical takes along what waits for it. */
const toleranceMs = 6 * minuteMs;
const ports = [3306, 6379] as const;

/** What an address of mail and a channel choose alike. */
interface Wishes {
  readonly delivery: (typeof deliveries)[number];
  readonly quiet: { readonly from: number; readonly until: number } | null;
  readonly timeZone: string;
  readonly minSeverity: 'low' | 'high';
}

const hour = fc.integer({ min: 0, max: 23 });
const wishes: fc.Arbitrary<Wishes> = fc.record({
  delivery: fc.constantFrom(...deliveries),
  quiet: fc.option(fc.record({ from: hour, until: hour }).filter(({ from, until }) => from !== until)),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
  minSeverity: fc.constantFrom('low' as const, 'high' as const),
});
const events = ['open', 'end', 'worsen', 'lessen', 'acknowledge', 'wake', 'dismiss', 'reopen'] as const;
const happening = fc.record({
  /** Some follow each other at once, some after days. */
  afterMinutes: fc
    .oneof(fc.integer({ min: 1, max: 5 }), fc.noBias(fc.integer({ min: 6, max: 300 })))
    .map((tens) => tens * 10),
  event: fc.constantFrom(...events, 'open' as const, 'end' as const),
  port: fc.constantFrom(...ports),
});
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

const urgencies = { immediate: 'at_once', gathered: 'five_minutes', daily: 'daily', weekly: 'weekly' } as const;
const clockOf = (hours: number) => `${String(hours).padStart(2, '0')}:00`;

let service: TestService;
let partner: TestPartner;
let steps: ChannelSteps;
let lastClientId = 0;
const accept: SendRequest = async () => ({ kind: 'answered', status: 200, headers: {}, body: 'ok' });

beforeAll(async () => {
  service = await TestService.start({ role: 'api', sendToChannels: accept });
  service.clock.standAt(new Date('2026-02-02T12:00:00Z'));
  await ensureScanPartitions(service.service.resources);
  partner = await service.partner();
  steps = new ChannelSteps(service, accept);
});
afterAll(async () => {
  await service?.stop();
});

const query = async <T extends object>(text: string, values: readonly unknown[]): Promise<T[]> =>
  (await service.store.database.pool.query(text, [...values])).rows as T[];

/** What was told of an alert, and when. */
interface Line {
  readonly at: number;
  readonly alert: string;
  readonly severity: string;
  readonly isOver: boolean;
}

interface Alert {
  readonly id: string;
  state: 'open' | 'acknowledged' | 'false_positive' | 'resolved';
  severity: 'medium' | 'high' | 'critical';
}

/** A customer with a server, an address and a chat. */
class Customer {
  readonly mailed: Line[] = [];
  readonly chatted: Line[] = [];
  readonly endpointId: string;
  readonly customerId: string;
  readonly listenerId: string;
  readonly #alerts = new Map<number, Alert>();

  private constructor(endpointId: string, customerId: string, listenerId: string) {
    this.endpointId = endpointId;
    this.customerId = customerId;
    this.listenerId = listenerId;
  }

  static async begin({ delivery, quiet, timeZone, minSeverity }: Wishes): Promise<Customer> {
    lastClientId += 1;
    const client_id = lastClientId;
    const endpointId = await provision(partner.api, `10.0.${client_id >> 8}.${client_id & 0xff}`, { client_id });
    await completeScan(service, partner, endpointId, {});
    const settings = { client_id, port_alerts_min_severity: minSeverity };
    expectSuccess(await partner.api.send('PUT', '/api/v1/notifications/settings', settings));
    const { channel } = expectSuccess(
      await partner.api.post('/api/v1/channels', {
        billing_customer_id: client_id,
        type: 'mattermost',
        name: 'Room',
        url: `https://chat.example.com/hooks/${client_id}`,
        urgency: urgencies[delivery],
        min_severity: minSeverity,
        time_zone: timeZone,
        ...(quiet ? { quiet_from: clockOf(quiet.from), quiet_until: clockOf(quiet.until) } : {}),
      }),
      201,
    );
    // By one id, since the time of a digest goes by it.
    const [row] = await query<{ customer_id: string }>(
      `INSERT INTO notification_recipients (partner_id, id, customer_id, source, address, status, created_at, updated_at, delivery,
         quiet_from, quiet_to, time_zone, tell_resolved)
       SELECT partner_id, $2, customer_id, 'added', $3, 'active', $8, $8, $4, $5, $6, $7, true FROM endpoints WHERE id = $1
       RETURNING customer_id`,
      [
        endpointId,
        channel.id,
        `reader-${client_id}@example.org`,
        delivery,
        quiet && clockOf(quiet.from),
        quiet && clockOf(quiet.until),
        timeZone,
        service.clock.now(),
      ],
    );
    // A chat has no weekly mail: none of it is made here.
    await query(`UPDATE customers SET weekly_summary_due_at = '3000-01-01' WHERE id = $1`, [row!.customer_id]);
    return new Customer(endpointId, row!.customer_id, channel.id);
  }

  async take({ event, port }: Happening): Promise<void> {
    const alert = this.#alerts.get(port);
    const isLive = alert !== undefined && alert.state !== 'resolved';
    const isOpen = alert?.state === 'open';
    if (event === 'open' && !isLive) return this.#open(port);
    if (event === 'end' && isLive) return this.#end(alert);
    if (event === 'worsen' && isOpen && alert.severity !== 'critical') return this.#weigh(alert, 'critical');
    if (event === 'lessen' && isOpen && alert.severity !== 'medium') return this.#weigh(alert, 'medium');
    if (event === 'acknowledge' && isOpen) await this.#move(alert, 'acknowledged', {});
    if (event === 'wake' && isLive && !isOpen) await this.#move(alert, 'open', { reopened: 'time' });
    if (event === 'dismiss' && isOpen) await this.#move(alert, 'false_positive', { dismissed: true });
    if (event === 'reopen' && alert?.state === 'false_positive')
      await this.#move(alert, 'open', { reopened: 'person' });
  }

  async #open(port: number): Promise<void> {
    const id = newId(service.clock);
    await insertAlert(service, partner, this.endpointId, { id, port, severity: 'high' });
    this.#alerts.set(port, { id, state: 'open', severity: 'high' });
    await this.#changed({ opened: [{ id, severity: 'high' as const }] });
  }

  async #end(alert: Alert): Promise<void> {
    const isDismissed = alert.state === 'false_positive';
    await query(
      isDismissed
        ? 'UPDATE alerts SET ended_at = $2 WHERE id = $1'
        : `UPDATE alerts SET status = 'resolved', resolution = 'port_closed', resolved_at = $2, ended_at = $2, status_changed_at = $2,
             acknowledged_at = NULL WHERE id = $1`,
      [alert.id, service.clock.now()],
    );
    alert.state = 'resolved';
    if (!isDismissed) await this.#changed({ resolved: [{ id: alert.id, resolution: 'port_closed' }] });
  }

  async #weigh(alert: Alert, severity: Alert['severity']): Promise<void> {
    await query('UPDATE alerts SET severity = $2 WHERE id = $1', [alert.id, severity]);
    alert.severity = severity;
    if (severity === 'critical') await this.#changed({ worsened: [{ id: alert.id, severity }] });
  }

  async #move(
    alert: Alert,
    state: Alert['state'],
    { reopened, dismissed }: { readonly reopened?: 'time' | 'person'; readonly dismissed?: boolean },
  ): Promise<void> {
    const { id, severity } = alert;
    await query('UPDATE alerts SET status = $2, status_changed_at = $3, acknowledged_at = $4 WHERE id = $1', [
      id,
      state,
      service.clock.now(),
      state === 'acknowledged' ? service.clock.now() : null,
    ]);
    alert.state = state;
    if (reopened) await this.#changed({ reopened: [{ id, severity, by: reopened }] });
    if (dismissed) await this.#changed({ dismissed: [{ id }] });
  }

  async #changed(change: object): Promise<void> {
    const none = { kind: 'port', customerId: this.customerId, opened: [], reopened: [], resolved: [] };
    await systemOperation(service, partner).transaction((tx) => tx.effects.alertsChanged(tx, { ...none, ...change }));
  }
}

const fail = (error: Error) => {
  throw error;
};

/** What workers do for mail until nothing is due any more. */
async function mail(byListener: ReadonlyMap<string, Customer>): Promise<void> {
  const { resources } = service.service;
  await createDueMails(resources, alertKinds, fail);
  const setup = {
    accessLinks: new AccessLinks(service.store.keys.lasting),
    links: new MailLinks(service.store.keys.lasting),
    kinds: alertKinds,
    intervals: { serverSeconds: 21_600, domainSeconds: 86_400 },
    fromAddress: 'alerts@mail.example.com',
    senderKeys: new SenderKeys(service.store.keys),
    returnPaths: null,
    port: 80,
    report: async () => null,
  };
  const mailer = { check: async () => {}, send: async (_: unknown, handOver: () => Promise<void>) => handOver() };
  for (const delivery of await claimMails(resources, 100)) {
    const outcome = await deliver(resources, delivery, mailer, setup);
    expect(outcome?.kind).toBe('sent');
    const [row] = await query<{ tells: { alert_id: string; severity: string; is_over: boolean }[] }>(
      'SELECT tells FROM notification_deliveries WHERE id = $1',
      [delivery.id],
    );
    for (const { alert_id: alert, severity, is_over: isOver } of row!.tells)
      byListener.get(delivery.recipient_id)!.mailed.push({ at: +service.clock.now(), alert, severity, isOver });
  }
}

/** What workers do for chats until nothing is due any more. */
async function chat(byListener: ReadonlyMap<string, Customer>): Promise<void> {
  await steps.run();
  const rows = await query<{ channel_id: string; items: MessageItem[] }>(
    `DELETE FROM channel_messages WHERE settled_at IS NOT NULL RETURNING channel_id, content->'items' AS items`,
    [],
  );
  for (const { channel_id: id, items } of rows)
    for (const { url, severity, change } of items)
      byListener.get(id)!.chatted.push({
        at: +service.clock.now(),
        alert: url.split('/').at(-1)!,
        severity,
        isOver: change === 'over' || change === 'passed',
      });
}

/** In how many milliseconds anybody is to be told something. */
async function nextDueMs(): Promise<number> {
  const { resources } = service.service;
  const dues = [
    await nextAlertChangeMs(resources),
    await nextMailDueMs(resources),
    await nextMessageDueMs(resources),
    await nextSendDueMs(resources),
  ];
  return Math.min(...dues.map((due) => due ?? Number.POSITIVE_INFINITY));
}

/** Lets time pass up to an instant, with a look whenever something is due and every six hours. */
async function passUntil(end: number, byListener: ReadonlyMap<string, Customer>): Promise<void> {
  for (;;) {
    const now = +service.clock.now();
    const upkeep = 6 * hourMs - (now % (6 * hourMs));
    if (upkeep === 6 * hourMs) {
      await enqueueSteadyCauses(service.service.resources);
      await ensureScanPartitions(service.service.resources);
      await ensureEventPartitions(service.service.resources);
    }
    await noteAlertChanges(service.service.resources, [mailListener, channelListener], fail);
    await mail(byListener);
    await chat(byListener);
    if (now >= end) return;
    const leap = Math.min(end - now, upkeep, Math.max(1_000, await nextDueMs()));
    service.clock.advanceSeconds(Math.ceil(leap / 1_000));
  }
}

it(
  `mail and chat of equal wishes are told the same at the same times, over ${days} days of whatever happens`,
  async () => {
    let lines = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(wishes, fc.array(happening, { minLength: happenings, maxLength: happenings, size: 'max' })), {
          minLength: 4,
          maxLength: 4,
        }),
        async (lives) => {
          const byListener = new Map<string, Customer>();
          const begin = +service.clock.now();
          const plan: { readonly at: number; readonly customer: Customer; readonly what: Happening }[] = [];
          for (const [choice, life] of lives) {
            const customer = await Customer.begin(choice);
            byListener.set(customer.listenerId, customer);
            let at = begin;
            for (const what of life) {
              at += what.afterMinutes * minuteMs;
              if (at < begin + days * 24 * hourMs) plan.push({ at, customer, what });
            }
          }
          for (const { at, customer, what } of plan.toSorted((a, b) => a.at - b.at)) {
            await passUntil(at, byListener);
            await customer.take(what);
          }
          // A digest and a steady cause later nothing waits for anybody.
          await passUntil(+service.clock.now() + 11 * 24 * hourMs, byListener);
          for (const { mailed, chatted } of byListener.values()) {
            expect(chatted.map(whatOf).toSorted()).toEqual(mailed.map(whatOf).toSorted());
            for (const line of mailed) {
              const twin = chatted.find(
                (other) => whatOf(other) === whatOf(line) && Math.abs(other.at - line.at) <= toleranceMs,
              );
              expect(twin, `${JSON.stringify(line)} in ${JSON.stringify(chatted)}`).toBeDefined();
            }
            lines += mailed.length;
          }
          await query('DELETE FROM channels', []);
          await query('DELETE FROM notification_recipients', []);
        },
      ),
      { numRuns: 2, endOnFailure: true },
    );
    // It would agree as well if nobody were told anything.
    expect(lines).toBeGreaterThan(30);
  },
  days * 20_000,
);

function whatOf({ alert, severity, isOver }: Line): string {
  return `${alert} ${severity} ${isOver ? 'over' : 'open'}`;
}
