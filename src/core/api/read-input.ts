import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Operation } from '../operation/operation.ts';
import { scopeToCustomer } from './customer-scope.ts';
import { gatherScope, type ScopePlaces } from './gather-scope.ts';
import { FieldErrors, normaliseInput, parseFields } from './input.ts';
import type { RouteDeclaration } from './route.ts';

/**
 * Reads query and body by the declared schemas, in place.
 * @param scope where the fields stand that say whose data is meant; null: nobody's is
 * @throws InvalidInput that names every field that is wrong; Problem ACCESS_DENIED when a customer's session names another customer
 */
export function readInput(
  declaration: RouteDeclaration,
  scope: ScopePlaces | null,
  request: FastifyRequest,
  operation: Operation,
): void {
  const errors = new FieldErrors();
  const movedFromBody = scope === null ? {} : bringScope(declaration, scope, request, errors);
  scopeToCustomer(request, request.credentialHolder?.credential, declaration);
  const read = (schema: z.ZodType | undefined, input: unknown) => {
    const declared = fieldsOf(schema);
    const normalised = normaliseInput(declared, input);
    return { normalised, fields: parseFields(declared, normalised, errors) };
  };
  const query = read(declaration.query, request.query);
  const body = read(declaration.body, request.body);
  if (declaration.check) {
    const named = new Set([...Object.keys(query.normalised), ...Object.keys(body.normalised)]);
    errors.addAll(declaration.check({ operation, query: query.fields, body: body.fields, named }));
  }
  errors.throwIfAny();
  request.query = query.fields;
  request.body = body.fields;
  request.normalisedBody = { ...movedFromBody, ...body.normalised };
}

/** @returns what of the body is read as if it stood elsewhere */
function bringScope(
  declaration: RouteDeclaration,
  scope: ScopePlaces,
  request: FastifyRequest,
  errors: FieldErrors,
): Readonly<Record<string, unknown>> {
  const { params, query, body } = request;
  // Of a request without a body the server makes null where one is declared.
  const sent = { path: params, query, body: body ?? undefined } as Parameters<typeof gatherScope>[2];
  const gathered = gatherScope(declaration, scope, sent, request.repeatedMembers ?? [], errors);
  request.query = gathered.query;
  request.body = gathered.body;
  return gathered.movedFromBody;
}

/**
 * @throws when a schema does not take its fields one by one, so that a mistake in one of them would hide others: that
 * is for `check`
 */
export function fieldsOf(schema: z.ZodType | undefined): z.ZodObject {
  if (schema === undefined) return noFields;
  if (schema instanceof z.ZodObject && !schema.def.checks?.length) return schema;
  throw new Error('Declare an input as a plain object; what concerns several fields belongs in `check`.');
}

const noFields = z.object({});
