import { countInMinute } from '../../core/api/count-in-minute.ts';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { notifyAdministrator } from './notify-administrator.ts';

export const testMailsPerMinute = 3;

/**
 * Sends the administrator who asks for it a mail as customers get it: from the same sender, with the same look. The button in it says
 * that it has arrived.
 * @returns the address that it goes to
 * @throws Problem MAIL_NOT_AVAILABLE; Refusal 429
 */
export async function sendTestMail(operation: Operation, mailAvailable: boolean): Promise<string> {
  if (!mailAvailable) throw new Problem('MAIL_NOT_AVAILABLE');
  await countInMinute(operation, `test-mail:${operation.partnerId}`, testMailsPerMinute, 'test mails');
  return operation.transaction(async (tx) => {
    const { id, email } = await tx.db
      .selectFrom('administrators')
      .select(['id', 'email'])
      .where('id', '=', callerIn(tx))
      .executeTakeFirstOrThrow();
    await notifyAdministrator(tx, { id, email }, { event: 'test_mail' });
    await recordFact(tx, { type: 'mail_sender.test_sent', subjectId: id, details: { address: email } });
    return email;
  });
}

function callerIn({ caller: { actor } }: Operation): string {
  if (actor.kind !== 'administrator')
    throw new Error(`A test mail was asked for by ${actor.kind}, who has no address.`);
  return actor.id;
}
