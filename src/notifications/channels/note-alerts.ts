import { type Selectable, sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { AlertsTable } from '../../core/operation/tables/monitoring.ts';
import { messengerOf } from '../../engines/messengers/messengers.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import type { AlertChange, AlertListener } from '../alert-notifications/index.ts';
import type { Channel, ChannelAlert } from './channel-record.ts';
import { isWanted } from './is-wanted.ts';
import { whenDue } from './when-due.ts';

type Alert = Selectable<AlertsTable>;

/** Notes changed alerts with the channels that want to hear of them: which causes to look at, and when. */
export const channelListener: AlertListener = {
  signal: 'channels',
  async note(tx, changes) {
    const channels = await lockChannels(tx, [...new Set(changes.map(({ customer_id }) => customer_id))]);
    if (channels.length === 0) return;
    const byAlert = Map.groupBy(changes, ({ alert_id }) => alert_id);
    const alerts = await tx.db
      .selectFrom('alerts')
      .selectAll()
      .where(inIds('id', [...byAlert.keys()]))
      .orderBy('id')
      .execute();
    for (const channel of channels) await noteWith(tx, channel, alerts, byAlert);
    const known = new Set(alerts.map(({ id }) => id));
    await lookAtForgotten(
      tx,
      [...byAlert.keys()].filter((id) => !known.has(id)),
    );
  },
};

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
  alerts: readonly Alert[],
  changes: ReadonlyMap<string, readonly AlertChange[]>,
): Promise<void> {
  const theirs = alerts.filter(
    ({ customer_id }) => channel.customer_id === null || channel.customer_id === customer_id,
  );
  if (theirs.length === 0) return;
  const causes = await causesOf(tx, channel.id, theirs);
  const windowEnd = channel.urgency === 'five_minutes' ? await endOfWindow(tx, channel.id) : null;
  const noted = new Map<string, ChannelAlert>();
  for (const alert of theirs) {
    const name = nameOfCause(alert);
    const before = noted.get(name) ?? causes.get(name) ?? null;
    const heard = changes.get(alert.id)!.filter((change) => !isKnown(change, before));
    if (heard.length === 0) continue;
    if (before === null && !(isWantedNow(channel, alert) && heard.some(mayBeFirst))) continue;
    noted.set(name, afterChanges(tx, channel, alert, { before, heard, windowEnd }));
  }
  await write(tx, [...noted.values()]);
}

function isWantedNow(channel: Channel, alert: Alert): boolean {
  return channel.status !== 'removed' && isWanted(channel, alert);
}

/** A cause that the channel has to look at, once it has heard of changes of this alert of it. */
function afterChanges(
  { clock }: Operation,
  channel: Channel,
  alert: Alert,
  {
    before,
    heard,
    windowEnd,
  }: {
    readonly before: ChannelAlert | null;
    readonly heard: readonly AlertChange[];
    readonly windowEnd: Date | null;
  },
): ChannelAlert {
  const now = clock.now();
  const cause = before ?? newCause(channel, alert, now);
  // An older alert of the same cause has nothing to say of how it is now.
  const isNewest = alert.ended_at === null || alert.id >= cause.alert_id;
  const due = nextLook(now, channel, alert, cause, windowEnd);
  return {
    ...cause,
    alert_id: isNewest ? alert.id : cause.alert_id,
    opened_at: heard.findLast(isOpening)?.occurred_at ?? cause.opened_at,
    // What got worse or stays is as open as before; how severe it is, is read when it is told.
    changed_at:
      heard.findLast(({ change }) => change !== 'worsened' && change !== 'steady')?.occurred_at ?? cause.changed_at,
    due_at: cause.due_at !== null && cause.due_at < due ? cause.due_at : due,
  };
}

/** Of which nothing was told yet. */
function newCause(channel: Channel, alert: Alert, now: Date): ChannelAlert {
  return {
    partner_id: channel.partner_id,
    channel_id: channel.id,
    resource_id: resourceOf(alert),
    kind: alert.kind,
    key: alert.key,
    customer_id: alert.customer_id,
    alert_id: alert.id,
    told: null,
    told_severity: null,
    told_alert_id: null,
    told_since: null,
    flaps: false,
    incident_id: null,
    opened_at: null,
    changed_at: now,
    due_at: null,
  };
}

function nextLook(now: Date, channel: Channel, alert: Alert, row: ChannelAlert, windowEnd: Date | null): Date {
  const isOpen = alert.status === 'open';
  // What a pager opened is closed at once: that wakes nobody.
  const closes = !isOpen && row.incident_id !== null && messengerOf(channel.type).pages;
  const isCritical = isOpen && alert.severity === 'critical' && isWanted(channel, alert);
  const due = whenDue(channel, isCritical || closes, now);
  return windowEnd !== null && windowEnd < due ? windowEnd : due;
}

/** Whoever opens an alert again knows; those who were told that it is over do not. */
function isKnown({ change }: AlertChange, before: ChannelAlert | null): boolean {
  return change === 'taken_back' && before?.told !== 'over';
}

/** Raised, or open again. */
function isOpening({ change }: AlertChange): boolean {
  return change === 'opened' || change === 'reopened' || change === 'taken_back';
}

/** What a channel may first hear of an alert by: one that got worse may only now be as severe as the channel asks. */
function mayBeFirst(change: AlertChange): boolean {
  return isOpening(change) || change.change === 'worsened';
}

function resourceOf({ endpoint_id, domain_id }: Pick<Alert, 'endpoint_id' | 'domain_id'>): string {
  return endpoint_id ?? domain_id!;
}

function nameOfCause(alert: Alert): string {
  return JSON.stringify([resourceOf(alert), alert.kind, alert.key]);
}

/** What the channel knows of the causes of these alerts, and perhaps of others, by their names. */
async function causesOf(
  tx: Operation,
  channelId: string,
  alerts: readonly Alert[],
): Promise<Map<string, ChannelAlert>> {
  const rows = await tx.db
    .selectFrom('channel_alerts')
    .selectAll('channel_alerts')
    .where('channel_id', '=', channelId)
    .where(inIds('resource_id', [...new Set(alerts.map(resourceOf))]))
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

async function write(tx: Operation, rows: readonly ChannelAlert[]): Promise<void> {
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
    // As the index says it: of a value that is yet to come PostgreSQL does not know that it is this one.
    .where('told', '=', sql.lit('open'))
    .execute();
}
