import { type Command, Option } from 'commander';
import { listPlans } from '../accounts/plans/list-plans.ts';
import { type Plan, type ScanProtocols, scanProtocols } from '../accounts/plans/plan-catalogue.ts';
import type { PlanLimits } from '../accounts/plans/plan-limits.ts';
import { removePlan } from '../accounts/plans/remove-plan.ts';
import { setDomainInterval } from '../accounts/plans/set-domain-interval.ts';
import { type PlanTerms, setPlan } from '../accounts/plans/set-plan.ts';
import type { Operation } from '../core/operation/operation.ts';
import { planLimits } from '../wiring/scan-policy.ts';
import { intervalHours, wholeNumber, wholeNumberOrDefault } from './command-arguments.ts';
import { type Output, table } from './output.ts';
import { partnerOption, withPartner } from './with-partner.ts';

export function definePlan(plan: Command): void {
  plan.description('what customers of a partner can subscribe to');
  plan
    .command('list')
    .description('list the plans of a partner')
    .requiredOption(...partnerOption)
    .action(({ partner }: { partner: string }, command: Command) => withPartner(command, 'read', partner, printPlans));
  plan
    .command('set')
    .description('make or change a plan; what its customers then have too much is paused, newest first')
    .requiredOption(...partnerOption)
    .addOption(
      new Option('--product <product>', 'a product that is sold by plan')
        .choices(['port_monitoring'])
        .makeOptionMandatory(),
    )
    .requiredOption('--plan <plan>', 'slug of the plan')
    .requiredOption('--capacity <endpoints>', 'endpoints that it pays for', wholeNumber)
    .option('--interval-hours <hours>', 'time between scans, or "default"; kept as it is when omitted', intervalHours)
    .option('--ports <ports>', 'top-1000, full or ranges such as 22,80,8000-8010; kept as they are when omitted')
    .addOption(
      new Option(
        '--protocols <protocols>',
        'tcp, or tcp+udp to ask the UDP ports of the risk table too; kept as they are when omitted',
      ).choices(scanProtocols),
    )
    .option(
      '--max-packets-per-second <packets>',
      'ceiling for each endpoint, or "default"; kept as it is when omitted',
      wholeNumberOrDefault,
    )
    .option(
      '--vantage-points <points>',
      'from where: names as in SCAN_VANTAGE, such as fra1,nyc1, of which the first scans and the others look again; or "any"; kept as they are when omitted',
    )
    .action((options: PlanOptions, command: Command) =>
      withPartner(command, 'change', options.partner, (operation, output, config) =>
        changePlan(operation, output, planTerms(options), planLimits(config)),
      ),
    );
  plan
    .command('remove')
    .description('remove a plan that no customer is on; the default ones stay')
    .requiredOption(...partnerOption)
    .requiredOption('--plan <plan>', 'slug of the plan')
    .action(({ partner, plan: slug }: Pick<PlanOptions, 'partner' | 'plan'>, command: Command) =>
      withPartner(command, 'change', partner, async (operation, output) => {
        await removePlan(operation, slug);
        output.result(
          { partner_id: operation.partnerId, product_slug: 'port_monitoring', plan_slug: slug },
          `Plan ${slug} is removed.`,
        );
      }),
    );
  plan
    .command('domains')
    .description("set how often a partner's domains, which are sold by the slot, are looked up in the leak sources")
    .requiredOption(...partnerOption)
    .requiredOption('--interval-hours <hours>', 'time between scans, or "default"', intervalHours)
    .action(({ partner, intervalHours }: Required<Pick<PlanOptions, 'partner' | 'intervalHours'>>, command: Command) =>
      withPartner(command, 'change', partner, async (operation, output) => {
        const seconds = intervalSeconds(intervalHours);
        const changed = await setDomainInterval(operation, seconds);
        const interval = seconds === null ? 'at the default interval' : `every ${seconds / 3_600} h`;
        output.result(
          { partner_id: operation.partnerId, scan_interval_seconds: seconds, changed },
          `Domains of partner ${operation.partnerId} ${changed ? 'are' : 'were already'} looked up ${interval}.`,
        );
      }),
    );
}

interface PlanOptions {
  readonly partner: string;
  readonly plan: string;
  readonly capacity: number;
  /** `default`: the installation's interval. */
  readonly intervalHours?: number | 'default';
  readonly ports?: string;
  readonly protocols?: ScanProtocols;
  readonly maxPacketsPerSecond?: number | 'default';
  readonly vantagePoints?: string;
}

function planTerms(options: PlanOptions): PlanTerms {
  const { plan, capacity, ports, protocols, intervalHours, maxPacketsPerSecond: rate, vantagePoints: points } = options;
  return {
    slug: plan,
    capacity,
    scanIntervalSeconds: intervalHours && intervalSeconds(intervalHours),
    ports,
    protocols,
    maxPacketsPerSecond: rate === 'default' ? null : rate,
    vantagePoints: points === 'any' ? [] : points?.split(',').map((point) => point.trim()),
  };
}

function intervalSeconds(hours: number | 'default'): number | null {
  return hours === 'default' ? null : Math.round(hours * 3_600);
}

/** Prints the plans of a partner. */
export async function printPlans(operation: Operation, output: Output): Promise<void> {
  const plans = await listPlans(operation);
  const headings = [
    ...['product', 'plan', 'capacity', 'scan interval', 'ports', 'protocols', 'packets per second', 'from'],
    'subscriptions',
  ];
  const rows = plans.map((plan) => [
    'port_monitoring',
    plan.slug,
    String(plan.capacity),
    intervalText(plan),
    plan.ports,
    plan.protocols,
    rateText(plan),
    pointsText(plan),
    String(plan.subscriptions),
  ]);
  output.result(
    { plans: plans.map((plan) => ({ ...shownPlan(plan), subscriptions: plan.subscriptions })) },
    table(headings, rows),
  );
}

/** Makes or changes a plan, and prints what came of it. */
export async function changePlan(
  operation: Operation,
  output: Output,
  terms: PlanTerms,
  limits?: PlanLimits,
): Promise<void> {
  const { plan, changed, customers, newlyPaused, unpaused } = await setPlan(operation, terms, limits);
  const text = changed
    ? `Plan ${plan.slug}: ${plan.capacity} endpoints, ${intervalText(plan)}, ports ${plan.ports} (${plan.protocols}), packets per second: ${rateText(plan)}, from: ${pointsText(plan)}. Customers on it: ${customers}; endpoints paused: ${newlyPaused.length}, active again: ${unpaused.length}.`
    : `Plan ${plan.slug} was so already.`;
  output.result({ ...shownPlan(plan), changed, customers, newly_paused: newlyPaused, unpaused }, text);
}

function shownPlan(plan: Plan) {
  return {
    product_slug: 'port_monitoring',
    plan_slug: plan.slug,
    capacity: plan.capacity,
    scan_interval_seconds: plan.scanIntervalSeconds,
    ports: plan.ports,
    protocols: plan.protocols,
    max_packets_per_second: plan.maxPacketsPerSecond,
    vantage_points: plan.vantagePoints,
  };
}

function intervalText({ scanIntervalSeconds }: Plan): string {
  return scanIntervalSeconds === null ? 'default interval' : `every ${scanIntervalSeconds / 3_600} h`;
}

function pointsText({ vantagePoints }: Plan): string {
  return vantagePoints.length === 0 ? 'anywhere' : vantagePoints.join(', ');
}

function rateText({ maxPacketsPerSecond }: Plan): string {
  return maxPacketsPerSecond === null ? 'default' : String(maxPacketsPerSecond);
}
