import { z } from 'zod';

const day = z.string().nullable();
const releaseEnds = z.object({ label: z.string(), series: z.string(), free: day, paid: day });
const lineEnds = z.object({ label: z.string(), isEnded: z.boolean(), endsOn: day, paidEndsOn: day });
const fix = z.object({ fixed: z.string().nullable(), isMinor: z.boolean() });
const byName = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value);
const tracker = byName(byName(byName(fix)));

/** What is kept of each publisher's data, as this version writes it. */
const keptFeeds = {
  'debian-releases': byName(releaseEnds),
  'ubuntu-releases': byName(releaseEnds),
  endoflife: byName(lineEnds),
  debian: tracker,
  ubuntu: tracker,
  kev: byName(z.enum(['exploited', 'ransomware'])),
  epss: z.array(z.string()),
};

export type FeedName = keyof typeof keptFeeds;
export type KeptFeeds = { readonly [Name in FeedName]: Readonly<z.output<(typeof keptFeeds)[Name]>> };

export const feedNames = Object.keys(keptFeeds) as readonly FeedName[];

/** Undefined: another version kept it in a shape that this one does not know, so that it has to be fetched again. */
export function readKept<Name extends FeedName>(name: Name, kept: unknown): KeptFeeds[Name] | undefined {
  const { success, data } = keptFeeds[name].safeParse(kept);
  return success ? (data as KeptFeeds[Name]) : undefined;
}
