import type { Severity } from '../../common/severity.ts';
import { rankOf } from '../../common/severity.ts';
import type { Channel } from './channel-record.ts';

/** Whether a channel wants to hear of such an alert. A list of servers leaves out what is about domains. */
export function isWanted(
  { kinds, min_severity, customers, endpoints }: Pick<Channel, 'kinds' | 'min_severity' | 'customers' | 'endpoints'>,
  alert: {
    readonly kind: string;
    readonly severity: Severity;
    readonly customer_id: string;
    readonly endpoint_id: string | null;
  },
): boolean {
  return (
    rankOf(alert.severity) >= rankOf(min_severity) &&
    (kinds.length === 0 || kinds.includes(alert.kind)) &&
    (customers.length === 0 || customers.includes(alert.customer_id)) &&
    (endpoints.length === 0 || (alert.endpoint_id !== null && endpoints.includes(alert.endpoint_id)))
  );
}
