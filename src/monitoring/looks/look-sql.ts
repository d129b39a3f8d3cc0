import { type RawBuilder, sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { ResourceKind } from '../../core/operation/resource-kinds.ts';
import { lowestIdAt } from '../../platform/ids.ts';
import type { DomainLookState, ServerLookState } from './look-states.ts';

/** How often is looked where no plan says so, in seconds. */
export interface LookIntervals {
  readonly serverSeconds: number;
  readonly domainSeconds: number;
}

export interface ServerLook {
  readonly state: ServerLookState;
  /** Null: it is not `in_part`. */
  readonly missingPorts: number | null;
}

/** A look that is so late did not come. */
const overdueMs = 86_400_000;
/** So many intervals after it a look says nothing any more of how things are. */
const staleIntervals = 2;

/**
 * The state of the look at a row of `endpoints`, in SQL: every answer, page, report and mail goes by it. The statement names the partner.
 */
export function serverLook(
  operation: Operation,
  { serverSeconds }: Pick<LookIntervals, 'serverSeconds'>,
): RawBuilder<ServerLookState> {
  const { partnerId } = operation;
  return sql<ServerLookState>`CASE
    WHEN endpoints.status = 'terminated' THEN 'terminated'
    WHEN endpoints.quota_paused THEN 'waiting_for_capacity'
    WHEN endpoints.status = 'paused' THEN 'paused'
    WHEN endpoints.next_scan_at IS NULL THEN 'outside_policy'
    WHEN endpoints.condition IS NOT NULL OR endpoints.next_scan_at < ${overdue(operation)} THEN 'failing'
    ELSE coalesce(${sinceCompleted(partnerId, sql`CASE WHEN scans.ports_covered IS NULL THEN 'failing' ELSE 'in_part' END`)}, CASE
    WHEN endpoints.last_scan_at IS NULL OR ${endedUnseen(operation, 'endpoint', sql`endpoints.last_scan_at`)} THEN 'never_scanned'
    WHEN endpoints.last_scan_at < ${staleBefore(operation, 'port_monitoring', serverSeconds)} THEN 'failing'
    ELSE 'looked_at' END) END`;
}

const resourceColumns = { endpoint: 'endpoints.id', domain: 'monitored_domains.id' } as const;

/**
 * Whether a termination ended alerts about what the last look saw: once the resource is monitored again, their cause may still be there, and
 * only another look tells.
 */
function endedUnseen({ partnerId }: Operation, kind: ResourceKind, lookedAt: RawBuilder<Date>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM alerts
    WHERE alerts.partner_id = ${partnerId} AND alerts.${sql.ref(`${kind}_id`)} = ${sql.ref(resourceColumns[kind])}
      AND alerts.status = 'resolved' AND alerts.resolution = ${sql.lit(`${kind}_terminated`)} AND alerts.resolved_at > ${lookedAt})`;
}

/** Of the last scan since the last one that completed; null: there is none. One that covered ports all the same was partial. */
function sinceCompleted<Value>(partnerId: string, value: RawBuilder<Value>): RawBuilder<Value | null> {
  return sql`(SELECT ${value} FROM scans
    WHERE scans.partner_id = ${partnerId} AND scans.endpoint_id = endpoints.id AND scans.status = 'failed'
      AND scans.id > coalesce(endpoints.last_scan_id, ${lowestIdAt(new Date(0))}) ORDER BY scans.id DESC LIMIT 1)`;
}

/** The state of the look at one server, and of how many ports it told nothing when it is `in_part`. */
export async function serverLookOf(
  operation: Operation,
  serverSeconds: number,
  { id }: { readonly id: string },
): Promise<ServerLook> {
  const missing = sql<number>`scans.ports_requested - scans.ports_covered`;
  const { state, missing_ports } = await operation.db
    .selectFrom('endpoints')
    .select([
      serverLook(operation, { serverSeconds }).as('state'),
      sinceCompleted(operation.partnerId, missing).as('missing_ports'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { state, missingPorts: state === 'in_part' ? missing_ports : null };
}

/**
 * The same of a row of `monitored_domains`: a source that could have found something answered, and none failed but for wanting the domain
 * verified with it first; and what everybody can see was looked at, too.
 */
export function domainLook(operation: Operation, { domainSeconds }: LookIntervals): RawBuilder<DomainLookState> {
  const answered = sql`monitored_domains.sources @? '$[*] ? (@.outcome != "failed")'`;
  const failed = sql`monitored_domains.sources @? '$[*] ? (@.outcome == "failed" && @.failure != "domain_not_verified")'`;
  const posture = postureLook(operation);
  return sql<DomainLookState>`CASE
    WHEN monitored_domains.status = 'terminated' THEN 'terminated'
    WHEN monitored_domains.quota_paused THEN 'waiting_for_capacity'
    WHEN monitored_domains.status = 'paused' THEN 'paused'
    WHEN ${endedUnseen(operation, 'domain', sql`least(monitored_domains.last_scan_at, ${ofPosture(operation, sql`posture.looked_at`)})`)} THEN 'never_scanned'
    WHEN monitored_domains.sources = '[]' THEN CASE WHEN ${posture} = 'looked_at' THEN 'posture_only' ELSE 'no_source' END
    WHEN monitored_domains.next_scan_at < ${overdue(operation)} OR ${failed} THEN 'failing'
    WHEN monitored_domains.sources IS NULL THEN 'never_scanned'
    WHEN monitored_domains.last_scan_at IS NULL OR NOT (${answered})
      OR monitored_domains.last_scan_at < ${staleBefore(operation, 'domain_monitoring', domainSeconds)} THEN 'failing'
    ELSE ${posture} END`;
}

/** Looks at what everybody can see come daily: so much later one says nothing any more. */
const postureStaleMs = 3 * 86_400_000;

function postureLook(operation: Operation): RawBuilder<DomainLookState> {
  const fresh = new Date(operation.clock.now().getTime() - postureStaleMs);
  const state = sql<DomainLookState>`CASE
      WHEN posture.looked_at >= ${fresh} THEN 'looked_at'
      WHEN posture.looked_at IS NULL AND posture.failures = 0 THEN 'never_scanned'
      ELSE 'failing' END`;
  return sql<DomainLookState>`coalesce(${ofPosture(operation, state)}, 'never_scanned')`;
}

/** Of the looks at what everybody can see; null: there is nothing of them. */
function ofPosture<Value>({ partnerId }: Operation, value: RawBuilder<Value>): RawBuilder<Value | null> {
  return sql`(SELECT ${value} FROM domain_postures posture
    WHERE posture.partner_id = ${partnerId} AND posture.domain_id = monitored_domains.id)`;
}

function overdue({ clock }: Operation): Date {
  return new Date(clock.now().getTime() - overdueMs);
}

/**
 * A resource that comes back from a pause, or whose partner was suspended, was looked at long ago and is not late. The longest interval of the
 * account's plans counts for all, so that the catalogue is read once and not for each resource. A sandbox has its owner's plans.
 */
function staleBefore({ partnerId, clock }: Operation, product: string, defaultSeconds: number): RawBuilder<Date> {
  const now = clock.now();
  return sql<Date>`(SELECT ${now}::timestamptz - interval '1 day'
      - ${staleIntervals} * greatest(${defaultSeconds}::integer, max(p.scan_interval_seconds)) * interval '1 second'
    FROM partners a LEFT JOIN plans p ON p.partner_id = coalesce(a.sandbox_of, a.id) AND p.product_slug = ${product}
    WHERE a.id = ${partnerId})`;
}
