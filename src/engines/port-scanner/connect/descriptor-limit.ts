import { readFileSync } from 'node:fs';

/** What POSIX systems allow without being asked; used where there is no /proc. */
const USUAL_LIMIT = 1024;

/** How many descriptors this process may have open (its soft limit, which Node raises to the hard limit at start). */
export function descriptorLimit(): number {
  try {
    return parseDescriptorLimit(readFileSync('/proc/self/limits', 'utf8'));
  } catch {
    return USUAL_LIMIT;
  }
}

/** @param limits Text of /proc/self/limits */
export function parseDescriptorLimit(limits: string): number {
  const softLimit = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
  if (softLimit === undefined) return USUAL_LIMIT;
  return softLimit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(softLimit);
}
