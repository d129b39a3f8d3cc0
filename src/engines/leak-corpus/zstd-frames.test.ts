import { randomBytes } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { decompressZstdFrames } from './zstd-frames.ts';

async function decompress(chunks: readonly Buffer[]): Promise<Buffer> {
  const input = (async function* () {
    yield* chunks;
  })();
  const output: Buffer[] = [];
  for await (const chunk of decompressZstdFrames(input)) output.push(chunk);
  return Buffer.concat(output);
}

const content = fc.oneof(
  fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
  fc.nat({ max: 300_000 }).map((length) => randomBytes(length)),
  fc.nat({ max: 5_000_000 }).map((length) => Buffer.alloc(length, 'a line\n')),
);
/** A frame that decoders skip (RFC 8878 §3.1.2). */
const skippable = Buffer.from('502a4d1803000000010203', 'hex');

describe('decompressZstdFrames', () => {
  it('gives the contents of all frames, however they are cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { maxLength: 6 }),
        fc.integer({ min: 1, max: 200_000 }),
        async (contents, size) => {
          const file = Buffer.concat(contents.flatMap((bytes) => [zstdCompressSync(bytes), skippable]));
          const pieces = Math.min(500, Math.ceil(file.length / size));
          const length = Math.ceil(file.length / Math.max(pieces, 1));
          const chunks = Array.from({ length: pieces }, (_, index) =>
            file.subarray(index * length, (index + 1) * length),
          );
          expect((await decompress(chunks)).equals(Buffer.concat(contents))).toBe(true);
        },
      ),
      { numRuns: propertyRuns(30) },
    );
  });

  it('fails at what is no frame, after those before', async () => {
    const file = Buffer.concat([zstdCompressSync(Buffer.from('text')), Buffer.from('and something else')]);
    await expect(decompress([file])).rejects.toThrow();
  });

  it('passes an error of its input on', async () => {
    const input = (async function* () {
      yield zstdCompressSync(Buffer.from('text')).subarray(0, 8);
      throw new Error('the disk is broken');
    })();
    const reading = (async () => {
      for await (const _chunk of decompressZstdFrames(input));
    })();
    await expect(reading).rejects.toThrow('the disk is broken');
  });
});
