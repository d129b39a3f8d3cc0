import { sql } from 'kysely';
import { findCustomerId } from '../../accounts/customers/index.ts';
import { type Severity, severities } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { ResourceKind } from '../../core/operation/resource-kinds.ts';
import type { AlertKind } from '../alerts/index.ts';
import { countLooks, type LookIntervals, type Looks, type Standing, standingOf } from '../looks/index.ts';

export type BySeverity = Readonly<Record<Severity, number>>;

/** Whether a customer is safe, as far as was looked. */
export interface MonitoringSummary {
  /** What may be said in one line. */
  readonly standing: Standing;
  /** Open alerts that ask somebody to act: of every severity but low. */
  readonly needsAction: Readonly<Record<'total' | 'open_ports' | 'leaks' | 'other', number>>;
  /** Open alerts of severity low: good to know, and nothing has to be done. */
  readonly notes: number;
  readonly openAlerts: Readonly<Record<ResourceKind, BySeverity>>;
  readonly looks: Looks;
}

/** Zeros for a customer that the account does not have. */
export async function summariseMonitoring(
  operation: Operation,
  kinds: readonly AlertKind[],
  intervals: LookIntervals,
  billingCustomerId: number,
): Promise<MonitoringSummary> {
  const customerId = (await findCustomerId(operation, billingCustomerId)) ?? null;
  const [open, looks] = await Promise.all([
    countOpenAlerts(operation, customerId),
    countLooks(operation, intervals, customerId),
  ]);
  const asks = open.filter(({ severity }) => severity !== 'low');
  const kindOf = new Map(kinds.map((kind) => [kind.name, kind]));
  const countOf = (group: keyof MonitoringSummary['needsAction']) =>
    total(asks.filter(({ kind }) => (kindOf.get(kind)?.countedAs ?? 'other') === group));
  const needsAction = {
    total: total(asks),
    open_ports: countOf('open_ports'),
    leaks: countOf('leaks'),
    other: countOf('other'),
  };
  const ofSubject = (subject: ResourceKind) =>
    bySeverity(open.filter(({ kind }) => kindOf.get(kind)?.subject === subject));
  return {
    standing: standingOf(needsAction, looks),
    needsAction,
    notes: total(open) - needsAction.total,
    openAlerts: { endpoint: ofSubject('endpoint'), domain: ofSubject('domain') },
    looks,
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

function total(counted: readonly OpenCount[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0);
}

function bySeverity(counted: readonly OpenCount[]): BySeverity {
  const countOf = (severity: Severity) => total(counted.filter((each) => each.severity === severity));
  return Object.fromEntries(severities.map((severity) => [severity, countOf(severity)])) as BySeverity;
}
