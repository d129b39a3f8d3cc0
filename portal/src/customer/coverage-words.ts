import type { Scan, Server } from './data.ts';

const portCount = (count: number) => count.toLocaleString('en');

/** What a scan looked at, as part of a sentence. */
export function coveredWords({ tcp_ports: tcp, udp_ports: udp }: NonNullable<Scan['coverage']>): string {
  return udp === 0 ? `${portCount(tcp)} TCP ports` : `${portCount(tcp)} TCP and ${portCount(udp)} UDP ports`;
}

/** What the scans of a server look at and how often, and what they leave out. */
export function coverageWords({ ports, tcp_ports: tcp, udp_ports: udp, interval_seconds }: Server['coverage']): string {
  const everyPort = ports === 'full';
  const ofTcp = everyPort
    ? `All ${portCount(tcp)} TCP ports`
    : `${ports === 'top-1000' ? 'The ' : ''}${portCount(tcp)} ${ports === 'top-1000' ? 'most common ' : ''}TCP ports`;
  const what = udp === 0 ? ofTcp : `${ofTcp} and ${portCount(udp)} UDP services`;
  const rest = everyPort
    ? udp === 0
      ? 'UDP is not looked at.'
      : 'Other UDP ports are not looked at.'
    : 'Other ports are not looked at.';
  return `${what}, ${often(interval_seconds)}. ${rest}`;
}

function often(seconds: number): string {
  if (seconds === 86_400) return 'daily';
  if (seconds === 3_600) return 'hourly';
  if (seconds % 86_400 === 0) return `every ${seconds / 86_400} days`;
  if (seconds % 3_600 === 0) return `every ${seconds / 3_600} hours`;
  return `every ${Math.round(seconds / 60)} minutes`;
}
