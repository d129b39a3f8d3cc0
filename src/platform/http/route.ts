import { z } from 'zod';
import type { Operation } from '../operation.ts';
import { codesByStatus, type Group, problemSchema, refusalSchema } from './groups.ts';
import type { ProblemCode } from './problems.ts';

type Schema = z.ZodType;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a handler gets: parsed input and, in groups that need a key, the partner's operation. */
export interface RouteInput<Params, Query, Body> {
  readonly operation: Operation;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Absolute base of links in answers, without a trailing slash. */
  readonly baseUrl: string;
  /** The portal domain that was called. */
  readonly portalDomain: string;
  /** The portal as a customer's browser reaches it, without a trailing slash. */
  readonly portalUrl: string;
}

type Reply<Responses extends Record<number, Schema>> = {
  [Status in keyof Responses & number]: { readonly status: Status; readonly body: z.output<Responses[Status]> };
}[keyof Responses & number];

/**
 * One operation, declared once: validation, the OpenAPI document and the check of every answer come from it.
 * `responses` are the successful ones; refusals and problems are added from the group and `problems`.
 */
export interface RouteDeclaration<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Responses extends Record<number, Schema> = Record<number, Schema>,
> {
  readonly method: Method;
  /** All paths that answer alike; parameters as `:name`. */
  readonly paths: readonly string[];
  readonly operationId: string;
  readonly group: Group;
  readonly summary: string;
  readonly description?: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Largest body in bytes, when it differs from 1 MiB. */
  readonly bodyLimitBytes?: number;
  readonly responses: Responses;
  /** The answer carries a secret that must not be kept for a replay. */
  readonly secretAnswer?: true;
  readonly problems: readonly ProblemCode[];
  /** What a path parameter that is no UUID answers, as if it were an id that does not exist. */
  readonly absent?: ProblemCode;
  readonly handle: (input: RouteInput<z.output<Params>, z.output<Query>, z.output<Body>>) => Promise<Reply<Responses>>;
}

/** Declares a route; the type parameters tie the handler to its schemas. */
export function route<
  Params extends Schema = z.ZodUndefined,
  Query extends Schema = z.ZodUndefined,
  Body extends Schema = z.ZodUndefined,
  Responses extends Record<number, Schema> = Record<number, Schema>,
>(declaration: RouteDeclaration<Params, Query, Body, Responses>): RouteDeclaration {
  return declaration as unknown as RouteDeclaration;
}

/** What a handler answers. */
export function reply<const Status extends number, Body>(
  status: Status,
  body: Body,
): { readonly status: Status; readonly body: Body } {
  return { status, body };
}

/** Every problem a route can answer: its own and those of its group. */
export function problemsOf(declaration: RouteDeclaration): ProblemCode[] {
  const { group } = declaration;
  const shared: ProblemCode[] =
    group.access === 'key' ? ['TENANT_MISMATCH', 'ACCOUNT_SUSPENDED', 'INTERNAL_ERROR'] : ['INTERNAL_ERROR'];
  if (group.world !== 'real') shared.push('SANDBOX_DISABLED');
  if (group.namesUnknownKeys) shared.push('TENANT_NOT_FOUND');
  return [...shared, ...declaration.problems];
}

/** Schema of every status a route may answer with. An answer outside of it is a defect and becomes a 500. */
export function responsesOf(declaration: RouteDeclaration): Record<number, Schema> {
  const responses: Record<number, Schema> = { ...declaration.responses };
  for (const status of refusalStatuses(declaration)) responses[status] = refusalSchema;
  for (const [status, codes] of codesByStatus(problemsOf(declaration))) {
    const problem = problemSchema(declaration.group, codes);
    const refusal = responses[status];
    responses[status] = refusal ? z.union([problem, refusal]) : problem;
  }
  return responses;
}

/** Every change that a partner's key may ask for can be repeated safely (decisions §1.11), unless its answer is a secret. */
export function takesIdempotencyKey({ method, group, secretAnswer }: RouteDeclaration): boolean {
  return method !== 'GET' && group.access === 'key' && !secretAnswer;
}

function refusalStatuses(declaration: RouteDeclaration): number[] {
  const { group, query, body } = declaration;
  const idempotent = takesIdempotencyKey(declaration);
  const statuses: number[] = [];
  if (group.access === 'key') statuses.push(401);
  if (group.limit !== 'none' || group.access === 'key') statuses.push(429);
  if (query || body || idempotent) statuses.push(422);
  if (idempotent) statuses.push(409);
  if (body) statuses.push(413, 415);
  return statuses;
}
