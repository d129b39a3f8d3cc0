import type { Severity } from '../../../src/common/severity.ts';
import type { Daemon, DaemonPort } from '../daemon.ts';

/** A daemon of the root for what other Debian packages bring. */
export function row(name: string, packages: readonly string[], ports: readonly DaemonPort[], start: string): Daemon {
  return { name, root: 'fourth', packages, ports, start };
}

/** The right answer of one port. */
export interface RightAnswer {
  readonly name: string;
  readonly severity: Severity;
  /** Whether a login is asked; null where the question has no meaning, such as a name server or a public page. */
  readonly login: boolean | null;
  readonly tls?: true;
  /** An application that is spoken to over HTTP. */
  readonly overHttp?: true;
  /** Other names that are as right. */
  readonly also?: readonly string[];
}

/** What a daemon is, and what starts it; it listens on `$PORT1`, `$PORT2`… as many as it has answers. */
export type AnswerRow = readonly [
  name: string,
  packages: readonly string[],
  answers: readonly RightAnswer[],
  start: string,
];

/** Gives each of them ports of its own that suggest nothing, from the first one on. */
export function onPortsFrom(firstPort: number, root: string, rows: readonly AnswerRow[]): readonly Daemon[] {
  let port = firstPort;
  return rows.map(([name, packages, answers, start]) => {
    const ports = answers.map((answer) => portOf(port++, answer));
    return { name, root, packages, ports, start };
  });
}

function portOf(port: number, { name, severity, login, tls, overHttp, also = [] }: RightAnswer): DaemonPort {
  const truth = { service: name, tls: tls ?? false };
  return { port, truth, alsoRight: also, severity, login, ...(overHttp && { overHttp }) };
}

/** An application over HTTP. */
export function application(name: string, severity: Severity, login: boolean | null, ...also: string[]): RightAnswer {
  return { name, severity, login, overHttp: true, also };
}

/** A service with a protocol of its own. */
export function service(name: string, severity: Severity, login: boolean | null, ...also: string[]): RightAnswer {
  return { name, severity, login, also };
}

/** A service inside TLS. */
export function inTls(name: string, severity: Severity, login: boolean | null, ...also: string[]): RightAnswer {
  return { name, severity, login, tls: true, also };
}

/** A web server on a port where none is expected: `medium` until it is known what it is for. */
export function webServer(...also: string[]): RightAnswer {
  return { name: 'http', severity: 'medium', login: null, also };
}

/** Runs a program of a package of npm, and of `more` of them beside it. */
export function npm(
  name: string,
  specification: string,
  answers: AnswerRow[2],
  start: string,
  ...more: string[]
): AnswerRow {
  const packages = [`npm:${[specification, ...more].join(' ')}`];
  const folder = specification.slice(0, specification.lastIndexOf('@'));
  return [
    name,
    packages,
    answers,
    `export BIN=/opt/npm/${folder}/node_modules/.bin NODE_PATH=/opt/npm/${folder}/node_modules\n${start}`,
  ];
}
