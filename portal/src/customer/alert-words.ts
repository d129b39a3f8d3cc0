import { readableName } from '../../../src/engines/domain-names/readable-name.ts';
import { absoluteTime } from '../ui/time.tsx';
import type { Alert, AlertStatus, PortAlert } from './data.ts';

export const statusLabels: Readonly<Record<AlertStatus, string>> = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
  false_positive: 'False positive',
};

/** With the time when it is open again by itself, if there is one. */
export function statusText({ status, snoozed_until: until }: Pick<Alert, 'status' | 'snoozed_until'>): string {
  return until ? `${statusLabels[status]} until ${absoluteTime(new Date(until))}` : statusLabels[status];
}

/** Of a resolution that has none, only that there is one can be said. */
const resolutions: Readonly<Record<string, string>> = {
  port_closed: 'The port was closed',
  allowed: 'The port was allowed',
  manual: 'Marked as resolved by hand',
  endpoint_terminated: 'The server is no longer monitored',
  domain_terminated: 'The domain is no longer monitored',
  cause_ended: 'What caused it has ended',
};

/** How an alert ended; null while it has not. */
export function resolutionOf({ resolution }: Pick<Alert, 'resolution'>): string | null {
  return resolution === null ? null : (resolutions[resolution] ?? statusLabels.resolved);
}

/** What people call the server or domain that an alert is about. */
export function subjectName({ subject: { name, nickname } }: Pick<Alert, 'subject'>): string {
  return serverName({
    nickname: nickname ?? readableName(name),
    ip_address: nickname === null ? readableName(name) : name,
  });
}

export function portOf({ port, protocol }: Pick<PortAlert, 'port' | 'protocol'>): string {
  return `${port}/${protocol}`;
}

/** What people call a server, with its address where the name is another. */
export function serverName({ nickname, ip_address }: { nickname: string; ip_address: string }): string {
  return nickname === ip_address ? ip_address : `${nickname} (${ip_address})`;
}
