import { rankOf, type Severity } from '../../common/severity.ts';
import type { ObservedPort, PortsObserved } from '../../core/operation/effects.ts';
import { type Component, componentsOf } from '../../engines/service-identification/components/components.ts';
import { installerOf } from '../../engines/versions/installers.ts';
import { buildOriginOf, windowsRelease } from '../../engines/versions/origin.ts';
import { programCalled } from '../../engines/versions/programs.ts';
import type { Day, VersionData } from '../../engines/versions/support-ends.ts';
import { newestLine, releasesAfter } from '../../engines/versions/upgrades.ts';
import { isOld, type VersionVerdict, verdictsOf } from '../../engines/versions/verdicts.ts';
import type { Judgement, LiveAlert, Sighting } from '../alerts/index.ts';
import { type SystemEvidence, type VersionEvidence, type VersionPlace, versionEvidence } from './version-evidence.ts';

/**
 * What a scan's ports mean for the alerts about versions (decision 105): a cause is told once two scans that follow each other heard the same
 * program state it, and is over when none states it any more and each that did was heard stating another version, or its port closed.
 * Nothing new is told by what is partial, or by data about vulnerabilities that is old.
 */
export function judgeVersions(
  observed: PortsObserved,
  live: readonly LiveAlert[],
  data: VersionData,
  now: Date,
): Judgement {
  const today = now.toISOString().slice(0, 10);
  const judged = judgedComponents(observed, data, today);
  const causes = causesIn(judged, data, today);
  const before = new Map(live.map((alert) => [alert.key, alert]));
  const mayRaise = ({ evidence: { about, source } }: Cause) => {
    const tracker = source === 'debian' || source === 'ubuntu' ? data[source] : null;
    return !observed.isPartial && !(about === 'vulnerability' && tracker && isOld(tracker, today));
  };
  const seen = causes.filter((cause) =>
    before.has(cause.key) ? cause.heard.size > 0 : cause.heard.has('again') && mayRaise(cause),
  );
  const found = new Set(causes.map(({ key }) => key));
  const isOver = ({ key, evidence }: LiveAlert) =>
    !found.has(key) && isGone(versionEvidence.parse(evidence), observed, judged);
  return {
    seen: seen.map(({ key, severity, evidence }): Sighting => {
      const known = before.get(key);
      const isNews = known !== undefined && rankOf(severity) > rankOf(known.severity);
      return { key, severity, evidence, isNews };
    }),
    ended: live.filter(isOver).map(({ id }) => ({ alertId: id, resolution: 'cause_ended' })),
  };
}

/** Whether a scan can raise or end anything at all; if not, no data is asked. */
export function mayTell({ open, isPartial }: PortsObserved, live: readonly LiveAlert[]): boolean {
  return live.length > 0 || (!isPartial && open.some(({ heard }) => heard === 'again'));
}

interface JudgedComponent {
  readonly port: ObservedPort;
  readonly component: Component;
  readonly verdicts: readonly VersionVerdict[];
}

/** In an order of their own, so that the same services make the same evidence. */
function judgedComponents({ open }: PortsObserved, data: VersionData, today: Day): JudgedComponent[] {
  const ports = open.toSorted((a, b) => a.protocol.localeCompare(b.protocol) || a.port - b.port);
  const components = ports.flatMap((port) => componentsOf(port.identity).map((component) => ({ port, component })));
  const verdicts = verdictsOf(
    components.map(({ component }) => component),
    data,
    today,
    installerOf(ports.map(({ identity }) => identity.operatingSystem)),
  );
  return components.map((each, index) => ({ ...each, verdicts: verdicts[index]! }));
}

interface Cause {
  readonly key: string;
  readonly severity: Severity;
  readonly evidence: VersionEvidence;
  /** How the ports that show it were heard. */
  readonly heard: ReadonlySet<'first' | 'again'>;
}

function causesIn(judged: readonly JudgedComponent[], data: VersionData, today: Day): Cause[] {
  const stated = judged.flatMap(({ verdicts, ...at }) => verdicts.map((verdict) => ({ ...at, verdict })));
  const systems = new Set(stated.flatMap(({ verdict }) => (isAboutSystem(verdict) ? [verdict.values.name] : [])));
  const alarming = stated.flatMap(({ verdict, ...at }) => {
    // What stands before several systems shows one of them.
    const isOneOfSeveral = isAboutSystem(verdict) && systems.size > 1;
    const cause = isOneOfSeveral ? null : causeOf(at.component, verdict, data, today);
    return cause ? [{ ...at, cause }] : [];
  });
  return [...Map.groupBy(alarming, ({ cause }) => cause.key).values()].map((group) => {
    const { key, severity, evidence } = group[0]!.cause;
    const places = group.map(({ port, component }) => placeOf(port, component));
    const heard = new Set(group.flatMap(({ port }) => port.heard ?? []));
    return { key, severity, evidence: { ...evidence, places }, heard };
  });
}

