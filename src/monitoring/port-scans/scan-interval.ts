import { type RawBuilder, sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';

/** In seconds. */
export interface ScanIntervals {
  /** Of an endpoint whose service is on no plan, or on one that says nothing of it. */
  readonly defaultIntervalSeconds: number;
  /** A plan's interval that is shorter is not used. Left out: any is. */
  readonly shortestIntervalSeconds?: number | undefined;
}

/** The interval of the plan that the endpoint's service is on, else the installation's. */
export async function scanIntervalSeconds(
  operation: Operation,
  endpoint: { readonly service_id: string | null },
  { defaultIntervalSeconds, shortestIntervalSeconds = 0 }: ScanIntervals,
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
  const planned = plan?.scan_interval_seconds;
  return planned ? Math.max(planned, shortestIntervalSeconds) : defaultIntervalSeconds;
}

/** The same in SQL, where `p` is the plan, if any. */
export function plannedInterval({
  defaultIntervalSeconds,
  shortestIntervalSeconds = 0,
}: ScanIntervals): RawBuilder<number> {
  return sql<number>`CASE WHEN p.scan_interval_seconds IS NULL THEN ${defaultIntervalSeconds}::integer
    ELSE greatest(p.scan_interval_seconds, ${shortestIntervalSeconds}::integer) END`;
}
