import { type SqlBool, sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import { type AlertKind, alertRecords } from '../../monitoring/alerts/index.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { dayIn } from '../../platform/messages/local-words.ts';
import type { Digest, Excerpt } from './digest-mail.ts';
import { describeNews, describeRecords, type News, wantedKinds } from './read-news.ts';
import type { Recipient } from './recipient-record.ts';
import { readChoices } from './settings.ts';

/** A reader goes through so many lines at most; the portal has them all. */
const maxLines = 20;
const endingMs = 7 * 86_400_000;

/** What a digest tells a recipient besides what is news, as it is now. */
export async function readDigest(
  operation: Operation,
  kinds: readonly AlertKind[],
  recipient: Recipient,
  { news, period }: { readonly news: News; readonly period: Digest['period'] },
): Promise<Digest> {
  const { time_zone: timeZone } = recipient;
  let left = maxLines;
  const take = <T>(list: readonly T[]): T[] => {
    const taken = list.slice(0, left);
    left -= taken.length;
    return taken;
  };
  const fresh = await describeNews(operation, kinds, take(news.fresh), timeZone);
  const standing = period === null ? none : await readStanding(operation, kinds, recipient, news);
  const open = take(standing.open.items);
  const over = await describeNews(operation, kinds, take(news.over), timeZone);
  const ending = take(standing.ending.items);
  return {
    period,
    fresh: { items: fresh, total: news.fresh.length },
    open: { items: await describeRecords(operation, kinds, open), total: standing.open.total },
    over: { items: over, total: news.over.length },
    ending: {
      items: (await describeRecords(operation, kinds, ending)).map((item, index) => ({
        ...item,
        until: dayIn(operation.language, ending[index]!.snoozed_until!, timeZone),
      })),
      total: standing.ending.total,
    },
  };
}

type Records = Awaited<ReturnType<ReturnType<typeof alertRecords>['execute']>>;

interface Standing {
  readonly open: Excerpt<Records[number]>;
  readonly ending: Excerpt<Records[number]>;
}

const none: Standing = { open: { items: [], total: 0 }, ending: { items: [], total: 0 } };

/** What is open and no news, the most severe first, and what is snoozed for a week at most, of what the customer wants to hear. */
async function readStanding(
  operation: Operation,
  kinds: readonly AlertKind[],
  { customer_id: customerId }: Recipient,
  { fresh }: News,
): Promise<Standing> {
  const wanted = wantedKinds(await readChoices(operation, kinds, customerId));
  const now = operation.clock.now();
  const isWanted = sql<SqlBool>`EXISTS (SELECT 1 FROM jsonb_to_recordset(${JSON.stringify(
    [...wanted].map(([kind, severity]) => ({ kind, severity })),
  )}::jsonb) AS wanted (kind text, severity severity) WHERE wanted.kind = alerts.kind AND alerts.severity >= wanted.severity)`;
  const all = alertRecords(operation).where('alerts.customer_id', '=', customerId).where(isWanted);
  const open = all.where('alerts.status', '=', 'open').where((is) =>
    is.not(
      inIds(
        'alerts.id',
        fresh.map(({ alertId }) => alertId),
      ),
    ),
  );
  const ending = all
    .where('alerts.ended_at', 'is', null)
    .where('alerts.snoozed_until', '>', now)
    .where('alerts.snoozed_until', '<=', new Date(now.getTime() + endingMs));
  const count = async (query: typeof all) =>
    Number((await query.clearSelect().select(sql<string>`count(*)`.as('count')).executeTakeFirstOrThrow()).count);
  const [openTotal, endingTotal] = [await count(open), await count(ending)];
  const inOrder = open.orderBy('alerts.severity', 'desc').orderBy('alerts.created_at').orderBy('alerts.id');
  return {
    open: { items: openTotal === 0 ? [] : await inOrder.limit(maxLines).execute(), total: openTotal },
    ending: {
      items:
        endingTotal === 0
          ? []
          : await ending.orderBy('alerts.snoozed_until').orderBy('alerts.id').limit(maxLines).execute(),
      total: endingTotal,
    },
  };
}
