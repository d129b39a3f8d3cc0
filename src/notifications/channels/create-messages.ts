import { sql } from 'kysely';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import { worldOf } from '../../identity/partners/index.ts';
import type { AlertKind } from '../../monitoring/alerts/index.ts';
import { authorOf } from './author.ts';
import { channelNotifications } from './channel-notifications.ts';
import type { Channel, ChannelVault } from './channel-record.ts';
import { withoutFirstScans } from './first-scans.ts';
import { writeMessages } from './write-messages.ts';

export interface MessageTools {
  /** Of alerts. */
  readonly kinds: readonly AlertKind[];
  readonly vault: ChannelVault;
  /** Of this installation: see portalAddress. */
  readonly port: number;
}

const channelsAtOnce = 100;
const alertsAtOnce = 1_000;
const failurePauseSeconds = 60;
const suspendedPauseSeconds = 3_600;

/**
 * Makes messages of what is due, for channels that have none waiting: while a destination takes nothing, what happens is gathered.
 * A channel whose messages cannot be made is looked at again after a pause, and holds up no other.
 */
export async function createDueMessages(
  resources: Resources,
  tools: MessageTools,
  onError: (error: Error) => void,
): Promise<void> {
  const { rows } = await sql<{ partner_id: string; channel_id: string }>`
    SELECT DISTINCT a.partner_id, a.channel_id
    FROM channel_alerts a JOIN channels c ON c.partner_id = a.partner_id AND c.id = a.channel_id
    WHERE a.due_at <= ${resources.clock.now()} AND c.send_at IS NULL AND c.status IN ('active', 'removed')
    LIMIT ${channelsAtOnce}`.execute(resources.db);
  for (const { partner_id: partnerId, channel_id: channelId } of rows) {
    const operation = Operation.bySystem(resources, partnerId);
    try {
      await operation.transaction((tx) => createMessages(tx, channelId, tools));
    } catch (error) {
      onError(error as Error);
      await postpone(operation, channelId, failurePauseSeconds);
    }
  }
}

async function postpone({ db, clock }: Operation, channelId: string, seconds: number): Promise<void> {
  const now = clock.now();
  await db
    .updateTable('channel_alerts')
    .set({ due_at: new Date(now.getTime() + seconds * 1_000) })
    .where('channel_id', '=', channelId)
    .where('due_at', '<=', now)
    .execute();
}

async function createMessages(tx: Operation, channelId: string, tools: MessageTools): Promise<void> {
  const channel = await tx.db
    .selectFrom('channels')
    .selectAll('channels')
    .where('id', '=', channelId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // Another worker was faster, or somebody has paused it.
  if (!channel || channel.send_at !== null || !['active', 'removed'].includes(channel.status)) return;
  const { suspended } = await worldOf(tx);
  if (suspended) return postpone(tx, channelId, suspendedPauseSeconds);
  const due = await tx.db
    .selectFrom('channel_alerts')
    .selectAll('channel_alerts')
    .where('channel_id', '=', channelId)
    .where('due_at', '<=', tx.clock.now())
    .orderBy('due_at')
    .limit(alertsAtOnce)
    .execute();
  const rows = await withoutFirstScans(tx, channel, due);
  if (rows.length === 0) return;
  const author = await authorOf(tx, channel, tools.port);
  const notifications = await channelNotifications(tx, channel, rows, author, tools.kinds);
  const waits = await writeMessages(tx, channel, notifications, author, tools.vault);
  if (waits) await markSendable(tx, channel);
  else if (channel.status === 'removed') await dropIfDone(tx, channel.id);
}

async function markSendable(tx: Operation, { id, free_at }: Channel): Promise<void> {
  const now = tx.clock.now();
  const send_at = free_at !== null && free_at > now ? free_at : now;
  await tx.db.updateTable('channels').set({ send_at }).where('id', '=', id).execute();
}

/** A channel that was removed is gone once all that it had opened is closed. */
export async function dropIfDone(tx: Operation, channelId: string): Promise<void> {
  await tx.db
    .deleteFrom('channels')
    .where('id', '=', channelId)
    .where('status', '=', 'removed')
    .where('send_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('channel_incidents')
            .select('channel_incidents.id')
            .where('channel_incidents.partner_id', '=', tx.partnerId)
            .whereRef('channel_incidents.channel_id', '=', 'channels.id'),
        ),
      ),
    )
    .execute();
}
