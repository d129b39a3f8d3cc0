import { sql } from 'kysely';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { lastTest } from '../mail-sender/index.ts';

const validMs = 7 * 86_400_000;

/** A test mail whose link is good: its sender is the one that mail comes from still. */
export interface OpenTestMail {
  readonly administratorId: string;
  readonly address: string;
  /** Somebody has said since it was made that one has arrived. */
  readonly isSeen: boolean;
}

/** @returns null for one that is too old, from another sender, or none */
export async function openTestMail(operation: Operation, deliveryId: string): Promise<OpenTestMail | null> {
  const delivery = await operation.db
    .selectFrom('notification_deliveries')
    .select(['recipient_id', 'address', 'created_at'])
    .where('id', '=', deliveryId)
    .where('created_at', '>', new Date(operation.clock.now().getTime() - validMs))
    .where(sql<string>`notice ->> 'event'`, '=', 'test_mail')
    .executeTakeFirst();
  if (!delivery) return null;
  const { senderSince, seenAt } = await lastTest(operation);
  const { recipient_id: administratorId, address, created_at: at } = delivery;
  if (senderSince !== null && at < senderSince) return null;
  return { administratorId, address, isSeen: seenAt !== null && seenAt >= at };
}

/**
 * Notes that a test mail has arrived, as its reader says. A second press finds it noted.
 * @returns false where its link is not good
 */
export async function seeTestMail(operation: Operation, deliveryId: string): Promise<boolean> {
  return operation.transaction(async (tx) => {
    const mail = await openTestMail(tx, deliveryId);
    if (mail === null) return false;
    const { administratorId, address, isSeen } = mail;
    if (!isSeen)
      await recordFact(tx, { type: 'mail_sender.test_seen', subjectId: administratorId, details: { address } });
    return true;
  });
}
