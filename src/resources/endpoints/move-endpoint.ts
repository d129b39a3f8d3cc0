import { Problem } from '../../core/api/problems.ts';
import { recordAudit } from '../../core/audit/record-audit.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import { currentScans } from '../lifecycle/current-scans.ts';
import { dueAgain } from '../lifecycle/due-again.ts';
import { type ResourceState, type ResourceTrigger, resourceState } from '../lifecycle/resource-lifecycle.ts';
import { requireEndpointRoom } from '../lifecycle/room.ts';
import { type EndpointRecord, lockEndpoint } from './endpoint-record.ts';
import { endpointLifecycle } from './lifecycle.ts';
import { policyIn } from './policy-in.ts';

export interface MoveResult {
  readonly endpointId: string;
  readonly status: EndpointRecord['status'];
  /** Present when the endpoint already was in the target state: nothing changed. */
  readonly note?: string;
}

const pastTense: Record<ResourceTrigger, string> = {
  suspend: 'suspended',
  resume: 'resumed',
  terminate: 'terminated',
  restore: 'restored',
};

/**
 * Suspends, resumes or terminates an endpoint (contract, POST suspend, resume, terminate).
 * @throws Problem ENDPOINT_NOT_FOUND, ENDPOINT_LIMIT_EXCEEDED
 */
export async function changeEndpointState(
  operation: Operation,
  policy: AddressPolicy,
  endpointId: string,
  trigger: ResourceTrigger,
): Promise<MoveResult> {
  return operation.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, endpointId);
    if (!endpoint) throw new Problem('ENDPOINT_NOT_FOUND');
    const moved = await moveEndpoint(tx, policy, endpoint, trigger);
    // A place became free: an endpoint that waits for capacity may take it.
    if (trigger === 'terminate' && !moved.note) await tx.effects.capacityChanged(tx, [endpoint.customer_id]);
    return moved;
  });
}

/**
 * Takes an endpoint along its life cycle within the caller's transaction, with what follows from it: leaving `active` cancels
 * the scan under way, termination resolves the alerts, coming back needs capacity and goes on with the schedule.
 * @param endpoint read behind the lock of its customer's row
 */
export async function moveEndpoint(
  tx: Operation,
  policy: AddressPolicy,
  endpoint: EndpointRecord,
  trigger: ResourceTrigger,
): Promise<MoveResult> {
  const from = resourceState(endpoint);
  const move = endpointLifecycle[from][trigger];
  if (move.kind === 'refuse') throw new Problem(move.code);
  if (move.kind === 'repeat') return { endpointId: endpoint.id, status: endpoint.status, note: move.note };
  if (move.to === 'active') await requireEndpointRoom(tx, endpoint.customer_id, from === 'terminated' ? 'add' : 'wake');
  const status = await writeState(tx, policy, endpoint, move.to);
  const moved = { kind: 'endpoint', ids: [endpoint.id] } as const;
  if (from === 'active') await tx.effects.monitoringEnded(tx, { ...moved, scanIds: currentScans([endpoint]) });
  if (move.to === 'terminated') await tx.effects.resourcesTerminated(tx, moved);
  await recordAudit(tx, {
    action: `endpoint.${pastTense[trigger]}`,
    subjectId: endpoint.id,
    customerId: endpoint.customer_id,
  });
  return { endpointId: endpoint.id, status };
}

async function writeState(
  tx: Operation,
  policy: AddressPolicy,
  endpoint: EndpointRecord,
  to: ResourceState,
): Promise<EndpointRecord['status']> {
  const now = tx.clock.now();
  const status = to === 'quota_paused' ? 'paused' : to;
  const scannable = status === 'active' && policyIn(tx, policy).verdict(endpoint.ip_address) === 'scan';
  const { numUpdatedRows } = await tx.db
    .updateTable('endpoints')
    .set({
      status,
      quota_paused: to === 'quota_paused',
      next_scan_at: scannable ? dueAgain(now) : null,
      current_scan_id: null,
      terminated_at: status === 'terminated' ? now : null,
      updated_at: now,
    })
    .where('id', '=', endpoint.id)
    .where('status', '=', endpoint.status)
    .where('quota_paused', '=', endpoint.quota_paused)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n)
    throw new Error(`Endpoint ${endpoint.id} left the state ${endpoint.status} behind its lock.`);
  return status;
}
