import { readFileSync } from 'node:fs';
import { readDistroInfo } from './readers/distro-info.ts';
import { readEndOfLife } from './readers/endoflife.ts';
import type { VersionData } from './support-ends.ts';

/** The day of distro-info-data 0.58+deb12u7, whose files these are. */
const distroInfoOf = '2026-04-25';

let read: VersionData | undefined;

/** What an installation knows without the internet: where releases and lines end, as of when this version was made. */
export function shippedData(): VersionData {
  read ??= {
    debianReleases: { asOf: distroInfoOf, value: readDistroInfo(shipped('debian.csv')).releases },
    ubuntuReleases: { asOf: distroInfoOf, value: readDistroInfo(shipped('ubuntu.csv')).releases },
    lines: readEndOfLife(shipped('endoflife.json')),
    debian: null,
    ubuntu: null,
    exploited: new Map(),
  };
  return read;
}

function shipped(name: string): string {
  return readFileSync(new URL(`shipped/${name}`, import.meta.url), 'utf8');
}
