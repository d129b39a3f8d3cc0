import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { plainText } from '../../common/text.ts';
import { userAgentOf } from '../../platform/http/user-agent.ts';
import { newId } from '../../platform/ids.ts';
import { repeatUntil } from '../../platform/jobs/repeat-until.ts';
import { type ErrorAnswer, errorCodeOf } from '../api/error-answer.ts';
import { fieldsOf } from '../api/read-input.ts';
import { deleteOlderOfPartners } from '../operation/delete-older-of-partners.ts';
import type { Resources } from '../operation/operation.ts';
import type { ApiRequestDetails, ApiRequestsTable } from '../operation/tables/core.ts';
import type { Tables } from '../operation/tables.ts';
import { shapeOf } from './body-shape.ts';
import { shownPath } from './shown-path.ts';

/** How many requests of a key are kept at least, and for how long. */
export const keptRequests = 1_000;
const keptDays = 7;

type Row = Omit<ApiRequestsTable, 'details'> & { readonly details: string };

/** What waits to be written. More comes only faster than the database takes it: that is dropped, and counted. */
const maxWaiting = 5_000;
const rowsPerStatement = 500;
const writeIntervalMs = 1_000;
/** What is beyond the kept ones of a key is deleted whenever so many more were written. */
const trimEvery = 250;
/** Keys whose rows are counted until then. */
const maxCountedKeys = 10_000;
const maxPathLength = 1_000;
const maxWordsLength = 2_000;

export interface RequestLogOptions {
  readonly resources: Pick<Resources, 'db' | 'clock'>;
  /** Told how many requests were not kept, and why if it was a failure. */
  readonly onDropped: (count: number, reason: Error | null) => void;
  readonly intervalMs?: number | undefined;
}

/**
 * What was asked with each API key and answered, for the people who integrate it: without a statement, or a wait, before the answer.
 * Requests are noted once they are answered and written together every second; a process that dies takes what it had not written along.
 */
export class RequestLog {
  readonly #options: RequestLogOptions;
  readonly #stop = new AbortController();
  #waiting: Row[] = [];
  #dropped = 0;
  /** By key: rows written since it was trimmed. */
  readonly #written = new Map<string, number>();
  #loop: Promise<void> | undefined;

  constructor(options: RequestLogOptions) {
    this.#options = options;
  }

  start(): void {
    const { intervalMs = writeIntervalMs } = this.#options;
    this.#loop = repeatUntil(
      this.#stop.signal,
      intervalMs,
      () => this.#write(),
      () => {},
    );
  }

  /** Writes what waits; nothing may be noted any more. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
    await this.#write();
  }

  /**
   * Notes a request that was answered. Only those of API keys are: who sent an unknown one is nobody.
   * @param error what the answer says, when it is one
   */
  note(request: FastifyRequest, reply: FastifyReply, error: ErrorAnswer): void {
    const holder = request.credentialHolder;
    if (holder?.credential.kind !== 'api_key') return;
    if (this.#waiting.length >= maxWaiting) {
      this.#dropped += 1;
      return;
    }
    const { clock } = this.#options.resources;
    const { url: route = '', config } = request.routeOptions;
    const declared = new Set(Object.keys(fieldsOf(config.declaration?.query).shape));
    const path = shownPath(route, request.params as Record<string, string>, request.url, declared);
    this.#waiting.push({
      partner_id: holder.partnerId,
      id: newId(clock),
      key_id: holder.credential.id,
      at: clock.now(),
      method: request.method,
      path: path.slice(0, maxPathLength),
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      request_id: request.id,
      sandbox: (request.worldId ?? holder.worldId) !== holder.partnerId,
      ...told(request, error),
    });
  }

  async #write(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    if (this.#dropped > 0) this.#options.onDropped(this.#dropped, null);
    this.#dropped = 0;
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      const batch = rows.slice(start, start + rowsPerStatement);
      try {
        await insert(this.#options.resources.db, batch);
        await this.#trim(batch);
      } catch (error) {
        this.#options.onDropped(batch.length, error as Error);
      }
    }
  }

  async #trim(batch: readonly Row[]): Promise<void> {
    for (const [keyId, rows] of Map.groupBy(batch, (row) => row.key_id)) {
      // Of a key that was not seen for long nobody knows how many there are.
      const written = (this.#written.get(keyId) ?? trimEvery) + rows.length;
      this.#written.delete(keyId);
      if (written >= trimEvery) await deleteBeyond(this.#options.resources.db, rows[0]!);
      this.#written.set(keyId, written >= trimEvery ? 0 : written);
    }
    while (this.#written.size > maxCountedKeys) this.#written.delete(this.#written.keys().next().value!);
  }
}

/** What the request was made of, and the words of its error. */
function told(request: FastifyRequest, answer: ErrorAnswer): { error_code: string | null; details: string } {
  const { message, errors = {}, error } = answer;
  const words = (error?.message ?? message)?.slice(0, maxWordsLength);
  const details: ApiRequestDetails = {
    body: isObject(request.sentBody) ? shapeOf(request.sentBody) : null,
    user_agent: userAgentOf(request) ?? null,
    message: words === undefined ? null : plainText(words),
    // Names of fields that nobody knows are the client's.
    errors: Object.fromEntries(
      Object.entries(errors).map(([field, sentences]) => [plainText(field), sentences.map(plainText)]),
    ),
  };
  return { error_code: errorCodeOf(answer), details: JSON.stringify(details) };
}

/** No other body gets as far as being read. */
function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null;
}

async function insert(db: Kysely<Tables>, rows: readonly Row[]): Promise<void> {
  const column = <K extends keyof Row>(name: K) => rows.map((row) => row[name]);
  await sql`
    INSERT INTO api_requests (partner_id, id, key_id, at, method, path, status, duration_ms, request_id, sandbox, error_code, details)
    SELECT * FROM unnest(
      ${column('partner_id')}::uuid[], ${column('id')}::uuid[], ${column('key_id')}::uuid[], ${column('at')}::timestamptz[],
      ${column('method')}::text[], ${column('path')}::text[], ${column('status')}::integer[],
      ${column('duration_ms')}::double precision[], ${column('request_id')}::text[], ${column('sandbox')}::boolean[],
      ${column('error_code')}::text[], ${column('details')}::jsonb[])`.execute(db);
}

async function deleteBeyond(
  db: Kysely<Tables>,
  { partner_id: partnerId, key_id: keyId }: Pick<Row, 'partner_id' | 'key_id'>,
): Promise<void> {
  await sql`
    DELETE FROM api_requests WHERE partner_id = ${partnerId} AND key_id = ${keyId} AND id <= (
      SELECT id FROM api_requests WHERE partner_id = ${partnerId} AND key_id = ${keyId}
      ORDER BY id DESC OFFSET ${keptRequests} LIMIT 1)`.execute(db);
}

/** Forgets requests of more than a week ago. */
export async function dropOldRequests({ db, clock }: Pick<Resources, 'db' | 'clock'>): Promise<void> {
  await deleteOlderOfPartners(db, 'api_requests', 'at', new Date(clock.now().getTime() - keptDays * 86_400_000));
}
