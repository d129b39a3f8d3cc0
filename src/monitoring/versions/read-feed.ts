import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { readExploited, readLikely } from '../../engines/versions/readers/attacks.ts';
import { readDebianTracker } from '../../engines/versions/readers/debian-tracker.ts';
import { readDistroInfo } from '../../engines/versions/readers/distro-info.ts';
import { readEndOfLife } from '../../engines/versions/readers/endoflife.ts';
import { MalformedData } from '../../engines/versions/readers/malformed-data.ts';
import { readUbuntuOsv } from '../../engines/versions/readers/ubuntu-osv.ts';
import type { Day } from '../../engines/versions/support-ends.ts';
import type { NewFeed } from './feeds.ts';

/** Whose data it is. */
export const feedSources = ['debian', 'ubuntu', 'kev', 'epss', 'endoflife', 'distro-info'] as const;
export type FeedSource = (typeof feedSources)[number];

export interface FeedReading {
  readonly feed: NewFeed;
  /** What it has that nobody knows: passed over, and told. */
  readonly passedOver: readonly string[];
}

/**
 * Reads a file in its publisher's own shape, plain or compressed with gzip or xz.
 * @param day as of when it is, where it does not say that itself
 * @throws MalformedData, or what reading it throws
 */
export async function readFeed(source: FeedSource, file: AsyncIterable<Buffer>, day: Day): Promise<FeedReading> {
  const chunks = await decompressed(file);
  switch (source) {
    case 'debian': {
      const { tracker, entries, passedOver } = await readDebianTracker(chunks);
      return { feed: { name: source, asOf: day, entries, kept: tracker }, passedOver };
    }
    case 'ubuntu': {
      const { tracker, entries, asOf, passedOver } = await readUbuntuOsv(chunks);
      return { feed: { name: source, asOf, entries, kept: tracker }, passedOver };
    }
    case 'kev': {
      const { asOf, entries, attacks } = readExploited(await text(chunks));
      return { feed: { name: source, asOf, entries, kept: attacks }, passedOver: [] };
    }
    case 'epss': {
      const { asOf, entries, attacks } = readLikely(await text(chunks));
      return { feed: { name: source, asOf, entries, kept: attacks }, passedOver: [] };
    }
    case 'endoflife': {
      const { asOf, value } = readEndOfLife(await text(chunks));
      return { feed: { name: source, asOf, entries: value.size, kept: Object.fromEntries(value) }, passedOver: [] };
    }
    case 'distro-info': {
      const { distribution, releases } = readDistroInfo(await text(chunks));
      const kept = Object.fromEntries(releases);
      return { feed: { name: `${distribution}-releases`, asOf: day, entries: releases.size, kept }, passedOver: [] };
    }
  }
}

const gzipMagic = Buffer.from([0x1f, 0x8b]);
const xzMagic = Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]);

async function decompressed(file: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const chunks = file[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < xzMagic.length) {
    const { done, value } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const whole = Readable.from(rejoined(head, chunks));
  if (head.subarray(0, gzipMagic.length).equals(gzipMagic)) return pipeline(whole, createGunzip(), () => {});
  return head.subarray(0, xzMagic.length).equals(xzMagic) ? unpackedByXz(whole) : whole;
}

async function* rejoined(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Node.js has no xz of its own. What goes wrong, such as the half of a file, ends the stream with an error. */
async function* unpackedByXz(file: Readable): AsyncGenerator<Buffer> {
  const xz = spawn('xz', ['--decompress', '--stdout'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended: Promise<Error | null> = once(xz, 'close').then(
    ([code]) => (code === 0 ? null : new MalformedData('It cannot be unpacked by xz: it is cut, or damaged.')),
    (error: Error) => new MalformedData(`It needs the program xz: ${error.message}.`),
  );
  pipeline(file, xz.stdin, () => {});
  yield* xz.stdout;
  const error = await ended;
  if (error) throw error;
}
