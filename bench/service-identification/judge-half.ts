import type { Severity } from '../../src/common/severity.ts';
import { assess } from '../../src/engines/port-risk/assess.ts';
import type { ServiceIdentity } from '../../src/engines/service-identification/service-identity.ts';
import type { Daemon, DaemonPort } from './daemon.ts';
import { mistakes, type OurRun } from './identify-all.ts';
import type { NmapRun } from './nmap.ts';
import { isNamedInWhatIsShown, nmapsVerdictOn, type Verdict, verdictOn } from './verdict.ts';

/** What was said of a port beside what is right. */
export interface JudgedPort {
  readonly daemon: string;
  readonly expected: DaemonPort;
  readonly said: ServiceIdentity;
  readonly verdict: Verdict;
  readonly severity: Severity;
  /** Said to answer without a login, which it does not. */
  readonly isFalselyOpen: boolean;
  /** In words; empty when nothing is. */
  readonly mistakes: readonly string[];
  readonly nmap: { readonly said: ServiceIdentity | null; readonly verdict: Verdict } | null;
}

/** The figures of a half. */
export interface HalfFigures {
  readonly daemons: number;
  readonly running: number;
  readonly ports: number;
  readonly right: number;
  readonly wrong: number;
  readonly unknown: number;
  /** Of those not named: its name stands in the title or greeting that the alert shows. */
  readonly shown: number;
  readonly falselyOpen: number;
  /** Of the ports whose right severity is written down. */
  readonly severity: { readonly right: number; readonly of: number };
  readonly seconds: number;
  readonly nmap: {
    readonly right: number;
    readonly wrong: number;
    readonly unknown: number;
    readonly seconds: number;
  } | null;
}

export function judgeHalf(running: readonly Daemon[], ours: OurRun, nmap: NmapRun | null): readonly JudgedPort[] {
  return running.flatMap(({ name, ports }) =>
    ports.map((expected) => judgePort(name, expected, ours.identities.get(expected.port)!, nmap)),
  );
}

function judgePort(daemon: string, expected: DaemonPort, said: ServiceIdentity, nmap: NmapRun | null): JudgedPort {
  const { port, truth } = expected;
  const verdict = verdictOn(said, expected);
  const { riskLevel } = assess({ ...said, address: '127.0.0.1', protocol: 'tcp', port });
  const isFalselyOpen = said.unauthenticated === true && expected.login !== false && expected.login !== undefined;
  const nmaps = nmap?.identities.get(port) ?? null;
  const judgedNmap = nmap && { said: nmaps, verdict: nmaps ? nmapsVerdictOn(nmaps, expected) : ('unknown' as const) };
  const inWords = [
    ...(verdict === 'right' ? mistakes(said, { ...truth, service: said.service }) : [`is ${truth.service}`]),
    ...(isFalselyOpen ? ['FALSELY OPEN'] : []),
    ...(expected.severity && expected.severity !== riskLevel ? [`${riskLevel} should be ${expected.severity}`] : []),
  ];
  return { daemon, expected, said, verdict, severity: riskLevel, isFalselyOpen, mistakes: inWords, nmap: judgedNmap };
}

export function figuresOf(
  judged: readonly JudgedPort[],
  daemons: { readonly of: number; readonly running: number },
  ours: OurRun,
  nmap: NmapRun | null,
): HalfFigures {
  const rated = judged.filter(({ expected }) => expected.severity !== undefined);
  return {
    daemons: daemons.of,
    running: daemons.running,
    ports: judged.length,
    ...count(judged.map(({ verdict }) => verdict)),
    shown: judged.filter(({ verdict, said, expected }) => verdict === 'unknown' && isNamedInWhatIsShown(said, expected))
      .length,
    falselyOpen: judged.filter(({ isFalselyOpen }) => isFalselyOpen).length,
    severity: {
      right: rated.filter(({ severity, expected }) => severity === expected.severity).length,
      of: rated.length,
    },
    seconds: ours.seconds,
    nmap: nmap && { ...count(judged.map((port) => port.nmap!.verdict)), seconds: nmap.seconds },
  };
}

function count(verdicts: readonly Verdict[]): Record<Verdict, number> {
  const of = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length;
  return { right: of('right'), wrong: of('wrong'), unknown: of('unknown') };
}
