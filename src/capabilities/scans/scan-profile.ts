import type { PortSelection } from '../../engines/port-scanner/port-scanner.ts';
import { namedPortSet } from '../../engines/port-scanner/port-sets.ts';
import type { Operation } from '../../platform/operation.ts';

/** What a plan says of an endpoint's scans. */
export interface ScanProfile {
  readonly ports: PortSelection;
  readonly intervalSeconds: number;
}

/** The profile of the plan that the endpoint's service is on; without one, the default ports and the installation's interval. */
export async function scanProfile(
  operation: Operation,
  endpointId: string,
  defaultIntervalSeconds: number,
): Promise<ScanProfile> {
  const plan = await operation.db
    .selectFrom('endpoints')
    .innerJoin('services', (join) =>
      join.onRef('services.partner_id', '=', 'endpoints.partner_id').onRef('services.id', '=', 'endpoints.service_id'),
    )
    .innerJoin('plans', (join) =>
      join
        .onRef('plans.partner_id', '=', 'services.partner_id')
        .onRef('plans.plan_slug', '=', 'services.plan_slug')
        .on('plans.product_slug', '=', 'port_monitoring'),
    )
    .select(['plans.ports', 'plans.scan_interval_seconds'])
    .where('endpoints.id', '=', endpointId)
    .executeTakeFirst();
  return {
    ports: { tcp: namedPortSet(plan?.ports ?? 'top-1000'), udp: [] },
    intervalSeconds: plan?.scan_interval_seconds ?? defaultIntervalSeconds,
  };
}
