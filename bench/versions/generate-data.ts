import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/**
 * Publishers' data as it is documented, grown to the size that it has: all of it is made up. The same call makes the same file. As it is in truth,
 * each program that greetings name has a few vulnerabilities that are exploited, and all of them are mended in its last package.
 */

/** What a package of a distribution is called that greetings name, how many vulnerabilities were found in it, and its version. */
const named: readonly (readonly [source: string, vulnerabilities: number, version: string])[] = [
  ['openssh', 120, '1:9.2p1-2'],
  ['php7.4', 160, '7.4.33-1'],
  ['php8.2', 160, '8.2.20-1'],
  ['php8.4', 80, '8.4.2-1'],
  ['mariadb', 220, '1:10.11.6-0'],
  ['mariadb-10.5', 220, '1:10.5.23-0'],
  ['mysql-8.0', 900, '8.0.39-0'],
  ['cyrus-imapd', 40, '3.6.1-4'],
  ['sendmail', 40, '8.17.1.9-2'],
];
/** As many as Debian has of its kernel. */
const ofKernel = 10_000;
const ofOthers = 33_000;
const otherPackages = 4_000;
const debianReleases = ['bullseye', 'bookworm', 'trixie', 'forky', 'sid'];
const exploitedEvery = 40;

/** About 60 MB, a member for each source package. */
export function writeDebianTracker(path: string): Promise<void> {
  return pipeline(Readable.from(debianMembers()), createWriteStream(path));
}

function* debianMembers(): Generator<string> {
  yield '{';
  let separator = '';
  for (const [source, first, count] of packages()) {
    const cves = Array.from(
      { length: count },
      (_, index) => `"${cve(first + index)}": ${debianRecord(source, first + index)}`,
    );
    yield `${separator}\n"${source}": {${cves.join(', ')}}`;
    separator = ',';
  }
  yield '}\n';
}

function debianRecord(source: string, number: number): string {
  const releases = debianReleases.map((release, index) => {
    const of = (nth: number) => version(source, release, number + nth);
    const repositories = { [release]: of(0), [`${release}-security`]: of(1) };
    const fixed = { status: 'resolved', repositories, fixed_version: of(0), urgency: 'not yet assigned' };
    const minor = { status: 'open', repositories, urgency: 'unimportant', nodsa: 'Minor issue', nodsa_reason: '' };
    return [release, number % exploitedEvery !== 0 && number % 7 === index ? minor : fixed];
  });
  return JSON.stringify({
    description: sentence(number, 260),
    scope: 'remote',
    releases: Object.fromEntries(releases),
  });
}

/** @returns the name of each, its first vulnerability, and how many it has */
function* packages(): Generator<readonly [source: string, first: number, count: number]> {
  let first = 0;
  const others = Array.from({ length: otherPackages }, (_, index) => [
    `lib${(index * 7_919).toString(36)}`,
    Math.ceil(ofOthers / otherPackages),
  ]) as [string, number][];
  const all = [...named.map(([source, count]) => [source, count] as const), ['linux', ofKernel] as const, ...others];
  for (const [source, count] of all) {
    yield [source, first, count];
    first += count;
  }
}

/** A record for each vulnerability, of 50,000; about 200 MB. */
export async function writeUbuntuArchive(path: string): Promise<void> {
  const archive = pack();
  const written = pipeline(archive, createWriteStream(path));
  for (const [source, first, count] of packages())
    for (let number = first; number < first + count; number += 1)
      await new Promise<void>((resolve, reject) =>
        archive.entry({ name: `osv/cve/UBUNTU-${cve(number)}.json` }, ubuntuRecord(source, number), (error) =>
          error ? reject(error) : resolve(),
        ),
      );
  archive.finalize();
  await written;
}

function ubuntuRecord(source: string, number: number): string {
  const affected = ['20.04', '22.04', '24.04', '25.10'].flatMap((release, index) =>
    ['Ubuntu:', 'Ubuntu:Pro:'].map((prefix) => ({
      package: {
        ecosystem: `${prefix}${release}${index < 3 ? ':LTS' : ''}`,
        name: source,
        purl: `pkg:deb/ubuntu/${source}`,
      },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: version(source, release, number) }] }],
      versions: Array.from({ length: 12 }, (_, nth) => version(source, release, nth)),
      ecosystem_specific: { binaries: [{ binary_name: source, binary_version: version(source, release, number) }] },
    })),
  );
  return JSON.stringify({
    ...{
      schema_version: '1.7.0',
      id: `UBUNTU-${cve(number)}`,
      details: sentence(number, 300),
      upstream: [cve(number)],
    },
    ...{ modified: '2026-11-28T10:00:00Z', published: '2026-01-01T00:00:00Z', affected },
  });
}

/** 1,400 of them, one for each 40 vulnerabilities. */
export function writeCatalogue(path: string): Promise<void> {
  const vulnerabilities = Array.from({ length: 1_400 }, (_, index) => ({
    ...{ cveID: cve(index * exploitedEvery), vendorProject: 'Vendor', product: 'Product', dateAdded: '2026-01-01' },
    ...{
      vulnerabilityName: sentence(index, 80),
      shortDescription: sentence(index, 300),
      requiredAction: sentence(index, 120),
    },
    ...{
      dueDate: '2026-02-01',
      knownRansomwareCampaignUse: index % 5 === 0 ? 'Known' : 'Unknown',
      notes: '',
      cwes: ['CWE-78'],
    },
  }));
  const catalogue = { title: 'Catalogue', catalogVersion: '2026.11.28', dateReleased: '2026-11-28T10:00:00.0Z' };
  const text = JSON.stringify({ ...catalogue, count: vulnerabilities.length, vulnerabilities }, null, 2);
  return pipeline(Readable.from([text]), createWriteStream(path));
}

/** 250,000 of them, one in fifty likely, compressed by gzip. */
export function writeScores(path: string): Promise<void> {
  return pipeline(Readable.from(scores()), createGzip(), createWriteStream(path));
}

function* scores(): Generator<string> {
  yield '#model_version:v2026.03.14,score_date:2026-11-28T12:55:00Z\ncve,epss,percentile\n';
  for (let number = 0; number < 250_000; number += 1) {
    const score = number % 50 === 0 ? 0.9 : (number % 997) / 10_000;
    yield `${cve(number)},${score.toFixed(5)},${((number % 1_000) / 1_000).toFixed(5)}\n`;
  }
}

function cve(number: number): string {
  return `CVE-${2_005 + (number % 22)}-${1_000 + number}`;
}

function version(source: string, release: string, nth: number): string {
  const base = named.find(([name]) => name === source)?.[2] ?? '1.0-1';
  const mark = /^\d/.test(release) ? `ubuntu0.${release}.` : `+deb${11 + debianReleases.indexOf(release)}u`;
  return `${base}${mark}${1 + (nth % 9)}`;
}

/** No two alike, so that it compresses as texts do. */
function sentence(number: number, length: number): string {
  const words =
    'a flaw in the parser allows remote attackers to read memory or execute code by crafted input when'.split(' ');
  let [text, at] = ['', number];
  while (text.length < length) {
    at = (at * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += `${words[at % words.length]} `;
  }
  return text.slice(0, length);
}
