import type { Operation } from '../../platform/operation.ts';

/** The interval of the plan that the endpoint's service is on, else the installation's. */
export async function scanIntervalSeconds(
  operation: Operation,
  endpoint: { readonly service_id: string | null },
  defaultIntervalSeconds: number,
): Promise<number> {
  if (endpoint.service_id === null) return defaultIntervalSeconds;
  const plan = await operation.db
    .selectFrom('services')
    .innerJoin('plans', (join) =>
      join
        .onRef('plans.partner_id', '=', 'services.partner_id')
        .onRef('plans.plan_slug', '=', 'services.plan_slug')
        .on('plans.product_slug', '=', 'port_monitoring'),
    )
    .select('plans.scan_interval_seconds')
    .where('services.id', '=', endpoint.service_id)
    .executeTakeFirst();
  return plan?.scan_interval_seconds ?? defaultIntervalSeconds;
}
