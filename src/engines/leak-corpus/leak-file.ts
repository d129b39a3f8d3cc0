import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { carriageReturn, newline } from './characters.ts';
import { decompressZstdFrames } from './zstd-frames.ts';

/** A file cannot be imported, or not further; the message tells the operator why and holds nothing of its contents. */
export class LeakFileError extends Error {
  override readonly name = 'LeakFileError';
}

export type Compression = 'none' | 'gzip' | 'zstd';
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export interface LeakFile {
  readonly name: string;
  readonly compression: Compression;
  readonly encoding: TextEncoding;
  /** Bytes of the file as it is stored; null when it comes from a pipe. */
  readonly totalBytes: number | null;
  /** Bytes of it that were read up to now. */
  readonly bytesRead: number;
  /** The first 64 KiB of text, or all when there is less. */
  readonly head: Uint8Array;
  readonly headIsAll: boolean;
  /**
   * The text, from its beginning, in UTF-8 or in whatever eight-bit encoding it is in, without a byte order mark, and with LF or CRLF
   * at the ends of lines. Can be read once;
   * the chunks belong to the reader, who may overwrite them.
   * @throws LeakFileError when the compressed data is broken or ends early
   */
  text(): AsyncGenerator<Uint8Array>;
  /** Overwrites the head, too. */
  close(): Promise<void>;
}

const headBytes = 65_536;
const chunkBytes = 1_048_576;

const magics: readonly (readonly [string, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf]],
  ['rar', [0x52, 0x61, 0x72, 0x21]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58]],
];
const extensions: Readonly<Record<string, Compression>> = { gz: 'gzip', gzip: 'gzip', zst: 'zstd', zstd: 'zstd' };

/**
 * Opens a file, plain or compressed with gzip or zstd, as its first bytes tell.
 * @param source a path, or a stream of a pipe
 * @throws LeakFileError when it cannot be read, or is something else than its name says
 */
export async function openLeakFile(source: string | Readable): Promise<LeakFile> {
  const file = typeof source === 'string' ? await openPath(source) : null;
  const raw = file?.stream ?? (source as Readable);
  const input = new RawInput(raw);
  const name = file?.name ?? 'standard input';
  try {
    const compression = recognise(await input.peek(), name);
    const text = new TextInput(decompress(input, compression, name));
    await text.open();
    const { encoding, head, headIsAll } = text;
    return {
      name,
      compression,
      encoding,
      totalBytes: file?.size ?? null,
      get bytesRead() {
        return input.bytesRead;
      },
      head,
      headIsAll,
      text: () => text.chunks(),
      close: async () => {
        raw.destroy();
        head.fill(0);
        await file?.handle.close().catch(() => {});
      },
    };
  } catch (error) {
    raw.destroy();
    throw error;
  }
}

