import { type RawBuilder, sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import { domainLook, type LookIntervals, serverLook } from './look-sql.ts';
import { domainLookStates, serverLookStates } from './look-states.ts';

const serverStates = serverLookStates.filter((state) => state !== 'terminated');
const domainStates = domainLookStates.filter((state) => state !== 'terminated');

type Counts<State extends string> = Readonly<Record<State | 'total', number>>;

/**
 * Servers that are not terminated, each counted once, but for `total`, which counts all of them; and by what there is to do: `needs_action`
 * have an open alert that is no note, `well` have none and were looked at.
 */
export type ServerLooks = Counts<(typeof serverStates)[number] | 'needs_action' | 'well'>;
/** The same of domains. `unverified` counts those of which control is not proved, whatever else is counted of them. */
export type DomainLooks = Counts<(typeof domainStates)[number] | 'unverified'>;

export interface Looks {
  readonly servers: ServerLooks;
  readonly domains: DomainLooks;
  readonly lastLookAt: Date | null;
  /** Of what was looked at, the look that is longest ago. */
  readonly oldestLookAt: Date | null;
}

type Times = { readonly first: Date | null; readonly last: Date | null };

/**
 * What was looked at of a customer, and why the rest was not.
 * @param customerId null: zeros
 */
export async function countLooks(
  operation: Operation,
  intervals: LookIntervals,
  customerId: string | null,
): Promise<Looks> {
  const { partnerId } = operation;
  const [servers, domains] = await Promise.all([
    operation.db.execute(sql<ServerLooks & Times>`
      SELECT ${counts(serverStates)}, count(*) FILTER (WHERE needs_action)::int AS needs_action,
        count(*) FILTER (WHERE NOT needs_action AND state = 'looked_at')::int AS well
      FROM (
        SELECT last_scan_at, ${serverLook(operation, intervals)} AS state, EXISTS (
          SELECT 1 FROM alerts WHERE alerts.partner_id = ${partnerId} AND alerts.endpoint_id = endpoints.id
            AND alerts.status = 'open' AND alerts.severity > 'low'
        ) AS needs_action FROM endpoints
        WHERE partner_id = ${partnerId} AND customer_id = ${customerId} AND status IN ('active', 'paused')
      ) AS servers`),
    operation.db.execute(sql<DomainLooks & Times>`
      SELECT ${counts(domainStates)}, count(*) FILTER (WHERE verified_at IS NULL)::int AS unverified FROM (
        SELECT last_scan_at, verified_at, ${domainLook(operation, intervals)} AS state FROM monitored_domains
        WHERE partner_id = ${partnerId} AND customer_id = ${customerId} AND status IN ('active', 'paused')
      ) AS domains`),
  ]);
  const { first: firstServer, last: lastServer, ...serverCounts } = servers.rows[0]!;
  const { first: firstDomain, last: lastDomain, ...domainCounts } = domains.rows[0]!;
  return {
    servers: serverCounts,
    domains: domainCounts,
    lastLookAt: extreme([lastServer, lastDomain], Math.max),
    oldestLookAt: extreme([firstServer, firstDomain], Math.min),
  };
}

function counts(states: readonly string[]): RawBuilder<unknown> {
  const ofStates = states.map(
    (state) => sql`count(*) FILTER (WHERE state = ${sql.lit(state)})::int AS ${sql.ref(state)}`,
  );
  return sql`count(*)::int AS total, ${sql.join(ofStates)},
    min(last_scan_at) FILTER (WHERE state = 'looked_at') AS first, max(last_scan_at) AS last`;
}

function extreme(times: readonly (Date | null)[], pick: (...values: number[]) => number): Date | null {
  const known = times.filter((time) => time !== null).map((time) => time.getTime());
  return known.length === 0 ? null : new Date(pick(...known));
}
