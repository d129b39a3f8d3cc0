import { describe, expect, it } from 'vitest';
import { rankOf } from '../../common/severity.ts';
import type { ObservedPort, PortsObserved } from '../../core/operation/effects.ts';
import { shippedData } from '../../engines/versions/shipped-data.ts';
import type { VersionData } from '../../engines/versions/support-ends.ts';
import type { LiveAlert } from '../alerts/index.ts';
import { judgeVersions, mayTell } from './judge-versions.ts';
import { commandsFor } from './remediate-version.ts';
import { dataWith, everyEvidence, now, observed, ssh, web } from './testing/seen-versions.ts';
import { versionEvidence } from './version-evidence.ts';

const buster = 'SSH-2.0-OpenSSH_7.9p1 Debian-10+deb10u2';
const jessie = 'SSH-2.0-OpenSSH_6.7p1 Debian-5+deb8u8';
const bookworm = 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u2';
const mended = 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3';
const cve = 'CVE-2024-6387';
const fixes = { [cve]: { fixed: '1:9.2p1-2+deb12u3', isMinor: false } };
const exploited = dataWith(fixes, { [cve]: 'exploited' });

interface Look extends Partial<PortsObserved> {
  readonly data?: VersionData;
  readonly live?: readonly LiveAlert[];
}

function look(open: readonly ObservedPort[], { data = shippedData(), live = [], ...more }: Look = {}) {
  const seen = observed(open, more);
  const judgement = judgeVersions(seen, live, data, now);
  // Where no data is asked, none would have told anything.
  if (!mayTell(seen, live)) expect(judgement).toEqual({ seen: [], ended: [] });
  return judgement;
}

const told = (open: readonly ObservedPort[], more: Look = {}) =>
  look(open, more).seen.map(({ key, severity }) => [key, severity]);

/** The alerts that a look raised, as they stand. */
const raised = (open: readonly ObservedPort[], more: Look = {}): LiveAlert[] =>
  look(open, more).seen.map(({ key, severity, evidence }) => ({ id: key, key, severity, evidence, status: 'open' }));

describe('what is told of versions', () => {
  it('a system without updates is one alert, however many ports show it', () => {
    const open = [ssh(buster), ssh(buster, 2222), web({ 'x-powered-by': 'PHP/7.3.31-1~deb10u5' })];
    const { seen } = look(open);
    expect(seen).toMatchObject([
      {
        key: 'eol:os',
        evidence: {
          name: 'Debian 10',
          places: [{ port: 22 }, { port: 443 }, { port: 2222 }],
          upgrades: [{ name: 'Debian 11' }, { name: 'Debian 12' }, { name: 'Debian 13' }],
          source: 'distro-info',
        },
      },
    ]);
  });

  it('a system out of all support is high, one whose updates can be paid for medium, and one in long-term support nothing', () => {
    expect(told([ssh(jessie)])).toEqual([['eol:os', 'high']]);
    expect(told([ssh(buster)])).toEqual([['eol:os', 'medium']]);
    expect(told([ssh(mended)])).toEqual([]);
    expect(told([web({ server: 'Microsoft-IIS/7.5' })])).toEqual([['eol:os', 'high']]);
  });

  it('a line that its makers ended is told where it comes from no distribution, once for each product', () => {
    const open = [web({ 'x-powered-by': 'PHP/7.3.33' }), web({ 'x-powered-by': 'PHP/7.2.34' }, 8443)];
    expect(look(open).seen).toMatchObject([{ key: 'eol:php', severity: 'medium', evidence: { newest: 'PHP 8.5' } }]);
    // Red Hat Enterprise Linux 8 mends it, and does not say so.
    expect(told([web({ 'x-powered-by': 'PHP/7.4.33' })])).toEqual([]);
  });

  it('an exploited vulnerability is told by the distribution’s word: high, critical with ransomware', () => {
    expect(told([ssh(bookworm)], { data: exploited })).toEqual([[`kev:${cve}:openssh`, 'high']]);
    const ransomware = dataWith(fixes, { [cve]: 'ransomware' });
    expect(told([ssh(bookworm)], { data: ransomware })).toEqual([[`kev:${cve}:openssh`, 'critical']]);
    expect(told([ssh(mended)], { data: exploited })).toEqual([]);
  });

  it('what is only likely to be exploited, or what its distribution judged minor, is no alert', () => {
    expect(told([ssh(bookworm)], { data: dataWith(fixes, {}) })).toEqual([]);
    const minor = dataWith({ [cve]: { fixed: null, isMinor: true } }, { [cve]: 'exploited' });
    expect(told([ssh(bookworm)], { data: minor })).toEqual([]);
  });

  it('an upstream version without a package’s revision is nothing to tell', () => {
    expect(told([ssh('SSH-2.0-OpenSSH_7.4')], { data: exploited })).toEqual([]);
  });

  it('several systems at one address tell of none', () => {
    expect(told([ssh(buster), ssh(mended, 2222)])).toEqual([]);
    expect(told([web({ server: 'Microsoft-IIS/7.5' }), ssh(mended)])).toEqual([]);
  });

  it('nothing is told that one scan alone heard, or a partial one, or that data older than three days says', () => {
    expect(told([ssh(buster, 22, 'first')])).toEqual([]);
    expect(told([ssh(buster, 22, null)])).toEqual([]);
    expect(told([ssh(buster)], { isPartial: true })).toEqual([]);
    const of = (checkedOn: string) => dataWith(fixes, { [cve]: 'exploited' }, { checkedOn });
    expect(told([ssh(bookworm)], { data: of('2026-11-26') })).toHaveLength(1);
    expect(told([ssh(bookworm)], { data: of('2026-11-25') })).toEqual([]);
  });
});