async function openPath(path: string): Promise<{ name: string; size: number; handle: FileHandle; stream: Readable }> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new LeakFileError(`${path} cannot be read: ${reasonOf(error)}.`);
  });
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw new LeakFileError(`${path} is a directory: name a file, or - for standard input.`);
  }
  const stream = createReadStream('', { fd: handle, autoClose: false, highWaterMark: chunkBytes });
  return { name: path.replace(/^.*\//, ''), size: stats.size, handle, stream };
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'permission denied';
  return message;
}

/** The file's bytes, counted, the first ones of which can be looked at before they are read. */
class RawInput {
  readonly #chunks: AsyncIterator<Buffer>;
  #first: Buffer | null = null;
  bytesRead = 0;

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async peek(): Promise<Buffer> {
    let peeked = Buffer.alloc(0);
    while (peeked.length < 4) {
      const { value, done } = await this.#next();
      if (done) break;
      peeked = Buffer.concat([peeked, value]);
    }
    this.#first = peeked;
    return peeked;
  }

  async *chunks(): AsyncGenerator<Buffer> {
    if (this.#first !== null && this.#first.length > 0) yield this.#counted(this.#first);
    this.#first = null;
    for (let next = await this.#next(); !next.done; next = await this.#next()) yield this.#counted(next.value);
  }

  #counted(chunk: Buffer): Buffer {
    this.bytesRead += chunk.length;
    return chunk;
  }

  async #next(): Promise<IteratorResult<Buffer>> {
    try {
      return await this.#chunks.next();
    } catch (error) {
      throw new LeakFileError(`The input cannot be read further: ${reasonOf(error as NodeJS.ErrnoException)}.`);
    }
  }
}

function recognise(start: Buffer, name: string): Compression {
  const [kind] = magics.find(([, magic]) => magic.every((byte, index) => start[index] === byte)) ?? ['none'];
  if (kind !== 'none' && kind !== 'gzip' && kind !== 'zstd')
    throw new LeakFileError(`${name} is a ${kind} archive: unpack it, and import what is in it.`);
  const promised = extensions[name.replace(/^.*\./, '').toLowerCase()];
  if (promised !== undefined && promised !== kind)
    throw new LeakFileError(`${name} is not compressed with ${promised}, whatever its name says.`);
  return kind;
}

function decompress(input: RawInput, compression: Compression, name: string): AsyncIterable<Buffer> {
  if (compression === 'none') return input.chunks();
  const text = compression === 'gzip' ? gunzip(input.chunks()) : decompressZstdFrames(input.chunks());
  return explainErrors(text, compression, name);
}

function gunzip(input: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const decompressor = createGunzip({ chunkSize: chunkBytes });
  // Errors reach the one who reads the decompressor.
  return pipeline(Readable.from(input, { objectMode: false }), decompressor, () => {});
}

async function* explainErrors(
  text: AsyncIterable<Buffer>,
  compression: Compression,
  name: string,
): AsyncGenerator<Buffer> {
  try {
    yield* text;
  } catch (error) {
    if (error instanceof LeakFileError) throw error;
    throw new LeakFileError(`${name}: the ${compression} data is broken or ends early.`);
  }
}

/** Text as UTF-8: UTF-16 is recognised by its byte order mark, or by its zero bytes. */
class TextInput {
  readonly #input: AsyncIterator<Buffer>;
  encoding: TextEncoding = 'utf-8';
  head: Uint8Array = new Uint8Array(0);
  headIsAll = false;
  #first: Buffer[] = [];
  #decoder: InstanceType<typeof TextDecoder> | null = null;
  readonly #lineEnds = new LineEnds();

  constructor(input: AsyncIterable<Buffer>) {
    this.#input = input[Symbol.asyncIterator]();
  }

  async open(): Promise<void> {
    let length = 0;
    while (length < headBytes) {
      const chunk = await this.#read();
      if (chunk === null) {
        this.#first.push(this.#lineEnds.finish());
        this.headIsAll = true;
        break;
      }
      if (this.#first.length === 0) this.encoding = encodingOf(chunk);
      const decoded = this.#first.length === 0 ? this.#decode(withoutMark(chunk)) : this.#decode(chunk);
      const text = this.#lineEnds.unify(decoded);
      this.#first.push(text);
      length += text.length;
    }
    this.head = Buffer.concat(this.#first).subarray(0, headBytes);
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    yield* this.#first;
    this.#first = [];
    if (this.headIsAll) return;
    for (let chunk = await this.#read(); chunk !== null; chunk = await this.#read())
      yield this.#lineEnds.unify(this.#decode(chunk));
    yield this.#lineEnds.finish();
  }

  async #read(): Promise<Buffer | null> {
    const { value, done } = await this.#input.next();
    return done ? null : value;
  }

  #decode(chunk: Buffer): Buffer {
    if (this.encoding === 'utf-8') return chunk;
    this.#decoder ??= new TextDecoder(this.encoding);
    return Buffer.from(this.#decoder.decode(chunk, { stream: true }));
  }
}

/** More of them in a row are blank lines of a file with CR alone, whatever follows. */
const maxHeldReturns = 65_536;

/** Puts LF in the place of every CR that ends a line by itself; those before an LF, be they several, stay. */
class LineEnds {
  /** CRs at the end of the last chunk: the next one tells what they are. */
  #held = 0;

  /** May change the chunk. */
  unify(chunk: Buffer): Buffer {
    const text = this.#held === 0 ? chunk : Buffer.concat([Buffer.alloc(this.#held, carriageReturn), chunk]);
    let end = text.length;
    while (end > 0 && text[end - 1] === carriageReturn) end -= 1;
    if (text.length - end > maxHeldReturns) end = text.length;
    this.#held = text.length - end;
    for (let start = text.indexOf(carriageReturn); start !== -1 && start < end; ) {
      let after = start;
      while (after < end && text[after] === carriageReturn) after += 1;
      if (text[after] !== newline) text.fill(newline, start, after);
      start = text.indexOf(carriageReturn, after);
    }
    return text.subarray(0, end);
  }

  finish(): Buffer {
    return Buffer.alloc(this.#held, newline);
  }
}

function encodingOf(chunk: Buffer): TextEncoding {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
  const sample = chunk.subarray(0, 1_024);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2]! += 1;
  const most = sample.length / 4;
  if (zeros[1]! > most && zeros[0]! < most / 4) return 'utf-16le';
  if (zeros[0]! > most && zeros[1]! < most / 4) return 'utf-16be';
  return 'utf-8';
}

function withoutMark(chunk: Buffer): Buffer {
  const hasMark = chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
  return hasMark ? chunk.subarray(3) : chunk;
}
