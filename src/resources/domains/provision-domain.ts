import { type Customer, ensureCustomer, findService, recordService } from '../../accounts/customers/index.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';
import { moveResource, requireRoom } from '../lifecycle/index.ts';
import { type DomainRecord, findDomainByName } from './domain-record.ts';
import { domainType } from './domain-type.ts';

export interface ProvisionDomainRequest {
  readonly client_id: number;
  /** As normaliseDomain returns it. */
  readonly domain: string;
  readonly service_id: number;
  readonly client_name?: string | undefined;
  readonly client_email?: string | undefined;
}

export interface ProvisionedDomain {
  readonly created: boolean;
  readonly domainId: string;
  readonly domain: string;
  readonly status: DomainRecord['status'];
  /** Present when the customer already had the domain. */
  readonly note?: string;
}

/**
 * Monitors a domain for a customer: creates it, restores a terminated one, or answers with the one that is there
 * (contract, provision-domain; decisions §5.2).
 * @throws Problem DOMAIN_LIMIT_EXCEEDED
 */
export async function provisionDomain(
  operation: Operation,
  request: ProvisionDomainRequest,
): Promise<ProvisionedDomain> {
  return operation.transaction(async (tx) => {
    const customer = await ensureCustomer(tx, {
      billingCustomerId: request.client_id,
      name: request.client_name,
      email: request.client_email,
    });
    const existing = await findDomainByName(tx, customer.id, request.domain);
    return existing ? provisionAgain(tx, existing, request) : createDomain(tx, customer, request);
  });
}

async function createDomain(
  tx: Operation,
  customer: Customer,
  { domain, service_id: billingServiceId }: ProvisionDomainRequest,
): Promise<ProvisionedDomain> {
  await requireRoom(tx, domainType, { customer_id: customer.id, service_id: null }, 'add');
  const now = tx.clock.now();
  const id = newId(tx.clock);
  const service = await domainService(tx, customer.id, billingServiceId);
  await tx.db
    .insertInto('monitored_domains', {
      id,
      customer_id: customer.id,
      service_id: service.id,
      domain,
      status: 'active',
      next_scan_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await recordFact(tx, {
    type: 'domain.provisioned',
    subjectId: id,
    customerId: customer.id,
    details: { domain, service_id: billingServiceId },
  });
  return { created: true, domainId: id, domain, status: 'active' };
}

/** A repeat changes nothing but the service that owns the domain; a terminated domain comes back as it was. */
async function provisionAgain(
  tx: Operation,
  existing: DomainRecord,
  request: ProvisionDomainRequest,
): Promise<ProvisionedDomain> {
  const hasMoved = await relink(tx, existing, request.service_id);
  const moved = await moveResource(tx, domainType, existing, 'restore');
  const noteOfState = moved.note ?? 'The domain was terminated and is monitored again; its history is kept.';
  const note = hasMoved ? `${noteOfState} It belongs to service ${request.service_id} now.` : noteOfState;
  return { created: false, domainId: existing.id, domain: existing.domain, status: moved.status, note };
}

/** @returns whether another service owns the domain now */
async function relink(tx: Operation, existing: DomainRecord, billingServiceId: number): Promise<boolean> {
  const linked = await findService(tx, existing.customer_id, billingServiceId);
  if (linked?.id === existing.service_id) return false;
  const service = await domainService(tx, existing.customer_id, billingServiceId);
  await tx.db
    .updateTable('monitored_domains')
    .set({ service_id: service.id, updated_at: tx.clock.now() })
    .where('id', '=', existing.id)
    .execute();
  await recordFact(tx, {
    type: 'domain.relinked',
    subjectId: existing.id,
    customerId: existing.customer_id,
    details: { service_id: billingServiceId },
  });
  return true;
}

function domainService(tx: Operation, customerId: string, billingServiceId: number): Promise<{ id: string }> {
  return recordService(tx, {
    customerId,
    billingServiceId,
    productSlug: 'domain_monitoring',
    planSlug: undefined,
    mrr: undefined,
  });
}
