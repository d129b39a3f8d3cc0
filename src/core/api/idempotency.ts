import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { deleteOlderOfPartners } from '../operation/delete-older-of-partners.ts';
import type { Operation, Resources } from '../operation/operation.ts';
import type { CrossPartnerDatabase } from '../operation/partner-database.ts';
import { operationOf } from './operation-of-request.ts';
import { InvalidInput, Problem } from './problems.ts';

/** A request that carries an Idempotency-Key. */
export interface IdempotentRequest {
  readonly key: string;
  readonly hash: Buffer;
  /**
   * When this request took the key; null until then, and once the answer is kept. Tells it from one that took the key
   * over.
   */
  claimedAt: Date | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    idempotency: IdempotentRequest | null;
  }
}

const header = 'Idempotency-Key';
const printableAscii = /^[\x20-\x7e]{1,255}$/;
export const keptHours = 24;
/**
 * Most requests take no longer. Then its process died, and a repeat may take the key; if it did not die after all, it
 * comes to nothing.
 */
const claimSeconds = 60;
/** Between a claim that found the key taken and the look at who has it, the key may be released. */
const maxClaimAttempts = 3;

/** What the API document says of the header; the hooks below check it. */
export const idempotencyHeaders = z.object({
  [header]: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({
      description: `Printable ASCII. The first answer under a key is kept for ${keptHours} hours, and a repeat of the request gets it again, with Idempotency-Replayed: true. The key with another request is 422, while the first request is under way 409.`,
    }),
});

/**
 * Hooks of a route that takes the header (decisions §1.11). Keys belong to the account. What admission or validation
 * refuses takes no key, and an answer that asks to try again (429, 5xx) gives the key back. A refusal changed nothing,
 * so it is kept when it is sent; what an execution answers is kept by executeOnce.
 */
export function idempotencyHooks(resources: Resources) {
  return {
    preHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      // Customers of a partner must not meet under one key; a person's browser does not repeat by itself.
      const isKeyHolder = request.credentialHolder?.credential.kind === 'api_key';
      request.idempotency = isKeyHolder ? readKey(request) : null;
      return claimOrReplay(resources, request, reply);
    },
    onSend: async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      const { idempotency, worldId } = request;
      if (!idempotency?.claimedAt || worldId === null) return;
      const claim = { partnerId: worldId, key: idempotency.key, claimedAt: idempotency.claimedAt };
      try {
        await settle(resources.db, claim, reply.statusCode, payload);
      } catch (error) {
        // The client shall hear of it; a repeat finds the key taken until the claim runs out, and is refused again.
        request.log.error(
          { err: error, requestId: request.id },
          'The answer could not be kept for its Idempotency-Key.',
        );
      }
    },
  };
}

/**
 * Executes the request that holds a key. Its answer is kept in the transaction of its change: whatever dies when, a
 * repeat finds both or neither.
 * @param execute answers with what the operation that it is given did
 * @throws Problem IDEMPOTENCY_KEY_IN_USE when another request took the key over meanwhile; nothing has changed then
 */
export async function executeOnce<T extends { readonly status: number; readonly text: string | null }>(
  request: FastifyRequest,
  operation: Operation,
  execute: (operation: Operation) => Promise<T>,
): Promise<T> {
  const { idempotency, worldId } = request;
  if (!idempotency?.claimedAt || worldId === null) return execute(operation);
  const claim = { partnerId: worldId, key: idempotency.key, claimedAt: idempotency.claimedAt };
  const answer = await operation.asOneTransaction(execute, async (tx, { status, text }) => {
    if (!(await keep(tx.db.unscoped, claim, status, text))) throw underWay();
  });
  idempotency.claimedAt = null;
  return answer;
}

/** Deletes what is no longer replayed. */
export async function forgetIdempotencyKeys({ db, clock }: Resources): Promise<void> {
  const oldest = new Date(clock.now().getTime() - keptHours * 3_600_000);
  await deleteOlderOfPartners(db, 'idempotency_keys', 'created_at', oldest);
}

/** The hash is of what was sent, whatever defaults a newer version would fill in. */
function readKey(request: FastifyRequest): IdempotentRequest | null {
  const key = request.headers[header.toLowerCase()];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !printableAscii.test(key)) {
    throw new InvalidInput({ [header]: [`The ${header} header must have 1 to 255 printable ASCII characters.`] });
  }
  const { method, url } = request;
  const body = canonicalJson(request.normalisedBody);
  return { key, hash: createHash('sha256').update(`${method} ${url}\n${body}`).digest(), claimedAt: null };
}

