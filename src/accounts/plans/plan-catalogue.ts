import { type RawBuilder, sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';

/** A plan of a per-plan product. Per-unit products have none: their quantity is what they pay for. */
export interface Plan {
  readonly slug: string;
  /** Endpoints that it pays for. */
  readonly capacity: number;
  /** Null: the installation's interval. */
  readonly scanIntervalSeconds: number | null;
  /** TCP ports: `top-1000`, `full` or port ranges. */
  readonly ports: string;
  readonly protocols: ScanProtocols;
  /** Ceiling for each of its endpoints. Null: the installation's. */
  readonly maxPacketsPerSecond: number | null;
  /** From where its endpoints are looked at: the first one scans, the others look again. Empty: any worker scans. */
  readonly vantagePoints: readonly string[];
}

/** `tcp+udp`: besides the TCP ports, the UDP ports of the risk table. */
export const scanProtocols = ['tcp', 'tcp+udp'] as const;
/** Which protocols a plan's scans ask. */
export type ScanProtocols = (typeof scanProtocols)[number];

/** How a plan that says nothing of its scans is scanned. */
export const defaultScans: Omit<Plan, 'slug' | 'capacity'> = {
  scanIntervalSeconds: null,
  ports: 'top-1000',
  protocols: 'tcp',
  maxPacketsPerSecond: null,
  vantagePoints: [],
};

/** What a partner has until it says otherwise (decisions §3.1). */
const defaultPlans: readonly Plan[] = [
  { slug: 'starter', capacity: 5, ...defaultScans },
  { slug: 'professional', capacity: 25, ...defaultScans },
  { slug: 'business', capacity: 100, ...defaultScans },
  { slug: 'enterprise', capacity: 1000, ...defaultScans },
];

/** The plans that every partner has until it says otherwise. */
export const defaultPlanSlugs: readonly string[] = defaultPlans.map(({ slug }) => slug);

/**
 * The port_monitoring plans of a partner by slug: the defaults, and its own in place of them or beside them. A sandbox
 * has its owner's.
 */
export async function planCatalogue(operation: Operation): Promise<ReadonlyMap<string, Plan>> {
  return catalogueOf((await operation.db.execute(ownPlans(operation))).rows);
}

/** What `planCatalogue` reads, for a statement that reads more. */
export function ownPlans(operation: Operation): RawBuilder<Plan> {
  return sql<Plan>`
    SELECT plan_slug AS slug, capacity, scan_interval_seconds AS "scanIntervalSeconds", ports, protocols,
      max_packets_per_second AS "maxPacketsPerSecond", vantage_points AS "vantagePoints"
    FROM plans
    WHERE partner_id = (SELECT coalesce(sandbox_of, id) FROM partners WHERE id = ${operation.partnerId})
      AND product_slug = 'port_monitoring'
    ORDER BY plan_slug`;
}

/** The defaults, and a partner's own plans in place of them or beside them, by slug. */
export function catalogueOf(own: readonly Plan[]): ReadonlyMap<string, Plan> {
  return new Map([...defaultPlans, ...own].map((plan) => [plan.slug, plan]));
}
