import type { Daemon, DaemonPort } from '../daemon.ts';

/** A daemon of the root for what other Debian packages bring. */
export function row(name: string, packages: readonly string[], ports: readonly DaemonPort[], start: string): Daemon {
  return { name, root: 'fourth', packages, ports, start };
}
