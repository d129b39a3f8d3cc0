import { isIP } from 'node:net';
import { type Customer, ensureCustomer } from '../../accounts/customers/index.ts';
import { paidCapacity } from '../../accounts/subscriptions/index.ts';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { customerAdditions } from '../../identity/partners/index.ts';
import { newId } from '../../platform/ids.ts';
import { moveResource, requireRoom } from '../lifecycle/index.ts';
import { acceptAddress, type PermittedAddress } from './accept-address.ts';
import { countNewAddress, type NewAddressLimits } from './count-new-address.ts';
import { type EndpointRecord, endpointRecords, findEndpoint } from './endpoint-record.ts';
import type { EndpointType } from './endpoint-type.ts';
import { type HostnameResolver, isHostname, resolveHostname } from './resolve-hostname.ts';

export interface NewEndpoint {
  readonly billing_customer_id: number;
  /** An IP address, or a hostname that is resolved once. */
  readonly ip_address: string;
  readonly nickname?: string | undefined;
  readonly status: 'active' | 'paused';
  readonly client_name?: string | undefined;
  readonly client_email?: string | undefined;
}

export interface AddedEndpoint {
  readonly endpoint: EndpointRecord;
  readonly created: boolean;
}

/** What decides over an addition, besides paid capacity. */
export interface AdditionRules {
  readonly endpointType: EndpointType;
  readonly resolver: HostnameResolver;
  readonly newAddresses: NewAddressLimits;
}

/**
 * Adds a server by address or hostname, restores a terminated one, or answers with the one that is there, unchanged
 * (contract, POST /endpoints; decisions §2.5, §2.11).
 * @throws Problem DNS_RESOLUTION_FAILED, ENDPOINT_LIMIT_EXCEEDED, ACCESS_DENIED; InvalidInput on ip_address; Refusal 429 when
 *   too many addresses were added today
 */
export async function addEndpoint(
  operation: Operation,
  rules: AdditionRules,
  request: NewEndpoint,
): Promise<AddedEndpoint> {
  const { endpointType, resolver } = rules;
  const { policy } = endpointType;
  // Before the transaction: a slow name server must not hold locks.
  const named = namesHost(request.ip_address);
  const address = named
    ? await resolveHostname(operation, resolver, policy, request.ip_address)
    : acceptAddress(operation, policy, 'ip_address', request.ip_address);
  const hostname = named ? request.ip_address.toLowerCase().replace(/\.$/, '') : address.text;
  return operation.transaction(async (tx) => {
    const customer = await ensureCustomer(tx, {
      billingCustomerId: request.billing_customer_id,
      name: request.client_name,
      email: request.client_email,
    });
    const existing = await endpointRecords(tx)
      .where('endpoints.customer_id', '=', customer.id)
      .where('endpoints.ip_address', '=', address.text)
      .executeTakeFirst();
    const id = existing
      ? await restore(tx, endpointType, existing, request.status)
      : await create(tx, endpointType, customer, { ...request, address, hostname }, rules.newAddresses);
    return { endpoint: (await findEndpoint(tx, id))!, created: !existing };
  });
}

/** Whether it is a hostname to be resolved, rather than an address, well-formed or not. */
export function namesHost(text: string): boolean {
  return isIP(text) === 0 && isHostname(text);
}

/** Only a terminated endpoint changes: it comes back in the requested status. */
async function restore(
  tx: Operation,
  type: EndpointType,
  existing: EndpointRecord,
  status: 'active' | 'paused',
): Promise<string> {
  if (existing.status !== 'terminated') return existing.id;
  await requireCustomerMayAdd(tx, existing.customer_id);
  await moveResource(tx, type, existing, 'restore');
  if (status === 'paused') await moveResource(tx, type, (await findEndpoint(tx, existing.id))!, 'suspend');
  return existing.id;
}

async function create(
  tx: Operation,
  type: EndpointType,
  customer: Customer,
  { address, hostname, ...request }: NewEndpoint & { address: PermittedAddress; hostname: string },
  limits: NewAddressLimits,
): Promise<string> {
  await requireCustomerMayAdd(tx, customer.id);
  await requireRoom(tx, type, { customer_id: customer.id, service_id: null }, 'add');
  const now = tx.clock.now();
  const id = newId(tx.clock);
  await tx.db
    .insertInto('endpoints', {
      id,
      customer_id: customer.id,
      ip_address: address.text,
      hostname,
      nickname: request.nickname ?? hostname,
      status: request.status,
      next_scan_at: address.scannable && request.status === 'active' ? now : null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await recordFact(tx, {
    type: 'endpoint.added',
    subjectId: id,
    customerId: customer.id,
    details: { ip_address: address.text, hostname, status: request.status },
  });
  await countNewAddress(tx, customer.id, limits);
  return id;
}

/**
 * Refuses a customer who adds a server itself where the partner does not want that (decisions §10.8). Whoever else asks may;
 * how many there may be is another question.
 * @throws Problem ACCESS_DENIED, ENDPOINT_LIMIT_EXCEEDED
 */
async function requireCustomerMayAdd(tx: Operation, customerId: string): Promise<void> {
  if (tx.caller.actor.kind !== 'customer') return;
  const mode = await customerAdditions(tx);
  if (mode === 'off')
    throw new Problem('ACCESS_DENIED', { reason: 'Servers are added by the provider, not by customers.' });
  if (mode === 'on') return;
  const { port_monitoring: capacity } = await paidCapacity(tx, customerId);
  if (capacity !== null) return;
  throw new Problem('ENDPOINT_LIMIT_EXCEEDED', { limit: 0, reason: 'The customer has no plan that covers servers.' });
}
