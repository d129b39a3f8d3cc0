import type { Closing, IpFamily } from './closing.ts';

/** Says how to become root instead of trying: a password prompt would swallow the lines pasted after it. */
export const checkRoot = `[ "$(id -u)" -eq 0 ] && echo 'You are root: go on' || echo 'Not root: run sudo -i first'`;

/** Silence is what a closed UDP port looks like, which nmap calls open|filtered. */
export function verifyFromAnotherMachine({ address, family, protocol, port }: Closing): string {
  const options = ['-n', '-Pn', ...(family === 'ipv6' ? ['-6'] : []), ...(protocol === 'udp' ? ['-sU'] : [])];
  const good = protocol === 'udp' ? 'closed or open|filtered (no answer)' : 'closed or filtered';
  return `# Not from an address that you allowed. The state must be ${good}:
nmap ${options.join(' ')} -p ${port} ${address}`;
}

/** So that the reader fills in the address at one place of a step. */
export function assignOwnAddress({ ownAddress }: Closing): string {
  return `own=${ownAddress}`;
}

export function iptablesTool(family: IpFamily): 'iptables' | 'ip6tables' {
  return family === 'ipv4' ? 'iptables' : 'ip6tables';
}

/** Deletes every copy of a rule, so that it can be put at the top again; the chain's length bounds the loop. */
export function deleteAll(tool: string, chain: string, rule: string): string {
  return `while ${tool} -D ${chain} ${rule} 2>/dev/null; do :; done`;
}

export function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

/**
 * What iptables drops of the packets to a port. Not answers to what the server asked from this very port number, as time servers
 * do. Where people administer, open sessions go on, so that the one in which this is typed survives a mistake; elsewhere an
 * intruder's session ends.
 */
export function droppedPackets({ protocol, isAdministration }: Closing): string {
  // All states are named, because without them a packet outside connection tracking has no direction and matches nothing.
  if (!isAdministration) return '-m conntrack --ctstate INVALID,NEW,RELATED,ESTABLISHED,UNTRACKED --ctdir ORIGINAL';
  // Connection tracking may start with this very rule, and would then take an open session for a new one.
  return protocol === 'tcp' ? '--syn' : '-m conntrack ! --ctstate RELATED,ESTABLISHED';
}
