import { isIP } from 'node:net';
import type { HostScanRequest, Protocol } from './port-scanner.ts';

/** @throws TypeError when the caller broke the request's rules, as far as they concern the protocol */
export function assertScannable(
  { address, ports, maxPacketsPerSecond = 1 }: HostScanRequest,
  protocol: Protocol,
): void {
  if (isIP(address) === 0 || address.includes('%')) throw new TypeError(`Not an IP address: ${address}`);
  if (!(maxPacketsPerSecond > 0)) {
    throw new TypeError(`maxPacketsPerSecond must be a positive number, not ${maxPacketsPerSecond}`);
  }
  let previous = 0;
  for (const port of ports[protocol]) {
    if (!Number.isInteger(port) || port <= previous || port > 65_535) {
      throw new TypeError(`Ports must be ascending, unique and within 1..65535: ${previous}, ${port}`);
    }
    previous = port;
  }
}
