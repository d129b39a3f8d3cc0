import { z } from 'zod';
import { isJudgedSource } from '../programs.ts';
import type { Fix, Fixes, Tracker } from '../tracker.ts';
import { membersOf } from './json-members.ts';
import { MalformedData } from './malformed-data.ts';

const release = z.object({
  status: z.string(),
  fixed_version: z.string().optional(),
  nodsa: z.string().optional(),
  urgency: z.string().optional(),
});
const vulnerabilities = z.record(z.string(), z.object({ releases: z.record(z.string(), z.unknown()) }));

/** What a reader made of a publisher's data. */
export interface TrackerReading {
  readonly tracker: Tracker;
  /** How much was read, to tell a part of a file from a whole one. */
  readonly entries: number;
  /** What it has that nobody knows: passed over, and told. */
  readonly passedOver: readonly string[];
}

/**
 * Reads the JSON of Debian's security tracker, a package at a time, and keeps what concerns packages that greetings name.
 * @throws MalformedData
 */
export async function readDebianTracker(chunks: AsyncIterable<Uint8Array>): Promise<TrackerReading> {
  const tracker: Record<string, Record<string, Fixes>> = {};
  const passedOver = new Set<string>();
  let entries = 0;
  for await (const member of membersOf(chunks)) {
    entries += 1;
    const name = /^\s*"([^"\\]+)"/.exec(member)?.[1];
    if (name === undefined) throw new MalformedData('It has a member without a name.');
    if (isJudgedSource(name)) tracker[name] = fixesOf(name, member, passedOver);
  }
  if (Object.keys(tracker).length === 0)
    throw new MalformedData('It has no package that is looked for: it is no tracker of Debian.');
  return { tracker, entries, passedOver: [...passedOver] };
}

function fixesOf(name: string, member: string, passedOver: Set<string>): Record<string, Fixes> {
  const byRelease: Record<string, Record<string, Fix>> = {};
  for (const [cve, { releases }] of Object.entries(parsed(name, member))) {
    for (const [codename, said] of Object.entries(releases)) {
      const fix = fixOf(said, passedOver);
      if (!cve.startsWith('CVE-') || fix === null) continue;
      byRelease[codename] ??= {};
      byRelease[codename][cve] = fix;
    }
  }
  return byRelease;
}

function parsed(name: string, member: string): z.output<typeof vulnerabilities> {
  try {
    return z.record(z.string(), vulnerabilities).parse(JSON.parse(`{${member}}`))[name]!;
  } catch (error) {
    throw new MalformedData(`What it says of ${name} cannot be read: ${(error as Error).message.slice(0, 200)}`);
  }
}

/** Null: it never concerned the release, or what is said of it nobody knows. */
function fixOf(said: unknown, passedOver: Set<string>): Fix | null {
  const { success, data } = release.safeParse(said);
  const isKnown = success && ['open', 'resolved', 'undetermined'].includes(data.status);
  if (!isKnown) passedOver.add(`status "${success ? data.status : 'without a name'}"`);
  if (!isKnown || data.status === 'undetermined' || data.fixed_version === '0') return null;
  if (data.status === 'resolved' && data.fixed_version === undefined) return null;
  // What Debian supports no longer (`end-of-life`) it has judged neither minor nor grave.
  const isMinor = data.nodsa !== undefined || data.urgency === 'unimportant';
  return { fixed: data.fixed_version ?? null, isMinor };
}
