import fc from 'fast-check';
import { pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { readExploited, readLikely } from './attacks.ts';
import { readDebianTracker } from './debian-tracker.ts';
import { readDistroInfo } from './distro-info.ts';
import { readEndOfLife } from './endoflife.ts';
import { membersOf } from './json-members.ts';
import { MalformedData } from './malformed-data.ts';
import { readUbuntuOsv } from './ubuntu-osv.ts';

const debian = `version,codename,series,created,release,eol,eol-lts,eol-elts
12,Bookworm,bookworm,2021-08-14,2023-06-10,2026-07-11,2028-06-30,2033-06-30
14,Forky,forky,2025-08-09
,Sid,sid,1993-08-16
`;

describe('distro-info-data', () => {
  it('a release is free to the last day that anybody mends it for nothing, and paid to the last that somebody does', () => {
    expect(readDistroInfo(debian)).toEqual({
      distribution: 'debian',
      releases: new Map([
        ['debian 12', { label: 'Debian 12', series: 'bookworm', free: '2028-06-30', paid: '2033-06-30' }],
        ['debian 14', { label: 'Debian 14', series: 'forky', free: null, paid: null }],
      ]),
    });
    const ubuntu =
      'version,codename,series,created,release,eol,eol-server,eol-esm,eol-legacy,eol-of-all\n22.04 LTS,J,jammy,,2022-04-21,2027-06-01,2027-06-01,2032-04-21,2034-04-25,never\n';
    expect([...readDistroInfo(ubuntu).releases]).toEqual([
      ['ubuntu 22.04', { label: 'Ubuntu 22.04 LTS', series: 'jammy', free: '2027-06-01', paid: '2034-04-25' }],
    ]);
  });

  it.each([
    ['a file that is cut', debian.slice(0, -10), /is cut/],
    ['another file', '{}', /no column version/],
    ['one without a release', 'version,codename,series,created,release,eol\n', /no release/],
  ])('%s is refused', (_what, text, why) => {
    expect(() => readDistroInfo(text)).toThrow(why);
  });
});

const endOfLife = {
  schema_version: '1.2.0',
  generated_at: '2026-08-22T08:52:34+00:00',
  total: 2,
  result: [
    {
      name: 'php',
      label: 'PHP',
      icon: 'new',
      releases: [
        { name: '8.4', label: '8.4', isEol: false, eolFrom: '2028-12-31', isMaintained: true },
        { name: '4', label: '4', isEol: true },
      ],
    },
    {
      name: 'windows-server',
      label: 'Microsoft Windows Server',
      releases: [
        {
          name: '2012-r2',
          label: 'Windows Server 2012 R2',
          isEol: true,
          eolFrom: '2023-10-10',
          eoesFrom: '2026-10-13',
        },
      ],
    },
  ],
};

describe('endoflife.date', () => {
  it('a line ends when its makers say; what else is said of it is passed over', () => {
    expect(readEndOfLife(JSON.stringify(endOfLife))).toEqual({
      asOf: '2026-08-22',
      value: new Map([
        ['php 8.4', { label: 'PHP 8.4', isEnded: false, endsOn: '2028-12-31', paidEndsOn: null }],
        ['php 4', { label: 'PHP 4', isEnded: true, endsOn: null, paidEndsOn: null }],
        [
          'windows-server 2012-r2',
          { label: 'Windows Server 2012 R2', isEnded: true, endsOn: '2023-10-10', paidEndsOn: '2026-10-13' },
        ],
      ]),
    });
  });

  it.each([
    ['a file that is cut', JSON.stringify(endOfLife).slice(0, -10), /no whole JSON/],
    ['a list with fewer products than it says', JSON.stringify({ ...endOfLife, total: 3 }), /2 products of 3/],
    ['another file', '{"vulnerabilities": []}', /no list of products/],
  ])('%s is refused', (_what, text, why) => {
    expect(() => readEndOfLife(text)).toThrow(why);
  });
});

/** As it comes from a file or the network: in pieces that end anywhere. */
async function* inPieces(bytes: Buffer, size = 7): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('a JSON object that is read a member at a time', () => {
  it('has the same members as one that is read at once, wherever its pieces end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(undefined, 1),
        async (object, size, indent) => {
          const members = await collected(membersOf(inPieces(Buffer.from(JSON.stringify(object, null, indent)), size)));
          expect(JSON.parse(`{${members.join(',')}}`)).toEqual(JSON.parse(JSON.stringify(object)));
        },
      ),
    );
  });

  it.each(['', '[1]', '"a"', '{"a": 1', '{"a": [1}', '{"a": "}', '{}}'])('%j is refused', async (text) => {
    const read = collected(membersOf(inPieces(Buffer.from(text)))).then((members) =>
      JSON.parse(`{${members.join(',')}}`),
    );
    await expect(read).rejects.toThrow();
  });
});

