import { constants, createZstdDecompress, type ZstdDecompress } from 'node:zlib';

const chunkBytes = 1_048_576;
/** Files that were made with --long=31 need as much. */
const windowLogMax = 31;

/**
 * Decompresses all frames of a Zstandard file, one after another (RFC 8878 §3: a file can have several, and tools that compress in
 * parallel make them). Node's decompressor silently stops behind a frame that ends within a chunk: what it left is given to a new
 * one.
 * @throws the decompressor's errors, and those of the input
 */
export async function* decompressZstdFrames(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = new PushBackSource(input[Symbol.asyncIterator]());
  for (let chunk = await source.next(); chunk !== null; chunk = await source.next()) {
    source.pushBack([chunk]);
    const frames = new FrameFeeder(source);
    yield* frames.output();
    source.pushBack(await frames.leftOver());
  }
}

/** Chunks that can be given back. */
class PushBackSource {
  readonly #input: AsyncIterator<Buffer>;
  readonly #returned: Buffer[] = [];

  constructor(input: AsyncIterator<Buffer>) {
    this.#input = input;
  }

  pushBack(chunks: readonly Buffer[]): void {
    this.#returned.unshift(...chunks);
  }

  /** Null at the end. */
  async next(): Promise<Buffer | null> {
    const returned = this.#returned.shift();
    if (returned !== undefined) return returned;
    const { value, done } = await this.#input.next();
    return done ? null : value;
  }
}

/** A decompressor that is given chunks until it stops taking them. */
class FrameFeeder {
  readonly #source: PushBackSource;
  readonly #decompressor: ZstdDecompress;
  readonly #feeding: Promise<void>;
  /** Chunks that it was given and has not read to their ends. */
  #given: Buffer[] = [];
  /** Bytes that it was given before those. */
  #readBytes = 0;

  constructor(source: PushBackSource) {
    this.#source = source;
    this.#decompressor = createZstdDecompress({
      chunkSize: chunkBytes,
      params: { [constants.ZSTD_d_windowLogMax]: windowLogMax },
    });
    this.#feeding = this.#feed();
    // The one who reads the output is told by it.
    this.#feeding.catch((error) => this.#decompressor.destroy(error));
  }

  async *output(): AsyncGenerator<Buffer> {
    for await (const chunk of this.#decompressor) {
      this.#forgetRead();
      yield chunk;
    }
  }

  /** What it did not read, after its output has ended. */
  async leftOver(): Promise<Buffer[]> {
    this.#decompressor.destroy();
    await this.#feeding;
    this.#forgetRead();
    const [first, ...others] = this.#given;
    return first === undefined ? [] : [first.subarray(this.#decompressor.bytesWritten - this.#readBytes), ...others];
  }

  async #feed(): Promise<void> {
    const closed = this.#told('close');
    for (;;) {
      const chunk = await this.#source.next();
      if (chunk === null) {
        this.#decompressor.end();
        return;
      }
      this.#given.push(chunk);
      if (this.#decompressor.destroyed || this.#decompressor.readableEnded) return;
      if (!this.#decompressor.write(chunk)) await Promise.race([this.#told('drain'), closed]);
      if (this.#decompressor.destroyed) return;
    }
  }

  /** Unlike `once` of node:events it does not fail when there is an error: the one who reads the output is told of it. */
  #told(event: string): Promise<void> {
    return new Promise((resolve) => {
      this.#decompressor.once(event, () => resolve());
    });
  }

  #forgetRead(): void {
    const { bytesWritten } = this.#decompressor;
    while (this.#given.length > 0 && this.#readBytes + this.#given[0]!.length <= bytesWritten)
      this.#readBytes += this.#given.shift()!.length;
  }
}
