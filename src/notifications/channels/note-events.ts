import { type Selectable, sql } from 'kysely';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import type { AlertsTable } from '../../core/operation/tables/monitoring.ts';
import type { ChannelInboxTable } from '../../core/operation/tables/notifications.ts';
import { messengerOf } from '../../engines/messengers/messengers.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import type { Channel, ToldAlert } from './channel-record.ts';
import { isWanted } from './is-wanted.ts';
import { whenDue } from './when-due.ts';

type LaidAside = Selectable<ChannelInboxTable>;
type Alert = Selectable<AlertsTable>;

const partnersAtOnce = 50;
const eventsAtOnce = 200;

/** Notes what was laid aside with the channels that want to hear of it. Any number of workers may do so at once. */
export async function noteEvents(resources: Resources, onError: (error: Error) => void): Promise<void> {
  const { rows } = await sql<{ partner_id: string }>`
    SELECT DISTINCT partner_id FROM channel_inbox LIMIT ${partnersAtOnce}`.execute(resources.db);
  for (const { partner_id: partnerId } of rows) {
    const operation = Operation.bySystem(resources, partnerId);
    try {
      while ((await operation.transaction(noteSome)) === eventsAtOnce);
    } catch (error) {
      onError(error as Error);
    }
  }
}

/** @returns how many events that were */
async function noteSome(tx: Operation): Promise<number> {
  const { rows: events } = await tx.db.execute<LaidAside>(sql`
    DELETE FROM channel_inbox WHERE partner_id = ${tx.partnerId} AND event_id IN (
      SELECT event_id FROM channel_inbox WHERE partner_id = ${tx.partnerId}
      ORDER BY sequence LIMIT ${eventsAtOnce} FOR UPDATE SKIP LOCKED)
    RETURNING *`);
  if (events.length === 0) return 0;
  const alerts = await tx.db
    .selectFrom('alerts')
    .selectAll()
    .where(inIds('id', [...new Set(events.map(({ alert_id }) => alert_id))]))
    .execute();
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  const byAlert = Map.groupBy(
    events.toSorted((a, b) => a.sequence - b.sequence),
    ({ alert_id }) => alert_id,
  );
  for (const channel of await lockChannels(tx, [...new Set(alerts.map(({ customer_id }) => customer_id))]))
    await noteWith(tx, channel, byAlert, byId);
  await lookAtForgotten(
    tx,
    [...byAlert.keys()].filter((id) => !byId.has(id)),
  );
  return events.length;
}