describe('the end of what was told', () => {
  const ended = (open: readonly ObservedPort[], more: Look) => look(open, more).ended.map(({ alertId }) => alertId);
  const of = (open: readonly ObservedPort[], data?: VersionData) => ({
    live: raised(open, { ...(data && { data }) }),
    ...(data && { data }),
  });

  it.each([
    ['another release answers', [ssh(mended, 22, 'first')]],
    ['another service answers', [web({ server: 'nginx' }, 22)]],
    [
      'another program answers',
      [
        {
          ...ssh('SSH-2.0-dropbear_2022.83'),
          identity: {
            ...ssh('x').identity,
            product: 'Dropbear',
            version: '2022.83',
            banner: 'SSH-2.0-dropbear_2022.83',
          },
        },
      ],
    ],
  ] as const)('comes when %s', (_how, open) => {
    expect(ended(open, of([ssh(buster)]))).toEqual(['eol:os']);
  });

  it('comes when every port that showed it closed', () => {
    const both = of([ssh(buster), ssh(buster, 2222)]);
    const closed = (...ports: number[]) => ports.map((port) => ({ protocol: 'tcp', port }) as const);
    expect(ended([], { ...both, closed: closed(22, 2222) })).toEqual(['eol:os']);
    expect(ended([], { ...both, closed: closed(22) })).toEqual([]);
    expect(ended([ssh(mended)], { ...both, isPartial: true })).toEqual([]);
    expect(ended([ssh(mended)], { ...both, closed: closed(2222) })).toEqual(['eol:os']);
  });

  it('does not come from silence, nor from a greeting that hides what it is', () => {
    for (const port of [
      ssh(buster, 22, null),
      ssh('SSH-2.0-OpenSSH_7.9p1'),
      { ...ssh('SSH-2.0-OpenSSH'), identity: { ...ssh('x').identity, version: null } },
    ])
      expect(ended([port], of([ssh(buster)]))).toEqual([]);
    expect(ended([web({ server: 'nginx' })], of([web({ 'x-powered-by': 'PHP/7.3.33' })]))).toEqual([]);
  });

  it('comes for a vulnerability when the package is as new as the fix, by old data too, and not when that cannot be told', () => {
    const known = of([ssh(bookworm)], exploited);
    expect(ended([ssh(mended, 22, 'first')], known)).toEqual([`kev:${cve}:openssh`]);
    const old = dataWith(fixes, { [cve]: 'exploited' }, { checkedOn: '2026-10-01' });
    expect(ended([ssh(mended)], { ...known, data: old })).toEqual([`kev:${cve}:openssh`]);
    expect(ended([ssh('SSH-2.0-OpenSSH_9.9')], known)).toEqual([]);
    expect(ended([ssh(mended)], { ...known, data: shippedData() })).toEqual([]);
  });

  it('does not come while it is seen, which is news where it has become worse', () => {
    const [alert] = raised([ssh(bookworm)], { data: exploited });
    const ransomware = dataWith(fixes, { [cve]: 'ransomware' });
    const again = look([ssh(bookworm, 22, 'first')], { data: ransomware, live: [alert!], isPartial: true });
    expect(again).toMatchObject({ seen: [{ severity: 'critical', isNews: true }], ended: [] });
    expect(rankOf('critical')).toBeGreaterThan(rankOf(alert!.severity));
  });
});

describe('commands', () => {
  it('name the next release of Debian, and the archive of its updates', () => {
    const evidence = versionEvidence.parse(look([ssh(buster)]).seen[0]!.evidence);
    expect(commandsFor(evidence)).toMatchObject({
      upgrade_to_next_release: expect.stringContaining(
        `-e 's#buster/updates#bullseye-security#g' -e 's/buster/bullseye/g'`,
      ),
    });
  });

  it('are there where commands mend it, and all evidence is what is kept', () => {
    const commands = everyEvidence().map((evidence) => commandsFor(versionEvidence.parse(evidence)) !== undefined);
    expect(commands).toEqual([true, true, true, false, false, false, true, false]);
  });
});
