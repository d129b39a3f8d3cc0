import { hash } from 'node:crypto';
import { blockBytes, createSha256Lanes, initialState, lanes, rowBytes, stateBytes } from './sha256-lanes.ts';

/** Bytes of a digest: HMAC-SHA-256, truncated. Enough to tell the secrets of one identity apart, and less to guess by. */
export const digestBytes = 8;

const keyBlockBytes = 64;
/** What fits into one block beside the padding and the length. */
const maxShortBytes = 55;

const innerState = 0;
const outerState = stateBytes;
const innerBlock = 2 * stateBytes;
const outerBlock = innerBlock + blockBytes;
const resultState = outerBlock + blockBytes;

/**
 * Turns secrets into keyed digests, four at a time: a digest is written when its four are complete, or on `flush`. No secret
 * stays in memory after its digest was written.
 */
export class SecretDigester {
  readonly #lanes = createSha256Lanes();
  readonly #words: Uint32Array;
  readonly #innerKey: Buffer;
  readonly #outerKey: Buffer;
  readonly #write: (slot: number, high: number, low: number) => void;
  readonly #slots = new Int32Array(lanes);
  #waiting = 0;

  /**
   * @param key 32 to 64 bytes
   * @param write is told the first and second half of a digest, big-endian, for the slot that `add` was given
   */
  constructor(key: Uint8Array, write: (slot: number, high: number, low: number) => void) {
    this.#write = write;
    this.#words = new Uint32Array(this.#lanes.memory.buffer);
    this.#innerKey = maskedKey(key, 0x36);
    this.#outerKey = maskedKey(key, 0x5c);
    this.#prepareState(this.#innerKey, innerState);
    this.#prepareState(this.#outerKey, outerState);
    // The second hash is of 32 bytes after the block of the key: its padding never changes.
    for (let lane = 0; lane < lanes; lane += 1) {
      this.#words[(outerBlock + 8 * rowBytes) / 4 + lane] = 0x80000000;
      this.#words[(outerBlock + 15 * rowBytes) / 4 + lane] = (keyBlockBytes + 32) * 8;
    }
  }

  /** @param slot comes back with the digest */
  add(slot: number, bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (length > maxShortBytes) {
      this.#digestLong(slot, bytes.subarray(start, end));
      return;
    }
    const lane = this.#waiting;
    const { memory } = this.#lanes;
    const laneStart = innerBlock + lane * 4;
    for (let index = 0; index < length; index += 1) memory[bytePlace(laneStart, index)] = bytes[start + index]!;
    memory[bytePlace(laneStart, length)] = 0x80;
    this.#words[(innerBlock + 15 * rowBytes) / 4 + lane] = (keyBlockBytes + length) * 8;
    this.#slots[lane] = slot;
    this.#waiting += 1;
    if (this.#waiting === lanes) this.flush();
  }

  /** Writes the digests that are still to come. */
  flush(): void {
    if (this.#waiting === 0) return;
    const words = this.#words;
    this.#lanes.compress(innerState, innerBlock, outerBlock);
    this.#lanes.compress(outerState, outerBlock, resultState);
    this.#lanes.memory.fill(0, innerBlock, innerBlock + blockBytes);
    const first = resultState / 4;
    for (let lane = 0; lane < this.#waiting; lane += 1)
      this.#write(this.#slots[lane]!, words[first + lane]!, words[first + lanes + lane]!);
    this.#waiting = 0;
  }

  #digestLong(slot: number, secret: Uint8Array): void {
    const message = Buffer.concat([this.#innerKey, secret]);
    const inner = hash('sha256', message, 'buffer');
    message.fill(0);
    const digest = hash('sha256', Buffer.concat([this.#outerKey, inner]), 'buffer');
    this.#write(slot, digest.readUInt32BE(0), digest.readUInt32BE(4));
  }

  /** The state after the block of the key, in every lane (RFC 2104 §4 suggests to keep it). */
  #prepareState(maskedKeyBlock: Buffer, state: number): void {
    for (let lane = 0; lane < lanes; lane += 1) {
      for (let row = 0; row < 8; row += 1) this.#words[(state + row * rowBytes) / 4 + lane] = initialState[row]!;
      for (let row = 0; row < 16; row += 1)
        this.#words[(innerBlock + row * rowBytes) / 4 + lane] = maskedKeyBlock.readUInt32BE(row * 4);
    }
    this.#lanes.compress(state, innerBlock, state);
    this.#lanes.memory.fill(0, innerBlock, innerBlock + blockBytes);
  }
}

/** Where byte `index` of a message stands: SHA-256 reads words big-endian, vectors are little-endian. */
function bytePlace(laneStart: number, index: number): number {
  return laneStart + (index >> 2) * rowBytes + (3 - (index & 3));
}

function maskedKey(key: Uint8Array, mask: number): Buffer {
  const block = Buffer.alloc(keyBlockBytes, mask);
  for (const [index, byte] of key.entries()) block[index]! ^= byte;
  return block;
}
