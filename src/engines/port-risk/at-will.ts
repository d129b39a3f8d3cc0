import type { ApplicationPurpose } from '../../common/application-purpose.ts';
import type { Severity } from '../../common/severity.ts';
import type { Exposure } from './assessment.ts';
import { namedService } from './named-services.ts';

/** The most urgent alert there is: who connects may run, read or write at will. */
export const atWillSeverity: Severity = 'critical';

interface AtWillClass {
  readonly services: readonly string[];
  /** Applications that are for this. */
  readonly purposes: readonly ApplicationPurpose[];
}

/**
 * What is of the class; each kind has a sentence of its own (`at-will.…`). Members count where they were seen to ask nobody for a
 * login, as those that know none always are. Erlang's inner line asks for one shared word: its row is as urgent for that.
 */
export const atWillClasses = {
  /** A command line. */
  shell: { services: ['bind-shell', 'adb', 'tarantool-console', 'telnet', 'rlogin', 'rsh', 'rexec'], purposes: [] },
  /** The inside of a running program. */
  debugger: { services: ['jdwp', 'node-inspector', 'gdbserver'], purposes: ['debugger'] },
  /** Runs what it is handed. */
  job_runner: {
    services: ['jupyter', 'jenkins', 'fastcgi', 'uwsgi', 'distcc', 'distccd'],
    purposes: ['runner'],
  },
  /** Commands software, files, screens or machines. */
  remote_manager: {
    services: ['aria2', 'transmission', 'syncthing', 'ajp', 'vnc', 'rdp', 'qemu-monitor', 'varnish-cli', 'bacula'],
    purposes: ['manager', 'panel'],
  },
  /** Starts programs on one or many servers, or holds what decides that. */
  orchestration: {
    services: ['docker', 'docker-tls', 'kubernetes', 'kubelet', 'etcd', 'consul', 'erlang-distribution'],
    purposes: [],
  },
} as const satisfies Record<string, AtWillClass>;

type AtWillKind = keyof typeof atWillClasses;

/** Which kind lets strangers do as they like here; null where none does, or where that was not seen. */
export function atWillKind(exposure: Exposure): AtWillKind | null {
  const { method, protocol, unauthenticated, purpose } = exposure;
  if (method !== 'probed' || protocol !== 'tcp' || unauthenticated !== true) return null;
  const service = exposure.service.toLowerCase();
  const meant = purpose ?? namedService(service)?.purpose;
  const kinds = Object.entries(atWillClasses) as [AtWillKind, AtWillClass][];
  const isOf = ([, { services, purposes }]: [AtWillKind, AtWillClass]) =>
    services.includes(service) || (meant !== undefined && purposes.includes(meant));
  return kinds.find(isOf)?.[0] ?? null;
}
