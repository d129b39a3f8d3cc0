import { sql } from 'kysely';
import { dropBefore, ensurePartitions, type History, weeks } from '../../platform/database/partitions.ts';
import { lowestIdAt } from '../../platform/ids.ts';
import type { Resources } from '../operation/operation.ts';

/** How long events can be read. */
export const eventDays = 30;
const dayMs = 86_400_000;
const weeksAhead = 2;

const history: History = { tables: ['events'], period: weeks, others: 'events_other' };

/** The oldest that can be read. */
export function oldestKept(now: Date): Date {
  return new Date(now.getTime() - eventDays * dayMs);
}

/** Makes the weekly partitions of events for this week and the next two, where they are missing. */
export async function ensureEventPartitions({ db, clock }: Resources): Promise<void> {
  await ensurePartitions(db, history, clock.now(), [0, weeksAhead]);
}

/** Forgets events that cannot be read any more, by dropping whole weeks. @returns the names of the partitions that were dropped */
export async function dropOldEvents({ db, clock }: Resources): Promise<string[]> {
  const oldest = oldestKept(clock.now());
  const dropped = await dropBefore(db, history, oldest);
  await sql`DELETE FROM events_other WHERE id < ${lowestIdAt(oldest)}`.execute(db);
  return dropped;
}
