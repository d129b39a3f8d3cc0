import { sql } from 'kysely';
import type { FactType } from '../../core/operation/facts.ts';
import type { Operation } from '../../core/operation/operation.ts';

/** After each of these, mail comes from another address, or may. */
const changes: readonly FactType[] = ['mail_sender.failing', 'mail_sender.removed', 'mail_sender.verified'];

/** How the sender that mail comes from now was tried, as far as the audit log goes back. */
export interface LastTest {
  /** When it became the sender; null: it has been since before the log begins. */
  readonly senderSince: Date | null;
  /** When somebody said last that a test mail of it had arrived; null: nobody did. */
  readonly seenAt: Date | null;
}

export async function lastTest({ db, partnerId }: Operation): Promise<LastTest> {
  const seen: FactType = 'mail_sender.test_seen';
  const { rows } = await db.execute(sql<{ is_seen: boolean; at: Date }>`
    SELECT action = ${seen} AS is_seen, max(at) AS at FROM audit_entries
    WHERE partner_id = ${partnerId} AND action = ANY(${[...changes, seen]}::text[]) GROUP BY 1`);
  const senderSince = rows.find(({ is_seen }) => !is_seen)?.at ?? null;
  const seenAt = rows.find(({ is_seen }) => is_seen)?.at ?? null;
  return { senderSince, seenAt: seenAt && senderSince && seenAt < senderSince ? null : seenAt };
}
