import { sql } from 'kysely';
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
): Promise<Remediation & { readonly runsContainers: boolean }> {
  const alert = portAlert(await getAlert(operation, id, { kinds: [portKind.name], billingCustomerId }));
  const { protocol, port } = alert;
  const { service } = alert.evidence;
  const remediation = remediate(
    { address: alert.ip_address, protocol, port, service },
    {
      platform,
      detectedPlatform: alert.platform,
      isAdministration: isAdministrationAccess({ protocol, port, service }),
    },
  );
  return { ...remediation, runsContainers: await runsContainers(operation, alert.endpoint_id) };
}

/** Services that there are only where containers run. */
const containerServices = ['docker', 'docker-tls', 'docker-s', 'kubelet'];

async function runsContainers(operation: Operation, endpointId: string): Promise<boolean> {
  const found = await operation.db
    .selectFrom('observations')
    .select('id')
    .where('endpoint_id', '=', endpointId)
    .where('closed_at', 'is', null)
    .where(sql<string>`identity ->> 'service'`, 'in', containerServices)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
