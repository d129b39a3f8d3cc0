import type { Operation } from '../../core/operation/operation.ts';
import { type AlertOutcome, type AlertRecord, inOrder, lockAlerts } from '../alerts/index.ts';
import { type AllowedPortsWords, allowPorts } from './allow-ports.ts';
import type { EndpointPort } from './end-allowed-alerts.ts';
import { portKind } from './kind.ts';
import { lockRules } from './rules-lock.ts';

/**
 * Allows the ports of many alerts on the servers that they are about, in one transaction: a rule for each, as by hand. What is no
 * alert about a port, or is resolved, is refused and keeps nothing from the others.
 * @returns an outcome for each id, in their order
 */
export async function allowAlerts(
  operation: Operation,
  ids: readonly string[],
  words: AllowedPortsWords & { readonly billingCustomerId: number | undefined },
): Promise<AlertOutcome[]> {
  return operation.transaction(async (tx) => {
    const { billingCustomerId } = words;
    const alerts = await lockAlerts(tx, ids, { billingCustomerId }, () => lockRules(tx, 'exclusive'));
    const ports = new Map(alerts.filter(isAllowable).map((alert) => [keyOf(portOf(alert)), portOf(alert)]));
    const { changed, resolvedAlertIds } = await allowPorts(tx, [...ports.values()], words);
    const isChanged = new Set(changed.map(keyOf));
    const outcomes = alerts.map((alert): AlertOutcome => {
      const { id, status } = alert;
      if (!isAllowable(alert)) return { id, outcome: 'refused', status };
      const outcome = isChanged.has(keyOf(portOf(alert))) ? 'changed' : 'unchanged';
      return { id, outcome, status: resolvedAlertIds.has(id) ? 'resolved' : status };
    });
    return inOrder(ids, outcomes);
  });
}

function isAllowable({ kind, status, endpoint_status }: AlertRecord): boolean {
  return kind === portKind.name && status !== 'resolved' && endpoint_status !== 'terminated';
}

function portOf({ customer_id, endpoint_id, protocol, port }: AlertRecord): EndpointPort {
  return { customerId: customer_id, endpointId: endpoint_id!, protocol: protocol!, port: port! };
}

function keyOf({ endpointId, protocol, port }: EndpointPort): string {
  return `${endpointId} ${protocol} ${port}`;
}
