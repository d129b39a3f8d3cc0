import { sql } from 'kysely';
import { type Customer, getCustomer } from '../../accounts/customers/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AlertKind } from '../../monitoring/alerts/index.ts';
import { allLookedAt, type LookIntervals, type Standing } from '../../monitoring/looks/index.ts';
import { type MonitoringSummary, summariseMonitoring } from '../../monitoring/overview/index.ts';
import { weekMs } from './report-time.ts';
import { readChoices } from './settings.ts';

/** What may be said of a customer after a week, by what completed looks proved. */
export interface Week {
  readonly standing: Standing;
  readonly leaks: number;
  readonly allLookedAt: boolean;
  /** Servers and domains of which the last look told how they are, and how many there are. */
  readonly looked: { readonly seen: number; readonly total: number; readonly lastAt: Date | null };
  /** Alerts that are no notes, in the last seven days. */
  readonly alerts: { readonly raised: number; readonly over: number };
  readonly servers: Pick<MonitoringSummary['looks']['servers'], 'needs_action' | 'well' | 'total'>;
}

/** Null where there is nothing to tell of, or nothing that anybody wants to hear of. */
export async function readWeek(
  operation: Operation,
  { kinds, intervals }: { readonly kinds: readonly AlertKind[]; readonly intervals: LookIntervals },
  customerId: string,
): Promise<Week | null> {
  const customer = await getCustomer(operation, customerId);
  if (!customer) return null;
  const choices = await readChoices(operation, kinds, customerId);
  if (![...choices.values()].some(({ enabled }) => enabled)) return null;
  const { standing, needsAction, looks } = await summariseMonitoring(
    operation,
    kinds,
    intervals,
    customer.billing_customer_id,
  );
  if (standing.code === 'nothing_monitored') return null;
  const { servers, domains } = looks;
  return {
    standing,
    leaks: needsAction.leaks,
    allLookedAt: allLookedAt(servers, domains),
    looked: {
      seen: servers.looked_at + domains.looked_at,
      total: servers.total + domains.total,
      lastAt: looks.lastLookAt,
    },
    alerts: await countAlertsOfWeek(operation, customer),
    servers,
  };
}

async function countAlertsOfWeek(
  operation: Operation,
  { id: customerId }: Pick<Customer, 'id'>,
): Promise<Week['alerts']> {
  const since = new Date(operation.clock.now().getTime() - weekMs);
  const { rows } = await operation.db.execute(sql<Week['alerts']>`
    SELECT count(*) FILTER (WHERE cause <> 'reassessed' AND started_at >= ${since})::int AS raised,
      count(*) FILTER (WHERE outcome <> 'reassessed')::int AS over
    FROM alert_exposures
    WHERE partner_id = ${operation.partnerId} AND customer_id = ${customerId} AND ended_at >= ${since}
      AND severity > 'low'`);
  return rows[0]!;
}
