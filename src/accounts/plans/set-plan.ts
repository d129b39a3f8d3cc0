import { vantagePointPattern } from '../../common/vantage-point.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { CapacityReport } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { OperatorError } from '../../core/operation/operator-error.ts';
import { namedPortSet } from '../../engines/port-scanner/port-sets.ts';
import { defaultScans, type Plan, planCatalogue, type ScanProtocols } from './plan-catalogue.ts';
import { type PlanLimits, widestPlanLimits } from './plan-limits.ts';

/** What is undefined stays as it is; of a new plan it is the default. */
export interface PlanTerms {
  readonly slug: string;
  /** Endpoints that the plan pays for. */
  readonly capacity: number;
  /** Null: the installation's interval. */
  readonly scanIntervalSeconds?: number | null | undefined;
  /** `top-1000`, `full` or port ranges. */
  readonly ports?: string | undefined;
  readonly protocols?: ScanProtocols | undefined;
  /** Null: the installation's ceiling per target. */
  readonly maxPacketsPerSecond?: number | null | undefined;
  /** Empty: any worker scans. */
  readonly vantagePoints?: readonly string[] | undefined;
}

export interface PlanChange {
  readonly plan: Plan;
  readonly changed: boolean;
  /** Customers on the plan. */
  readonly customers: number;
  /** IP addresses whose endpoints the change paused or woke. */
  readonly newlyPaused: readonly string[];
  readonly unpaused: readonly string[];
}

/** A term of a plan that cannot be. */
export class UnusableTerm extends OperatorError {
  /** As the API calls it. */
  readonly field: string;

  constructor(field: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.field = field;
  }
}

/** The first one scans; each of the others looks again after every scan. */
export const mostVantagePoints = 5;

const maxCapacity = 1_000_000;
const maxIntervalSeconds = 31_536_000;
/** The full range within two hours. */
const minPacketsPerSecond = 10;

/**
 * Makes or changes a port_monitoring plan of the partner and enforces it for every customer on it, in one transaction
 * (decisions §3.1, §3.4).
 * @throws UnusableTerm that says which of the terms cannot be
 */
export async function setPlan(
  operation: Operation,
  terms: PlanTerms,
  limits: PlanLimits = widestPlanLimits,
): Promise<PlanChange> {
  checkTerms(terms);
  checkLimits(terms, limits);
  return operation.transaction(async (tx) => {
    // Customers before the partner's row, like everybody who writes: who has a customer's lock is not kept waiting by
    // us.
    await lockCustomersOnPlan(tx, terms.slug);
    await awaitChangesUnderway(tx);
    const before = (await planCatalogue(tx)).get(terms.slug);
    const plan = planOf(terms, before);
    const changed = before === undefined || !samePlan(before, plan);
    const customerIds = await lockCustomersOnPlan(tx, terms.slug);
    if (!changed) return { plan, changed, customers: customerIds.length, newlyPaused: [], unpaused: [] };
    await writePlan(tx, plan);
    await recordFact(tx, {
      type: before ? 'plan.changed' : 'plan.created',
      subjectId: null,
      details: { product_slug: 'port_monitoring', ...(before ? { from: before } : {}), to: plan },
    });
    const reports = [...(await tx.effects.capacityChanged(tx, customerIds)).values()].map(
      (both) => both.port_monitoring,
    );
    const others = (await customersByServices(tx, terms.slug)).filter((id) => !customerIds.includes(id));
    if (others.length > 0) await tx.effects.scanTermsChanged(tx, others);
    return { plan, changed, customers: customerIds.length, ...summed(reports) };
  });
}

function checkTerms({ slug, capacity, scanIntervalSeconds, ports, ...terms }: PlanTerms): void {
  if (!/^[\x21-\x7e]{1,50}$/.test(slug))
    throw new UnusableTerm('plan_slug', 'The plan must be named by 1 to 50 printable characters without spaces.');
  if (!isIntegerWithin(capacity, 1, maxCapacity))
    throw new UnusableTerm('capacity', `The capacity must be an integer from 1 to ${maxCapacity}.`);
  const { shortestIntervalSeconds, maxPacketsPerSecond } = widestPlanLimits;
  const interval = scanIntervalSeconds ?? shortestIntervalSeconds;
  if (!isIntegerWithin(interval, shortestIntervalSeconds, maxIntervalSeconds))
    throw new UnusableTerm('scan_interval_seconds', 'The scan interval must be from one minute to one year.');
  if (!isIntegerWithin(terms.maxPacketsPerSecond ?? minPacketsPerSecond, minPacketsPerSecond, maxPacketsPerSecond))
    throw new UnusableTerm(
      'max_packets_per_second',
      `The rate must be an integer from ${minPacketsPerSecond} to ${maxPacketsPerSecond} packets per second.`,
    );
  if (ports !== undefined) checkPorts(ports);
  checkVantagePoints(terms.vantagePoints ?? []);
}

