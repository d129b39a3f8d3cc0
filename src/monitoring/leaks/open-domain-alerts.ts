import type { Operation } from '../../core/operation/operation.ts';
import type { Severity } from '../../engines/common/severity.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { domainAlertTitle } from './explain-domain-alert.ts';
import { readAttributions } from './leak-source-register.ts';

export interface OpenDomainAlert {
  readonly id: string;
  readonly domain: string;
  readonly severity: Severity;
  readonly title: string;
}

/** Those of a customer's domain alerts that nobody has dealt with yet, the most severe first. */
export async function openDomainAlerts(
  operation: Operation,
  customerId: string,
  ids: readonly string[],
): Promise<OpenDomainAlert[]> {
  const rows = await operation.db
    .selectFrom('domain_alerts')
    .selectAll()
    .where(inIds('domain_alerts.id', ids))
    .where('customer_id', '=', customerId)
    .where('status', '=', 'open')
    .orderBy('severity', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const attribute = await readAttributions(operation.db.unscoped);
  return rows.map((alert) => {
    const sourceNames = attribute(alert.evidence.sources).map(({ name }) => name);
    return {
      id: alert.id,
      domain: alert.domain,
      severity: alert.severity,
      title: domainAlertTitle({ ...alert, sourceNames }),
    };
  });
}
