import type { Effects } from './core/operation/effects.ts';
import type { Operation } from './core/operation/operation.ts';
import type { AddressPolicy } from './engines/address-policy/address-policy.ts';
import { resolveAlertsOfEndpoints } from './monitoring/alerts/resolve-alerts.ts';
import { forgetFindingsOfDomain, resolveAlertsOfDomain } from './monitoring/leaks/end-domain-findings.ts';
import { cancelDomainScans } from './monitoring/leaks/finish-domain-scan.ts';
import { deriveAndWriteAlerts } from './monitoring/port-exposure/derive-alerts.ts';
import { cancelScans } from './monitoring/port-scans/cancel-scan.ts';
import { announceAlerts } from './notifications/mail/announce-alerts.ts';
import { notifyAdministrator } from './notifications/mail/notify-administrator.ts';
import { enforceCapacity } from './resources/capacity/enforce-capacity.ts';
import { resourceTypes } from './resources/capacity/resource-types.ts';

/**
 * What follows from what: the one file that knows both sides of every effect.
 * @param mailAvailable whether mail is sent at all; what nobody could be told is not kept for later
 */
export function createEffects({
  policy,
  mailAvailable,
}: {
  readonly policy: AddressPolicy;
  readonly mailAvailable: boolean;
}): Effects<Operation> {
  const types = resourceTypes(policy);
  return {
    capacityChanged: (tx, customerIds) => enforceCapacity(tx, types, customerIds),
    monitoringEnded: (tx, { kind, scanIds }) =>
      ({ endpoint: cancelScans, domain: cancelDomainScans })[kind](tx, scanIds),
    async resourcesTerminated(tx, { kind, ids }) {
      if (kind === 'endpoint') await resolveAlertsOfEndpoints(tx, ids);
      else for (const id of ids) await resolveAlertsOfDomain(tx, id);
    },
    async resourcesReleased(tx, { ids }) {
      for (const id of ids) await forgetFindingsOfDomain(tx, id);
    },
    portsObserved: async (tx, observed) => [await deriveAndWriteAlerts(tx, observed)],
    alertsChanged: (tx, changed) => announceAlerts(tx, changed),
    async signInChanged(tx, changed) {
      if (mailAvailable) await notifyAdministrator(tx, changed);
    },
  };
}