/** What the operator allows plans; one that exists with more than that stays, and is used within the limits. */
function checkLimits({ scanIntervalSeconds, maxPacketsPerSecond: rate }: PlanTerms, limits: PlanLimits): void {
  if (scanIntervalSeconds && scanIntervalSeconds < limits.shortestIntervalSeconds)
    throw new UnusableTerm(
      'scan_interval_seconds',
      `The scan interval must be at least ${limits.shortestIntervalSeconds} seconds on this installation.`,
    );
  if (rate && rate > limits.maxPacketsPerSecond)
    throw new UnusableTerm(
      'max_packets_per_second',
      `The rate must be at most ${limits.maxPacketsPerSecond} packets per second on this installation.`,
    );
}

function isIntegerWithin(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

function checkPorts(ports: string): void {
  try {
    namedPortSet(ports);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UnusableTerm('ports', `The ports cannot be read: ${error.message}.`, { cause: error });
  }
}

function checkVantagePoints(points: readonly string[]): void {
  if (points.length > mostVantagePoints || new Set(points).size < points.length)
    throw new UnusableTerm(
      'vantage_points',
      `There can be up to ${mostVantagePoints} vantage points, each named once.`,
    );
  const wrong = points.find((point) => !vantagePointPattern.test(point));
  if (wrong !== undefined)
    throw new UnusableTerm(
      'vantage_points',
      'A vantage point is named by 1 to 32 lower-case letters, digits and hyphens, as in SCAN_VANTAGE of its workers.',
    );
}

function planOf({ slug, capacity, ...terms }: PlanTerms, before: Plan | undefined): Plan {
  const kept = before ?? defaultScans;
  return {
    slug,
    capacity,
    scanIntervalSeconds: terms.scanIntervalSeconds === undefined ? kept.scanIntervalSeconds : terms.scanIntervalSeconds,
    ports: terms.ports ?? kept.ports,
    protocols: terms.protocols ?? kept.protocols,
    maxPacketsPerSecond: terms.maxPacketsPerSecond === undefined ? kept.maxPacketsPerSecond : terms.maxPacketsPerSecond,
    vantagePoints: terms.vantagePoints ?? kept.vantagePoints,
  };
}

function samePlan(a: Plan, b: Plan): boolean {
  return (
    a.capacity === b.capacity &&
    a.scanIntervalSeconds === b.scanIntervalSeconds &&
    a.ports === b.ports &&
    a.protocols === b.protocols &&
    a.maxPacketsPerSecond === b.maxPacketsPerSecond &&
    a.vantagePoints.join() === b.vantagePoints.join()
  );
}

/** In the order of their ids, as everybody locks several customers. */
async function lockCustomersOnPlan(tx: Operation, slug: string): Promise<string[]> {
  const customers = await tx.db
    .selectFrom('customers')
    .select('id')
    .where((row) =>
      row.exists(
        row
          .selectFrom('subscriptions')
          .select('subscriptions.id')
          .where('subscriptions.partner_id', '=', tx.partnerId)
          .whereRef('subscriptions.customer_id', '=', 'customers.id')
          .where('subscriptions.product_slug', '=', 'port_monitoring')
          .where('subscriptions.plan_slug', '=', slug),
      ),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return customers.map(({ id }) => id);
}

/** Whose services name the plan without a subscription to it: they pay for their servers otherwise, and are scanned by it. */
async function customersByServices(tx: Operation, slug: string): Promise<string[]> {
  const services = tx.db.selectFrom('services').select('customer_id').distinct().where('plan_slug', '=', slug);
  return (await services.execute()).map(({ customer_id }) => customer_id);
}

/**
 * Who has just put a customer on the plan but not committed cannot be seen, and has read the old plan. All changes
 * write to the audit log, which refers to the partner's row: this lock waits for those that did, and makes the others
 * wait with what they enforce afterwards.
 */
export async function awaitChangesUnderway(tx: Operation): Promise<void> {
  // In a sharded database every node has a copy of the partner's row, and the log refers to the one beside it. A customer who cannot be,
  // with the partner's id, has that copy locked.
  await tx.db
    .selectPartner()
    .leftJoin('customers', (join) =>
      join.on('customers.partner_id', '=', tx.partnerId).onRef('customers.id', '=', 'partners.id'),
    )
    .select('partners.id')
    .forUpdate('partners')
    .executeTakeFirstOrThrow();
}

async function writePlan(tx: Operation, plan: Plan): Promise<void> {
  const terms = {
    capacity: plan.capacity,
    scan_interval_seconds: plan.scanIntervalSeconds,
    ports: plan.ports,
    protocols: plan.protocols,
    max_packets_per_second: plan.maxPacketsPerSecond,
    vantage_points: [...plan.vantagePoints],
    updated_at: tx.clock.now(),
  };
  await tx.db
    .insertInto('plans', { product_slug: 'port_monitoring', plan_slug: plan.slug, ...terms })
    .onConflict((conflict) => conflict.columns(['partner_id', 'product_slug', 'plan_slug']).doUpdateSet(terms))
    .execute();
}

function summed(reports: readonly CapacityReport[]): Pick<PlanChange, 'newlyPaused' | 'unpaused'> {
  return {
    newlyPaused: reports.flatMap((report) => report.newly_paused),
    unpaused: reports.flatMap((report) => report.unpaused),
  };
}
