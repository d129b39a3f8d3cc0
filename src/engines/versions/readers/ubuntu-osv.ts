import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import { z } from 'zod';
import { isJudgedSource } from '../programs.ts';
import type { Day, Published } from '../support-ends.ts';
import type { Fix, Fixes } from '../tracker.ts';
import type { TrackerReading } from './debian-tracker.ts';
import { MalformedData } from './malformed-data.ts';

/** A record of OSV as Canonical writes it. What it has besides is passed over. */
const record = z.object({
  modified: z.string(),
  withdrawn: z.string().optional(),
  upstream: z.array(z.string()).default([]),
  affected: z
    .array(
      z.object({
        // One that is about no package is none of ours.
        package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
        ranges: z
          .array(z.object({ events: z.array(z.object({ fixed: z.string().optional() })).default([]) }))
          .default([]),
      }),
    )
    .default([]),
});

/**
 * Reads Canonical's archive of OSV records, `osv-all.tar`, a record at a time, and keeps what concerns packages that greetings name.
 * @throws MalformedData
 */
export async function readUbuntuOsv(
  chunks: AsyncIterable<Uint8Array>,
): Promise<TrackerReading & Pick<Published<never>, 'asOf'>> {
  const tracker: Record<string, Record<string, Record<string, Fix>>> = {};
  const passedOver = new Set<string>();
  let entries = 0;
  let asOf: Day = '';
  for await (const json of recordsIn(chunks)) {
    const { modified, withdrawn, upstream, affected } = parsed(json);
    entries += 1;
    if (modified.slice(0, 10) > asOf) asOf = modified.slice(0, 10);
    if (withdrawn !== undefined) continue;
    for (const { package: of, ranges } of affected) {
      if (!of || !isJudgedSource(of.name)) continue;
      const release = releaseOf(of.ecosystem);
      if (release === null) passedOver.add(`release "${of.ecosystem}"`);
      else addTo(tracker, of.name, release, upstream, ranges);
    }
  }
  if (Object.keys(tracker).length === 0)
    throw new MalformedData('It has no record of a package that is looked for: it is no archive of OSV.');
  return { tracker, entries, asOf, passedOver: [...passedOver] };
}

async function* recordsIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const archive = extract();
  const end = new ArchiveEnd();
  // What goes wrong, the archive says when it is read.
  pipeline(Readable.from(end.watch(chunks)), archive, () => {});
  try {
    for await (const entry of archive) {
      if (entry.header.name.endsWith('.json')) yield await text(entry as unknown as Readable);
      else entry.resume();
    }
    if (!end.isThere) throw new MalformedData('It is no whole tar archive: it is cut.');
  } catch (error) {
    throw error instanceof MalformedData
      ? error
      : new MalformedData(`It is no whole tar archive: ${(error as Error).message}.`);
  }
}

/** Two empty blocks end an archive. One that is cut between two of its files lacks them, and is whole in all else. */
class ArchiveEnd {
  #tail = Buffer.alloc(0);

  async *watch(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#tail = Buffer.concat([this.#tail, chunk.subarray(-endBytes)]).subarray(-endBytes);
      yield chunk;
    }
  }

  get isThere(): boolean {
    return this.#tail.length === endBytes && this.#tail.every((byte) => byte === 0);
  }
}

const endBytes = 1_024;

function parsed(json: string): z.output<typeof record> {
  try {
    return record.parse(JSON.parse(json));
  } catch (error) {
    throw new MalformedData(`One of its records cannot be read: ${(error as Error).message.slice(0, 200)}`);
  }
}

/** `Ubuntu:22.04:LTS` is 22.04, `Ubuntu:Pro:18.04:LTS` its paid support. */
function releaseOf(ecosystem: string): string | null {
  const [, pro, version] = /^Ubuntu:(Pro:)?(\d\d\.\d\d)(?::LTS)?$/.exec(ecosystem) ?? [];
  return version === undefined ? null : `${pro ? 'pro ' : ''}${version}`;
}

type Ranges = z.output<typeof record>['affected'][number]['ranges'];

function addTo(
  tracker: Record<string, Record<string, Record<string, Fix>>>,
  name: string,
  release: string,
  cves: readonly string[],
  ranges: Ranges,
): void {
  const fixed = ranges.flatMap(({ events }) => events.flatMap((event) => event.fixed ?? [])).at(-1) ?? null;
  tracker[name] ??= {};
  const fixes: Fixes = tracker[name][release] ?? {};
  tracker[name][release] = { ...fixes, ...Object.fromEntries(cves.map((cve) => [cve, { fixed, isMinor: false }])) };
}
