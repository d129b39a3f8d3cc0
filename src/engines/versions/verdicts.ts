import { LRUCache } from 'lru-cache';
import type { Severity } from '../../common/severity.ts';
import { exploitedIn, type VulnerabilityFinding, type VulnerabilityReason } from './exploited.ts';
import type { Installer } from './installers.ts';
import {
  buildOriginOf,
  type DistributionBuild,
  type StatedComponent,
  type UnknownOrigin,
  windowsRelease,
} from './origin.ts';
import type { Program } from './programs.ts';
import type { Day, LineEnds, PublishedTracker, ReleaseEnds, VersionData } from './support-ends.ts';

/** `affected`: nobody mends it any more; `fixed`: its distribution does; `unknown`: what it says does not tell. */
export const verdictNames = ['affected', 'fixed', 'unknown'] as const;
export const verdictSubjects = ['operating_system', 'product_line', 'vulnerability'] as const;
export const verdictSources = ['distro-info', 'endoflife', 'debian', 'ubuntu'] as const;

/** Why a verdict is what it is; each has its words. */
type VerdictReason =
  | UnknownOrigin
  | 'os-supported'
  | 'os-ended'
  | 'os-ended-but-paid'
  | 'os-paid'
  | 'several-releases'
  | VulnerabilityReason
  | 'old-data'
  | 'line-ended'
  | 'line-mended-by-others';

/** What is known of a component's version, and how to check it. */
export interface VersionVerdict {
  readonly verdict: (typeof verdictNames)[number];
  readonly about: (typeof verdictSubjects)[number];
  readonly reason: VerdictReason;
  /** Of the alert that it is worth; null: it is worth none. */
  readonly severity: Severity | null;
  /** What the words of the reason name. */
  readonly values: Readonly<Record<string, string>>;
  /** Whose data it is by; null: by none. */
  readonly source: (typeof verdictSources)[number] | null;
  readonly asOf: Day | null;
  /** The vulnerability that it is about; null: none in particular. */
  readonly cve: string | null;
  /** The version of the package that mends it; null where there is none, or nothing is to mend. */
  readonly fixedVersion: string | null;
  /** A command that shows on the server itself what is so; null: none does. */
  readonly check: string | null;
}

/**
 * What is known of the versions of one server's components, each with its verdicts, in the order in which they came.
 * @param today what has ended by then
 * @param installer of the server's packages, for commands; null: not known
 */
export function verdictsOf(
  components: readonly StatedComponent[],
  data: VersionData,
  today: Day,
  installer: Installer | null,
): (readonly VersionVerdict[])[] {
  const known = components.map((component) => knownOf(component, data, today, installer));
  const releases = new Set(known.flatMap(({ release }) => release ?? []));
  return known.map(({ release, verdicts }) =>
    release !== null && releases.size > 1 ? verdicts.map(asOneOfSeveral) : verdicts,
  );
}

interface Known {
  /** Of a distribution; null: it names none. */
  readonly release: string | null;
  /** As of a server that shows no other release. */
  readonly verdicts: readonly VersionVerdict[];
}

/** Servers run the same packages, and the same ones at each scan. So many of them are kept for each day of each data. */
const mostKept = 500;
const keptOf = new WeakMap<VersionData, LRUCache<string, Known>>();

function knownOf(component: StatedComponent, data: VersionData, today: Day, installer: Installer | null): Known {
  const { name, version, revision } = component;
  const kept = keptOf.get(data) ?? new LRUCache<string, Known>({ max: mostKept });
  keptOf.set(data, kept);
  const key = JSON.stringify([today, installer, name, version, revision]);
  const before = kept.get(key);
  if (before) return before;
  const known = judged(component, data, today, installer);
  kept.set(key, known);
  return known;
}

function judged(component: StatedComponent, data: VersionData, today: Day, installer: Installer | null): Known {
  const { program, build, unknown } = buildOriginOf(component);
  const windows = windowsVerdict(component, data, today);
  if (windows) return { release: build && releaseKey(build), verdicts: [windows] };
  if (build) {
    const verdicts = [...osVerdicts(build, data, today), ...vulnerabilityVerdicts(program!, build, data, today)];
    return { release: releaseKey(build), verdicts };
  }
  const line =
    program && mayBeAnyones.has(unknown!) ? lineVerdict(program, component, data, today, installer) : undefined;
  return { release: null, verdicts: [line ?? unknownVerdict(program, component, unknown!, installer)] };
}

