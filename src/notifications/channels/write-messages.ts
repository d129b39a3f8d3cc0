import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { ChannelContent } from '../../core/operation/tables/notifications.ts';
import type { MessageItem } from '../../engines/messengers/message.ts';
import { messengerOf } from '../../engines/messengers/messengers.ts';
import { newId } from '../../platform/ids.ts';
import type { MessageAuthor } from './author.ts';
import { byUrgency, type ChannelNotification } from './channel-notifications.ts';
import type { Channel, ChannelVault } from './channel-record.ts';

interface NewMessage {
  readonly items: readonly MessageItem[];
  readonly incidentId: string | null;
  readonly action: ChannelContent['action'];
}

/**
 * Writes what a channel knows from now on, and the messages that tell it, in one transaction: each change is told once.
 * @returns whether there is any to send
 */
export async function writeMessages(
  tx: Operation,
  channel: Channel,
  notifications: readonly ChannelNotification[],
  author: MessageAuthor,
  vault: ChannelVault,
): Promise<boolean> {
  const messages = messengerOf(channel.type).pages
    ? await pagerMessages(tx, channel, notifications, vault)
    : chatMessages(notifications);
  if (!messengerOf(channel.type).pages) await writeKnownStates(tx, channel, notifications, new Map());
  await tx.db.insertMany(
    'channel_messages',
    messages.map(({ items, incidentId, action }) => ({
      id: newId(tx.clock),
      channel_id: channel.id,
      content: JSON.stringify({
        sender: author.name,
        url: author.url,
        language: author.language,
        items,
        action,
      } satisfies ChannelContent),
      incident_id: incidentId,
      status: 'pending' as const,
      created_at: tx.clock.now(),
    })),
  );
  return messages.length > 0;
}

/** All that there is to say at once. */
function chatMessages(notifications: readonly ChannelNotification[]): NewMessage[] {
  const items = notifications.flatMap(({ item }) => item ?? []).toSorted(byUrgency);
  return items.length === 0 ? [] : [{ items, incidentId: null, action: null }];
}

/**
 * What is new of a customer at once is one incident. It is told again when something of it gets worse or speaks again, and closed when
 * all of it is over. What came and went wakes nobody.
 */
async function pagerMessages(
  tx: Operation,
  channel: Channel,
  notifications: readonly ChannelNotification[],
  vault: ChannelVault,
): Promise<NewMessage[]> {
  const messages: NewMessage[] = [];
  const opened = new Map<ChannelNotification, string>();
  const open = notifications.filter(({ item, known }) => item !== null && known?.isOver === false);
  const itemsOf = (those: readonly ChannelNotification[]) =>
    those.flatMap(({ item }) => item ?? []).toSorted(byUrgency);
  for (const [incidentId, those] of Map.groupBy(open, ({ row }) => row.incident_id)) {
    if (incidentId !== null) {
      messages.push({ items: itemsOf(those), incidentId, action: 'trigger' });
      continue;
    }
    for (const alike of Map.groupBy(those, ({ row }) => row.customer_id).values()) {
      const fresh = await openIncident(tx, channel, vault);
      for (const entry of alike) opened.set(entry, fresh);
      messages.push({ items: itemsOf(alike), incidentId: fresh, action: 'trigger' });
    }
  }
  await writeKnownStates(tx, channel, notifications, opened);
  const over = notifications.filter(({ reason, row }) => reason === 'over' && row.incident_id !== null);
  for (const [incidentId, those] of Map.groupBy(over, ({ row }) => row.incident_id)) {
    if (incidentId === null || (await hasOpen(tx, incidentId))) continue;
    messages.push({ items: itemsOf(those), incidentId, action: 'resolve' });
  }
  return messages;
}

async function openIncident(tx: Operation, channel: Channel, vault: ChannelVault): Promise<string> {
  const id = newId(tx.clock);
  const target = vault.seal(tx.partnerId, id, vault.open(channel));
  await tx.db.insertInto('channel_incidents', { id, channel_id: channel.id, target, accepted_at: null }).execute();
  return id;
}

async function hasOpen(tx: Operation, incidentId: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('channel_alerts')
    .select('alert_id')
    .where('incident_id', '=', incidentId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function writeKnownStates(
  tx: Operation,
  channel: Channel,
  notifications: readonly ChannelNotification[],
  opened: ReadonlyMap<ChannelNotification, string>,
): Promise<void> {
  const rows = notifications.map((entry) => {
    const { row, known } = entry;
    return {
      resource_id: row.resource_id,
      kind: row.kind,
      key: row.key,
      told: known && (known.isOver ? 'over' : 'open'),
      told_severity: known?.severity ?? null,
      told_alert_id: known?.alertId ?? null,
      told_since: known?.since ?? null,
      flaps: known?.flapping ?? false,
      incident_id: known?.isOver === false ? (opened.get(entry) ?? row.incident_id) : null,
    };
  });
  await tx.db.execute(sql`
    UPDATE channel_alerts a SET told = r.told, told_severity = r.told_severity, told_alert_id = r.told_alert_id,
      told_since = r.told_since, flaps = r.flaps, incident_id = r.incident_id, due_at = NULL
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (resource_id uuid, kind text, key text, told text,
      told_severity severity, told_alert_id uuid, told_since timestamptz, flaps boolean, incident_id uuid)
    WHERE a.partner_id = ${tx.partnerId} AND a.channel_id = ${channel.id}
      AND a.resource_id = r.resource_id AND a.kind = r.kind AND a.key = r.key`);
}
