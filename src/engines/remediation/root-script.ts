import type { Closing } from './closing.ts';
import { assignOwnAddress, indent } from './shell-steps.ts';

export interface RootScript {
  /** What it does, in a few words, for its first line. */
  readonly purpose: string;
  readonly guard: 'none' | LockoutGuard;
  /** POSIX sh, in which `fail WORDS` ends the script; where people administer, `$own` is the address that stays allowed. */
  readonly body: string;
}

/**
 * What must be filled in before a port is closed that people administer by: the address that stays allowed, or, where none
 * does, that there is a second way in.
 */
export type LockoutGuard = 'own address' | 'second way in';

/**
 * A whole script for root on the server, POSIX sh. It stands in a subshell, so that it can be pasted into a terminal as well
 * as run as a file: the shell reads all of it before it begins, and its end ends no session.
 */
export function rootScript(closing: Closing, { purpose, guard, body }: RootScript): string {
  const { protocol, port, address } = closing;
  return `#!/bin/sh
# ${purpose}: ${protocol} port ${port} of ${address}
# Run it as root on the server, as a file or pasted. To run it again does no harm.
(
${indent(`${guardLines(closing, guard)}set -u
LC_ALL=C
export LC_ALL
PATH=$PATH:/usr/sbin:/sbin
fail() {
  echo "STOPPED: $*" >&2
  exit 1
}
[ "$(id -u)" -eq 0 ] || fail 'not root; run sudo -i first'
${guardChecks(closing, guard)}${withoutAssignments(closing, body)}`)}
)
`;
}

/** The guard of a script that leaves the administrator's own address allowed. */
export function ownAddressGuard({ isAdministration }: Closing): RootScript['guard'] {
  return isAdministration ? 'own address' : 'none';
}

/** The guard of a script after which nobody reaches the port from elsewhere. */
export function secondWayInGuard({ isAdministration }: Closing): RootScript['guard'] {
  return isAdministration ? 'second way in' : 'none';
}

/** The address is filled in at the top of a script, once for all of its steps. */
function withoutAssignments(closing: Closing, body: string): string {
  const assignment = assignOwnAddress(closing);
  return body
    .split('\n')
    .filter((line) => line.trim() !== assignment)
    .join('\n');
}

function guardLines(closing: Closing, guard: RootScript['guard']): string {
  switch (guard) {
    case 'none':
      return '';
    case 'own address':
      return `# Fill in the public address that you connect from: it stays allowed.
${assignOwnAddress(closing)}
`;
    case 'second way in':
      return `# Write yes when you get in without this port too, by a console or a VPN: afterwards only the server itself reaches it.
second_way_in=no
`;
  }
}

function guardChecks({ family, ownAddress }: Closing, guard: RootScript['guard']): string {
  switch (guard) {
    case 'none':
      return '';
    case 'own address':
      return `case $own in
  *[!${family === 'ipv4' ? '0-9.' : '0-9a-fA-F:'}]* | '') fail 'fill in ${ownAddress} at the top, or you lock yourself out' ;;
esac
session=\${SSH_CONNECTION:-}
[ -z "$session" ] || [ "\${session%% *}" = "$own" ] ||
  fail "this session comes from \${session%% *}, which would be shut out; if that is right: unset SSH_CONNECTION"
`;
    case 'second way in':
      return `[ "$second_way_in" = yes ] ||
  fail 'people administer by this port; write second_way_in=yes at the top when you get in without it'
`;
  }
}
