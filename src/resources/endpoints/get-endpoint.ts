import { ownedBy } from '../../accounts/customers/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type EndpointRecord, findEndpoint, lockEndpoint } from './endpoint-record.ts';

/**
 * An endpoint that is not terminated.
 * @throws Problem ENDPOINT_NOT_FOUND, or ACCESS_DENIED when a customer is named that does not own it
 */
export async function getEndpoint(
  operation: Operation,
  id: string,
  billingCustomerId: number | undefined,
): Promise<EndpointRecord> {
  return ownEndpoint(await findEndpoint(operation, id), billingCustomerId);
}

/**
 * The same, with its customer and itself locked until the transaction ends.
 * @throws Problem ENDPOINT_NOT_FOUND, ACCESS_DENIED
 */
export async function lockOwnEndpoint(
  tx: Operation,
  id: string,
  billingCustomerId: number | undefined,
): Promise<EndpointRecord> {
  return ownEndpoint(await lockEndpoint(tx, id), billingCustomerId);
}

function ownEndpoint(endpoint: EndpointRecord | undefined, billingCustomerId: number | undefined): EndpointRecord {
  const left = endpoint?.status === 'terminated' ? undefined : endpoint;
  return ownedBy(billingCustomerId, left, 'ENDPOINT_NOT_FOUND');
}
