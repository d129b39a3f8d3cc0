import {
  type Customer,
  changeService,
  ensureCustomer,
  findService,
  type KnownService,
  recordService,
} from '../../accounts/customers/index.ts';
import { planCatalogue } from '../../accounts/plans/index.ts';
import { InvalidInput } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { tryOut } from '../../core/operation/try-out.ts';
import { newId } from '../../platform/ids.ts';
import { isPaidByService, moveResource, requireRoom } from '../lifecycle/index.ts';
import { acceptAddress, type PermittedAddress } from './accept-address.ts';
import { countNewAddress, type NewAddressLimits } from './count-new-address.ts';
import { type EndpointRecord, endpointRecords, findEndpoint } from './endpoint-record.ts';
import type { EndpointType } from './endpoint-type.ts';

export interface ProvisionRequest {
  readonly client_id: number;
  readonly ip_address?: string | undefined;
  readonly service_id?: number | undefined;
  readonly hostname?: string | undefined;
  readonly client_name?: string | undefined;
  readonly client_email?: string | undefined;
  readonly product_slug?: string | undefined;
  readonly plan_slug?: string | undefined;
  readonly mrr?: string | undefined;
}

export interface ProvisionResult {
  readonly created: boolean;
  readonly endpointId: string;
  /** Canonical text. */
  readonly address: string;
  readonly status: EndpointRecord['status'];
  readonly note?: string;
}

/**
 * Monitors a server for a customer: creates it, restores a terminated one, or answers with the one that is there
 * (contract, POST provision; decisions §2.2–2.4).
 * @throws InvalidInput on ip_address: refused by the policy, or absent while the service has no endpoint;
 *   Problem ENDPOINT_LIMIT_EXCEEDED; Refusal 429 when too many addresses were added today
 */
export async function provisionEndpoint(
  operation: Operation,
  type: EndpointType,
  limits: NewAddressLimits,
  request: ProvisionRequest,
): Promise<ProvisionResult> {
  const address =
    request.ip_address === undefined ? null : acceptAddress(operation, type.policy, 'ip_address', request.ip_address);
  return operation.transaction(async (tx) => {
    const customer = await ensureCustomer(tx, {
      billingCustomerId: request.client_id,
      name: request.client_name,
      email: request.client_email,
    });
    const existing = address
      ? await findByAddress(tx, customer, address.text)
      : await findByService(tx, customer, request.service_id);
    const notes = await notesOnTerms(tx, request);
    if (existing) return withNotes(await provisionAgain(tx, type, existing, request), notes);
    if (address) return withNotes(await createEndpoint(tx, type, customer, address, request, limits), notes);
    throw new InvalidInput({ ip_address: ['The ip_address field is required: this service has no endpoint yet.'] });
  });
}

/** What provisioning would come to. Throws what {@link provisionEndpoint} does. */
export async function tryProvisioning(...args: Parameters<typeof provisionEndpoint>): Promise<ProvisionResult> {
  const [operation, ...rest] = args;
  return tryOut(operation, (tx) => provisionEndpoint(tx, ...rest));
}

/** Products that a server can be paid for by. */
const serverProducts: ReadonlySet<string> = new Set(['endpoint', 'port_monitoring']);

/** A mistake in the set-up of a product must not show first as a customer who gets less than was paid for (decisions §2.3). */
async function notesOnTerms(
  tx: Operation,
  { product_slug: product, plan_slug: plan }: ProvisionRequest,
): Promise<string[]> {
  const notes: string[] = [];
  if (product !== undefined && !serverProducts.has(product)) notes.push(`The product ${product} pays for no server.`);
  if (plan !== undefined && !(await planCatalogue(tx)).has(plan))
    notes.push(`The catalogue has no plan ${plan}: the server is scanned as without it.`);
  return notes;
}

function withNotes(result: ProvisionResult, notes: readonly string[]): ProvisionResult {
  const all = [...(result.note === undefined ? [] : [result.note]), ...notes];
  return all.length === 0 ? result : { ...result, note: all.join(' ') };
}

async function findByAddress(tx: Operation, customer: Customer, address: string): Promise<EndpointRecord | undefined> {
  return endpointRecords(tx)
    .where('endpoints.customer_id', '=', customer.id)
    .where('endpoints.ip_address', '=', address)
    .executeTakeFirst();
}