const tracker = {
  openssh: {
    'CVE-2024-6387': {
      description: 'a race of signals',
      scope: 'remote',
      releases: {
        bookworm: {
          status: 'resolved',
          repositories: { bookworm: '1:9.2p1-2+deb12u7' },
          fixed_version: '1:9.2p1-2+deb12u3',
          urgency: 'not yet assigned',
        },
        bullseye: { status: 'resolved', fixed_version: '0', urgency: 'unimportant' },
        forky: { status: 'resolved', fixed_version: '1:9.7p1-7' },
      },
    },
    'CVE-2020-15778': {
      releases: { bookworm: { status: 'open', urgency: 'unimportant' }, bullseye: { status: 'waiting' } },
    },
    'CVE-2025-1': {
      releases: {
        bookworm: { status: 'open', urgency: 'high**', nodsa: 'Minor', nodsa_reason: 'postponed' },
        trixie: { status: 'open' },
      },
    },
    'CVE-2025-2': { releases: { trixie: { status: 'open', urgency: 'end-of-life' } } },
    'TEMP-0000001-ABCDEF': { releases: { bookworm: { status: 'open' } } },
  },
  linux: { 'CVE-2024-1': { releases: { bookworm: { status: 'open' } } } },
};

describe("Debian's tracker", () => {
  it('is read for the packages that greetings name; what nobody knows is passed over, and told', async () => {
    expect(await readDebianTracker(inPieces(Buffer.from(JSON.stringify(tracker))))).toEqual({
      tracker: {
        openssh: {
          bookworm: {
            'CVE-2024-6387': { fixed: '1:9.2p1-2+deb12u3', isMinor: false },
            'CVE-2020-15778': { fixed: null, isMinor: true },
            'CVE-2025-1': { fixed: null, isMinor: true },
          },
          forky: { 'CVE-2024-6387': { fixed: '1:9.7p1-7', isMinor: false } },
          trixie: {
            'CVE-2025-1': { fixed: null, isMinor: false },
            'CVE-2025-2': { fixed: null, isMinor: false },
          },
        },
      },
      entries: 2,
      passedOver: ['status "waiting"'],
    });
  });

  it.each([
    ['a file that is cut', JSON.stringify(tracker).slice(0, -2), /is cut/],
    ['another file', '{"vulnerabilities": [1]}', /no tracker of Debian/],
    ['one that means something else', '{"openssh": {"CVE-1": 1}}', /openssh cannot be read/],
  ])('%s is refused', async (_what, text, why) => {
    await expect(readDebianTracker(inPieces(Buffer.from(text)))).rejects.toThrow(why);
  });
});

const osv = {
  id: 'UBUNTU-CVE-2024-6387',
  modified: '2026-11-20T10:00:00Z',
  upstream: ['CVE-2024-6387'],
  affected: [
    {
      package: { ecosystem: 'Ubuntu:22.04:LTS', name: 'openssh' },
      ranges: [
        {
          type: 'ECOSYSTEM',
          events: [{ introduced: '0' }, { fixed: '1:8.9p1-3ubuntu0.10', by: { team: 'security' } }],
        },
      ],
    },
    {
      package: { ecosystem: 'Ubuntu:24.10', name: 'openssh' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }],
    },
    {
      package: { ecosystem: 'Ubuntu:Pro:18.04:LTS', name: 'openssh' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1:7.6p1-4ubuntu0.7+esm1' }] }],
    },
    { package: { ecosystem: 'Ubuntu:Touch', name: 'openssh' } },
    { severity: 'of something that is no package' },
    { package: { ecosystem: 'Ubuntu:22.04:LTS', name: 'linux' } },
  ],
};

describe("Ubuntu's archive of OSV records", () => {
  const packed = async (...records: readonly object[]) => {
    const made = pack();
    for (const [index, record] of records.entries())
      made.entry({ name: `osv/cve/${index}.json` }, JSON.stringify(record));
    made.finalize();
    return Buffer.concat(await collected(made as unknown as AsyncIterable<Buffer>));
  };

  it('is read for the packages that greetings name, paid support apart; what was withdrawn is left out', async () => {
    const withdrawn = { ...osv, upstream: ['CVE-2024-2'], withdrawn: '2026-01-01T00:00:00Z' };
    expect(await readUbuntuOsv(inPieces(await packed(osv, withdrawn), 1_000))).toEqual({
      tracker: {
        openssh: {
          '22.04': { 'CVE-2024-6387': { fixed: '1:8.9p1-3ubuntu0.10', isMinor: false } },
          '24.10': { 'CVE-2024-6387': { fixed: null, isMinor: false } },
          'pro 18.04': { 'CVE-2024-6387': { fixed: '1:7.6p1-4ubuntu0.7+esm1', isMinor: false } },
        },
      },
      entries: 2,
      asOf: '2026-11-20',
      passedOver: ['release "Ubuntu:Touch"'],
    });
  });

  it('a file that is cut anywhere is refused, also between two records', async () => {
    const whole = await packed(osv, osv);
    const cuts = [...Array(whole.length / 512).keys()].flatMap((block) => [block * 512, block * 512 + 7]);
    // Not the padding behind the two blocks that end an archive.
    for (const cut of cuts.filter((each) => each < whole.length - 1))
      await expect(readUbuntuOsv(inPieces(whole.subarray(0, cut), 300)), `${cut} bytes`).rejects.toThrow(MalformedData);
  });

  it('a file that is cut, and another one, is refused', async () => {
    const whole = await packed(osv);
    await expect(readUbuntuOsv(inPieces(whole.subarray(0, 700), 100))).rejects.toThrow(/no whole tar archive/);
    await expect(readUbuntuOsv(inPieces(await packed({ modified: '' }), 100))).rejects.toThrow(/no archive of OSV/);
    await expect(readUbuntuOsv(inPieces(Buffer.from('{}')))).rejects.toThrow();
  });
});

