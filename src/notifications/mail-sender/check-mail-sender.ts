import { countInMinute } from '../../core/api/count-in-minute.ts';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { registrableDomain } from '../../engines/domain-names/normalise-domain.ts';
import {
  checkSender,
  type SenderChecks,
  type SenderResolver,
  verdictOf,
} from '../../engines/mail-authentication/check-sender.ts';
import { domainOf, findMailSender, lockMailSender, type MailSender } from './mail-sender-record.ts';

/** Each asks name servers that somebody else chose. */
export const senderChecksPerMinute = 10;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

/**
 * Looks the records of the partner's sender up and notes what they come to: all there, mail comes from its address; one of them
 * gone, it comes from the operator's again.
 * @throws Problem MAIL_SENDER_NOT_FOUND; Refusal 429
 */
export async function checkMailSender(
  operation: Operation,
  resolver: SenderResolver,
  operatorAddress: string,
): Promise<MailSender> {
  // Read without a lock: the name servers are not waited for behind one.
  const sender = await findMailSender(operation);
  if (!sender) throw new Problem('MAIL_SENDER_NOT_FOUND');
  await countInMinute(operation, `mail-sender-check:${operation.partnerId}`, senderChecksPerMinute, 'checks');
  const checks = await lookUpSender(resolver, sender, operatorAddress);
  const noted = await operation.transaction((tx) => noteSenderChecks(tx, sender, checks));
  if (noted === null) throw new Problem('MAIL_SENDER_NOT_FOUND');
  return noted;
}

export function lookUpSender(
  resolver: SenderResolver,
  { address, dkim_selector, dkim_public_key }: MailSender,
  operatorAddress: string,
): Promise<SenderChecks> {
  const domain = domainOf(address);
  return checkSender(resolver, {
    domain,
    registrable: registrableDomain(domain) ?? domain,
    sendingDomain: domainOf(operatorAddress),
    selector: dkim_selector,
    publicKey: dkim_public_key,
  });
}

/**
 * Writes what a look found. Records that nobody tells of change nothing.
 * @returns null when the sender has gone, or another one has taken its place
 */
export async function noteSenderChecks(
  tx: Operation,
  looked: MailSender,
  checks: SenderChecks,
): Promise<MailSender | null> {
  const sender = await lockMailSender(tx);
  if (!sender || sender.dkim_selector !== looked.dkim_selector || domainOf(sender.address) !== domainOf(looked.address))
    return null;
  const now = tx.clock.now();
  const verdict = verdictOf(checks);
  const status = statusAfter(sender.status, verdict);
  // What was never proved is looked up when somebody asks for it.
  const nextMs = verdict === 'present' ? dayMs : hourMs;
  const noted = await tx.db
    .updateTable('mail_senders')
    .set({
      status,
      checks: JSON.stringify(checks),
      checked_at: now,
      verified_at: status === 'verified' ? (sender.verified_at ?? now) : sender.verified_at,
      next_check_at: status === 'pending' ? null : new Date(now.getTime() + nextMs),
    })
    .where('id', '=', sender.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (status !== sender.status)
    await recordFact(tx, {
      type: status === 'verified' ? 'mail_sender.verified' : 'mail_sender.failing',
      subjectId: sender.id,
      details: { address: sender.address },
    });
  return noted;
}

/** There is no patience: mail that receivers would refuse is worse than mail from the operator's address. */
function statusAfter(before: MailSender['status'], verdict: ReturnType<typeof verdictOf>): MailSender['status'] {
  if (verdict === 'present') return 'verified';
  return verdict === 'missing' && before === 'verified' ? 'failing' : before;
}