/** The newest endpoint of a service, terminated ones last: a billing system that activates again expects its server back. */
async function findByService(
  tx: Operation,
  customer: Customer,
  serviceId: number | undefined,
): Promise<EndpointRecord | undefined> {
  const service = serviceId === undefined ? undefined : await findService(tx, customer.id, serviceId);
  if (!service) return undefined;
  return endpointRecords(tx)
    .where('endpoints.service_id', '=', service.id)
    .orderBy((row) => row('endpoints.status', '=', 'terminated'))
    .orderBy('endpoints.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function createEndpoint(
  tx: Operation,
  type: EndpointType,
  customer: Customer,
  address: PermittedAddress,
  request: ProvisionRequest,
  limits: NewAddressLimits,
): Promise<ProvisionResult> {
  const { service, hasNewPayer } = await linkedService(tx, customer.id, request);
  await requireRoom(tx, type, { customer_id: customer.id, service_id: service?.id ?? null }, 'add');
  const now = tx.clock.now();
  const id = newId(tx.clock);
  const hostname = request.hostname ?? address.text;
  await tx.db
    .insertInto('endpoints', {
      id,
      customer_id: customer.id,
      service_id: service?.id ?? null,
      ip_address: address.text,
      hostname,
      nickname: hostname,
      status: 'active',
      next_scan_at: address.scannable ? now : null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await recordFact(tx, {
    type: 'endpoint.provisioned',
    subjectId: id,
    customerId: customer.id,
    details: { ip_address: address.text, service_id: request.service_id },
  });
  await countNewAddress(tx, customer.id, limits);
  if (hasNewPayer) await tx.effects.capacityChanged(tx, [customer.id]);
  // The service may have other servers, which its plan is for as well.
  else if (service && request.plan_slug !== undefined) await tx.effects.scanTermsChanged(tx, [customer.id]);
  const note = address.note ? { note: address.note } : {};
  return { created: true, endpointId: id, address: address.text, status: 'active', ...note };
}

/** A repeat changes nothing but the plan that is named, and the service that owns the endpoint; a terminated endpoint comes back as it was. */
async function provisionAgain(
  tx: Operation,
  type: EndpointType,
  existing: EndpointRecord,
  request: ProvisionRequest,
): Promise<ProvisionResult> {
  const linked = await relink(tx, type, existing, request);
  const moved = await moveResource(tx, type, linked, 'restore');
  const noteOfRepeat = request.ip_address === undefined ? 'This service has an endpoint already.' : moved.note;
  const note = moved.note ? noteOfRepeat! : noteOfRestored;
  const { id: endpointId, ip_address: address } = existing;
  const result = { created: false, endpointId, address, status: moved.status, note };
  const hasMoved = linked.service_id !== existing.service_id;
  return withNotes(result, hasMoved ? [`It belongs to service ${request.service_id} now.`] : []);
}

const noteOfRestored = 'The endpoint was terminated and is monitored again; its history is kept.';

/**
 * The newest service owns the endpoint, and pays for it.
 * @returns the endpoint as it is then
 * @throws Problem ENDPOINT_LIMIT_EXCEEDED when it would need a place that is not there
 */
async function relink(
  tx: Operation,
  type: EndpointType,
  existing: EndpointRecord,
  request: ProvisionRequest,
): Promise<EndpointRecord> {
  if (request.service_id === undefined) return existing;
  const linked = await findService(tx, existing.customer_id, request.service_id);
  if (linked && linked.id === existing.service_id) {
    // Its scans go by the plan that was named last.
    if (request.plan_slug !== undefined)
      await changeService(tx, request.client_id, request.service_id, { plan_slug: request.plan_slug });
    return existing;
  }
  const wasPaidByService = await isPaidByService(tx, type, existing.service_id);
  const { service, hasNewPayer } = await linkedService(tx, existing.customer_id, request);
  const after = { ...existing, service_id: service!.id };
  const staysPaid = await isPaidByService(tx, type, after.service_id);
  if (wasPaidByService && !staysPaid && existing.status !== 'terminated') await requireRoom(tx, type, after, 'add');
  await tx.db
    .updateTable('endpoints')
    .set({ service_id: after.service_id, updated_at: tx.clock.now() })
    .where('id', '=', existing.id)
    .execute();
  await recordFact(tx, {
    type: 'endpoint.relinked',
    subjectId: existing.id,
    customerId: existing.customer_id,
    details: { service_id: request.service_id },
  });
  if (wasPaidByService === staysPaid && !hasNewPayer) {
    await tx.effects.scanTermsChanged(tx, [existing.customer_id]);
    return after;
  }
  await tx.effects.capacityChanged(tx, [existing.customer_id]);
  return (await findEndpoint(tx, existing.id))!;
}

/** The service of a request, recorded. `hasNewPayer`: something else pays from now on for the servers that it has already. */
async function linkedService(
  tx: Operation,
  customerId: string,
  request: ProvisionRequest,
): Promise<{ service: KnownService | undefined; hasNewPayer: boolean }> {
  if (request.service_id === undefined) return { service: undefined, hasNewPayer: false };
  const before = await findService(tx, customerId, request.service_id);
  const service = await recordService(tx, {
    customerId,
    billingServiceId: request.service_id,
    productSlug: request.product_slug,
    planSlug: request.plan_slug,
    mrr: request.mrr,
  });
  const isOwn = (known: KnownService) => known.product_slug === 'endpoint';
  return { service, hasNewPayer: before !== undefined && isOwn(before) !== isOwn(service) };
}
