import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';

/**
 * An update of endpoints, whose rows are locked in the order of their ids and before anything that belongs to them, as a scan's
 * result does (decision 9). `before` is what they were when they were locked: `current_scan_id` names the scan to cancel.
 */
export function updateInOrder(tx: Operation, ids: readonly string[]) {
  return tx.db.unscoped
    .with('before', (db) =>
      db
        .selectFrom('endpoints')
        .select(['id', 'current_scan_id'])
        .where('partner_id', '=', tx.partnerId)
        .where(inIds('id', ids))
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .updateTable('endpoints')
    .from('before')
    .where('endpoints.partner_id', '=', tx.partnerId)
    .whereRef('endpoints.id', '=', 'before.id');
}
