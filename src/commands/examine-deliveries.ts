import { type RawBuilder, sql } from 'kysely';
import type { CrossPartnerDatabase } from '../core/operation/partner-database.ts';
import { failingDeliveries } from '../service/failing-deliveries.ts';
import type { Diagnosis } from './diagnosis.ts';
import { examineIfThere } from './examine-if-there.ts';

interface Due {
  readonly count: number;
  readonly seconds: number;
}

/** What waits to be delivered: how much of it is due, and for how long the oldest. */
const deliveryQueues = [
  {
    check: 'mails',
    what: 'mails',
    way: 'mail',
    failing: 'mails wait and none was taken',
    failingCure: 'see the check of mail, and the logs of workers for what the mail server says',
    due: dueIn('notification_deliveries', 'next_attempt_at'),
  },
  {
    check: 'webhooks',
    what: 'deliveries',
    way: 'webhook',
    failing: 'webhooks are not answered as they should be',
    failingCure: 'their partners see why in the console; is it all of them, look at how workers reach the internet',
    due: dueIn('webhook_deliveries', 'next_attempt_at'),
  },
  {
    check: 'channels',
    what: 'channels with messages',
    way: 'channel',
    failing: 'channels refuse their messages',
    failingCure: 'their owners see why on their pages; is it all of them, look at how workers reach the internet',
    due: dueIn('channels', 'send_at', sql`status IN ('active', 'removed')`),
  },
] as const;

/** @param at the column that says when a row is due */
function dueIn(table: string, at: string, condition = sql`true`): RawBuilder<Due> {
  const dueAt = sql.ref(at);
  return sql`
    SELECT count(*)::int AS count, coalesce(extract(epoch FROM now() - min(${dueAt})), 0)::int AS seconds
    FROM ${sql.table(table)} WHERE ${dueAt} <= now() AND ${condition}`;
}

/** Workers look once a second. */
const latestSeconds = 300;

/** What fails is asked for once; on a schema that has no answer, each check says so. */
export function examineDeliveries(db: CrossPartnerDatabase, now: Date): Promise<Diagnosis>[] {
  const failing = failingDeliveries(db, now);
  return deliveryQueues.map((queue) => examineIfThere(queue.check, () => examineQueue(db, queue, failing)));
}

async function examineQueue(
  db: CrossPartnerDatabase,
  { check, what, way, failing, failingCure, due }: (typeof deliveryQueues)[number],
  ofAll: ReturnType<typeof failingDeliveries>,
): Promise<Diagnosis> {
  const { [way]: failures } = await ofAll;
  if (failures.count > 0) {
    const detail = `${failures.count} ${failing}, for ${Math.round(failures.seconds)} s`;
    return { check, state: 'warn', detail, cure: failingCure };
  }
  const { rows } = await due.execute(db);
  const { count, seconds } = rows[0]!;
  if (count === 0) return { check, state: 'ok', detail: 'nothing is due, and nothing fails' };
  const detail = `${count} ${what} due, the oldest for ${seconds} s`;
  if (seconds <= latestSeconds) return { check, state: 'ok', detail };
  return { check, state: 'warn', detail, cure: 'see that a worker runs (breakwater workers), and its log' };
}
