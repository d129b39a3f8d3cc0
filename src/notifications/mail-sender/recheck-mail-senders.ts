import { sql } from 'kysely';
import { handleDue } from '../../core/operation/handle-due.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import type { SenderResolver } from '../../engines/mail-authentication/check-sender.ts';
import { lookUpSender, noteSenderChecks } from './check-mail-sender.ts';
import type { MailSender } from './mail-sender-record.ts';

/**
 * Looks again at the records of senders that were proved once, daily, and hourly while one is missing. Any number of nodes may
 * do so at once.
 * @returns how many were looked at
 */
export async function recheckMailSenders(
  resources: Resources,
  resolver: SenderResolver,
  operatorAddress: string,
): Promise<number> {
  const due = { table: 'mail_senders', time: 'next_check_at', columns: sql<MailSender>`*` } as const;
  return handleDue(resources, due, async (sender) => {
    const checks = await lookUpSender(resolver, sender, operatorAddress);
    await Operation.bySystem(resources, sender.partner_id).transaction((tx) => noteSenderChecks(tx, sender, checks));
  });
}
