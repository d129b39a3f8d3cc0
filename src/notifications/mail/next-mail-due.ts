import { sql } from 'kysely';
import type { Resources } from '../../core/operation/operation.ts';

/** In how many milliseconds a mail is to be made or sent, of whatever partner; 0 or less: there is one; undefined: none waits. */
export async function nextMailDueMs({ db, clock }: Resources): Promise<number | undefined> {
  const { rows } = await sql<{ due_at: Date | null }>`
    SELECT least(
      (SELECT min(mail_due_at) FROM notification_recipients WHERE mail_due_at IS NOT NULL),
      (SELECT min(report_due_at) FROM notification_recipients WHERE report_due_at IS NOT NULL),
      (SELECT min(weekly_summary_due_at) FROM customers),
      (SELECT min(next_attempt_at) FROM notification_deliveries WHERE next_attempt_at IS NOT NULL)) AS due_at`.execute(
    db,
  );
  const dueAt = rows[0]!.due_at;
  return dueAt === null ? undefined : dueAt.getTime() - clock.now().getTime();
}
