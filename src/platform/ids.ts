import { randomFillSync, randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import type { Clock } from './clock.ts';

let lastMs = 0;
let sequence = 0;

const bytesOfId = 16;
/** Drawn for many ids at once: asking takes longer than all else that an id takes. */
const randomBytes = new Uint8Array(bytesOfId * 256);
let used = randomBytes.length;

/**
 * UUIDv7: ordered by time, so that keys are appended to indexes and history can be partitioned by id. Ids that this process
 * makes within one millisecond are in order, too.
 */
export function newId(clock: Clock): string {
  const msecs = clock.now().getTime();
  sequence = msecs === lastMs ? sequence + 1 : randomInt(2 ** 30);
  lastMs = msecs;
  return v7({ msecs, seq: sequence, random: nextRandomBytes() });
}

function nextRandomBytes(): Uint8Array {
  if (used === randomBytes.length) {
    randomFillSync(randomBytes);
    used = 0;
  }
  used += bytesOfId;
  return randomBytes.subarray(used - bytesOfId, used);
}

/** The smallest UUIDv7 of an instant: a bound for partitions and range queries. */
export function lowestIdAt(instant: Date): string {
  const hex = instant.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The instant at which a UUIDv7 was made, to the millisecond. */
export function instantOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}
