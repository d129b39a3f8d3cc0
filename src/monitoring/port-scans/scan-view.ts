import { z } from 'zod';
import { actorKind, oneOf, timestamp } from '../../core/api/fields.ts';
import type { EventView } from '../../core/operation/occurrences.ts';
import type { PortChange } from './scan-changes.ts';
import type { ScanRecord } from './scan-reads.ts';
import type { Requested } from './scan-requesters.ts';
import { seenService, toSeenService } from './service-view.ts';

/** How a scan tells its TCP ports: ranges can be long, and stand in the plan. */
export const portSetNames = ['top-1000', 'full', 'ranges'] as const;
export type PortSetName = (typeof portSetNames)[number];

export const scanStatuses = ['pending', 'running', 'completed', 'partial', 'failed', 'cancelled'] as const;

const scanFields = {
  id: z.guid(),
  endpoint_id: z.guid(),
  trigger: oneOf(['scheduled', 'manual']),
  requested_by: actorKind.nullable().meta({
    description: 'Who asked for a scan by hand; null: nobody did, or the audit log does not have it.',
  }),
  status: oneOf(scanStatuses).meta({
    description:
      '`partial`: the server answered, but not for every port in time. What was seen open is told; nothing counts as closed, and the scan as no look.',
  }),
  engine: z.string().nullable(),
  created_at: timestamp,
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  scan_duration_ms: z.int().nullable(),
  host_answered: z.boolean().nullable(),
  ports_scanned: z.int().nullable(),
  missing_ports: z.int().nullable().meta({
    description:
      'How many ports did not answer in time: those of a `partial` scan. 0 of a completed one. Null: it has no result.',
  }),
  open_ports_count: z.int().nullable(),
  coverage: z
    .strictObject({
      ports: oneOf(portSetNames),
      tcp_ports: z.int().meta({ description: 'How many TCP ports that are.' }),
      udp_ports: z.int().meta({ description: 'How many UDP ports were asked besides.' }),
    })
    .nullable()
    .meta({
      description:
        'What the scan looked at, by the plan at that time, besides ports that were open before. Null: it has no result, or is from before this was kept.',
    }),
  error: z
    .string()
    .nullable()
    .meta({ description: 'Why a scan has no result, or none that is complete, as `code: sentence`.' }),
};

export const scanResource = z.strictObject(scanFields).meta({ id: 'Scan' });

/** Further ports are told by the services of their server. */
const maxChanges = 100;
const portChange = z
  .strictObject({
    port: z.int(),
    protocol: oneOf(['tcp', 'udp']),
    before: seenService.nullable().meta({ description: 'Null: it was not open before.' }),
    now: seenService.nullable().meta({ description: 'Null: it is not open any more.' }),
  })
  .meta({ id: 'PortChange' });

export const scanDetail = z
  .strictObject({
    ...scanFields,
    open_ports: z.array(z.int()).nullable(),
    changes: z.array(portChange).max(maxChanges).optional().meta({
      description:
        'Ports that opened or closed, or whose service, product or version is another than before, TCP first and ascending by port; the first hundred. Left out when there are none.',
    }),
  })
  .meta({ id: 'ScanDetail', description: 'open_ports is null unless the scan completed.' });

export function toScanResource(scan: ScanRecord & Requested): z.output<typeof scanResource> {
  return {
    id: scan.id,
    endpoint_id: scan.endpoint_id,
    trigger: scan.trigger,
    requested_by: scan.requested_by,
    status: scanStatusOf(scan),
    engine: scan.engine,
    created_at: scan.created_at.toISOString(),
    started_at: scan.started_at?.toISOString() ?? null,
    finished_at: scan.finished_at?.toISOString() ?? null,
    scan_duration_ms: scan.duration_ms,
    host_answered: scan.host_answered,
    ports_scanned: scan.ports_covered,
    missing_ports: missingPortsOf(scan),
    open_ports_count: scan.open_ports_count,
    coverage: toCovered(scan),
    error: scan.error,
  };
}

/** One that failed, and covered some of its ports all the same, is partial. */
export function scanStatusOf({ status, ports_covered }: ScanRecord): (typeof scanStatuses)[number] {
  return status === 'failed' && ports_covered !== null ? 'partial' : status;
}

function missingPortsOf(scan: ScanRecord): number | null {
  const status = scanStatusOf(scan);
  if (status === 'completed') return 0;
  return status === 'partial' ? (scan.ports_requested ?? 0) - (scan.ports_covered ?? 0) : null;
}

function toCovered({ port_set, tcp_ports, udp_ports }: ScanRecord) {
  if (port_set === null) return null;
  return { ports: port_set as PortSetName, tcp_ports: tcp_ports ?? 0, udp_ports: udp_ports ?? 0 };
}

/** A scan with its ports. */
export function toScanDetail(
  scan: ScanRecord & Requested,
  openPorts: readonly number[] | null,
  changes: readonly PortChange[],
): z.output<typeof scanDetail> {
  return {
    ...toScanResource(scan),
    open_ports: openPorts && [...openPorts],
    ...(changes.length > 0 && { changes: changes.slice(0, maxChanges).map(toChange) }),
  };
}

function toChange({ port, protocol, before, now }: PortChange): z.output<typeof portChange> {
  return { port, protocol, before: before && toSeenService(before), now: now && toSeenService(now) };
}

/** A scan as events show it. */
export function viewOfScan(
  customerId: string,
  scan: ScanRecord & Requested & { readonly open_ports: readonly number[] | null },
  changes: readonly PortChange[],
): EventView {
  const { id, endpoint_id: endpointId, open_ports: openPorts } = scan;
  return {
    customerId,
    endpointId,
    data: { scan_id: id, endpoint_id: endpointId, scan: toScanDetail(scan, openPorts, changes) },
  };
}
