import { type Command, Option } from 'commander';
import { type ScanProtocols, scanProtocols } from '../accounts/plans/plan-catalogue.ts';
import type { PlanTerms } from '../accounts/plans/set-plan.ts';
import { planLimits } from '../wiring/scan-policy.ts';
import { capacityCommands } from './capacity-commands.ts';
import { intervalHours, wholeNumber, wholeNumberOrDefault } from './command-arguments.ts';
import { withResources } from './run-command.ts';

export function addPlan(program: Command): void {
  const plan = program.command('plan').description('what customers of a partner can subscribe to');
  plan
    .command('list')
    .description('list the plans of a partner')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .action(({ partner }: { partner: string }, command: Command) =>
      withResources(command, 'read', (resources, output) => capacityCommands.listPlans(resources, output, partner)),
    );
  plan
    .command('set')
    .description('make or change a plan; what its customers then have too much is paused, newest first')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
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
      withResources(command, 'change', (resources, output, config) =>
        capacityCommands.setPlan(resources, output, planTerms(options), planLimits(config)),
      ),
    );
  plan
    .command('domains')
    .description("set how often a partner's domains, which are sold by the slot, are looked up in the leak sources")
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .requiredOption('--interval-hours <hours>', 'time between scans, or "default"', intervalHours)
    .action(({ partner, intervalHours }: Required<Pick<PlanOptions, 'partner' | 'intervalHours'>>, command: Command) =>
      withResources(command, 'change', (resources, output) =>
        capacityCommands.setDomainInterval(resources, output, { partner, seconds: intervalSeconds(intervalHours) }),
      ),
    );
}

function intervalSeconds(hours: number | 'default'): number | null {
  return hours === 'default' ? null : Math.round(hours * 3_600);
}

function planTerms(options: PlanOptions): PlanTerms & { partner: string } {
  const {
    partner,
    plan: slug,
    capacity,
    ports,
    protocols,
    intervalHours: interval,
    maxPacketsPerSecond: rate,
    vantagePoints: points,
  } = options;
  return {
    partner,
    slug,
    capacity,
    scanIntervalSeconds: interval && intervalSeconds(interval),
    ports,
    protocols,
    maxPacketsPerSecond: rate === 'default' ? null : rate,
    vantagePoints: points === 'any' ? [] : points?.split(',').map((point) => point.trim()),
  };
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

export function addCustomer(program: Command): void {
  program
    .command('customer')
    .description('customers of partners')
    .command('show')
    .description('show services, subscriptions, billing windows, domains and capacity of a customer')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .requiredOption('--client-id <id>', "the billing system's client id", wholeNumber)
    .action((options: { partner: string; clientId: number }, command: Command) =>
      withResources(command, 'read', (resources, output) => capacityCommands.showCustomer(resources, output, options)),
    );
}
