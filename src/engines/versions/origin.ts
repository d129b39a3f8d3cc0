import { type Program, programCalled } from './programs.ts';

/** A component as a service states it. */
export interface StatedComponent {
  readonly name: string;
  readonly version: string | null;
  /** The packager's part of the version: `Debian-5+deb11u1`, `0ubuntu0.22.04.1`. */
  readonly revision: string | null;
}

export type Distribution = 'debian' | 'ubuntu';

/** What a distribution built of a program, as far as a greeting tells it. */
export interface DistributionBuild {
  readonly distribution: Distribution;
  /** `12`, `22.04` */
  readonly release: string;
  /** Without an epoch, which no greeting states: `9.2p1-2+deb12u3`. */
  readonly version: string;
  /** The source packages that may be it, the likeliest first. */
  readonly sources: readonly string[];
}

/** Why no build is known. */
export type UnknownOrigin =
  | 'program-not-known'
  | 'no-version'
  | 'no-revision'
  | 'rpm-package'
  | 'other-packager'
  | 'rebuilt'
  | 'release-not-known';

export interface BuildOrigin {
  readonly program: Program | undefined;
  readonly build: DistributionBuild | null;
  /** Null where the build is known. */
  readonly unknown: UnknownOrigin | null;
}

/** From which build of which release a component comes, by what it states. Nothing is guessed: a version alone names none. */
export function buildOriginOf({ name, version, revision }: StatedComponent): BuildOrigin {
  const program = programCalled(name);
  const unknown = (reason: UnknownOrigin): BuildOrigin => ({ program, build: null, unknown: reason });
  if (!program) return unknown('program-not-known');
  if (version === null) return unknown('no-version');
  if (revision === null) return unknown('no-revision');
  if (rpmMarks.test(revision)) return unknown('rpm-package');
  const { packager, rest } = splitPackager(revision);
  if (packager === 'other' || othersMarks.test(rest)) return unknown('other-packager');
  if (isRebuilt(rest)) return unknown('rebuilt');
  const found = releaseOf(program.name, version, rest, packager);
  if (!found) return unknown('release-not-known');
  const upstream = program.packaged?.[version] ?? version;
  const sources = program.sources(program.line(upstream));
  return { program, build: { ...found, version: packageVersion(upstream, rest), sources }, unknown: null };
}

/** Cyrus on Red Hat's and its kin: `Fedora-RPM-2.4.17-15.el7`, `7.el9`. */
const rpmMarks = /-RPM-|\.(?:el|fc|amzn|centos|rhel|mga)\d/i;

/** Marks of repositories other than the distribution's: sury.org, MariaDB's own, backports, private archives. */
const othersMarks = /sury|maria|ubu\d{4}|bpo|dotdeb|ppa|percona|gbp|freexian/i;

/** How revisions of packages of Debian and Ubuntu themselves end: what they built anew without a change, and Ubuntu Pro's, among them. */
const ownEnd = /(?:[+~]deb\d{1,2}u\d+(?:\.\d+)*(?:\+b\d+)?|ubuntu[\d.]*(?:build\d+)?(?:[+~]esm\d+)?)$/;

/**
 * What others make of a distribution's package states that one's revision, and theirs behind it: Raspberry Pi OS (`2+deb12u2+rpt1`), appliances,
 * Ubuntu's builds for FIPS (`4ubuntu0.fips.0.2.1`). They mend by a count of their own.
 */
function isRebuilt(revision: string): boolean {
  return /[+~]deb\d|ubuntu/.test(revision) && !ownEnd.test(revision);
}

/** `Debian-5+deb11u1` names its packager, `0+deb9u12` does not. */
function splitPackager(revision: string): { packager: Distribution | 'other' | null; rest: string } {
  const [, name, rest] = /^([A-Za-z]{3,20})-(.+)$/.exec(revision) ?? [];
  if (name === undefined || rest === undefined) return { packager: null, rest: revision };
  const lower = name.toLowerCase();
  return { packager: lower === 'debian' || lower === 'ubuntu' ? lower : 'other', rest };
}

/** Cyrus states all of it in its revision: `Debian-3.2.6-2+deb11u2`. */
function packageVersion(upstream: string, revision: string): string {
  return revision.startsWith(`${upstream}-`) ? revision : `${upstream}-${revision}`;
}

type Release = Pick<DistributionBuild, 'distribution' | 'release'>;

function releaseOf(
  program: string,
  version: string,
  revision: string,
  packager: Distribution | null,
): Release | undefined {
  const debian = /[+~]deb(\d{1,2})u\d+/.exec(revision)?.[1];
  // The last one with a point in its name.
  if (debian !== undefined) return { distribution: 'debian', release: debian === '6' ? '6.0' : debian };
  const ubuntu = /ubuntu\d+\.(\d\d\.(?:04|10))(?!\d)/.exec(revision)?.[1];
  if (ubuntu !== undefined) return { distribution: 'ubuntu', release: ubuntu };
  // Old packages of Ubuntu call themselves Debian's.
  const distribution = revision.includes('ubuntu') ? 'ubuntu' : packager;
  const first = firstRevisions.find(
    (row) =>
      row.program === program &&
      row.version === version &&
      row.distribution === distribution &&
      row.revision.test(revision),
  );
  return first && { distribution: first.distribution, release: first.release };
}

