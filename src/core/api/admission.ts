import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork, clientSite } from '../../platform/http/client-network.ts';
import type { RateLimiter, RateLimitState } from '../../platform/http/rate-limits.ts';
import { portalDomainOf } from '../../platform/http/request-host.ts';
import { isSameOrigin } from '../../platform/http/same-origin.ts';
import { sessionSecret } from '../../platform/http/session-cookie.ts';
import {
  type Authenticator,
  type Credential,
  type CredentialHolder,
  type RateLimitBucket,
  sandboxKeyPrefix,
} from './credential.ts';
import type { Group } from './groups.ts';
import { Problem, Refusal, tooMany } from './problems.ts';
import { requireRole } from './roles.ts';
import {
  changesRealWorldOnly,
  isClosedToSandboxKeys,
  isRefusedInView,
  needsDemandedFactor,
  type RouteDeclaration,
} from './route.ts';

export interface AdmissionOptions {
  readonly authenticator: Authenticator;
  /** Counts failed authentications per client network. */
  readonly failureLimiter: RateLimiter;
  /** Counts requests without a key per client network; must not need the database, since health answers without it. */
  readonly publicLimiter: RateLimiter;
  /** Requests per minute and key in the groups of each kind. */
  readonly limits: { readonly strict: number; readonly default: number };
}

/** Of a site, so that whoever has a /48 has not 65,536 times as many. */
export const failedAuthenticationsPerMinute = { perNetwork: 30, perSite: 120 };
const publicRequestsPerMinute = 100;

/** What of a route decides who may call it. */
export type AdmittedRoute = Pick<
  RouteDeclaration,
  'method' | 'group' | 'role' | 'alertLink' | 'sharedWithSandbox' | 'endsView' | 'setsUpSecondFactor' | 'stepUp'
>;

/** A page of the portal asks for several things at once, and a person clicks faster than a billing system calls. */
const sessionLimitFactor = 5;
const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** The checks before a request is read: key or session, portal domain, suspension, rate limit, role, proof, in this order. */
export async function admit(
  options: AdmissionOptions,
  route: AdmittedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { group } = route;
  const host = portalDomainOf(request.host);
  await countPublicRequest(options, group, request, reply);
  // Who is signed in must be the visitor's will, too: nobody is signed in, as somebody else, by a page of somebody
  // else.
  if (group.access === 'visitor') refuseOtherOrigins(request);
  const holder = await authenticate(options, group, request, host);
  if (holder === null) return refuseVisitorOfSandbox(route, request);
  request.credentialHolder = holder;
  if (holder.credential.kind !== 'api_key') refuseOtherOrigins(request);
  if (holder.portalDomain !== host) throw new Problem('TENANT_MISMATCH');
  if (holder.suspended) throw new Problem('ACCOUNT_SUSPENDED');
  if (holder.rateLimit) applyRateLimit(reply, holder.rateLimit);
  refuseWithoutSecondFactor(route, holder);
  refuseChangeInView(route, holder);
  if (group.access === 'administrator' && holder.credential.kind !== 'administrator')
    throw new Problem('ACCESS_DENIED');
  confineToAlert(route, request, holder);
  requireRole(route, holder.credential);
  requireProof(route, holder.credential);
  request.worldId = worldIdOf(route, request, holder);
}

/** What changes anything must come from a page of the portal. */
function refuseOtherOrigins(request: FastifyRequest): void {
  if (!readingMethods.has(request.method) && !isSameOrigin(request)) throw new Problem('ORIGIN_MISMATCH');
}

/** Who must have a second factor and has none can set one up, see who is signed in, and sign out. */
function refuseWithoutSecondFactor(route: AdmittedRoute, { lacksSecondFactor }: CredentialHolder): void {
  if (lacksSecondFactor && needsDemandedFactor(route)) throw new Problem('SECOND_FACTOR_NOT_SET_UP');
}

/** The one place that keeps a view read-only: whatever the operation is, whatever the page does. */
function refuseChangeInView(route: AdmittedRoute, { credential }: CredentialHolder): void {
  if (credential.kind !== 'customer' || credential.viewerId === null) return;
  if (isRefusedInView(route)) throw new Problem('VIEW_IS_READ_ONLY');
}

/**
 * A session that somebody else has got hold of must not be turned into what lasts longer than it. Keys are not asked: they make nothing
 * that outlives them, but for what they were given to do.
 * @throws Problem PROOF_REQUIRED
 */
function requireProof({ stepUp }: AdmittedRoute, credential: Credential): void {
  if (stepUp && credential.kind === 'administrator' && !credential.hasProved) throw new Problem('PROOF_REQUIRED');
}

/**
 * A session that a link in a mail opened is good for one alert: it reaches only operations that are declared for it, with that
 * alert in their path. Who is signed in, everybody may ask. Every other alert looks alike, whether it exists or not.
 * @throws Problem ACCESS_DENIED
 */
function confineToAlert(
  { group, alertLink }: AdmittedRoute,
  request: FastifyRequest,
  { credential }: CredentialHolder,
): void {
  if (credential.kind !== 'customer' || credential.alertId === null || group.access === 'visitor') return;
  const { id } = request.params as { id?: string };
  if (!alertLink || id !== credential.alertId) throw new Problem('ACCESS_DENIED');
}

async function countPublicRequest(
  { publicLimiter }: AdmissionOptions,
  group: Group,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (group.limit !== 'address') return;
  applyRateLimit(reply, await publicLimiter.hit(`public:${clientNetwork(request.ip)}`, publicRequestsPerMinute));
}

