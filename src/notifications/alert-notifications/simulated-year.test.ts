import { expect, it } from 'vitest';
import type { Severity } from '../../common/severity.ts';
import { isQuiet, sendTime, type TimingChoice } from '../../engines/notification-timing/send-time.ts';
import {
  type AlertNow,
  decideNotification,
  type KnownState,
  knownAfter,
  type NotificationPreference,
  quietMs,
} from './decide-notification.ts';

const servers = 250;
const days = 365;
const dayMs = 86_400_000;
const begin = Date.UTC(2026, 0, 1);
/** Of addresses until they choose otherwise. */
const wish: NotificationPreference = { isWanted: true, wantsResolved: false, listensSince: new Date(begin) };

/** Numbers that seem random and are the same each time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Port {
  alert: (AlertNow & { snoozedUntil: number | null }) | null;
  lastEnd: Date | null;
  /** Opens and closes at every scan. */
  readonly flaps: boolean;
}

/** What a reader of one server was told, and when. */
interface Reader {
  readonly choice: TimingChoice;
  told: KnownState | null;
  dueAt: Date | null;
  readonly messages: { readonly at: Date; readonly reason: string; readonly alertId: string }[];
}

const choices: readonly TimingChoice[] = [
  { delivery: 'immediate', quietHours: null, timeZone: 'UTC' },
  { delivery: 'gathered', quietHours: { from: '22:00', to: '07:00' }, timeZone: 'Europe/Berlin' },
  { delivery: 'daily', quietHours: null, timeZone: 'America/New_York' },
  { delivery: 'weekly', quietHours: { from: '18:00', to: '08:15' }, timeZone: 'Australia/Lord_Howe' },
];

it('in a year of hundreds of servers with flaps, outages and snoozes, messages are the real changes: none missed, none twice, nothing but critical in quiet hours', () => {
  let [messages, silent] = [0, 0];
  for (let server = 0; server < servers; server += 1) {
    const next = random(server + 1);
    const port: Port = { alert: null, lastEnd: null, flaps: server % 10 === 0 };
    const readers = choices.map((choice): Reader => ({ choice, told: null, dueAt: null, messages: [] }));
    const outage = { from: 100 + Math.floor(next() * 100), days: 5 };
    for (let day = 0; day < days; day += 1) {
      const now = new Date(begin + day * dayMs + Math.floor(next() * dayMs));
      for (const reader of readers) silent += send(reader, port, now, next);
      // While it is out nothing is scanned, and nothing resolves.
      if (day >= outage.from && day < outage.from + outage.days) continue;
      if (step(port, now, `${server}/${day}`, next)) for (const reader of readers) wait(reader, port, now, next());
    }
    const end = new Date(begin + (days + 10) * dayMs);
    for (const reader of readers) {
      send(reader, port, end, next);
      check(reader, port);
      messages += reader.messages.length;
      if (port.flaps) expect(reader.messages.length).toBeLessThanOrEqual(8);
    }
  }
  expect(messages).toBeGreaterThan(servers);
  expect(silent).toBeGreaterThan(0);
});

/** What a scan of a day finds, or a person does. @returns whether anybody is to hear of it */
function step(port: Port, now: Date, id: string, next: () => number): boolean {
  const { alert } = port;
  if (alert === null) {
    if (!port.flaps && next() > 0.03) return false;
    const severity: Severity = !port.flaps && next() < 0.2 ? 'critical' : 'high';
    port.alert = {
      id,
      state: 'open',
      severity,
      createdAt: now,
      since: now,
      previousEnd: port.lastEnd,
      snoozedUntil: null,
    };
    return true;
  }
  if (alert.snoozedUntil !== null && +now >= alert.snoozedUntil) {
    port.alert = { ...alert, state: 'open', since: now, snoozedUntil: null };
    return true;
  }
  const chance = next();
  if (port.flaps || chance < 0.03) {
    port.alert = null;
    port.lastEnd = now;
  } else if (alert.state === 'open' && chance < 0.08)
    port.alert = { ...alert, state: 'acknowledged', since: now, snoozedUntil: +now + 14 * dayMs };
  else if (alert.severity === 'high' && alert.state === 'open' && chance < 0.09) {
    port.alert = { ...alert, severity: 'critical' };
    return true;
  }
  return false;
}

function wait(reader: Reader, port: Port, now: Date, spread: number): void {
  const isCritical = port.alert?.severity === 'critical' && port.alert.state === 'open';
  const due = sendTime({ now, earliest: now, isCritical, spread }, reader.choice);
  reader.dueAt = reader.dueAt && reader.dueAt < due ? reader.dueAt : due;
}

/** Sends what is due by now, as it is by then. @returns 1: what was due had nothing to tell */
function send(reader: Reader, { alert }: Port, now: Date, next: () => number): number {
  const at = reader.dueAt;
  if (at === null || at > now) return 0;
  reader.dueAt = null;
  const reason = alert && decideNotification(reader.told, alert, wish, at);
  if (!reason) return 1;
  if (alert.severity !== 'critical') expect(isQuiet(at, reader.choice)).toBe(false);
  reader.messages.push({ at, reason, alertId: alert.id });
  reader.told = knownAfter(reason, reader.told, alert);
  // A worker that died behind the message, or a job that came twice, has the same looked at again.
  if (next() < 0.2) expect(decideNotification(reader.told, alert, wish, at)).toBeNull();
  return 0;
}

function check({ messages, told }: Reader, { alert }: Port): void {
  // The same change is not told twice.
  const said = messages.map(({ reason, alertId }) => `${reason} ${alertId}`);
  for (const reason of ['new', 'back', 'worse'])
    expect(new Set(said.filter((each) => each.startsWith(`${reason} `))).size).toBe(
      said.filter((each) => each.startsWith(`${reason} `)).length,
    );
  if (alert?.state !== 'open') return;
  // What is open is known: of this alert, or as one that comes and goes.
  const isKnown =
    told?.alertId === alert.id || (told?.flapping && +alert.createdAt - +(alert.previousEnd ?? 0) <= quietMs);
  expect(isKnown).toBe(true);
  if (told?.alertId === alert.id) expect(told.severity).toBe(alert.severity);
}
