import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';

/**
 * Mail comes from the operator's address again; the key is forgotten.
 * @throws Problem MAIL_SENDER_NOT_FOUND
 */
export async function removeMailSender(operation: Operation): Promise<void> {
  await operation.transaction(async (tx) => {
    const removed = await tx.db.deleteFrom('mail_senders').returning(['id', 'address']).executeTakeFirst();
    if (!removed) throw new Problem('MAIL_SENDER_NOT_FOUND');
    const { id: subjectId, address } = removed;
    await recordFact(tx, { type: 'mail_sender.removed', subjectId, details: { address } });
  });
}
