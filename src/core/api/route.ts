import { z } from 'zod';
import type { Operation } from '../operation/operation.ts';
import type { AdministratorRole } from '../operation/tables/identity.ts';
import type { AskedPage } from './asked-page.ts';
import type { Credential } from './credential.ts';
import { codesByStatus, type Group, problemSchemasOf, refusalSchema } from './groups.ts';
import type { FieldErrorMap } from './input.ts';
import type { ProblemCode } from './problems.ts';
import { neededRole } from './roles.ts';

type Schema = z.ZodType;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Where an operation names its customer. A customer's session has it filled in, and can name no other there. */
export interface CustomerScope {
  readonly in: 'query' | 'body' | 'params';
  readonly field: 'billing_customer_id' | 'client_id';
}

export const customerInQuery: CustomerScope = { in: 'query', field: 'billing_customer_id' };
export const customerInBody: CustomerScope = { in: 'body', field: 'billing_customer_id' };

/** What a handler gets: parsed input and, in groups that need a key, the partner's operation. */
export interface RouteInput<Params, Query, Body> {
  readonly operation: Operation;
  /** Null in public groups, and for visitors who are not signed in. */
  readonly credential: Credential | null;
  readonly client: Client;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Of an operation that answers a list: which one is asked for, and where in it. */
  readonly page: AskedPage;
  /** Absolute base of links in answers, without a trailing slash. */
  readonly baseUrl: string;
  /** The portal domain that was called. */
  readonly portalDomain: string;
  /** The portal as a customer's browser reaches it, without a trailing slash. */
  readonly portalUrl: string;
  /** Whether the client would rather have the declared document than JSON. */
  readonly wantsDocument: boolean;
}

/** What is known of whoever sent a request. */
export interface Client {
  readonly address: string;
  readonly userAgent: string | undefined;
  /** Of the session cookie, whether it is still good or not. */
  readonly sessionSecret: string | undefined;
  /** Of the device cookie: one for each account that has signed in there. */
  readonly deviceSecrets: readonly string[];
  /** See languageWishes. */
  readonly languages: readonly [chosen: string | undefined, set: string | undefined];
}

/** What an answer does to the browser's cookies. The device outlives its sessions. */
export type SessionChange =
  | { readonly secret: string; readonly maxAgeSeconds: number; readonly deviceSecrets?: readonly string[] }
  | 'end'
  /** Null: the browser forgets the one that was chosen in it. */
  | { readonly language: string | null };

type Reply<Responses extends Record<number, Schema>> =
  | {
      [Status in keyof Responses & number]: {
        readonly status: Status;
        readonly body: z.output<Responses[Status]>;
        readonly session?: SessionChange;
      };
    }[keyof Responses & number]
  | DocumentReply;

/** A file to keep, of the media type that its route declares. */
export interface AnswerDocument {
  readonly bytes: Buffer;
  /** ASCII without quotes. */
  readonly fileName: string;
}

interface DocumentReply {
  readonly status: 200;
  readonly body: null;
  readonly document: AnswerDocument;
}

/** The fields that are right by themselves, and whose operation it is. */
export interface GivenFields<Query, Body> {
  readonly operation: Operation;
  readonly query: Partial<Query>;
  readonly body: Partial<Body>;
  /** Fields that the request has, right or wrong. */
  readonly named: ReadonlySet<string>;
}

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
  /** A body that is accepted, for the API document, where the required fields with what they look like everywhere are none. */
  readonly example?: object;
  /** Opens the operation to customers' sessions. Left out: it is for the partner only. */
  readonly customer?: CustomerScope;
  /** Opens it, besides, to sessions that a link in a mail opened, for the one alert that is `id` in the path. */
  readonly alertLink?: true;
  /** A read of what the sandbox has of its account: plans and prices. */
  readonly sharedWithSandbox?: true;
  /** The least role of a person who may ask for it. Left out: support for a read, manager for a change. */
  readonly role?: AdministratorRole;
  /** What it makes outlives the session of a person who asks for it: password or code must have been shown in it minutes ago. */
  readonly stepUp?: true;
  /** What no field can tell by itself. It is asked whatever else is wrong, so that all mistakes are told at once. */
  readonly check?: (given: GivenFields<z.output<Query>, z.output<Body>>) => FieldErrorMap;
  /** Largest body in bytes, when it differs from what the group takes. */
  readonly bodyLimitBytes?: number;
  readonly responses: Responses;
  /** The success has a second form, which the `Accept` header asks for: a document of this media type. */
  readonly document?: 'application/pdf';
  /**
   * A secret is in the answer, or so short a one in the request that its hash tells it: neither may be kept for a
   * replay.
   */
  readonly carriesSecret?: true;
  /** Open to an administrator who looks at a customer's portal, though it changes something: it ends that. */
  readonly endsView?: true;
  /** Open to an administrator who has none yet of the second factors that the account demands. */
  readonly setsUpSecondFactor?: true;
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
  session?: SessionChange,
): { readonly status: Status; readonly body: Body; readonly session?: SessionChange } {
  return session === undefined ? { status, body } : { status, body, session };
}

