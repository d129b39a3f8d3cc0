import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { moveResource } from '../lifecycle/index.ts';
import { type EndpointRecord, findEndpoint } from './endpoint-record.ts';
import type { EndpointType } from './endpoint-type.ts';
import { lockOwnEndpoint } from './get-endpoint.ts';

export interface EndpointChange {
  readonly nickname?: string | undefined;
  readonly status?: 'active' | 'paused' | undefined;
}

/**
 * Changes nickname and status; what is not given stays (contract, PUT /endpoints/{endpoint}).
 * @throws Problem ENDPOINT_NOT_FOUND, ACCESS_DENIED, ENDPOINT_LIMIT_EXCEEDED
 */
export async function editEndpoint(
  operation: Operation,
  type: EndpointType,
  id: string,
  billingCustomerId: number,
  change: EndpointChange,
): Promise<EndpointRecord> {
  return operation.transaction(async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, id, billingCustomerId);
    if (change.status !== undefined)
      await moveResource(tx, type, endpoint, change.status === 'active' ? 'resume' : 'suspend');
    if (change.nickname !== undefined && change.nickname !== endpoint.nickname)
      await rename(tx, endpoint, change.nickname);
    return (await findEndpoint(tx, id))!;
  });
}

/**
 * Takes an endpoint off the lists; its history is kept, and adding the address again restores it.
 * @throws Problem ENDPOINT_NOT_FOUND, ACCESS_DENIED
 */
export async function deleteEndpoint(
  operation: Operation,
  type: EndpointType,
  id: string,
  billingCustomerId: number | undefined,
): Promise<void> {
  await operation.transaction(async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, id, billingCustomerId);
    await moveResource(tx, type, endpoint, 'terminate');
  });
}

async function rename(tx: Operation, endpoint: EndpointRecord, nickname: string): Promise<void> {
  await tx.db
    .updateTable('endpoints')
    .set({ nickname, updated_at: tx.clock.now() })
    .where('id', '=', endpoint.id)
    .execute();
  await recordFact(tx, {
    type: 'endpoint.renamed',
    subjectId: endpoint.id,
    customerId: endpoint.customer_id,
    details: { from: endpoint.nickname, to: nickname },
  });
}
