import { Problem } from '../../platform/http/problems.ts';
import type { Operation } from '../../platform/operation.ts';
import { type EndpointRecord, findEndpoint } from './endpoint-record.ts';

/**
 * An endpoint that is not terminated.
 * @throws Problem ENDPOINT_NOT_FOUND, or ACCESS_DENIED when a customer is named that does not own it
 */
export async function getEndpoint(
  operation: Operation,
  id: string,
  billingCustomerId: number | undefined,
): Promise<EndpointRecord> {
  const endpoint = await findEndpoint(operation, id);
  if (!endpoint || endpoint.status === 'terminated') throw new Problem('ENDPOINT_NOT_FOUND');
  if (billingCustomerId !== undefined && billingCustomerId !== endpoint.billing_customer_id)
    throw new Problem('ACCESS_DENIED');
  return endpoint;
}
