import { rankOf, type Severity } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { withReadableNames } from '../../engines/domain-names/readable-name.ts';
import type { MessageItem } from '../../engines/messengers/message.ts';
import { type AlertKind, type AlertRecord, alertRecords } from '../../monitoring/alerts/index.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import type { Channel, ToldAlert } from './channel-record.ts';
import { type AlertNow, decideTelling, type Telling } from './decide-telling.ts';
import { isWanted } from './is-wanted.ts';
import type { Teller } from './teller.ts';

/** What a cause of alerts came to, and how it is told. */
export interface Told {
  readonly row: ToldAlert;
  readonly telling: Telling;
  readonly severity: Severity | null;
  /** Null: nothing is said of it. */
  readonly item: MessageItem | null;
}

/** What there is to tell a channel of causes of alerts as they are now. */
export async function tellings(
  tx: Operation,
  channel: Channel,
  rows: readonly ToldAlert[],
  teller: Teller,
  kinds: readonly AlertKind[],
): Promise<Told[]> {
  const ids = rows.map(({ alert_id }) => alert_id);
  const records = await alertRecords(tx).where(inIds('alerts.id', ids)).execute();
  const byId = new Map(records.map((record) => [record.id, record]));
  const now = tx.clock.now();
  const decided = rows.map((row) => {
    const alert = byId.get(row.alert_id) ?? null;
    return { row, alert, telling: decideTelling(row, alertNow(channel, row, alert), now) };
  });
  const spoken = decided.filter(({ telling, alert }) => telling.change !== null && alert !== null);
  const texts = await textsOf(
    tx.readIn(teller.language),
    spoken.map(({ alert }) => alert!),
    kinds,
  );
  return decided.map(({ row, alert, telling }) => ({
    row,
    telling,
    severity: alert?.severity ?? null,
    item: alert && telling.change ? itemOf(alert, telling, texts.get(alert.id), teller) : null,
  }));
}

/** An alert that was deleted is over. */
function alertNow(channel: Channel, row: ToldAlert, alert: AlertRecord | null): AlertNow {
  if (alert === null) return { state: 'over', severity: row.told_severity ?? 'low', isWanted: false };
  const { status, severity } = alert;
  const state = status === 'open' || status === 'acknowledged' ? status : 'over';
  return { state, severity, isWanted: channel.status === 'active' && isWanted(channel, alert) };
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

function itemOf(alert: AlertRecord, telling: Telling, title: string | undefined, teller: Teller): MessageItem | null {
  // Of kinds that a newer version has raised nothing can be said.
  if (title === undefined) return null;
  return {
    change: telling.change!,
    severity: alert.severity,
    title,
    where: teller.whereOf(alert),
    flaps: telling.flaps,
    url: teller.alertUrl(alert),
  };
}

/** What is open before what is over, the most severe first. */
export function byUrgency(a: MessageItem, b: MessageItem): number {
  const isOver = ({ change }: MessageItem) => Number(change === 'over' || change === 'passed');
  return isOver(a) - isOver(b) || rankOf(b.severity) - rankOf(a.severity);
}
