import { sql } from 'kysely';
import { findCustomerId } from '../../accounts/customers/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { ResourceKind } from '../../core/operation/resource-kinds.ts';
import { type Severity, severities } from '../../engines/common/severity.ts';
import { lowestIdAt } from '../../platform/ids.ts';
import type { AlertKind } from '../alerts/index.ts';

export type BySeverity = Readonly<Record<Severity, number>>;

/** Servers or domains, each counted once, but for `total`, which counts all of them. */
export interface LookedAt {
  readonly total: number;
  /** The last look told how things are. */
  readonly looked_at: number;
  /** The last look told nothing, or did not come when it was due. */
  readonly failing: number;
  readonly never_scanned: number;
  /** Their addresses are in ranges that are never scanned. */
  readonly outside_policy: number;
  /** By hand. */
  readonly paused: number;
  /** By the platform, because paid capacity does not cover them. */
  readonly waiting_for_capacity: number;
}

/** Whether a customer is safe, as far as was looked. */
export interface MonitoringSummary {
  /** Nothing needs action, and all of it was looked at. */
  readonly allWell: boolean;
  /** Open alerts that ask somebody to act: of every severity but low. */
  readonly needsAction: Readonly<Record<'total' | 'open_ports' | 'leaks' | 'other', number>>;
  /** Open alerts of severity low: good to know, and nothing has to be done. */
  readonly notes: number;
  readonly openAlerts: Readonly<Record<ResourceKind, BySeverity>>;
  readonly servers: LookedAt;
  /** `unverified` counts domains of which control is not proved, whatever else is counted of them. */
  readonly domains: Omit<LookedAt, 'outside_policy'> & { readonly unverified: number };
  readonly lastLookAt: Date | null;
  /** Of what was looked at, the look that is longest ago. */
  readonly oldestLookAt: Date | null;
}

/** A look that is so late did not come. */
const overdueMs = 86_400_000;

/** Zeros for a customer that the account does not have. */
export async function summariseMonitoring(
  operation: Operation,
  kinds: readonly AlertKind[],
  billingCustomerId: number,
): Promise<MonitoringSummary> {
  const customerId = (await findCustomerId(operation, billingCustomerId)) ?? null;
  const [open, servers, domains] = await Promise.all([
    countOpenAlerts(operation, customerId),
    countServers(operation, customerId),
    countDomains(operation, customerId),
  ]);
  const asks = open.filter(({ severity }) => severity !== 'low');
  const subjectOf = new Map(kinds.map(({ name, subject }) => [name, subject]));
  const groupOf = (kind: string) =>
    kind === 'port' ? 'open_ports' : subjectOf.get(kind) === 'domain' ? 'leaks' : 'other';
  const countOf = (group: string) => total(asks.filter(({ kind }) => groupOf(kind) === group));
  const needsAction = {
    total: total(asks),
    open_ports: countOf('open_ports'),
    leaks: countOf('leaks'),
    other: countOf('other'),
  };
  const ofSubject = (subject: ResourceKind) => bySeverity(open.filter(({ kind }) => subjectOf.get(kind) === subject));
  const { first: firstServer, last: lastServer, ...serverCounts } = servers;
  const { first: firstDomain, last: lastDomain, ...domainCounts } = domains;
  const monitored = servers.total + domains.total;
  const lookedAt = servers.looked_at + domains.looked_at;
  return {
    allWell: needsAction.total === 0 && monitored > 0 && lookedAt === monitored && domains.unverified === 0,
    needsAction,
    notes: total(open) - needsAction.total,
    openAlerts: { endpoint: ofSubject('endpoint'), domain: ofSubject('domain') },
    servers: serverCounts,
    domains: domainCounts,
    lastLookAt: extreme([lastServer, lastDomain], Math.max),
    oldestLookAt: extreme([firstServer, firstDomain], Math.min),
  };
}

interface OpenCount {
  readonly kind: string;
  readonly severity: Severity;
  readonly count: number;
}

