import { rankOf, type Severity, severities } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { matchRisk } from '../../engines/port-risk/match-risk.ts';
import { saidNothing } from '../../engines/service-identification/service-identity.ts';
import { type AlertedPort, portsWithAlerts } from './end-allowed-alerts.ts';

/** AdjacentPorts that follow one another. */
export interface AdjacentPorts {
  readonly protocol: 'tcp' | 'udp';
  readonly portStart: number;
  readonly portEnd: number;
}

/** What allowing a range would mean. */
export interface RangeRisk {
  /** How bad it is that strangers reach its worst port. */
  readonly severity: Severity;
  /** Live alerts about its ports, which a rule would resolve. */
  readonly alerts: readonly AlertedPort[];
}

/**
 * How bad each range is: what the open alerts of the endpoint say, by what answered there, or the port number where there is none,
 * whichever is worse.
 * @param ranges disjoint
 * @returns in their order
 */
export async function risksOfRanges(
  operation: Operation,
  endpoint: { readonly id: string; readonly ip_address: string },
  ranges: readonly AdjacentPorts[],
): Promise<RangeRisk[]> {
  const alerted = await portsWithAlerts(operation, endpoint.id);
  return ranges.map((range) => {
    const alerts = alerted.filter(
      ({ protocol, port }) => protocol === range.protocol && range.portStart <= port && port <= range.portEnd,
    );
    return { severity: alerts.reduce((worst, { severity }) => worse(worst, severity), byNumber(range)), alerts };
  });
}

const worstOfAll = severities.at(-1);

function byNumber({ protocol, portStart, portEnd }: AdjacentPorts): Severity {
  let worst: Severity = severities[0];
  for (let port = portStart; port <= portEnd && worst !== worstOfAll; port += 1)
    worst = worse(worst, matchRisk({ ...unseen, protocol, port }).row.severity);
  return worst;
}

/** A port of which nothing but its number is known. */
const unseen = { ...saidNothing, address: '', service: 'unknown', method: 'port_number' } as const;

function worse(a: Severity, b: Severity): Severity {
  return rankOf(a) < rankOf(b) ? b : a;
}
