import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { lockAdministrator } from './administrator-record.ts';

/**
 * Sets in which language an administrator reads the console and gets mail.
 * @param language BCP 47; null: what the browser asks for, and in mails the account's
 * @throws Problem ADMINISTRATOR_NOT_FOUND
 */
export async function chooseAdministratorLanguage(
  operation: Operation,
  id: string,
  language: string | null,
): Promise<void> {
  await operation.transaction(async (tx) => {
    const { language: from } = await lockAdministrator(tx, id);
    if (from === language) return;
    await tx.db
      .updateTable('administrators')
      .set({ language, updated_at: tx.clock.now() })
      .where('id', '=', id)
      .execute();
    const details = { from, to: language };
    await recordFact(tx, { type: 'administrator.language_changed', subjectId: id, details });
  });
}