/** A server that shows several releases has containers, or is several servers: whose system it is, nobody can say. */
function asOneOfSeveral(verdict: VersionVerdict): VersionVerdict {
  return verdict.about === 'operating_system'
    ? { ...verdict, verdict: 'unknown', reason: 'several-releases', severity: null }
    : verdict;
}

/** What a distribution packaged is mended by that, whatever its makers do. */
const mayBeAnyones: ReadonlySet<UnknownOrigin> = new Set(['no-revision', 'other-packager']);

function releaseKey({ distribution, release }: DistributionBuild): string {
  return `${distribution} ${release}`;
}

const ofNoVulnerability = { cve: null, fixedVersion: null } as const;

const osCheck = 'grep PRETTY_NAME /etc/os-release';

function osVerdicts(build: DistributionBuild, data: VersionData, today: Day): VersionVerdict[] {
  const releases = build.distribution === 'debian' ? data.debianReleases : data.ubuntuReleases;
  const ends = releases.value.get(releaseKey(build));
  if (!ends?.free) return [];
  const about = {
    ...ofNoVulnerability,
    about: 'operating_system',
    source: 'distro-info',
    asOf: releases.asOf,
    check: osCheck,
  } as const;
  const values = { name: ends.label, end: ends.free, paid_end: ends.paid ?? '' };
  return [{ ...about, ...osJudgement(build, ends, today), values }];
}

function osJudgement(
  build: DistributionBuild,
  { free, paid }: ReleaseEnds,
  today: Day,
): Pick<VersionVerdict, 'verdict' | 'reason' | 'severity'> {
  if (free! >= today) return { verdict: 'fixed', reason: 'os-supported', severity: null };
  const isPaid = paid !== null && paid >= today;
  // Packages of Ubuntu Pro say so.
  if (isPaid && /[~+]esm/.test(build.version)) return { verdict: 'fixed', reason: 'os-paid', severity: null };
  return ended(isPaid);
}

/** Whether somebody pays for its updates cannot be seen. */
function ended(isPaid: boolean): Pick<VersionVerdict, 'verdict' | 'reason' | 'severity'> {
  return isPaid
    ? { verdict: 'affected', reason: 'os-ended-but-paid', severity: 'medium' }
    : { verdict: 'affected', reason: 'os-ended', severity: 'high' };
}

function windowsVerdict(component: StatedComponent, { lines }: VersionData, today: Day): VersionVerdict | undefined {
  const ends = lines.value.get(`windows-server ${windowsRelease(component)}`);
  if (!ends?.endsOn || !hasEnded(ends, today)) return undefined;
  const isPaid = ends.paidEndsOn !== null && ends.paidEndsOn > today;
  return {
    ...ofNoVulnerability,
    ...ended(isPaid),
    about: 'operating_system',
    values: { name: ends.label, end: ends.endsOn, paid_end: ends.paidEndsOn ?? '' },
    source: 'endoflife',
    asOf: lines.asOf,
    check: 'winver',
  };
}

/** Of a program that states no package. Undefined: its makers still mend the line, or none is known. */
function lineVerdict(
  program: Program,
  component: StatedComponent,
  { lines }: VersionData,
  today: Day,
  installer: Installer | null,
): VersionVerdict | undefined {
  const line = component.version === null ? null : program.line(component.version);
  const ends = lines.value.get(`${program.lines} ${line}`);
  if (line === null || !ends?.endsOn || !hasEnded(ends, today)) return undefined;
  const others = program.mendedBy?.[line];
  const isMended = others !== undefined && others[1] >= today;
  return {
    ...ofNoVulnerability,
    verdict: isMended ? 'unknown' : 'affected',
    about: 'product_line',
    reason: isMended ? 'line-mended-by-others' : 'line-ended',
    severity: isMended ? null : 'medium',
    values: { name: ends.label, end: ends.endsOn, others: others?.[0] ?? '' },
    source: 'endoflife',
    asOf: lines.asOf,
    check: packageCheck(program, line, installer),
  };
}

