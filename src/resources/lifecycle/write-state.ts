import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { type ResourceState, type ResourceStatus, statusOf } from './resource-lifecycle.ts';
import type { ResourceType } from './resource-type.ts';

/** A resource as it was before it was written. */
export interface ResourceBefore {
  readonly id: string;
  readonly status: ResourceStatus;
  readonly quota_paused: boolean;
  readonly current_scan_id: string | null;
}

/**
 * Writes resources of one type into a state, whatever theirs is: one statement, which locks the rows in the order of their ids and
 * before anything that belongs to them, as a scan's result does (decision 9). Behind the locks of their customers.
 * @param isScheduled whether they are scanned from then on
 * @returns what they were when they were locked
 */
export async function writeState(
  tx: Operation,
  type: ResourceType,
  ids: readonly string[],
  to: ResourceState,
  isScheduled: boolean,
): Promise<readonly ResourceBefore[]> {
  if (ids.length === 0) return [];
  const now = tx.clock.now();
  const before = await tx.db.unscoped
    .with('before', (db) =>
      db
        .selectFrom(type.table)
        .select(['id', 'status', 'quota_paused', 'current_scan_id'])
        .where('partner_id', '=', tx.partnerId)
        .where(inIds('id', ids))
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .updateTable(type.table)
    .from('before')
    .set({
      status: statusOf(to),
      quota_paused: to === 'quota_paused',
      next_scan_at: isScheduled ? type.dueAgain(now) : null,
      current_scan_id: null,
      terminated_at: to === 'terminated' ? now : null,
      updated_at: now,
      ...(to === 'active' ? {} : type.onLeaving),
      ...(to === 'terminated' ? type.onTermination : {}),
    })
    .where(`${type.table}.partner_id`, '=', tx.partnerId)
    .whereRef(`${type.table}.id`, '=', 'before.id')
    .returning(['before.id', 'before.status', 'before.quota_paused', 'before.current_scan_id'])
    .execute();
  if (isScheduled) tx.announce(`${type.kind}-due`);
  for (const { id, status } of before) tx.resourceMoved({ kind: type.kind, id, statusBefore: status });
  return before;
}