/** Those of the partner and of these customers: whoever notes, cuts or settles holds the channel first. */
async function lockChannels(tx: Operation, customerIds: readonly string[]): Promise<Channel[]> {
  return tx.db
    .selectFrom('channels')
    .selectAll('channels')
    .where(sql<boolean>`(customer_id IS NULL OR customer_id = ANY(${[...customerIds]}::uuid[]))`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

async function noteWith(
  tx: Operation,
  channel: Channel,
  events: ReadonlyMap<string, readonly LaidAside[]>,
  alerts: ReadonlyMap<string, Alert>,
): Promise<void> {
  const theirs = [...events].flatMap(([id, list]) => {
    const alert = alerts.get(id);
    return alert && (channel.customer_id === null || channel.customer_id === alert.customer_id)
      ? [{ alert, list }]
      : [];
  });
  if (theirs.length === 0) return;
  const known = await knownOf(
    tx,
    channel.id,
    theirs.map(({ alert }) => alert),
  );
  const windowEnd = channel.urgency === 'five_minutes' ? await endOfWindow(tx, channel.id) : null;
  for (const { alert, list } of theirs) {
    const name = causeOf(alert);
    const before = known.get(name) ?? null;
    const heard = list.filter((event) => !isOwnDoing(event, before));
    if (heard.length === 0) continue;
    if (before === null && (channel.status === 'removed' || !isWanted(channel, alert) || !heard.some(mayBeFirst)))
      continue;
    known.set(name, noted(tx.clock.now(), channel, alert, heard, before, windowEnd));
  }
  const changed = theirs.flatMap(({ alert }) => known.get(causeOf(alert)) ?? []);
  await write(tx, [...new Set(changed)]);
}

/** What a channel knows of an alert once these events are known to it. */
function noted(
  now: Date,
  channel: Channel,
  alert: Alert,
  events: readonly LaidAside[],
  before: ToldAlert | null,
  windowEnd: Date | null,
): ToldAlert {
  const row: ToldAlert = before ?? {
    partner_id: channel.partner_id,
    channel_id: channel.id,
    resource_id: alert.endpoint_id ?? alert.domain_id!,
    kind: alert.kind,
    key: alert.key,
    customer_id: alert.customer_id,
    alert_id: alert.id,
    told: null,
    told_severity: null,
    incident_id: null,
    was_opened: false,
    speaks_again: false,
    openings: 0,
    opened_at: null,
    flaps: false,
    changed_at: now,
    due_at: null,
    told_alert_id: null,
    told_since: null,
  };
  const next = { ...row };
  // An older alert of the same cause has nothing to say of how it is now.
  if (before === null || alert.ended_at === null || alert.id > before.alert_id) next.alert_id = alert.id;
  for (const event of events) noteOne(next, event);
  const due = nextLook(now, channel, alert, next, windowEnd);
  next.due_at = row.due_at === null ? due : new Date(Math.min(row.due_at.getTime(), due.getTime()));
  return next;
}

function noteOne(row: ToldAlert, event: LaidAside): void {
  // It is as open as before, and its severity is read when it is told.
  if (event.type === 'worsened' || event.type === 'steady') return;
  row.changed_at = event.occurred_at;
  if (isNews(event)) row.opened_at = event.occurred_at;
}

function nextLook(now: Date, channel: Channel, alert: Alert, row: ToldAlert, windowEnd: Date | null): Date {
  const isOpen = alert.status === 'open';
  // What a pager opened is closed at once: that wakes nobody.
  const closes = !isOpen && row.incident_id !== null && messengerOf(channel.type).pages;
  const isCritical = isOpen && alert.severity === 'critical' && isWanted(channel, alert);
  const due = whenDue(channel, isCritical || closes, now);
  return windowEnd !== null && windowEnd < due ? windowEnd : due;
}

/** Whoever opens an alert again knows; those who were told that it is over do not. */
function isOwnDoing({ reopened_by }: LaidAside, before: ToldAlert | null): boolean {
  return reopened_by === 'person' && before?.told !== 'over';
}

/** Raised, or open again. */
function isNews({ type }: LaidAside): boolean {
  return type.endsWith('.opened') || type.endsWith('.reopened');
}

/** What a channel may first hear of an alert by: one that got worse may only now be as severe as the channel asks. */
function mayBeFirst(event: LaidAside): boolean {
  return isNews(event) || event.type === 'worsened';
}

function causeOf({ kind, key, endpoint_id, domain_id }: Alert): string {
  return JSON.stringify([endpoint_id ?? domain_id, kind, key]);
}

async function knownOf(tx: Operation, channelId: string, alerts: readonly Alert[]): Promise<Map<string, ToldAlert>> {
  const resources = [...new Set(alerts.map(({ endpoint_id, domain_id }) => endpoint_id ?? domain_id!))];
  const rows = await tx.db
    .selectFrom('channel_alerts')
    .selectAll('channel_alerts')
    .where('channel_id', '=', channelId)
    .where(inIds('resource_id', resources))
    .execute();
  return new Map(rows.map((row) => [JSON.stringify([row.resource_id, row.kind, row.key]), row]));
}

/** When what the channel gathers is told, if it gathers something. */
async function endOfWindow(tx: Operation, channelId: string): Promise<Date | null> {
  const row = await tx.db
    .selectFrom('channel_alerts')
    .select('due_at')
    .where('channel_id', '=', channelId)
    .where('due_at', '>', tx.clock.now())
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at ?? null;
}

async function write(tx: Operation, rows: readonly ToldAlert[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.db.execute(sql`
    INSERT INTO channel_alerts (partner_id, channel_id, resource_id, kind, key, customer_id, alert_id, changed_at,
      opened_at, due_at)
    SELECT ${tx.partnerId}::uuid, r.* FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r
      (channel_id uuid, resource_id uuid, kind text, key text, customer_id uuid, alert_id uuid, changed_at timestamptz,
        opened_at timestamptz, due_at timestamptz)
    ON CONFLICT (partner_id, channel_id, resource_id, kind, key) DO UPDATE SET
      alert_id = excluded.alert_id, changed_at = excluded.changed_at, opened_at = excluded.opened_at,
      due_at = excluded.due_at`);
}

/** Alerts that were deleted with what they were about: what was told of them is over. */
async function lookAtForgotten(tx: Operation, alertIds: readonly string[]): Promise<void> {
  if (alertIds.length === 0) return;
  await tx.db
    .updateTable('channel_alerts')
    .set({ due_at: tx.clock.now() })
    .where(inIds('alert_id', alertIds))
    .where('told', '=', 'open')
    .execute();
}
