import type { Operation } from '../../core/operation/operation.ts';
import { isAdministrationAccess } from '../../engines/port-risk/administration.ts';
import { remediate } from '../../engines/remediation/remediate.ts';
import type { Platform, Remediation } from '../../engines/remediation/remediation.ts';
import { getAlert } from '../alerts/index.ts';
import { portKind } from './kind.ts';
import { portAlert } from './port-alert.ts';

/**
 * How to close the port of an alert (contract, GET /alerts/{id}/remediation): on the platform asked for, else on the one that
 * the endpoint was seen to run. Derived when it is read, like the explanation.
 * @throws Problem ALERT_NOT_FOUND, or ACCESS_DENIED when a customer is named that does not own its endpoint
 */
export async function remediateAlert(
  operation: Operation,
  id: string,
  { platform, billingCustomerId }: { platform: Platform | undefined; billingCustomerId: number | undefined },
): Promise<Remediation> {
  const alert = portAlert(await getAlert(operation, id, { kinds: [portKind.name], billingCustomerId }));
  const { protocol, port } = alert;
  const { service } = alert.evidence;
  return remediate(
    { address: alert.ip_address, protocol, port, service },
    {
      platform,
      detectedPlatform: alert.platform,
      isAdministration: isAdministrationAccess({ protocol, port, service }),
    },
  );
}
