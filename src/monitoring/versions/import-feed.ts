import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { OperatorError } from '../../core/operation/operator-error.ts';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import { MalformedData } from '../../engines/versions/readers/malformed-data.ts';
import type { OutboundClient } from '../../platform/http/outbound/outbound-client.ts';
import { OutboundFailure } from '../../platform/http/outbound/outbound-failure.ts';
import { storeFeed } from './feeds.ts';
import { type FeedReading, type FeedSource, readFeed } from './read-feed.ts';

/**
 * Imports a file in its publisher's own shape. What is refused changes nothing: the last good one stays.
 * @throws OperatorError when it cannot be read, is no such file, or is a part of one
 */
export async function importFeed(
  db: CrossPartnerDatabase,
  source: FeedSource,
  path: string,
  now: Date,
): Promise<FeedReading> {
  const stats = await stat(path).catch((error: Error) => {
    throw new OperatorError(`${path} cannot be read: ${error.message}.`);
  });
  if (!stats.isFile()) throw new OperatorError(`${path} is no file.`);
  const read = await readFeed(source, createReadStream(path), dayOf(stats.mtime)).catch(refused(path));
  await storeFeed(db, read.feed, null, now);
  return read;
}

/**
 * Fetches a publisher's data, unless it is what was fetched there last.
 * @returns null: nothing is new
 * @throws OperatorError when there is none, or it is refused: the last good one stays
 */
export async function updateFeed(
  db: CrossPartnerDatabase,
  client: OutboundClient,
  { source, url }: { readonly source: FeedSource; readonly url: string },
  now: Date,
): Promise<FeedReading | null> {
  const last = await db.selectFrom('version_feeds').select('etag').where('url', '=', url).executeTakeFirst();
  const headers = last?.etag == null ? {} : { 'if-none-match': last.etag };
  const answer = await client.download({ url, method: 'GET', headers, maxRedirects: 3 }).catch(refused(url));
  if (answer.status === 304) {
    await db.updateTable('version_feeds').set({ checked_at: now }).where('url', '=', url).execute();
    return null;
  }
  if (answer.status !== 200)
    throw new OperatorError(`${url} is not imported. It answered with status ${answer.status}.`);
  const modified = new Date(answer.headers['last-modified'] ?? now);
  const day = dayOf(Number.isNaN(modified.getTime()) ? now : modified);
  const read = await readFeed(source, answer.body, day).catch(refused(url));
  await storeFeed(db, read.feed, { url, etag: answer.headers.etag ?? null }, now);
  return read;
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function refused(place: string) {
  return (error: Error): never => {
    const isClear = error instanceof MalformedData || error instanceof OutboundFailure;
    throw new OperatorError(
      `${place} is not imported. ${isClear ? error.message : `It cannot be read: ${error.message}.`}`,
    );
  };
}
