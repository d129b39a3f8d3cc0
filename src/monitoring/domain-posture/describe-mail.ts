import { sql } from 'kysely';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type DomainPosture, readPosture } from './read-posture.ts';

export interface MailDescription {
  readonly dkimSelectors: readonly string[];
  /** Null: its MX says so. */
  readonly expectsMail: boolean | null;
}

/**
 * Says of a domain what cannot be seen of its mail. It is looked at again at once.
 * @throws Problem DOMAIN_NOT_FOUND, ACCESS_DENIED
 */
export async function describeMail(
  operation: Operation,
  { id, billingCustomerId }: { readonly id: string; readonly billingCustomerId: number },
  { dkimSelectors, expectsMail }: MailDescription,
): Promise<DomainPosture> {
  return operation.transaction(async (tx) => {
    const { customerId } = await readPosture(tx, id, billingCustomerId);
    const told = { dkim_selectors: [...dkimSelectors], expects_mail: expectsMail };
    await tx.db
      .updateTable('domain_postures')
      // One that is paused is not looked at.
      .set({ ...told, due_at: sql<Date | null>`CASE WHEN due_at IS NOT NULL THEN ${tx.clock.now()}::timestamptz END` })
      .where('domain_id', '=', id)
      .execute();
    await recordFact(tx, { type: 'domain.mail_described', subjectId: id, customerId, details: told });
    return readPosture(tx, id, billingCustomerId);
  });
}
