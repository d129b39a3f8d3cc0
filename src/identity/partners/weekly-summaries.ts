import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';

/** Whether the partner's customers get a mail each week in which they heard nothing else. */
export async function sendsWeeklySummaries(operation: Operation): Promise<boolean> {
  const { weekly_summaries: enabled } = await operation.db
    .selectPartner()
    .select('weekly_summaries')
    .executeTakeFirstOrThrow();
  return enabled;
}

/** What is in force for all mails from then on. */
export async function setWeeklySummaries(operation: Operation, enabled: boolean): Promise<void> {
  await operation.transaction(async (tx) => {
    const { weekly_summaries: from } = await tx.db
      .selectPartner()
      .select('weekly_summaries')
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (from === enabled) return;
    await tx.db.updatePartner().set({ weekly_summaries: enabled, updated_at: tx.clock.now() }).execute();
    await recordFact(tx, {
      type: 'settings.changed',
      subjectId: null,
      details: { weekly_summaries: { from, to: enabled } },
    });
  });
}
