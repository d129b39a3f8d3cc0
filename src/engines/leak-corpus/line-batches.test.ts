import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { lineBatches, maxLineBytes } from './line-batches.ts';

const bufferBytes = 65_536;

interface Batches {
  readonly texts: readonly string[];
  readonly offsets: readonly number[];
  /** Of the text that was seen when each batch was yielded. */
  readonly hashes: readonly string[];
  readonly startedAt: number | null;
}

async function batchesOf(chunks: readonly Buffer[], startOffset = 0): Promise<Batches> {
  const hash = createHash('sha256');
  const [texts, offsets, hashes]: [string[], number[], string[]] = [[], [], []];
  let startedAt: number | null = null;
  const batches = lineBatches(chunkStream(chunks), {
    startOffset,
    hash,
    onStart: (offset) => {
      startedAt = offset;
    },
    takeBuffer: async () => new Uint8Array(bufferBytes),
  });
  for await (const { bytes, length, endOffset } of batches) {
    texts.push(Buffer.from(bytes.subarray(0, length)).toString('latin1'));
    offsets.push(endOffset);
    hashes.push(hash.copy().digest('hex'));
  }
  return { texts, offsets, hashes, startedAt };
}

/** The reader overwrites chunks, so that it is given copies. */
async function* chunkStream(chunks: readonly Buffer[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Uint8Array.from(chunk);
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const line = fc.oneof(
  { weight: 5, arbitrary: fc.nat({ max: 30 }) },
  { weight: 2, arbitrary: fc.integer({ min: 5_000, max: maxLineBytes }) },
  { weight: 1, arbitrary: fc.integer({ min: bufferBytes - 2, max: 3 * bufferBytes }) },
);
const text = fc.tuple(fc.array(line, { maxLength: 30 }), fc.boolean()).map(([lengths, ended]) => {
  const lines = lengths.map((length, index) => String.fromCharCode(97 + (index % 26)).repeat(length));
  return Buffer.from(lines.join('\n') + (ended ? '\n' : ''));
});
const chunkSize = fc.integer({ min: 700, max: 3 * bufferBytes });

function chunksOf(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

/** Lines that cannot fit into a buffer are cut: their first bytes are enough to be rejected. */
function withLongLinesCut(lines: string): string {
  return lines.replace(/[^\n]+/g, (one) => (one.length >= bufferBytes ? one.slice(0, maxLineBytes + 1) : one));
}

describe('batches of lines', () => {
  it('are the text, in whole lines, however it is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(text, chunkSize, async (bytes, size) => {
        const { texts, offsets } = await batchesOf(chunksOf(bytes, size));
        const cut = texts.map(withLongLinesCut).join('');
        expect(cut).toBe(withLongLinesCut(bytes.toString('latin1')));
        for (const batch of texts.slice(0, -1)) expect(batch.endsWith('\n')).toBe(true);
        expect(offsets.at(-1) ?? 0).toBe(bytes.length);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('say where they end, when all text up to there and none behind it has been hashed', async () => {
    await fc.assert(
      fc.asyncProperty(text, chunkSize, async (bytes, size) => {
        const { offsets, hashes } = await batchesOf(chunksOf(bytes, size));
        expect(hashes).toEqual(offsets.map((offset) => sha256(bytes.subarray(0, offset))));
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('go on where an earlier reading ended, with the same text and hash', async () => {
    await fc.assert(
      fc.asyncProperty(text, chunkSize, chunkSize, fc.nat(), async (bytes, size, otherSize, some) => {
        const all = await batchesOf(chunksOf(bytes, size));
        fc.pre(all.offsets.length > 0);
        const first = some % all.offsets.length;
        const rest = await batchesOf(chunksOf(bytes, otherSize), all.offsets[first]!);
        expect(withLongLinesCut(rest.texts.join(''))).toBe(withLongLinesCut(all.texts.slice(first + 1).join('')));
        expect(rest.startedAt).toBe(all.offsets[first]);
        if (rest.hashes.length > 0) expect(rest.hashes.at(-1)).toBe(all.hashes.at(-1));
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('tell that the text ends before the place to go on from', async () => {
    expect(await batchesOf([Buffer.from('a\nb\n')], 100)).toMatchObject({ texts: [], startedAt: 4 });
  });

  it('overwrite the chunks that they were cut from', async () => {
    const chunk = Buffer.from('john@example.com:hunter2\n');
    const batches = lineBatches(
      (async function* () {
        yield chunk;
      })(),
      {
        startOffset: 0,
        hash: createHash('sha256'),
        onStart: () => {},
        takeBuffer: async () => new Uint8Array(bufferBytes),
      },
    );
    for await (const _batch of batches);
    expect(chunk.every((byte) => byte === 0)).toBe(true);
  });
});
