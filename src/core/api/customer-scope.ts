import type { FastifyRequest } from 'fastify';
import type { Credential } from './credential.ts';
import { Problem } from './problems.ts';
import type { RouteDeclaration } from './route.ts';

/**
 * Fixes the customer of a customer's session before the input is validated: what it leaves out is filled in, and
 * nothing lets it name another. An operation without a place for the customer is not for customers, unless it is for
 * all visitors.
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
  if (named === undefined) input[scope.field] = own;
  else if (namesNobody(named)) return;
  else if (String(named).trim() !== String(own)) throw new Problem('ACCESS_DENIED');
}

/** What is there but names no customer, or several, is left for the validation to refuse. */
function namesNobody(named: unknown): boolean {
  return named === null || typeof named === 'object' || String(named).trim() === '';
}
