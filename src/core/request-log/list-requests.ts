import type { Selectable } from 'kysely';
import type { Operation } from '../operation/operation.ts';
import type { ApiRequestsTable } from '../operation/tables/core.ts';

export type LoggedRequest = Selectable<ApiRequestsTable>;

export interface RequestFilter {
  readonly keyId: string;
  /** A status, or the first figure of several. */
  readonly status?: number | undefined;
  /** Some part of the path. */
  readonly path?: string | undefined;
  /** The id of the last request of the page before. */
  readonly before?: string | undefined;
}

/** Requests of a key, newest first, at most `limit`: ids are ordered by time. */
export async function listRequests(
  { db }: Operation,
  { keyId, status, path, before }: RequestFilter,
  limit: number,
): Promise<LoggedRequest[]> {
  let query = db.selectFrom('api_requests').selectAll().where('key_id', '=', keyId);
  if (before !== undefined) query = query.where('id', '<', before);
  if (status !== undefined && status < 10)
    query = query.where('status', '>=', status * 100).where('status', '<', (status + 1) * 100);
  else if (status !== undefined) query = query.where('status', '=', status);
  if (path !== undefined) query = query.where((row) => row(row.fn('strpos', ['path', row.val(path)]), '>', 0));
  return query.orderBy('id', 'desc').limit(limit).execute();
}

export async function findRequest({ db }: Operation, keyId: string, id: string): Promise<LoggedRequest | undefined> {
  return db.selectFrom('api_requests').selectAll().where('key_id', '=', keyId).where('id', '=', id).executeTakeFirst();
}
