import { InvalidInput } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import { lockAccount } from '../../core/operation/lock-account.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { normaliseDomain } from '../../engines/domain-names/normalise-domain.ts';
import { newId } from '../../platform/ids.ts';
import { domainOf, findMailSender, lockMailSender, type MailSender } from './mail-sender-record.ts';
import type { SenderKeys } from './sender-keys.ts';

/**
 * Sets the address that the partner's mail shall come from. It does once its domain's records are proved; they and the key stay
 * when another address of the same domain follows.
 * @throws InvalidInput on address: a domain that nobody can own
 */
export async function setMailSender(operation: Operation, keys: SenderKeys, address: string): Promise<MailSender> {
  const domain = domainOf(address);
  const normalised = normaliseDomain(domain);
  if ('problem' in normalised || normalised.domain !== domain)
    throw new InvalidInput({ address: ['The address field must be an address in a domain of yours.'] });
  // A key takes a while to make, so nothing is locked meanwhile.
  const before = await findMailSender(operation);
  const fresh = before && domainOf(before.address) === domain ? null : await keys.make(operation.partnerId);
  return operation.transaction(async (tx) => {
    await lockAccount(tx);
    const current = await lockMailSender(tx);
    if (current?.address === address) return current;
    const keeps = current !== undefined && domainOf(current.address) === domain;
    const key = keeps ? null : (fresh ?? (await keys.make(tx.partnerId)));
    if (!keeps) await tx.db.deleteFrom('mail_senders').execute();
    const set =
      key === null
        ? await tx.db.updateTable('mail_senders').set({ address }).returningAll().executeTakeFirstOrThrow()
        : await tx.db
            .insertInto('mail_senders', {
              id: newId(tx.clock),
              address,
              ...key,
              status: 'pending',
              checks: null,
              created_at: tx.clock.now(),
              verified_at: null,
              checked_at: null,
              next_check_at: null,
            })
            .returningAll()
            .executeTakeFirstOrThrow();
    await recordFact(tx, { type: 'mail_sender.set', subjectId: set.id, details: { address } });
    return set;
  });
}