/** Each release has one version of a program; its first revisions do not name the release. */
interface FirstRevision extends Release {
  readonly program: string;
  readonly version: string;
  readonly revision: RegExp;
}

function firstRevision(
  program: string,
  distribution: Distribution,
  rows: readonly (readonly [version: string, revision: RegExp, release: string])[],
): FirstRevision[] {
  return rows.map(([version, revision, release]) => ({ program, distribution, version, revision, release }));
}

const firstRevisions: readonly FirstRevision[] = [
  ...firstRevision('openssh', 'debian', [
    ['4.3p2', /^9(etch\d+)?$/, '4.0'],
    ['5.1p1', /^5$/, '5.0'],
    ['5.5p1', /^6(\+squeeze\d+)?$/, '6.0'],
    ['6.0p1', /^4$/, '7'],
    ['6.7p1', /^5$/, '8'],
    ['7.4p1', /^10$/, '9'],
    ['7.9p1', /^10$/, '10'],
    ['8.4p1', /^5$/, '11'],
    ['9.2p1', /^2$/, '12'],
    ['10.0p1', /^7$/, '13'],
    ['10.0p2', /^7$/, '13'],
  ]),
  ...firstRevision('openssh', 'ubuntu', [
    ['4.7p1', /^8ubuntu\d/, '8.04'],
    ['5.1p1', /^3ubuntu\d/, '8.10'],
    ['5.1p1', /^5ubuntu\d/, '9.04'],
    ['5.1p1', /^6ubuntu\d/, '9.10'],
    ['5.3p1', /^3ubuntu\d/, '10.04'],
    ['5.5p1', /^4ubuntu\d/, '10.10'],
    ['5.8p1', /^1ubuntu\d/, '11.04'],
    ['5.8p1', /^7ubuntu\d/, '11.10'],
    ['5.9p1', /^5ubuntu1(\.|$)/, '12.04'],
    ['6.0p1', /^3ubuntu\d/, '12.10'],
    ['6.2p2', /^6(ubuntu0|$)/, '13.10'],
    ['6.6p1', /^2ubuntu\d/, '14.04'],
    ['6.6.1p1', /^2ubuntu\d/, '14.04'],
    ['6.6.1p1', /^8(ubuntu0|$)/, '14.10'],
    ['6.7p1', /^5ubuntu\d/, '15.04'],
    ['6.9p1', /^2(ubuntu0|$)/, '15.10'],
    ['7.2p2', /^4(ubuntu\d|$)/, '16.04'],
    ['7.3p1', /^1(ubuntu0|$)/, '16.10'],
    ['7.4p1', /^10(ubuntu0|$)/, '17.04'],
    ['7.5p1', /^10(ubuntu0|$)/, '17.10'],
    ['7.6p1', /^4(ubuntu0|$)/, '18.04'],
    ['7.7p1', /^4(ubuntu0|$)/, '18.10'],
    ['7.9p1', /^10$/, '19.04'],
    ['8.0p1', /^6(build1|ubuntu0|$)/, '19.10'],
    ['8.2p1', /^4(ubuntu0|$)/, '20.04'],
    ['8.3p1', /^1(ubuntu0|$)/, '20.10'],
    ['8.4p1', /^5ubuntu1/, '21.04'],
    ['8.4p1', /^6ubuntu2/, '21.10'],
    ['8.9p1', /^3(ubuntu0|$)/, '22.04'],
    ['9.0p1', /^1ubuntu7/, '22.10'],
    ['9.0p1', /^1ubuntu8/, '23.04'],
    ['9.3p1', /^1ubuntu3/, '23.10'],
    ['9.6p1', /^3ubuntu13/, '24.04'],
    ['9.7p1', /^7ubuntu4/, '24.10'],
    ['9.9p1', /^3ubuntu3/, '25.04'],
    ['10.0p1', /^5ubuntu5/, '25.10'],
    ['10.0p2', /^5ubuntu5/, '25.10'],
  ]),
  ...firstRevision('php', 'ubuntu', [
    ['5.3.10', /^1ubuntu3/, '12.04'],
    ['5.5.9', /^1ubuntu4/, '14.04'],
    ['7.4.3', /^4ubuntu[12](\.|$)/, '20.04'],
    ['8.1.2', /^1ubuntu2/, '22.04'],
  ]),
  ...firstRevision('mariadb', 'ubuntu', [
    ['10.3.22', /^1ubuntu1/, '20.04'],
    ['10.6.7', /^2ubuntu1/, '22.04'],
  ]),
  ...firstRevision('sendmail', 'debian', [['8.15.2', /^22(\+|$)/, '11']]),
];

/** By their web server, which is a part of the system. */
const windowsOf: Readonly<Record<string, string>> = {
  '6.0': '2003-sp2',
  '7.0': '2008-sp2',
  '7.5': '2008-r2-sp1',
  '8.0': '2012',
  '8.5': '2012-r2',
};

/** The release of Windows Server, as endoflife.date calls it, by the version of its web server; 10.0 is that of all later ones. */
export function windowsRelease({ name, version }: StatedComponent): string | undefined {
  return /^(microsoft-)?iis$/i.test(name) ? windowsOf[version ?? ''] : undefined;
}
