import { readableName } from '../../../src/engines/domain-names/readable-name.ts';
import { type MessageKey, t } from '../messages/messages.ts';
import { absoluteTime } from '../ui/time.tsx';
import type { Alert, AlertStatus, PortAlert } from './data.ts';

export const statuses: readonly AlertStatus[] = ['open', 'acknowledged', 'resolved', 'false_positive'];

export function statusLabel(status: AlertStatus): string {
  return t(`portal.status.${status}`);
}

/** With the time when it is open again by itself, if there is one. */
export function statusText({ status, snoozed_until: until }: Pick<Alert, 'status' | 'snoozed_until'>): string {
  if (!until) return statusLabel(status);
  return t('portal.status.until', { status: statusLabel(status), time: absoluteTime(new Date(until)) });
}

/** Of a resolution that has none, only that there is one can be said. */
const resolutions: Readonly<Record<string, MessageKey>> = {
  port_closed: 'portal.resolution.port-closed',
  allowed: 'portal.resolution.allowed',
  manual: 'portal.resolution.manual',
  endpoint_terminated: 'portal.resolution.server-gone',
  domain_terminated: 'portal.resolution.domain-gone',
  cause_ended: 'portal.resolution.cause-ended',
};

/** How an alert ended, and by whom where somebody said so; null while it has not. */
export function resolutionOf({
  resolution,
  resolved_by: by,
}: Pick<Alert, 'resolution' | 'resolved_by'>): string | null {
  return resolution === null ? null : t(resolutions[resolution] ?? 'portal.status.resolved', { by: by ?? 'unknown' });
}

/** What people call the server or domain that an alert is about. */
export function subjectName({ subject: { name, address } }: Pick<Alert, 'subject'>): string {
  return address === null ? readableName(name) : serverName({ nickname: name, ip_address: address });
}

export function portOf({ port, protocol }: Pick<PortAlert, 'port' | 'protocol'>): string {
  return `${port}/${protocol}`;
}

/** What people call a server, with its address where the name is another. */
export function serverName({ nickname, ip_address }: { nickname: string; ip_address: string }): string {
  return nickname === ip_address ? ip_address : `${nickname} (${ip_address})`;
}
