import { severities } from '../ui/severity.tsx';
import type { Alert } from './data.ts';

/**
 * What to do first, of alerts of any kind: the most severe one; of equals one about a service that was seen to ask nobody for a
 * password, since anyone is in there already; and of those the first in the list.
 */
export function mostUrgent<T extends Pick<Alert, 'severity' | 'evidence'>>(alerts: readonly T[]): T | undefined {
  const worst = severities.find((severity) => alerts.some((alert) => alert.severity === severity));
  const equals = alerts.filter((alert) => alert.severity === worst);
  return equals.find(({ evidence }) => evidence.unauthenticated === true) ?? equals[0];
}
