import { z } from 'zod';

/** Of fewer than this share a list is another one than was asked for, and what it lacks is no "nothing found". */
const leastReadable = 0.5;

/**
 * A list of which an odd entry costs that entry, not the others.
 * @param share how much of it has to be readable; fewer is an error. 0: an entry that is not readable means nothing.
 */
export function readableList<T extends z.ZodType>(entry: T, share = leastReadable) {
  return z.array(z.unknown()).transform((entries, context): z.output<T>[] => {
    const readable = entries.flatMap((each) => {
      const { success, data } = entry.safeParse(each);
      return success ? [data] : [];
    });
    if (readable.length < entries.length * share)
      context.addIssue(`${entries.length - readable.length} of ${entries.length} entries are not readable`);
    return readable;
  });
}

/** An object of which an odd value costs that value, not the others. */
export function readableRecord<T extends z.ZodType>(value: T) {
  return z.record(z.string(), z.unknown()).transform((record): Record<string, z.output<T>> => {
    const readable = Object.entries(record).flatMap(([name, each]) => {
      const { success, data } = value.safeParse(each);
      return success ? [[name, data] as const] : [];
    });
    return Object.fromEntries(readable);
  });
}
