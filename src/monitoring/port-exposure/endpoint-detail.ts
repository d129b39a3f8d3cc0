import type { ScanIntervals } from '../../accounts/scan-terms/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type EndpointRecord, getEndpoint } from '../../resources/endpoints/index.ts';
import { mostUrgentAlerts } from '../alerts/index.ts';
import { type ServerLook, serverLookOf } from '../looks/index.ts';
import { type LatestScan, latestScan } from '../port-scans/index.ts';
import { portKind } from './kind.ts';
import { type PortAlert, portAlert } from './port-alert.ts';
import { describeRules, portRulesFor } from './port-rules.ts';

export interface EndpointDetail {
  readonly endpoint: EndpointRecord;
  readonly look: ServerLook;
  readonly latestScan: LatestScan | null;
  /** At most ten, the most urgent first. */
  readonly openAlerts: readonly PortAlert[];
  /** `port:protocol` */
  readonly allowedPorts: readonly string[];
}

const shownAlerts = 10;

/** @throws Problem ENDPOINT_NOT_FOUND, ACCESS_DENIED */
export async function endpointDetail(
  operation: Operation,
  intervals: ScanIntervals,
  id: string,
  billingCustomerId: number | undefined,
): Promise<EndpointDetail> {
  const endpoint = await getEndpoint(operation, id, billingCustomerId);
  const [look, scan, openAlerts, rules] = await Promise.all([
    serverLookOf(operation, intervals.defaultIntervalSeconds, endpoint),
    latestScan(operation, endpoint),
    mostUrgentAlerts(operation, portKind.name, id, shownAlerts),
    portRulesFor(operation, endpoint),
  ]);
  return {
    endpoint,
    look,
    latestScan: scan,
    openAlerts: openAlerts.map(portAlert),
    allowedPorts: describeRules(rules),
  };
}
