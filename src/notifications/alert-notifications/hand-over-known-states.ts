import { sql } from 'kysely';
import type { OwnerChanged } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';

/**
 * Has changes that nobody was told of yet told to those who listen for the customer that the alerts belong to by now.
 */
export async function handOverInbox(tx: Operation, { from, to }: Pick<OwnerChanged, 'from' | 'to'>): Promise<void> {
  await tx.db.execute(sql`
    UPDATE alert_inbox SET customer_id = ${to}::uuid
    WHERE partner_id = ${tx.partnerId} AND customer_id = ${from} AND alert_id IN (
      SELECT id FROM alerts WHERE partner_id = ${tx.partnerId} AND customer_id = ${to})`);
}

/** What readers know of causes: readers of a customer that is merged go on knowing it, those of another one have nothing to do with it any more. */
export async function handOverKnownStates(
  tx: Operation,
  { from, to, isMerge, resources }: OwnerChanged,
): Promise<void> {
  if (!isMerge)
    await tx.db
      .deleteFrom('told_alerts')
      .where('customer_id', '=', from)
      .where('subject_kind', '=', 'recipient')
      .where(inIds('resource_id', Object.values(resources).flat()))
      .execute();
  await tx.db.execute(sql`
    UPDATE told_alerts SET customer_id = ${to}::uuid
    WHERE partner_id = ${tx.partnerId} AND customer_id = ${from}
      AND (${isMerge}::boolean OR ${inIds('resource_id', Object.values(resources).flat())})`);
}

/** What one reader was told, another one knows who is the same person from now on. */
export async function joinKnownStates(tx: Operation, recipientId: string, keptId: string): Promise<void> {
  await tx.db.execute(sql`
    UPDATE told_alerts told SET subject_id = ${keptId}::uuid
    WHERE told.partner_id = ${tx.partnerId} AND told.subject_kind = 'recipient' AND told.subject_id = ${recipientId}
      AND NOT EXISTS (
        SELECT 1 FROM told_alerts known
        WHERE known.partner_id = ${tx.partnerId} AND known.subject_kind = 'recipient' AND known.subject_id = ${keptId}
          AND known.resource_id = told.resource_id AND known.kind = told.kind AND known.key_hash = told.key_hash)`);
  await tx.db
    .deleteFrom('told_alerts')
    .where('subject_kind', '=', 'recipient')
    .where('subject_id', '=', recipientId)
    .execute();
}