function isAboutSystem({ about }: VersionVerdict): boolean {
  return about === 'operating_system';
}

function placeOf({ protocol, port, identity }: ObservedPort, component: Component): VersionPlace {
  const { name, version, revision, where } = component;
  return { protocol, port, service: identity.service, where, name, version, revision };
}

type JudgedCause = Pick<Cause, 'key' | 'severity' | 'evidence'>;

/** Null: what is known of it is nothing to act upon. */
function causeOf(component: Component, verdict: VersionVerdict, data: VersionData, today: Day): JudgedCause | null {
  const { reason, severity, values, cve, source, asOf, check } = verdict;
  if (severity === null || source === null || asOf === null || check === null) return null;
  const known = { places: [], source, as_of: asOf, check };
  const { name, end } = values as { name: string; end: string };
  const program = programCalled(component.name)?.name ?? '';
  switch (reason) {
    case 'os-ended':
    case 'os-ended-but-paid': {
      const paidEnd = reason === 'os-ended' ? null : values.paid_end!;
      const system = { about: 'operating_system', ...known, ...systemOf(component, data), name, end } as const;
      return { key: 'eol:os', severity, evidence: { ...system, paid_end: paidEnd } };
    }
    case 'line-ended': {
      const newest = newestLine(program, data, today);
      const evidence = { about: 'product_line', ...known, name, end, newest } as const;
      return { key: `eol:${program}`, severity, evidence };
    }
    case 'exploited-fixed-later':
    case 'exploited-open':
    case 'exploited-paid-only': {
      const ransomware = data.exploited.get(cve!) === 'ransomware';
      const vulnerability = { about: 'vulnerability', ...known, name, version: values.version!, cve: cve! } as const;
      const evidence = { ...vulnerability, ransomware, fix: fixes[reason], fixed_version: verdict.fixedVersion };
      return { key: `kev:${cve}:${program}`, severity, evidence };
    }
    default:
      return null;
  }
}

const fixes = { 'exploited-fixed-later': 'free', 'exploited-paid-only': 'paid', 'exploited-open': 'none' } as const;

function systemOf(component: Component, data: VersionData): Pick<SystemEvidence, 'system' | 'series' | 'upgrades'> {
  const { build } = buildOriginOf(component);
  if (!build) return { system: 'windows', series: null, upgrades: [] };
  const { distribution: system, release } = build;
  const releases = system === 'debian' ? data.debianReleases : data.ubuntuReleases;
  const series = releases.value.get(`${system} ${release}`)?.series ?? null;
  const upgrades = releasesAfter(build, data).map((next) => ({ name: next.label, series: next.series }));
  return { system, series, upgrades };
}

/** Whether what showed it is proved to be gone: all of it, since a port that was not heard may show it still. */
function isGone(
  evidence: VersionEvidence,
  { open, closed }: PortsObserved,
  judged: readonly JudgedComponent[],
): boolean {
  return evidence.places.every((place) => {
    const isIt = ({ protocol, port }: Pick<ObservedPort, 'protocol' | 'port'>) =>
      protocol === place.protocol && port === place.port;
    if (closed.some(isIt)) return true;
    const heard = open.find((port) => isIt(port) && port.heard !== undefined);
    if (!heard) return false;
    const there = judged.filter(({ port }) => port === heard);
    const same = there.filter(({ component }) => component.name.toLowerCase() === place.name.toLowerCase());
    if (same.length > 0) return same.every((each) => statesOtherwise(each, place, evidence));
    // A program that says less of itself is not another one.
    return heard.identity.service !== place.service || there.some(({ component }) => component.where === place.where);
  });
}

/** Whether a program that stated it states what is known to be otherwise. */
function statesOtherwise(
  { component, verdicts }: JudgedComponent,
  place: VersionPlace,
  { about }: VersionEvidence,
): boolean {
  if (component.version === null) return false;
  // What was mended stays mended, however old the data is that says so.
  const isUnknown = verdicts.some(
    (verdict) => verdict.about === about && verdict.verdict === 'unknown' && verdict.reason !== 'old-data',
  );
  if (about === 'vulnerability') return !isUnknown;
  if (component.version !== place.version) return true;
  const tellsSystem = buildOriginOf(component).build !== null || windowsRelease(component) !== undefined;
  return !isUnknown && (about === 'product_line' || tellsSystem);
}
