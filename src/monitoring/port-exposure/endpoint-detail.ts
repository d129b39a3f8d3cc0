import type { Operation } from '../../core/operation/operation.ts';
import type { EndpointRecord } from '../../resources/endpoints/endpoint-record.ts';
import { getEndpoint } from '../../resources/endpoints/get-endpoint.ts';
import type { AlertRecord } from '../alerts/alert-record.ts';
import { mostUrgentAlerts } from '../alerts/list-alerts.ts';
import { type LatestScan, latestScan } from '../port-scans/latest-scan.ts';
import { describeRules, portRulesFor } from './port-rules.ts';

export interface EndpointDetail {
  readonly endpoint: EndpointRecord;
  readonly latestScan: LatestScan | null;
  /** At most ten, the most urgent first. */
  readonly openAlerts: readonly AlertRecord[];
  /** `port:protocol` */
  readonly allowedPorts: readonly string[];
}

const shownAlerts = 10;

/** @throws Problem ENDPOINT_NOT_FOUND, ACCESS_DENIED */
export async function endpointDetail(
  operation: Operation,
  id: string,
  billingCustomerId: number | undefined,
): Promise<EndpointDetail> {
  const endpoint = await getEndpoint(operation, id, billingCustomerId);
  const [scan, openAlerts, rules] = await Promise.all([
    latestScan(operation, endpoint),
    mostUrgentAlerts(operation, id, shownAlerts),
    portRulesFor(operation, endpoint),
  ]);
  return { endpoint, latestScan: scan, openAlerts, allowedPorts: describeRules(rules) };
}
