import { isIP } from 'node:net';
import type { RemediableExposure, RemediationOptions } from './remediation.ts';

export type IpFamily = 'ipv4' | 'ipv6';

/** What the commands are made of: an exposure whose every word is safe inside a shell command. */
export interface Closing {
  readonly address: string;
  /** The family of the exposed address. */
  readonly family: IpFamily;
  /** Both, the exposed address's first: what listens on one mostly listens on the other, too. */
  readonly families: readonly [IpFamily, IpFamily];
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
  /** Whether the administrator's own address must stay allowed. */
  readonly isAdministration: boolean;
  /** Placeholder for the address that administers; of the exposed address's family, because it is used to get there. */
  readonly ownAddress: 'YOUR_IPV4' | 'YOUR_IPV6';
  /** Name for rules and files that exist only for this closing, e.g. `close-tcp-6379`. */
  readonly name: string;
}

/** @throws RangeError when the address or the port isn't one: they become part of commands that run as root. */
export function planClosing(exposure: RemediableExposure, options: RemediationOptions): Closing {
  const { address, protocol, port } = exposure;
  const version = isIP(address);
  if (version === 0 || address.includes('%')) throw new RangeError('Not a plain IP address');
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new RangeError(`Not a port: ${port}`);
  const isIpv4 = version === 4;
  return {
    address,
    family: isIpv4 ? 'ipv4' : 'ipv6',
    families: isIpv4 ? ['ipv4', 'ipv6'] : ['ipv6', 'ipv4'],
    protocol,
    port,
    isAdministration: options.isAdministration,
    ownAddress: isIpv4 ? 'YOUR_IPV4' : 'YOUR_IPV6',
    name: `close-${protocol}-${port}`,
  };
}