async function countOpenAlerts(operation: Operation, customerId: string | null): Promise<readonly OpenCount[]> {
  return operation.db
    .selectFrom('alerts')
    .select(['kind', 'severity', sql<number>`count(*)::int`.as('count')])
    .where('customer_id', '=', customerId)
    .where('status', '=', 'open')
    .groupBy(['kind', 'severity'])
    .execute();
}

type Looks = { readonly first: Date | null; readonly last: Date | null };

async function countServers(operation: Operation, customerId: string | null): Promise<LookedAt & Looks> {
  const overdue = new Date(operation.clock.now().getTime() - overdueMs);
  const failedSince = sql`EXISTS (
    SELECT 1 FROM scans WHERE scans.partner_id = ${operation.partnerId} AND scans.endpoint_id = endpoints.id
      AND scans.status = 'failed' AND scans.id > coalesce(endpoints.last_scan_id, ${lowestIdAt(new Date(0))}))`;
  const { rows } = await operation.db.execute(sql<LookedAt & Looks>`
    SELECT ${counts(['looked_at', 'failing', 'never_scanned', 'outside_policy', 'paused', 'waiting_for_capacity'])}
    FROM (
      SELECT last_scan_at, CASE
        WHEN quota_paused THEN 'waiting_for_capacity'
        WHEN status = 'paused' THEN 'paused'
        WHEN next_scan_at IS NULL THEN 'outside_policy'
        WHEN condition IS NOT NULL OR next_scan_at < ${overdue} OR ${failedSince} THEN 'failing'
        WHEN last_scan_at IS NULL THEN 'never_scanned'
        ELSE 'looked_at' END AS state
      FROM endpoints
      WHERE partner_id = ${operation.partnerId} AND customer_id = ${customerId} AND status IN ('active', 'paused')
    ) AS servers`);
  return rows[0]!;
}

async function countDomains(
  operation: Operation,
  customerId: string | null,
): Promise<Omit<LookedAt, 'outside_policy'> & { readonly unverified: number } & Looks> {
  const overdue = new Date(operation.clock.now().getTime() - overdueMs);
  const { rows } = await operation.db.execute(sql<Awaited<ReturnType<typeof countDomains>>>`
    SELECT ${counts(['looked_at', 'failing', 'never_scanned', 'paused', 'waiting_for_capacity'])},
      count(*) FILTER (WHERE verified_at IS NULL)::int AS unverified
    FROM (
      SELECT last_scan_at, verified_at, CASE
        WHEN quota_paused THEN 'waiting_for_capacity'
        WHEN status = 'paused' THEN 'paused'
        WHEN failed_attempts > 0 OR next_scan_at < ${overdue} THEN 'failing'
        WHEN last_scan_at IS NULL THEN 'never_scanned'
        ELSE 'looked_at' END AS state
      FROM monitored_domains
      WHERE partner_id = ${operation.partnerId} AND customer_id = ${customerId} AND status IN ('active', 'paused')
    ) AS domains`);
  return rows[0]!;
}

function counts(states: readonly string[]) {
  const ofStates = states.map(
    (state) => sql`count(*) FILTER (WHERE state = ${sql.lit(state)})::int AS ${sql.ref(state)}`,
  );
  return sql`count(*)::int AS total, ${sql.join(ofStates)},
    min(last_scan_at) FILTER (WHERE state = 'looked_at') AS first, max(last_scan_at) AS last`;
}

function total(counted: readonly OpenCount[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0);
}

function bySeverity(counted: readonly OpenCount[]): BySeverity {
  const countOf = (severity: Severity) => total(counted.filter((each) => each.severity === severity));
  return Object.fromEntries(severities.map((severity) => [severity, countOf(severity)])) as BySeverity;
}

function extreme(times: readonly (Date | null)[], pick: (...values: number[]) => number): Date | null {
  const known = times.filter((time) => time !== null).map((time) => time.getTime());
  return known.length === 0 ? null : new Date(pick(...known));
}
