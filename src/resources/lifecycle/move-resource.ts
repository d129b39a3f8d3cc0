import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { leaveActive } from './leave-active.ts';
import { requireRoom } from './require-room.ts';
import { type ResourceStatus, type ResourceTrigger, resourceState, statusOf } from './resource-lifecycle.ts';
import type { ResourceLabel, ResourceRow, ResourceType } from './resource-type.ts';
import { wake } from './wake.ts';

export interface MovedResource {
  readonly id: string;
  readonly status: ResourceStatus;
  /** Present when the resource already was in the target state: nothing changed. */
  readonly note?: string;
}

const pastTense = {
  suspend: 'suspended',
  resume: 'resumed',
  terminate: 'terminated',
  restore: 'restored',
} as const satisfies Record<ResourceTrigger, string>;

/**
 * Suspends, resumes or terminates a resource (contract, POST suspend, resume, terminate and those of domains).
 * @param lock reads the row behind the lock of its customer's
 * @throws Problem ENDPOINT_NOT_FOUND, DOMAIN_NOT_FOUND, ENDPOINT_LIMIT_EXCEEDED, DOMAIN_LIMIT_EXCEEDED
 */
export async function changeResourceState<Label extends ResourceLabel>(
  operation: Operation,
  type: ResourceType<Label>,
  lock: (tx: Operation) => Promise<ResourceRow<Label> | undefined>,
  trigger: ResourceTrigger,
): Promise<MovedResource> {
  return operation.transaction(async (tx) => {
    const resource = await lock(tx);
    if (!resource) throw new Problem(type.words.absent);
    return moveResource(tx, type, resource, trigger);
  });
}

/**
 * Takes a resource along its life cycle within the caller's transaction, with what follows from it: leaving `active` cancels the
 * scan under way, termination ends the alerts and frees a place, coming back needs capacity and goes on with the schedule.
 * @param resource read behind the lock of its customer's row
 * @throws Problem as above
 */
export async function moveResource<Label extends ResourceLabel>(
  tx: Operation,
  type: ResourceType<Label>,
  resource: ResourceRow<Label>,
  trigger: ResourceTrigger,
): Promise<MovedResource> {
  const { id, customer_id: customerId } = resource;
  const from = resourceState(resource);
  const move = type.lifecycle[from][trigger];
  if (move.kind === 'refuse') throw new Problem(move.code);
  if (move.kind === 'repeat') return { id, status: resource.status, note: move.note };
  if (move.to === 'active') await requireRoom(tx, type, resource, from === 'terminated' ? 'add' : 'wake');
  const [before] =
    move.to === 'active'
      ? await wake(tx, type, [{ id, label: resource[type.label] }])
      : await leaveActive(tx, type, [id], move.to);
  if (!before || resourceState(before) !== from)
    throw new Error(`The ${type.kind} ${id} left the state ${from} behind its lock.`);
  await recordFact(tx, { type: `${type.kind}.${pastTense[trigger]}`, subjectId: id, customerId });
  // One that waits for capacity may take the place that became free.
  if (move.to === 'terminated') await tx.effects.capacityChanged(tx, [customerId]);
  return { id, status: statusOf(move.to) };
}
