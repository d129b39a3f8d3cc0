import { type MappedMemory, mapMemory } from './libc.ts';

/** `struct mmsghdr` of a 64-bit machine: a message header and how many bytes were received. */
const HEADER_BYTES = 64;
const RECEIVED_LENGTH = 56;
const IOVEC_BYTES = 16;
const NAME_BYTES = 32;

/**
 * Memory for a batch of datagrams, laid out once for `sendmmsg` or `recvmmsg`: headers, then vectors, addresses and data,
 * all pointing at each other.
 */
export class MessageArena {
  readonly capacity: number;
  readonly view: DataView;
  readonly #memory: MappedMemory;
  readonly #names: number;
  readonly #data: number;
  readonly #slotBytes: number;

  /** @param nameBytes Length of the socket addresses; 0: none. */
  constructor(capacity: number, slotBytes: number, nameBytes: number) {
    const vectors = capacity * HEADER_BYTES;
    this.capacity = capacity;
    this.#names = vectors + capacity * IOVEC_BYTES;
    this.#data = this.#names + capacity * NAME_BYTES;
    this.#slotBytes = slotBytes;
    this.#memory = mapMemory(this.#data + capacity * slotBytes);
    this.view = this.#memory.view;
    for (let index = 0; index < capacity; index += 1) {
      const header = index * HEADER_BYTES;
      const vector = vectors + index * IOVEC_BYTES;
      if (nameBytes > 0) this.#writePointer(header, this.name(index));
      this.view.setUint32(header + 8, nameBytes, true);
      this.#writePointer(header + 16, vector);
      this.view.setUint32(header + 24, 1, true);
      this.#writePointer(vector, this.data(index));
      this.view.setUint32(vector + 8, slotBytes, true);
    }
  }

  /** Address of a header, for the system call. */
  headerAddress(index: number): number {
    return this.#memory.address + index * HEADER_BYTES;
  }

  /** Offset of a socket address in `view`. */
  name(index: number): number {
    return this.#names + index * NAME_BYTES;
  }

  /** Offset of a datagram in `view`. */
  data(index: number): number {
    return this.#data + index * this.#slotBytes;
  }

  receivedBytes(index: number): number {
    return Math.min(this.#slotBytes, this.view.getUint32(index * HEADER_BYTES + RECEIVED_LENGTH, true));
  }

  #writePointer(at: number, offset: number): void {
    this.view.setBigUint64(at, BigInt(this.#memory.address + offset), true);
  }
}
