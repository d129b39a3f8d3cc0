import { sql } from 'kysely';
import { portsOf } from '../../accounts/plans/index.ts';
import { type PlanInForce, plansInForce, type ScanLimits, scanTermsOf } from '../../accounts/scan-terms/index.ts';
import type { ClaimedScan } from './endpoint-scanner.ts';
import type { ScanJobData } from './jobs.ts';
import type { ScannedPort } from './scan-look.ts';

/** What a worker has to read of an endpoint to scan it. */
export interface ScanTarget {
  readonly ip_address: string;
  readonly hostname: string;
  readonly domains: readonly string[];
  readonly plans: readonly PlanInForce[];
  readonly known_open: readonly ScannedPort[];
}

/** Each is asked for at every port where HTTP answers inside TLS. */
const mostDomains = 8;

/** The same of the partner's endpoint `e`, in SQL. */
export function targetColumns(partnerId: string) {
  return sql`host(e.ip_address) AS ip_address, e.hostname, ${plansInForce(partnerId)} AS plans,
  ARRAY(SELECT d.domain FROM monitored_domains d
    WHERE d.partner_id = ${partnerId} AND d.customer_id = e.customer_id AND d.status = 'active'
    ORDER BY d.created_at DESC, d.id DESC LIMIT ${mostDomains}) AS domains,
  (SELECT coalesce(json_agg(json_build_object('protocol', o.protocol, 'port', o.port)), '[]')
    FROM observations o
    WHERE o.partner_id = ${partnerId} AND o.endpoint_id = e.id AND o.closed_at IS NULL) AS known_open`;
}

/** What follows from it for a job, by the plans in force. */
export function claimOf(
  { scanId, endpointId }: ScanJobData,
  target: ScanTarget,
  limits: ScanLimits,
): Omit<ClaimedScan, 'world' | 'trigger' | 'answeredBefore'> {
  const terms = scanTermsOf(target.plans, limits);
  return {
    terms,
    ports: portsOf(terms),
    maxPacketsPerSecond: terms.maxPacketsPerSecond,
    scanId,
    endpointId,
    address: target.ip_address,
    hostname: target.hostname,
    domains: target.domains,
    knownOpen: target.known_open,
  };
}
