import { t } from '../messages/messages.ts';
import type { Scan, Server } from './data.ts';

/** What a scan looked at, as part of a sentence. */
export function coveredWords({ tcp_ports: tcp, udp_ports: udp }: NonNullable<Scan['coverage']>): string {
  return udp === 0 ? t('portal.coverage.scan-tcp', { tcp }) : t('portal.coverage.scan-both', { tcp, udp });
}

/** What the scans of a server look at and how often, and what they leave out. */
export function coverageWords({ ports, tcp_ports: tcp, udp_ports: udp, interval_seconds }: Server['coverage']): string {
  const scope = ports === 'full' ? 'all' : ports === 'top-1000' ? 'common' : 'some';
  const what = t(udp === 0 ? 'portal.coverage.tcp' : 'portal.coverage.both', { scope, tcp, udp });
  const rest = t(udp === 0 ? 'portal.coverage.rest-tcp' : 'portal.coverage.rest-both', { scope });
  return `${what}, ${often(interval_seconds)}. ${rest}`;
}

function often(seconds: number): string {
  if (seconds % 86_400 === 0) return t('portal.coverage.days', { count: seconds / 86_400 });
  if (seconds % 3_600 === 0) return t('portal.coverage.hours', { count: seconds / 3_600 });
  return t('portal.coverage.minutes', { count: Math.round(seconds / 60) });
}
