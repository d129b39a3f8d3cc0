import type { Operation } from '../../core/operation/operation.ts';
import type { ResourceState } from './resource-lifecycle.ts';
import type { ResourceType } from './resource-type.ts';
import { type ResourceBefore, writeState } from './write-state.ts';

/**
 * Takes resources to a state in which they are not scanned, with what follows from it: the scans under way are void, and alerts
 * of what is terminated end. Behind the locks of their customers.
 * @returns what they were before
 */
export async function leaveActive(
  tx: Operation,
  type: ResourceType,
  ids: readonly string[],
  to: Exclude<ResourceState, 'active'>,
): Promise<readonly ResourceBefore[]> {
  if (ids.length === 0) return [];
  const before = await writeState(tx, type, ids, to, false);
  const left = before.filter(({ status }) => status === 'active');
  if (left.length > 0)
    await tx.effects.monitoringEnded(tx, {
      kind: type.kind,
      ids: left.map(({ id }) => id),
      scanIds: left.flatMap(({ current_scan_id }) => current_scan_id ?? []),
    });
  if (to === 'terminated') await tx.effects.resourcesTerminated(tx, { kind: type.kind, ids });
  return before;
}