function hasEnded({ isEnded, endsOn }: LineEnds, today: Day): boolean {
  return endsOn === null ? isEnded : endsOn <= today;
}

function unknownVerdict(
  program: Program | undefined,
  component: StatedComponent,
  reason: UnknownOrigin,
  installer: Installer | null,
): VersionVerdict {
  return {
    ...ofNoVulnerability,
    verdict: 'unknown',
    about: 'vulnerability',
    reason,
    severity: null,
    values: { name: program?.label ?? component.name },
    source: null,
    asOf: null,
    check: program
      ? packageCheck(program, program.line(component.version ?? ''), reason === 'rpm-package' ? 'dnf' : installer)
      : null,
  };
}

/** Shows the package that it is from, or which security updates it lacks. */
function packageCheck(program: Program, line: string, installer: Installer | null): string {
  const deb = `dpkg-query -W '${line === '' ? `${program.name}*` : program.deb(line)}'`;
  switch (installer) {
    case 'dpkg':
      return deb;
    case 'dnf':
      return `rpm -q ${program.rpm}; dnf updateinfo list --security | grep ${program.rpm}`;
    case 'zypper':
      // Its packages have other names.
      return 'zypper list-patches --category security';
    case null:
      return `${deb} || rpm -q ${program.rpm}`;
  }
}

/** Of what is exploited, with what its distribution says of this very package; what is open first. */
function vulnerabilityVerdicts(
  program: Program,
  build: DistributionBuild,
  data: VersionData,
  today: Day,
): VersionVerdict[] {
  const found = exploitedIn(build, data).map((finding) => vulnerabilityVerdict(program, build, finding, data));
  const tracker = data[build.distribution];
  if (!tracker || !isOld(tracker, today)) return found;
  const about = {
    ...ofNoVulnerability,
    about: 'vulnerability',
    severity: null,
    source: build.distribution,
    asOf: tracker.asOf,
  } as const;
  const values = { name: program.label, checked: tracker.checkedOn };
  return [{ ...about, verdict: 'unknown', reason: 'old-data', values, check: null }, ...found];
}

export const maxAgeMs = 3 * 86_400_000;

/** What is known of vulnerabilities is of little worth without those of the last days. */
export function isOld({ checkedOn }: PublishedTracker, today: Day): boolean {
  return Date.parse(today) - Date.parse(checkedOn) > maxAgeMs;
}

function vulnerabilityVerdict(
  program: Program,
  build: DistributionBuild,
  finding: VulnerabilityFinding,
  data: VersionData,
): VersionVerdict {
  const { verdict, reason, cve, fixedVersion } = finding;
  const tracker = data[build.distribution];
  const deb = program.deb(program.line(build.version));
  return {
    verdict,
    about: 'vulnerability',
    reason,
    severity: severityOf(finding, data),
    values: { name: program.label, version: build.version, cve: cve ?? '', fixed: fixedVersion ?? '' },
    source: tracker && build.distribution,
    asOf: tracker?.asOf ?? null,
    cve,
    fixedVersion,
    check: fixedVersion === null ? `dpkg-query -W '${deb}'` : fixCheck(deb, fixedVersion),
  };
}

/** What is only likely to be exploited, or what its distribution calls minor, is told and is no alert. */
function severityOf({ verdict, reason, cve }: VulnerabilityFinding, { exploited }: VersionData): Severity | null {
  const exploitation = verdict === 'affected' && reason !== 'exploited-minor' ? exploited.get(cve!) : undefined;
  if (exploitation === undefined) return null;
  return exploitation === 'ransomware' ? 'critical' : 'high';
}

/** Says yes or no, by the version that is installed. */
function fixCheck(deb: string, fixed: string): string {
  return `dpkg --compare-versions "$(dpkg-query -Wf '\${Version}' ${deb})" ge '${fixed}' && echo fixed || echo affected`;
}
