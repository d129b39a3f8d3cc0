import { describe, expect, it } from 'vitest';
import { readDistroInfo } from './distro-info.ts';
import { readEndOfLife } from './endoflife.ts';

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
        ['debian 12', { label: 'Debian 12', free: '2028-06-30', paid: '2033-06-30' }],
        ['debian 14', { label: 'Debian 14', free: null, paid: null }],
      ]),
    });
    const ubuntu =
      'version,codename,series,created,release,eol,eol-server,eol-esm,eol-legacy,eol-of-all\n22.04 LTS,J,jammy,,2022-04-21,2027-06-01,2027-06-01,2032-04-21,2034-04-25,never\n';
    expect([...readDistroInfo(ubuntu).releases]).toEqual([
      ['ubuntu 22.04', { label: 'Ubuntu 22.04 LTS', free: '2027-06-01', paid: '2034-04-25' }],
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
