import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { OperatorError } from '../../core/operation/operator-error.ts';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import { MalformedData } from '../../engines/versions/readers/malformed-data.ts';
import type { Day } from '../../engines/versions/support-ends.ts';
import type { OutboundClient } from '../../platform/http/outbound/outbound-client.ts';
import { OutboundFailure } from '../../platform/http/outbound/outbound-failure.ts';
import { storeFeed } from './feeds.ts';
import { type FeedName, readKept } from './kept-feeds.ts';
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
  // When it was fetched: a copy that has not kept its time is as new as the copy.
  const fetchedAt = stats.mtime < now ? stats.mtime : now;
  const read = await readFeed(source, createReadStream(path), dayOf(fetchedAt)).catch(refused(path));
  await storeFeed(db, read.feed, { at: fetchedAt, url: null, etag: null }, now).catch(notStored(path));
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
  const etag = await etagOfLast(db, url);
  const headers = etag === null ? {} : { 'if-none-match': etag };
  const answer = await client.download({ url, method: 'GET', headers, maxRedirects: 3 }).catch(refused(url));
  if (answer.status === 304) {
    await db.updateTable('version_feeds').set({ checked_at: now }).where('url', '=', url).execute();
    return null;
  }
  if (answer.status !== 200)
    throw new OperatorError(`${url} is not imported. It answered with status ${answer.status}.`);
  const modified = new Date(answer.headers['last-modified'] ?? now);
  // A date that cannot be read is no earlier one.
  const day = modified < now ? modified : now;
  const read = await readFeed(source, answer.body, dayOf(day)).catch(refused(url));
  await storeFeed(db, read.feed, { at: now, url, etag: answer.headers.etag ?? null }, now).catch(notStored(url));
  return read;
}

function dayOf(time: Date): Day {
  return time.toISOString().slice(0, 10);
}

/** Null: nothing was fetched there, or what was is of no use to this version, so that it is wanted again though nothing has changed. */
async function etagOfLast(db: CrossPartnerDatabase, url: string): Promise<string | null> {
  const last = await db
    .selectFrom('version_feeds')
    .select(['name', 'etag', 'kept'])
    .where('url', '=', url)
    .executeTakeFirst();
  return last && readKept(last.name as FeedName, last.kept) !== undefined ? last.etag : null;
}

function refused(place: string) {
  return (error: Error): never => {
    const isClear = error instanceof MalformedData || error instanceof OutboundFailure;
    throw notImported(place, isClear ? error.message : `It cannot be read: ${error.message}.`);
  };
}

/** What is wrong with the database is another matter. */
function notStored(place: string) {
  return (error: Error): never => {
    throw error instanceof MalformedData ? notImported(place, error.message) : error;
  };
}

function notImported(place: string, why: string): OperatorError {
  return new OperatorError(`${place} is not imported. ${why}`);
}