describe('what is known of attacks', () => {
  const catalogue = {
    title: 'CISA',
    dateReleased: '2026-11-27T10:00:00.1Z',
    count: 2,
    vulnerabilities: [
      { cveID: 'CVE-2024-4577', product: 'PHP' },
      { cveID: 'CVE-2019-10149', knownRansomwareCampaignUse: 'Known' },
    ],
  };
  const scores =
    '#model_version:v2026.03.14,score_date:2026-11-28T12:55:00Z\ncve,epss,percentile\nCVE-2024-6387,0.61,0.98\nCVE-1999-1,0.00043,0.1\n';

  it('every entry of the catalogue counts, and every score from a half', () => {
    expect(readExploited(JSON.stringify(catalogue))).toEqual({
      asOf: '2026-11-27',
      entries: 2,
      attacks: { 'CVE-2024-4577': 'exploited', 'CVE-2019-10149': 'ransomware' },
    });
    expect(readLikely(scores)).toEqual({ asOf: '2026-11-28', entries: 2, attacks: ['CVE-2024-6387'] });
  });

  it('a file that is cut, and another one, is refused', () => {
    expect(() => readExploited(JSON.stringify({ ...catalogue, count: 3 }))).toThrow(/2 vulnerabilities of 3/);
    expect(() => readExploited(JSON.stringify(catalogue).slice(0, -5))).toThrow(/no catalogue/);
    expect(() => readLikely(scores.slice(0, -4))).toThrow(/is cut/);
    expect(() => readLikely('cve,score\n')).toThrow(/no list of scores/);
  });
});

describe('whatever is cut', () => {
  it.each([
    [
      'CISA',
      (text: string) => readExploited(text),
      JSON.stringify({ dateReleased: '2026-11-27', count: 0, vulnerabilities: [] }),
    ],
    ['endoflife.date', (text: string) => readEndOfLife(text), JSON.stringify(endOfLife)],
    ['Debian', (text: string) => readDebianTracker(inPieces(Buffer.from(text), 50)), JSON.stringify(tracker)],
  ])('a file of %s is refused in a sentence, wherever it is cut', async (_publisher, read, whole) => {
    for (let cut = 0; cut < whole.length; cut += 1)
      await expect((async () => read(whole.slice(0, cut)))(), `${cut} characters`).rejects.toThrow(MalformedData);
    await read(whole);
  });

  it('what nobody knows of a package that is looked for is passed over, and the rest of it read', async () => {
    const release = {
      status: 'resolved',
      fixed_version: '1:9.2p1-2+deb12u3',
      urgency: 'not yet assigned',
      advisory: { id: 1 },
    };
    const known = { releases: { bookworm: release, 'bookworm-neo': release, trixie: 'unclear' }, cvss: 9.8 };
    const text = JSON.stringify({ openssh: { 'CVE-2024-6387': known }, $schema: 'https://example.com/tracker/2' });
    expect(await readDebianTracker(inPieces(Buffer.from(text)))).toMatchObject({
      tracker: { openssh: { bookworm: { 'CVE-2024-6387': { fixed: '1:9.2p1-2+deb12u3' } }, 'bookworm-neo': {} } },
      passedOver: ['status "without a name"'],
    });
    expect(readLikely('#v:9,score_date:2026-11-28\ncve,epss,percentile,lev\nCVE-2024-6387,0.61,0.98,0.5\n')).toEqual({
      ...{ asOf: '2026-11-28', entries: 1, attacks: ['CVE-2024-6387'] },
    });
    const entry = { cveID: 'CVE-2024-1', knownRansomwareCampaignUse: 'Suspected', cvss: {} };
    expect(
      readExploited(JSON.stringify({ dateReleased: '2026-11-27', count: 1, vulnerabilities: [entry] })).attacks,
    ).toEqual({
      'CVE-2024-1': 'exploited',
    });
  });
});
