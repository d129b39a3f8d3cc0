import type { FastifyRequest } from 'fastify';
import type { Credential } from './authentication.ts';
import { Problem } from './problems.ts';
import type { RouteDeclaration } from './route.ts';

/**
 * Fixes the customer of a customer's session before the input is validated: what it leaves out is filled in, and nothing lets
 * it name another. An operation without a place for the customer is not for customers, unless it is for all visitors.
 * @throws Problem ACCESS_DENIED
 */
export function scopeToCustomer(
  request: FastifyRequest,
  credential: Credential | undefined,
  { group, customer: scope }: RouteDeclaration,
): void {
  if (credential?.kind !== 'customer' || group.access === 'visitor') return;
  if (!scope) throw new Problem('ACCESS_DENIED');
  request[scope.in] ??= {};
  const input = request[scope.in] as Record<string, unknown>;
  const named = input[scope.field];
  const own = credential.billingCustomerId;
  if (named !== undefined && named !== null && !isSpelling(named, own)) throw new Problem('ACCESS_DENIED');
  input[scope.field] = own;
}

/** Whether an input is a customer's number, or text of it. Anything else is not even looked at: it may have no text. */
function isSpelling(named: unknown, own: number): boolean {
  return named === own || (typeof named === 'string' && named.trim() === String(own));
}
