import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Operation } from '../operation/operation.ts';
import { FieldErrors, normaliseInput, parseFields, withArrayNames } from './input.ts';
import type { RouteDeclaration } from './route.ts';

/**
 * Reads query and body by the declared schemas, in place.
 * @throws InvalidInput that names every field that is wrong
 */
export function readInput(declaration: RouteDeclaration, request: FastifyRequest, operation: Operation): void {
  const errors = new FieldErrors();
  const read = (schema: z.ZodType | undefined, input: unknown) => {
    const declared = fieldsOf(schema);
    const normalised = normaliseInput(declared, input);
    return { normalised, fields: parseFields(declared, normalised, errors) };
  };
  const query = read(declaration.query, withArrayNames(request.query as Record<string, unknown>));
  const body = read(declaration.body, request.body);
  if (declaration.check) {
    const named = new Set([...Object.keys(query.normalised), ...Object.keys(body.normalised)]);
    errors.addAll(declaration.check({ operation, query: query.fields, body: body.fields, named }));
  }
  errors.throwIfAny();
  request.query = query.fields;
  request.body = body.fields;
  request.normalisedBody = body.normalised;
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
