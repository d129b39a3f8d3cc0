import { rankOf } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { MessageItem } from '../../engines/messengers/message.ts';
import { type AlertKind, type AlertRecord, alertRecords } from '../../monitoring/alerts/index.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import {
  alertNowOf,
  decideNotification,
  describeAlerts,
  type KnownState,
  knownAfter,
  type NotificationReason,
  previousEndOf,
} from '../alert-notifications/index.ts';
import type { MessageAuthor } from './author.ts';
import type { Channel, ChannelAlert } from './channel-record.ts';
import { isWanted } from './is-wanted.ts';

/** What a cause of alerts came to, and how it is told. */
export interface ChannelNotification {
  readonly row: ChannelAlert;
  /** Null: there is nothing to tell. */
  readonly reason: NotificationReason | null;
  /** What the channel knows from then on. */
  readonly known: KnownState | null;
  /** Null: nothing is said of it. */
  readonly item: MessageItem | null;
}

/** How messages show what is told. */
const shown: Record<NotificationReason, Pick<MessageItem, 'change' | 'flaps'>> = {
  new: { change: 'new', flaps: false },
  worse: { change: 'worse', flaps: false },
  back: { change: 'new', flaps: true },
  reopened: { change: 'again', flaps: false },
  over: { change: 'over', flaps: false },
  came_and_went: { change: 'passed', flaps: false },
};

/** What there is to tell a channel of causes of alerts as they are now. */
export async function channelNotifications(
  tx: Operation,
  channel: Channel,
  rows: readonly ChannelAlert[],
  author: MessageAuthor,
  kinds: readonly AlertKind[],
): Promise<ChannelNotification[]> {
  const ids = rows.map(({ alert_id }) => alert_id);
  const found = alertRecords(tx).select(previousEndOf('alerts').as('previous_end'));
  const all = found.where(inIds('alerts.id', ids));
  // What became another customer's is to a customer's own channel as if it were gone.
  const records = await (channel.customer_id === null
    ? all
    : all.where('alerts.customer_id', '=', channel.customer_id)
  ).execute();
  const byId = new Map(records.map((record) => [record.id, record]));
  const decided = rows.map((row) => {
    const alert = byId.get(row.alert_id) ?? null;
    return { row, alert, ...(alert ? lookAt(channel, row, alert, tx.clock.now()) : lookAtDeleted(row)) };
  });
  const described = await describeAlerts(
    tx.readIn(author.language),
    kinds,
    decided.flatMap(({ reason, alert }) => (reason === null || alert === null ? [] : [alert])),
  );
  return decided.map(({ row, alert, reason, known }) => ({
    row,
    reason,
    known,
    item: alert && reason ? itemOf(alert, shown[reason], described.get(alert.id)?.title, author) : null,
  }));
}

function lookAt(
  channel: Channel,
  row: ChannelAlert,
  alert: AlertRecord & { readonly previous_end: Date | null },
  now: Date,
): Pick<ChannelNotification, 'reason' | 'known'> {
  const [known, alertNow] = [knownStateOf(row), alertNowOf(alert)];
  const preference = {
    isWanted: channel.status === 'active' && isWanted(channel, alert),
    wantsResolved: true,
    listensSince: channel.created_at,
  };
  const reason = decideNotification(known, alertNow, preference, now);
  return { reason, known: reason === null ? known : knownAfter(reason, known, alertNow) };
}

/** An alert that was deleted is over, of which there is nothing to say. */
function lookAtDeleted(row: ChannelAlert): Pick<ChannelNotification, 'reason' | 'known'> {
  const known = knownStateOf(row);
  return { reason: known?.isOver === false ? 'over' : null, known: known && { ...known, isOver: true } };
}

function knownStateOf(row: ChannelAlert): KnownState | null {
  if (row.told === null) return null;
  return {
    alertId: row.told_alert_id ?? row.alert_id,
    // Older versions forgot how severe it was that is over: then nothing is worse.
    severity: row.told_severity ?? 'critical',
    since: row.told_since ?? row.changed_at,
    flapping: row.flaps,
    isOver: row.told === 'over',
  };
}

function itemOf(
  alert: AlertRecord,
  as: Pick<MessageItem, 'change' | 'flaps'>,
  title: string | undefined,
  author: MessageAuthor,
): MessageItem | null {
  // Of kinds that a newer version has raised nothing can be said.
  if (title === undefined) return null;
  return {
    ...as,
    severity: alert.severity,
    title,
    where: author.whereOf(alert),
    url: author.alertUrl(alert),
  };
}

/** What is open before what is over, the most severe first. */
export function byUrgency(a: MessageItem, b: MessageItem): number {
  const isOver = ({ change }: MessageItem) => Number(change === 'over' || change === 'passed');
  return isOver(a) - isOver(b) || rankOf(b.severity) - rankOf(a.severity);
}
