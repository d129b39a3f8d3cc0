import { OperatorError } from '../../core/operation/operator-error.ts';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';

/**
 * Keeps what was made to try Breakwater out from being taken for a service: its keys were shown on a terminal, and its data is of
 * nobody. With the operator's word the demo partner is one like any other from then on.
 * @param keeps whether the operator says so
 * @throws OperatorError
 */
export async function settleEvaluationData(db: CrossPartnerDatabase, keeps: boolean): Promise<void> {
  if (keeps) {
    await db.updateTable('partners').set({ evaluation: false }).where('evaluation', '=', true).execute();
    return;
  }
  const demo = await db
    .selectFrom('partners')
    .select('name')
    .where('evaluation', '=', true)
    .limit(1)
    .executeTakeFirst();
  if (demo === undefined) return;
  throw new OperatorError(
    `This database was made in evaluation mode, with the partner "${demo.name}". Set DATA_DIR to another directory for a service of its own, or EVALUATION_DATA=keep to go on with that partner, its keys and its data.`,
  );
}