/** What a handler answers whose client wants the document. */
export function replyDocument(document: AnswerDocument): DocumentReply {
  return { status: 200, body: null, document };
}

const visitorBodyLimitBytes = 16_384;
const generalBodyLimitBytes = 65_536;

/** Largest body of a route in bytes (decisions §1.6). */
export function bodyLimitOf({ group, bodyLimitBytes }: RouteDeclaration): number {
  return bodyLimitBytes ?? (group.access === 'visitor' ? visitorBodyLimitBytes : generalBodyLimitBytes);
}

/** Every problem a route can answer: its own and those of its group. */
export function problemsOf(declaration: RouteDeclaration): ProblemCode[] {
  const { group } = declaration;
  const shared: ProblemCode[] = ['INTERNAL_ERROR'];
  if (group.access !== 'public') shared.push('SERVICE_BUSY', 'TENANT_MISMATCH', 'ACCOUNT_SUSPENDED');
  if (needsCredential(group)) shared.push('ACCESS_DENIED');
  if (needsDemandedFactor(declaration)) shared.push('SECOND_FACTOR_NOT_SET_UP');
  // Everybody has the least.
  if (!['support', null].includes(neededRole(declaration))) shared.push('INSUFFICIENT_ROLE');
  if (declaration.stepUp) shared.push('PROOF_REQUIRED');
  if (group.access !== 'public' && declaration.method !== 'GET') shared.push('ORIGIN_MISMATCH');
  if (group.access !== 'public' && isRefusedInView(declaration)) shared.push('VIEW_IS_READ_ONLY');
  if (group.world !== 'live') shared.push('SANDBOX_DISABLED');
  if (changesRealWorldOnly(declaration)) shared.push('SANDBOX_NOT_AVAILABLE');
  if (isClosedToSandboxKeys(declaration)) shared.push('SANDBOX_KEY');
  if (group.namesUnknownKeys) shared.push('TENANT_NOT_FOUND');
  if (takesIdempotencyKey(declaration)) shared.push('IDEMPOTENCY_KEY_IN_USE');
  return [...shared, ...declaration.problems];
}

/** Whether an administrator who looks at a customer's portal may not call it: everything that changes anything. */
export function isRefusedInView({ method, endsView }: Pick<RouteDeclaration, 'method' | 'endsView'>): boolean {
  return method !== 'GET' && !endsView;
}

/** Whether it is closed to an administrator who has none of the second factors that the account demands. */
export function needsDemandedFactor({
  group,
  setsUpSecondFactor,
}: Pick<RouteDeclaration, 'group' | 'setsUpSecondFactor'>): boolean {
  return needsCredential(group) && !setsUpSecondFactor;
}

/** Whether it changes something of which the sandbox has none of its own. */
export function changesRealWorldOnly({ method, group }: Pick<RouteDeclaration, 'method' | 'group'>): boolean {
  return method !== 'GET' && group.world === 'live';
}

/** Whether a sandbox key is refused: where there is no sandbox, but for reads of what it has of the account, and of what concerns the browser alone. */
export function isClosedToSandboxKeys({
  method,
  group,
  sharedWithSandbox,
}: Pick<RouteDeclaration, 'method' | 'group' | 'sharedWithSandbox'>): boolean {
  if (group.world !== 'live' || sharedWithSandbox) return false;
  return group.access === 'key' || (group.access === 'visitor' && method !== 'GET');
}

/** Schema of every status a route may answer with. An answer outside of it is a defect and becomes a 500. */
export function responsesOf(declaration: RouteDeclaration): Record<number, Schema> {
  const responses: Record<number, Schema> = { ...declaration.responses };
  for (const status of refusalStatuses(declaration)) responses[status] = refusalSchema;
  for (const [status, codes] of codesByStatus(problemsOf(declaration))) {
    const refusal = responses[status];
    const answers = [...problemSchemasOf(declaration.group, codes), ...(refusal ? [refusal] : [])];
    responses[status] = answers.length === 1 ? answers[0]! : z.union(answers);
  }
  return responses;
}

/**
 * Every change that a partner's key may ask for can be repeated safely (decisions §1.11), unless it carries a secret.
 */
export function takesIdempotencyKey({ method, group, carriesSecret }: RouteDeclaration): boolean {
  return method !== 'GET' && group.access === 'key' && !carriesSecret;
}

function needsCredential({ access }: Group): boolean {
  return access === 'key' || access === 'administrator';
}

function refusalStatuses(declaration: RouteDeclaration): number[] {
  const { group } = declaration;
  const statuses: number[] = [];
  if (needsCredential(group)) statuses.push(401);
  if (group.limit !== 'none' || needsCredential(group)) statuses.push(429);
  // A body is read, and refused, also where none is wanted.
  const readsBody = declaration.method !== 'GET';
  // Fields that say whose data is meant are refused also where none is taken.
  if (group.access !== 'public') statuses.push(422);
  if (readsBody) statuses.push(413, 415);
  return statuses;
}
