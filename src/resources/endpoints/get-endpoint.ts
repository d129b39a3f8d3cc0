import { Problem } from '../../core/api/problems.ts';
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
  if (!endpoint || endpoint.status === 'terminated') throw new Problem('ENDPOINT_NOT_FOUND');
  if (billingCustomerId !== undefined && billingCustomerId !== endpoint.billing_customer_id)
    throw new Problem('ACCESS_DENIED');
  return endpoint;
}
