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
    if (readable.length < entries.length * share) context.addIssue(unreadable(readable.length, entries.length));
    return readable;
  });
}

/** An object of which an odd value costs that value, not the others; `share` as of a list. */
export function readableRecord<T extends z.ZodType>(value: T, share = leastReadable) {
  return z.record(z.string(), z.unknown()).transform((record, context): Record<string, z.output<T>> => {
    const entries = Object.entries(record);
    const readable = entries.flatMap(([name, each]) => {
      const { success, data } = value.safeParse(each);
      return success ? [[name, data] as const] : [];
    });
    if (readable.length < entries.length * share) context.addIssue(unreadable(readable.length, entries.length));
    return Object.fromEntries(readable);
  });
}

function unreadable(readable: number, entries: number): string {
  return `${entries - readable} of ${entries} entries are not readable`;
}
