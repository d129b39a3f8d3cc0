import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';

/**
 * Keeps a partner's Allowed Ports rules as they are until the transaction ends (`shared`), or waits until nobody relies on them
 * (`exclusive`). Without it a scan that read the rules before one was made could raise an alert that the rule covers after the
 * rule resolved its alerts.
 */
export async function lockRules(tx: Operation, mode: 'shared' | 'exclusive'): Promise<void> {
  const lock = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  await sql`SELECT ${lock}(hashtextextended(${`allowed-ports ${tx.partnerId}`}, 0))`.execute(tx.db.connection);
}
