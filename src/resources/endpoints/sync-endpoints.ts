import type { Operation } from '../../core/operation/operation.ts';
import type { EndpointsTable } from '../../core/operation/tables.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { currentScans } from '../lifecycle/current-scans.ts';
import { updateInOrder } from './update-in-order.ts';

export interface ServiceEndpoint {
  readonly id: string;
  readonly customerId: string;
  readonly billingServiceId: number;
  readonly createdAt: Date;
  readonly status: EndpointsTable['status'];
  readonly quota_paused: boolean;
}

/** The endpoints of customers that belong to a service, terminated ones included. */
export async function endpointsOfServices(tx: Operation, customerIds: readonly string[]): Promise<ServiceEndpoint[]> {
  return tx.db
    .selectFrom('endpoints')
    .innerJoin('services', (join) =>
      join.onRef('services.partner_id', '=', 'endpoints.partner_id').onRef('services.id', '=', 'endpoints.service_id'),
    )
    .select([
      'endpoints.id',
      'endpoints.customer_id as customerId',
      'services.billing_service_id as billingServiceId',
      'endpoints.created_at as createdAt',
      'endpoints.status',
      'endpoints.quota_paused',
    ])
    .where(inIds('endpoints.customer_id', customerIds))
    .execute();
}

/** Paused as by a person: they do not come back by themselves. */
export async function pauseEndpointsByHand(tx: Operation, ids: readonly string[]): Promise<void> {
  await leaveActive(tx, ids, { status: 'paused', quota_paused: false, terminated_at: null });
}

export async function terminateEndpoints(tx: Operation, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await leaveActive(tx, ids, { status: 'terminated', quota_paused: false, terminated_at: tx.clock.now() });
  await tx.effects.resourcesTerminated(tx, { kind: 'endpoint', ids });
}

/** Platform-paused, to be woken by the enforcement that follows as far as capacity reaches. */
export async function queueForCapacity(tx: Operation, ids: readonly string[]): Promise<void> {
  await leaveActive(tx, ids, { status: 'paused', quota_paused: true, terminated_at: null });
}

async function leaveActive(
  tx: Operation,
  ids: readonly string[],
  state: { status: 'paused' | 'terminated'; quota_paused: boolean; terminated_at: Date | null },
): Promise<void> {
  if (ids.length === 0) return;
  const left = await updateInOrder(tx, ids)
    .set({ ...state, next_scan_at: null, current_scan_id: null, updated_at: tx.clock.now() })
    .returning('before.current_scan_id')
    .execute();
  await tx.effects.monitoringEnded(tx, { kind: 'endpoint', ids, scanIds: currentScans(left) });
}
