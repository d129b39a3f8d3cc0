import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import koffi from 'koffi';

/** Of <malloc.h>: mallopt's parameters. */
const mmapThreshold = -3;
const arenaMax = -8;
const largeBytes = 256 * 1_024;
const arenas = 2;
/** Of what was alive after the last full collection: so much more brings on the next one. */
const garbagePercent = 15;

/**
 * Has large blocks of memory go back to the system when they are freed. By itself the C library takes a freed block of many
 * megabytes, such as that of a password's hash, as a sign to keep more of them, in each of its threads: a flood of sign-ins would
 * leave the process a hundred megabytes larger for good. Without effect where the C library has no such settings.
 */
export function releaseFreedMemory(): void {
  try {
    const mallopt = koffi.load(null).func('int mallopt(int, int)');
    mallopt(mmapThreshold, largeBytes);
    mallopt(arenaMax, arenas);
  } catch {
    // Another C library than glibc: it has rules of its own.
  }
}

/**
 * Has garbage collected while there is little of it. By itself V8 lets the heap of a process grow to four times what was alive at
 * the last full collection, on a machine with 8 GB of memory and more. It looks the flag up at each collection, so that it may be
 * set in a process that runs; a version without it would write so to stderr and go on.
 */
export function collectGarbageEarly(): void {
  setFlagsFromString(`--heap-growing-percent=${garbagePercent}`);
}

/**
 * Collects all garbage now, and gives its memory back to the system, in a tenth of a second or two in which nothing else happens: a start
 * leaves a third of what it took as garbage, which would keep the heap, and a process that is often idle, so large for good.
 */
export function collectAllGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
