import { rankOf } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { withReadableNames } from '../../engines/domain-names/readable-name.ts';
import type { MessageItem } from '../../engines/messengers/message.ts';
import { type AlertKind, type AlertRecord, alertRecords } from '../../monitoring/alerts/index.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { alertNowOf, decideTelling, previousEndOf, type Telling, type Told, toldAfter } from '../told/index.ts';
import type { Channel, ChannelAlert } from './channel-record.ts';
import { isWanted } from './is-wanted.ts';
import type { Teller } from './teller.ts';

/** What a cause of alerts came to, and how it is told. */
export interface Looked {
  readonly row: ChannelAlert;
  /** Null: there is nothing to tell. */
  readonly telling: Telling | null;
  /** What the channel knows from then on. */
  readonly told: Told | null;
  /** Null: nothing is said of it. */
  readonly item: MessageItem | null;
}

/** How messages show what is told. */
const shown: Record<Telling, Pick<MessageItem, 'change' | 'flaps'>> = {
  new: { change: 'new', flaps: false },
  worse: { change: 'worse', flaps: false },
  back: { change: 'new', flaps: true },
  reopened: { change: 'again', flaps: false },
  over: { change: 'over', flaps: false },
  came_and_went: { change: 'passed', flaps: false },
};

/** What there is to tell a channel of causes of alerts as they are now. */
export async function tellings(
  tx: Operation,
  channel: Channel,
  rows: readonly ChannelAlert[],
  teller: Teller,
  kinds: readonly AlertKind[],
): Promise<Looked[]> {
  const ids = rows.map(({ alert_id }) => alert_id);
  const found = alertRecords(tx).select(previousEndOf('alerts').as('previous_end'));
  const records = await found.where(inIds('alerts.id', ids)).execute();
  const byId = new Map(records.map((record) => [record.id, record]));
  const decided = rows.map((row) => {
    const alert = byId.get(row.alert_id) ?? null;
    return { row, alert, ...(alert ? lookAt(channel, row, alert, tx.clock.now()) : lookAtDeleted(row)) };
  });
  const texts = await textsOf(
    tx.readIn(teller.language),
    decided.flatMap(({ telling, alert }) => (telling === null || alert === null ? [] : [alert])),
    kinds,
  );
  return decided.map(({ row, alert, telling, told }) => ({
    row,
    telling,
    told,
    item: alert && telling ? itemOf(alert, shown[telling], texts.get(alert.id), teller) : null,
  }));
}

function lookAt(
  channel: Channel,
  row: ChannelAlert,
  alert: AlertRecord & { readonly previous_end: Date | null },
  now: Date,
): Pick<Looked, 'telling' | 'told'> {
  const [known, alertNow] = [toldOf(row), alertNowOf(alert)];
  const wish = {
    isWanted: channel.status === 'active' && isWanted(channel, alert),
    wantsResolved: true,
    listensSince: channel.created_at,
  };
  const telling = decideTelling(known, alertNow, wish, now);
  return { telling, told: telling === null ? known : toldAfter(telling, known, alertNow) };
}

/** An alert that was deleted is over, of which there is nothing to say. */
function lookAtDeleted(row: ChannelAlert): Pick<Looked, 'telling' | 'told'> {
  const known = toldOf(row);
  return { telling: known?.isOver === false ? 'over' : null, told: known && { ...known, isOver: true } };
}

function toldOf(row: ChannelAlert): Told | null {
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

async function textsOf(
  tx: Operation,
  alerts: readonly AlertRecord[],
  kinds: readonly AlertKind[],
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  for (const kind of kinds) {
    const those = alerts.filter((alert) => alert.kind === kind.name);
    const texts = those.length === 0 ? [] : await kind.describe(tx, those);
    for (const [index, { id }] of those.entries()) titles.set(id, withReadableNames(texts[index]!.title));
  }
  return titles;
}

function itemOf(
  alert: AlertRecord,
  as: Pick<MessageItem, 'change' | 'flaps'>,
  title: string | undefined,
  teller: Teller,
): MessageItem | null {
  // Of kinds that a newer version has raised nothing can be said.
  if (title === undefined) return null;
  return {
    ...as,
    severity: alert.severity,
    title,
    where: teller.whereOf(alert),
    url: teller.alertUrl(alert),
  };
}

/** What is open before what is over, the most severe first. */
export function byUrgency(a: MessageItem, b: MessageItem): number {
  const isOver = ({ change }: MessageItem) => Number(change === 'over' || change === 'passed');
  return isOver(a) - isOver(b) || rankOf(b.severity) - rankOf(a.severity);
}