/** Any other value asks for the sandbox: what is meant as a trial must not happen for real because of a spelling. */
const sandboxRefusals: ReadonlySet<string> = new Set(['', 'false', '0']);

function asksForSandbox({ headers }: FastifyRequest): boolean {
  return !sandboxRefusals.has(String(headers['x-service-sandbox'] ?? '').toLowerCase());
}

/** Whoever is not signed in is in no world: the header and a sandbox key that come along still say that nothing real is meant. */
function refuseVisitorOfSandbox(route: AdmittedRoute, request: FastifyRequest): void {
  refuseWithoutSandbox(route, request);
  const apiKey = bearerToken(request.headers.authorization);
  if (apiKey?.startsWith(sandboxKeyPrefix) && isClosedToSandboxKeys(route)) throw new Problem('SANDBOX_KEY');
}

/** Under the header nothing real changes: what has no sandbox is not done at all. */
function refuseWithoutSandbox(route: AdmittedRoute, request: FastifyRequest): void {
  if (changesRealWorldOnly(route) && asksForSandbox(request)) throw new Problem('SANDBOX_NOT_AVAILABLE');
}

/**
 * Whose data the request is about: the account's, or its sandbox's, for the sandbox header, a sandbox key and a customer who is signed in there.
 * @throws Problem SANDBOX_NOT_AVAILABLE, SANDBOX_KEY, SANDBOX_DISABLED, ACCESS_DENIED
 */
function worldIdOf(route: AdmittedRoute, request: FastifyRequest, holder: CredentialHolder): string {
  const { group } = route;
  const { credential, partnerId, worldId, sandboxId } = holder;
  if (credential.kind === 'api_key' && worldId !== partnerId) {
    if (isClosedToSandboxKeys(route)) throw new Problem('SANDBOX_KEY');
    if (sandboxId === null) throw new Problem('SANDBOX_DISABLED');
    return worldId;
  }
  refuseWithoutSandbox(route, request);
  if (worldId !== partnerId) {
    // Visitors' operations are about the browser: its session can be ended and its language chosen.
    if (changesRealWorldOnly(route) && group.access !== 'visitor') throw new Problem('SANDBOX_NOT_AVAILABLE');
    return worldId;
  }
  if (group.world === 'live' || (group.world === 'either' && !asksForSandbox(request))) return partnerId;
  // A customer of the sandbox with the same billing id is another one.
  if (credential.kind === 'customer') throw new Problem('ACCESS_DENIED');
  if (sandboxId === null) throw new Problem('SANDBOX_DISABLED');
  return sandboxId;
}

/** @returns null when nobody needs to be known */
async function authenticate(
  options: AdmissionOptions,
  group: Group,
  request: FastifyRequest,
  host: string,
): Promise<CredentialHolder | null> {
  if (group.access === 'public') return null;
  const { authorization } = request.headers;
  const secret = sessionSecret(request);
  if (authorization === undefined && secret !== undefined)
    return authenticateSession(options, group, request, host, secret);
  if (group.access === 'visitor') return null;
  const apiKey = bearerToken(authorization);
  const holder =
    apiKey === null ? null : await options.authenticator.authenticateKey(apiKey, host, bucketOf(options, group));
  if (holder) return holder;
  await countFailure(options, request);
  if (apiKey !== null && group.namesUnknownKeys) throw new Problem('TENANT_NOT_FOUND');
  throw new Refusal(
    401,
    apiKey === null ? 'Send the API key as Authorization: Bearer <API_KEY>.' : 'The API key is not valid.',
    {
      'WWW-Authenticate': 'Bearer',
    },
  );
}

async function authenticateSession(
  options: AdmissionOptions,
  group: Group,
  request: FastifyRequest,
  host: string,
  secret: string,
): Promise<CredentialHolder | null> {
  const bucket = bucketOf(options, group);
  const sessionBucket = bucket && { ...bucket, limit: bucket.limit * sessionLimitFactor };
  const holder = await options.authenticator.authenticateSession(secret, host, sessionBucket);
  if (holder === null) {
    if (group.access === 'visitor') return null;
    await countFailure(options, request);
    throw new Refusal(401, 'The session has ended. Sign in again.', { 'WWW-Authenticate': 'Bearer' });
  }
  return holder;
}

async function countFailure({ failureLimiter }: AdmissionOptions, request: FastifyRequest): Promise<void> {
  const { perNetwork, perSite } = failedAuthenticationsPerMinute;
  const ofNetwork = await failureLimiter.hit(`unauthenticated:${clientNetwork(request.ip)}`, perNetwork);
  if (!ofNetwork.allowed) throw tooMany('requests', ofNetwork.retryAfterSeconds);
  // After the network's: one network must not fill up what its neighbours have left.
  const site = clientSite(request.ip);
  if (site === null) return;
  const ofSite = await failureLimiter.hit(`unauthenticated:${site}`, perSite);
  if (!ofSite.allowed) throw tooMany('requests', ofSite.retryAfterSeconds);
}

function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

function bucketOf(options: AdmissionOptions, group: Group): RateLimitBucket | null {
  const { limit: name } = group;
  if (name === 'address' || name === 'none') return null;
  // As many as of orders, and counted apart: clicks of customers use up nothing that orders need (decisions §10.11).
  return { name, limit: options.limits[name === 'sign_in' ? 'strict' : name] };
}

function applyRateLimit(reply: FastifyReply, state: RateLimitState): void {
  reply.header('X-RateLimit-Limit', state.limit);
  reply.header('X-RateLimit-Remaining', state.remaining);
  if (!state.allowed) throw tooMany('requests', state.retryAfterSeconds);
}