/** JSON with the members of every object in one order. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, entry]) => `${JSON.stringify(name)}:${canonicalJson(entry)}`).join(',')}}`;
}

async function claimOrReplay(resources: Resources, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { idempotency, worldId } = request;
  if (!idempotency || worldId === null) return undefined;
  // By turns: of many requests with one key all but the first wait for one row.
  const { clock, db } = operationOf(resources, request);
  for (let attempt = 1; attempt <= maxClaimAttempts; attempt += 1) {
    idempotency.claimedAt = await claim({ clock, db: db.unscoped }, worldId, idempotency);
    if (idempotency.claimedAt) return undefined;
    const earlier = await findEarlier(db.unscoped, worldId, idempotency);
    if (!earlier) continue;
    if (!earlier.same) throw usedOtherwise();
    if (earlier.status === null) break;
    return replay(reply, earlier.status, earlier.body);
  }
  throw underWay();
}

/** Most requests are through by then. */
const retryAfterSeconds = 1;

function underWay(): Problem {
  return new Problem('IDEMPOTENCY_KEY_IN_USE', { retry_after_seconds: retryAfterSeconds });
}

function usedOtherwise(): InvalidInput {
  return new InvalidInput({ [header]: [`The ${header} header was used with another request.`] });
}

function replay(reply: FastifyReply, status: number, body: string | null): FastifyReply {
  reply.code(status).header('Idempotency-Replayed', 'true');
  if (body === null) return reply.send();
  // A string of this type is sent as it is: the answer is the very text that was sent first.
  return reply.type('application/json; charset=utf-8').send(body);
}

/**
 * Takes the key in one statement, so that of any number of parallel requests one succeeds. The database's clock
 * decides, in milliseconds, which a Date carries exactly.
 * @returns null when the key is taken
 */
async function claim(
  { db, clock }: { readonly db: CrossPartnerDatabase; readonly clock: Clock },
  partnerId: string,
  { key, hash }: IdempotentRequest,
): Promise<Date | null> {
  const now = sql`date_trunc('milliseconds', clock_timestamp() + ${clock.offsetMs} * interval '1 millisecond')`;
  const { rows } = await sql<{ created_at: Date }>`
    INSERT INTO idempotency_keys AS k (partner_id, key, request_hash, created_at) VALUES (${partnerId}, ${key}, ${hash}, ${now})
    ON CONFLICT (partner_id, key) DO UPDATE
      SET request_hash = excluded.request_hash, created_at = excluded.created_at, status = NULL, body = NULL
      WHERE excluded.created_at - k.created_at >= ${keptHours} * interval '1 hour'
        OR (k.status IS NULL AND k.request_hash = excluded.request_hash
          AND excluded.created_at - k.created_at >= ${claimSeconds} * interval '1 second')
    RETURNING created_at`.execute(db);
  return rows[0]?.created_at ?? null;
}

async function findEarlier(
  db: CrossPartnerDatabase,
  partnerId: string,
  { key, hash }: IdempotentRequest,
): Promise<{ same: boolean; status: number | null; body: string | null } | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body'])
    .where('partner_id', '=', partnerId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row && { same: row.request_hash.equals(hash), status: row.status, body: row.body };
}

interface Claim {
  readonly partnerId: string;
  readonly key: string;
  readonly claimedAt: Date;
}

/** Keeps the answer, or gives the key back. A request that was taken for dead meanwhile changes nothing. */
async function settle(
  db: CrossPartnerDatabase,
  { partnerId, key, claimedAt }: Claim,
  status: number,
  payload: unknown,
): Promise<void> {
  if (status !== 429 && status < 500) {
    await keep(db, { partnerId, key, claimedAt }, status, typeof payload === 'string' ? payload : null);
    return;
  }
  await db
    .deleteFrom('idempotency_keys')
    .where('partner_id', '=', partnerId)
    .where('key', '=', key)
    .where('created_at', '=', claimedAt)
    // An execution whose commit was not heard of may have been committed.
    .where('status', 'is', null)
    .execute();
}

/** @returns false when the key is no longer the claim's */
async function keep(
  db: CrossPartnerDatabase,
  { partnerId, key, claimedAt }: Claim,
  status: number,
  text: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_keys')
    .set({ status, body: text === '' ? null : text })
    .where('partner_id', '=', partnerId)
    .where('key', '=', key)
    .where('created_at', '=', claimedAt)
    .where('status', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
