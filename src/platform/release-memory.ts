import koffi from 'koffi';

/** Of <malloc.h>: mallopt's parameters. */
const mmapThreshold = -3;
const arenaMax = -8;
const largeBytes = 256 * 1_024;
const arenas = 2;

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
