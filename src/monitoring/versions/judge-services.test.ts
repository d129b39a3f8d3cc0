import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { statementPlaces } from '../../engines/service-identification/components/stated.ts';
import { operatingSystemHint } from '../../engines/service-identification/operating-system.ts';
import { withoutEpoch } from '../../engines/versions/debian-version.ts';
import { buildOriginOf } from '../../engines/versions/origin.ts';
import { shippedData } from '../../engines/versions/shipped-data.ts';
import { judgeServices } from './judge-services.ts';
import { dataWith } from './testing/seen-versions.ts';

const now = new Date('2026-11-29T12:00:00Z');

/** What a service said, as it is kept. */
function identityOf(stated: string) {
  return { ...spokenOf(stated), operatingSystem: operatingSystemHint(stated) ?? null };
}

/** The first line of its protocol, or a header. */
function spokenOf(stated: string) {
  const [, header, value] = /^([\w-]+): (.+)$/.exec(stated) ?? [];
  const place = statementPlaces.find((known) => known === header?.toLowerCase());
  if (place !== undefined && value !== undefined)
    return { product: null, version: null, banner: 'HTTP/1.1 200 OK', stated: { [place]: value } };
  const ssh = /^SSH-2\.0-OpenSSH_(\S+)/.exec(stated)?.[1];
  if (ssh !== undefined) return { product: 'OpenSSH', version: ssh, banner: stated };
  const [, product, stands] =
    /\b(Exim|Sendmail|Cyrus|redis_version)(?: IMAP4?(?: Murder)?)?[ :]v?(\d[\w.]*)/.exec(stated) ?? [];
  if (product !== undefined && stands !== undefined)
    return { product: product === 'redis_version' ? 'Redis' : product, version: stands, banner: stated };
  const version = /^(?:5\.5\.5-)?(\d+\.\d+\.\d+)/.exec(stated)![1]!;
  return { product: stated.includes('MariaDB') ? 'MariaDB' : 'MySQL', version, banner: stated };
}

function judged(stated: string): string {
  const [[component] = []] = judgeServices([identityOf(stated)], shippedData(), now);
  const { build } = buildOriginOf(component!);
  const [verdict] = component!.verdicts;
  return [
    component!.name,
    build ? `${build.distribution} ${build.release}` : '-',
    build ? build.version : '-',
    `${verdict!.verdict} ${verdict!.reason}`,
  ].join(' | ');
}

/** As the program of this machine calls itself, which is what it greets with, and the package that dpkg says it is from. */
const installed = {
  greeting: `SSH-2.0-${spawnSync('ssh', ['-V'], { encoding: 'utf8' }).stderr?.split(',')[0]}`,
  version: spawnSync('dpkg-query', ['-W', 'openssh-client'], { encoding: 'utf8' }).stdout?.trim().split('\t')[1] ?? '',
};

describe('what is known of versions', () => {
  const rows = readFileSync(new URL('testing/greetings.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1);

  it('is what the table of greetings says', () => {
    expect(rows.length).toBeGreaterThanOrEqual(300);
    const stated = rows.map((row) => row.split(' | ')[0]!);
    const provenance = /^(?:captured|documented|recog)$/;
    expect(rows.filter((row) => !provenance.test(row.split(' | ')[5] ?? ''))).toEqual([]);
    expect(stated.map((text) => `${text} | ${judged(text)}`)).toEqual(
      rows.map((row) => row.slice(0, row.lastIndexOf(' | '))),
    );
  });

  it.skipIf(!/ (Debian|Ubuntu)-/.test(installed.greeting))(
    'the package of a program that is installed here is the one that dpkg names',
    { tags: 'dpkg' },
    () => expect(judged(installed.greeting).split(' | ')[2]).toBe(withoutEpoch(installed.version)),
  );

  it.each([
    [['Server: Apache/2.4.37 (Red Hat Enterprise Linux)'], 'rpm -q httpd; dnf updateinfo list --security | grep httpd'],
    [
      ['X-Powered-By: PHP/7.2.24', 'Server: Apache/2.4.62 (Amazon Linux)'],
      'rpm -q php-common; dnf updateinfo list --security | grep php-common',
    ],
    [
      ['* OK mx Cyrus IMAP v2.4.17-Fedora-RPM-2.4.17-15.el7 server ready'],
      'rpm -q cyrus-imapd; dnf updateinfo list --security | grep cyrus-imapd',
    ],
    [['Server: Apache/2.4.58 (Linux/SUSE)'], 'zypper list-patches --category security'],
    [['Server: Apache/2.4.57 (Debian)'], `dpkg-query -W 'apache2-bin'`],
    [['Server: Apache/2.4.62'], `dpkg-query -W 'apache2-bin' || rpm -q httpd`],
    [
      ['Server: Apache/2.4.57 (Rocky Linux)', 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3'],
      `dpkg-query -W 'apache2-bin' || rpm -q httpd`,
    ],
  ])('the command is one that the system of %j has', (stated, check) => {
    const [[component] = []] = judgeServices(stated.map(identityOf), shippedData(), now);
    expect(component!.verdicts.map((verdict) => verdict.check)).toEqual([check]);
  });

  it('a verdict has the severity of its alert, and none where it is worth no alert', () => {
    const minor = {
      'CVE-2018-15473': { fixed: null, isMinor: true },
      'CVE-2024-6387': { fixed: null, isMinor: false },
    };
    const severities = (exploited: Parameters<typeof dataWith>[1]) =>
      judgeServices(
        [identityOf('SSH-2.0-OpenSSH_7.9p1 Debian-10+deb10u2')],
        dataWith(minor, exploited, { release: 'buster' }),
        now,
      )
        .flat()
        .flatMap(({ verdicts }) => verdicts.map(({ reason, severity }) => [reason, severity]));
    expect(severities({ 'CVE-2018-15473': 'ransomware', 'CVE-2024-6387': 'exploited' })).toEqual([
      ['os-ended-but-paid', 'medium'],
      ['exploited-open', 'high'],
      ['exploited-minor', null],
    ]);
    expect(severities({ 'CVE-2024-6387': 'ransomware' })).toContainEqual(['exploited-open', 'critical']);
    expect(severities({})).toContainEqual(['exploited-open', null]);
  });

  it('programs of several releases at one address tell nothing of its system', () => {
    const services = ['SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3', 'X-Powered-By: PHP/7.0.33-0+deb9u12'].map(identityOf);
    const reasons = judgeServices(services, shippedData(), now)
      .flat()
      .flatMap(({ verdicts }) => verdicts.filter(({ about }) => about === 'operating_system'));
    expect(reasons.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['unknown', 'several-releases'],
      ['unknown', 'several-releases'],
    ]);
  });

  it('a release is supported to the end of its last day', () => {
    const on = (day: string) =>
      judgeServices([identityOf('SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3')], shippedData(), new Date(`${day}T23:59:59Z`))
        .flat()
        .flatMap(({ verdicts }) => verdicts.slice(0, 1).map(({ reason }) => reason));
    expect([on('2028-06-30'), on('2028-07-01'), on('2033-07-01')]).toEqual([
      ['os-supported'],
      ['os-ended-but-paid'],
      ['os-ended'],
    ]);
  });
});
