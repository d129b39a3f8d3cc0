import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { noTemplate, type RecordTemplate } from '../../engines/domain-posture/domain-look.ts';

/** How the partner has records of its customers' domains written. */
export async function readTemplate(operation: Operation): Promise<RecordTemplate> {
  const kept = await operation.db.selectFrom('record_templates').selectAll().executeTakeFirst();
  if (kept === undefined) return noTemplate;
  return {
    spfInclude: kept.spf_include,
    dkimSelectors: kept.dkim_selectors,
    reportAddress: kept.report_address,
  };
}

/** The next look at each domain goes by it. */
export async function setTemplate(operation: Operation, template: RecordTemplate): Promise<void> {
  const row = {
    spf_include: template.spfInclude,
    dkim_selectors: [...template.dkimSelectors],
    report_address: template.reportAddress,
  };
  await operation.transaction(async (tx) => {
    const kept = { ...row, updated_at: tx.clock.now() };
    await tx.db
      .insertInto('record_templates', kept)
      .onConflict((conflict) => conflict.column('partner_id').doUpdateSet(kept))
      .execute();
    await recordFact(tx, { type: 'record_template.changed', subjectId: null, details: row });
  });
}

/** Without it records are written as everybody's. */
export async function forgetTemplate({ db }: Operation): Promise<void> {
  await db.deleteFrom('record_templates').execute();
}
