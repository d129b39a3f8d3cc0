import type { Hash } from 'node:crypto';
import { newline } from './characters.ts';

/** Bytes of text that a thread is given at a time. */
export const batchBytes = 1_048_576;
/** A longer line is no credential: most of it is thrown away where it is read. */
export const maxLineBytes = 16_384;

export interface LineBatch {
  /** Whole lines; only the last batch can lack the last line's end. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly length: number;
  /** Where in the text the next batch begins. */
  readonly endOffset: number;
}

export interface LineBatchOptions {
  /** Continues here; the text before is only hashed. At the beginning of a line. */
  readonly startOffset: number;
  /** Has seen the text up to `endOffset` of a batch when it is yielded. */
  readonly hash: Hash;
  /** Told when `startOffset` is reached, or the text ends before it. */
  readonly onStart: (offset: number) => void;
  /** Gives an array of `batchBytes` to fill. */
  readonly takeBuffer: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Where to cut whole lines so that what belongs together stays so; 0: anywhere between lines. Omitted: anywhere. */
  readonly cutAt?: (bytes: Uint8Array, length: number) => number;
}

/** Cuts text into batches of whole lines. The chunks are overwritten with zeros once they are copied. */
export async function* lineBatches(
  text: AsyncIterable<Uint8Array>,
  options: LineBatchOptions,
): AsyncGenerator<LineBatch> {
  const { startOffset, hash, onStart, takeBuffer, cutAt } = options;
  const assembly = new BatchAssembly(hash, startOffset, cutAt ?? (() => 0));
  let offset = 0;
  let bytes: Uint8Array<ArrayBuffer> | null = null;
  for await (const chunk of text) {
    const skipped = Math.max(0, Math.min(chunk.length, startOffset - offset));
    hash.update(chunk.subarray(0, skipped));
    offset += chunk.length;
    if (offset < startOffset) continue;
    if (bytes === null) {
      onStart(startOffset);
      bytes = await takeBuffer();
    }
    for (let start = skipped; start < chunk.length; ) {
      start += assembly.append(bytes, chunk, start);
      if (!assembly.isComplete(bytes)) continue;
      const next: Uint8Array<ArrayBuffer> = await takeBuffer();
      yield assembly.finish(bytes, next);
      bytes = next;
    }
    chunk.fill(0);
  }
  if (bytes === null) onStart(offset);
  else if (assembly.hasRest) yield assembly.finishAll(bytes);
}

class BatchAssembly {
  readonly #hash: Hash;
  readonly #cutAt: (bytes: Uint8Array, length: number) => number;
  #endOffset: number;
  #length = 0;
  /** In a line that is too long: its end is looked for, and no more of it is kept. */
  #skipping = false;
  #lineEnded = false;

  constructor(hash: Hash, startOffset: number, cutAt: (bytes: Uint8Array, length: number) => number) {
    this.#hash = hash;
    this.#cutAt = cutAt;
    this.#endOffset = startOffset;
  }

  get hasRest(): boolean {
    return this.#length > 0;
  }

  /** @returns how many bytes of the chunk were taken */
  append(bytes: Uint8Array, chunk: Uint8Array, start: number): number {
    if (this.#skipping) return this.#skip(bytes, chunk, start);
    const taken = Math.min(chunk.length - start, bytes.length - this.#length);
    bytes.set(chunk.subarray(start, start + taken), this.#length);
    this.#length += taken;
    if (this.#length === bytes.length && bytes.lastIndexOf(newline) === -1) this.#startSkipping(bytes);
    return taken;
  }

  isComplete(bytes: Uint8Array): boolean {
    return this.#skipping ? this.#lineEnded : this.#length === bytes.length;
  }

  /** Moves what is behind the cut over to the next array. */
  finish(bytes: Uint8Array<ArrayBuffer>, next: Uint8Array): LineBatch {
    if (this.#skipping) return this.#finishLongLine(bytes);
    const wholeLines = bytes.lastIndexOf(newline, this.#length - 1) + 1;
    const length = this.#cutAt(bytes, wholeLines) || wholeLines;
    next.set(bytes.subarray(length, this.#length));
    const rest = this.#length - length;
    this.#account(bytes.subarray(0, length));
    this.#length = rest;
    return { bytes, length, endOffset: this.#endOffset };
  }

  finishAll(bytes: Uint8Array<ArrayBuffer>): LineBatch {
    if (this.#skipping) return this.#finishLongLine(bytes);
    this.#account(bytes.subarray(0, this.#length));
    return { bytes, length: this.#length, endOffset: this.#endOffset };
  }

  #account(read: Uint8Array): void {
    this.#hash.update(read);
    this.#endOffset += read.length;
  }

  #startSkipping(bytes: Uint8Array): void {
    this.#account(bytes);
    bytes.fill(0, maxLineBytes + 1);
    this.#length = maxLineBytes + 1;
    this.#skipping = true;
    this.#lineEnded = false;
  }

  #skip(bytes: Uint8Array, chunk: Uint8Array, start: number): number {
    const found = chunk.indexOf(newline, start);
    const taken = (found === -1 ? chunk.length : found + 1) - start;
    this.#account(chunk.subarray(start, start + taken));
    if (found !== -1) {
      bytes[this.#length++] = newline;
      this.#lineEnded = true;
    }
    return taken;
  }

  #finishLongLine(bytes: Uint8Array<ArrayBuffer>): LineBatch {
    const length = this.#length;
    this.#length = 0;
    this.#skipping = false;
    return { bytes, length, endOffset: this.#endOffset };
  }
}
