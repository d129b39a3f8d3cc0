import { sql } from 'kysely';
import type { ScanIntervals } from '../../accounts/scan-terms/index.ts';
import { type ActorKind, whoDid } from '../../core/audit/who-did.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { StoredIdentity } from '../../core/operation/tables/monitoring.ts';
import { type EndpointRecord, getEndpoint } from '../../resources/endpoints/index.ts';
import { serverLookOf } from '../looks/index.ts';
import { coveringRule, portRulesFor, type RuleInForce } from '../port-exposure/index.ts';
import { type LookedScan, lastLook } from '../port-scans/index.ts';
import { type JudgedComponent, judgeServices, versionData } from '../versions/index.ts';

/** A port of a server that is open, as far as anybody knows. */
export interface ServicePort {
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
  readonly identity: StoredIdentity;
  /** What it is made of, and what is known of the versions. */
  readonly components: readonly JudgedComponent[];
  /** Since when the same service, product and version are seen there. */
  readonly since: Date;
  readonly lastSeenAt: Date;
  readonly alertId: string | null;
  /** The rule that covers it; null: none does. */
  readonly allowedBy: (RuleInForce & { readonly actor: ActorKind | null }) | null;
}

export interface EndpointServices {
  readonly endpoint: EndpointRecord;
  /** TCP first, ascending by port. */
  readonly ports: readonly ServicePort[];
  readonly hasMore: boolean;
  /** The last scan that told something of the ports; null: none is known. */
  readonly look: LookedScan | null;
  /** Whether that look still says all that there is to say. */
  readonly isComplete: boolean;
}

/** Where a page of ports ends. */
export type PortPosition = Pick<ServicePort, 'protocol' | 'port'>;

export interface ServicesQuery {
  readonly id: string;
  readonly billingCustomerId: number | undefined;
  readonly limit: number;
  readonly after: PortPosition | null;
}

/**
 * What runs on a server's open ports, allowed ones too.
 * @throws Problem ENDPOINT_NOT_FOUND, ACCESS_DENIED
 */
export async function endpointServices(
  operation: Operation,
  intervals: ScanIntervals,
  query: ServicesQuery,
): Promise<EndpointServices> {
  const endpoint = await getEndpoint(operation, query.id, query.billingCustomerId);
  const [rows, rules, look, serverLook, data] = await Promise.all([
    openPorts(operation, endpoint.id, query),
    portRulesFor(operation, endpoint),
    lastLook(operation, endpoint.id),
    serverLookOf(operation, intervals.defaultIntervalSeconds, endpoint),
    versionData(operation.db.shared),
  ]);
  const shown = rows.slice(0, query.limit);
  const services = shown.map(({ identity }) => identity);
  const judged = judgeServices(services, data, operation.clock.now());
  const covering = shown.map((row) => coveringRule(rules, row) ?? null);
  const ruleIds = new Set(covering.flatMap((rule) => rule?.id ?? []));
  const makers = await whoDid(operation, ['allowed_ports.created'], [...ruleIds]);
  const ports = shown.map((row, index) => ({
    components: judged[index]!,
    protocol: row.protocol,
    port: row.port,
    identity: row.identity,
    since: row.opened_at,
    lastSeenAt: latest(row.opened_at, row.seen_before ?? look?.finishedAt, row.heard_at),
    alertId: row.alert_id,
    allowedBy: withMaker(covering[index]!, makers),
  }));
  return { endpoint, ports, hasMore: rows.length > query.limit, look, isComplete: serverLook.state === 'looked_at' };
}

function withMaker(rule: RuleInForce | null, makers: ReadonlyMap<string, ActorKind>): ServicePort['allowedBy'] {
  return rule && { ...rule, actor: makers.get(rule.id) ?? null };
}

interface OpenPortRow extends PortPosition {
  readonly identity: StoredIdentity;
  readonly opened_at: Date;
  /** Of a port that stayed silent when it was last asked: when a scan looked the time before. */
  readonly seen_before: Date | null;
  /** When a partial scan saw it open last. */
  readonly heard_at: Date | null;
  readonly alert_id: string | null;
}

/** One more than asked for, so that it shows whether there are more. */
async function openPorts(
  { db, partnerId }: Operation,
  endpointId: string,
  { limit, after }: ServicesQuery,
): Promise<readonly OpenPortRow[]> {
  const behind = after === null ? sql`` : sql`AND (o.protocol, o.port) > (${after.protocol}, ${after.port}::int)`;
  const { rows } = await db.execute(sql<OpenPortRow>`
    SELECT o.protocol, o.port, o.identity, o.opened_at, a.id AS alert_id,
      CASE WHEN o.silent_since_scan_id IS NOT NULL THEN (
        SELECT s.finished_at FROM scan_history s
        WHERE s.partner_id = ${partnerId} AND s.endpoint_id = ${endpointId} AND s.id < o.silent_since_scan_id
          AND s.status = 'completed' AND s.host_answered AND s.open_ports_count IS NOT NULL
        ORDER BY s.id DESC LIMIT 1) END AS seen_before,
      (SELECT s.finished_at FROM scan_history s WHERE s.partner_id = ${partnerId} AND s.id = o.heard_scan_id) AS heard_at
    FROM observations o LEFT JOIN alerts a ON a.partner_id = o.partner_id AND a.endpoint_id = o.endpoint_id
      AND a.kind = 'port' AND a.ended_at IS NULL AND a.protocol = o.protocol AND a.port = o.port
    WHERE o.partner_id = ${partnerId} AND o.endpoint_id = ${endpointId} AND o.closed_at IS NULL ${behind}
    ORDER BY o.protocol, o.port LIMIT ${limit + 1}`);
  return rows;
}

function latest(opened: Date, ...seen: readonly (Date | null | undefined)[]): Date {
  return seen.reduce<Date>((last, time) => (time && time > last ? time : last), opened);
}
