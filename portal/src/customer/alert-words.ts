import type { Alert, AlertStatus } from './data.ts';

export const statusLabels: Readonly<Record<AlertStatus, string>> = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
  false_positive: 'False positive',
};

const resolutions: Readonly<Record<NonNullable<Alert['resolution']>, string>> = {
  port_closed: 'The port was closed',
  allowed: 'The port was allowed',
  manual: 'Marked as resolved by hand',
  endpoint_terminated: 'The server is no longer monitored',
};

/** How an alert ended; null while it has not. */
export function resolutionOf({ resolution }: Pick<Alert, 'resolution'>): string | null {
  return resolution === null ? null : resolutions[resolution];
}

export function portOf({ port, protocol }: Pick<Alert, 'port' | 'protocol'>): string {
  return `${port}/${protocol}`;
}

/** What people call a server, with its address where the name is another. */
export function serverName({ nickname, ip_address }: { nickname: string; ip_address: string }): string {
  return nickname === ip_address ? ip_address : `${nickname} (${ip_address})`;
}
