import type { AlertsChanged, PortsObserved } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AlertKind, LiveAlert } from './alert-kind.ts';
import { type AlertSubject, isChange, liveAlerts, reconcileAlerts } from './reconcile-alerts.ts';

/**
 * Brings the alerts of every kind that follows from port scans in line with what one saw, kind by kind in the order given. The live ones of all
 * kinds are read at once, when the first kind asks for its own.
 */
export async function judgeObservedPorts(
  tx: Operation,
  kinds: readonly AlertKind[],
  observed: PortsObserved,
): Promise<readonly AlertsChanged[]> {
  const { id, customer_id: customerId } = observed.endpoint;
  const subject: AlertSubject = { type: 'endpoint', id, customerId };
  const names = kinds.filter(({ judgePorts }) => judgePorts).map(({ name }) => name);
  let ofAllKinds: ReturnType<typeof liveAlerts> | undefined;
  const changes: AlertsChanged[] = [];
  for (const kind of kinds) {
    if (!kind.judgePorts) continue;
    let live: readonly LiveAlert[] = [];
    const judgement = await kind.judgePorts(tx, observed, async () => {
      ofAllKinds ??= liveAlerts(tx, names, subject);
      live = (await ofAllKinds).filter((alert) => alert.kind === kind.name);
      return live;
    });
    const changed = await reconcileAlerts(tx, kind.name, subject, live, judgement);
    if (isChange(changed)) changes.push(changed);
  }
  return changes;
}
