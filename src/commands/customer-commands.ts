import type { Command } from 'commander';
import { plainText } from '../common/text.ts';
import type { Operation } from '../core/operation/operation.ts';
import { doOrTry } from '../core/operation/try-out.ts';
import { customerOverview } from '../reporting/customer-records/customer-overview.ts';
import { type CustomerResource, toCustomerResource } from '../reporting/customer-records/schema.ts';
import { mergeCustomers, transferService } from '../resources/customer-moves/merge-customers.ts';
import { toMergeAnswer, toTransferAnswer } from '../resources/customer-moves/move-answer.ts';
import type { MovedTypes } from '../resources/customer-moves/move-owner.ts';
import { domainType } from '../resources/domains/domain-type.ts';
import { createEndpointType } from '../resources/endpoints/endpoint-type.ts';
import { currentScanPolicy } from '../wiring/scan-policy.ts';
import { wholeNumber } from './command-arguments.ts';
import { type Output, table } from './output.ts';
import { partnerOption, withPartner } from './with-partner.ts';

const clientIdOption = ['--client-id <id>', "the billing system's client id", wholeNumber] as const;

export function defineCustomer(customer: Command): void {
  customer
    .description('customers of partners')
    .command('show')
    .description('show services, subscriptions, billing windows, domains and capacity of a customer')
    .requiredOption(...partnerOption)
    .requiredOption(...clientIdOption)
    .action(({ partner, clientId }: { partner: string; clientId: number }, command: Command) =>
      withPartner(command, 'read', partner, (operation, output) => printCustomer(operation, output, clientId)),
    );
  customer
    .command('merge')
    .description('give all that a customer has to another customer')
    .requiredOption(...partnerOption)
    .requiredOption(...clientIdOption)
    .requiredOption('--into <id>', 'client id of the customer that receives; made on first use', wholeNumber)
    .option(...dryRunOption)
    .action(({ partner, clientId: from, into, dryRun = false }: MergeOptions, command: Command) =>
      withMove(command, partner, dryRun, async (tx, types) =>
        toMergeAnswer(await mergeCustomers(tx, types, { from, into }), dryRun),
      ),
    );
  customer
    .command('transfer')
    .description('give one service of a customer to another customer, with what belongs to it')
    .requiredOption(...partnerOption)
    .requiredOption(...clientIdOption)
    .requiredOption('--service-id <id>', "the billing system's id of the service", wholeNumber)
    .requiredOption('--to <id>', 'client id of the customer that receives; made on first use', wholeNumber)
    .option(...dryRunOption)
    .action(({ partner, clientId: from, serviceId, to, dryRun = false }: TransferOptions, command: Command) =>
      withMove(command, partner, dryRun, async (tx, types) =>
        toTransferAnswer(await transferService(tx, types, { from, serviceId, to }), serviceId, dryRun),
      ),
    );
}

const dryRunOption = ['--dry-run', 'say what it would come to, and change nothing'] as const;

interface MoveOptions {
  readonly partner: string;
  readonly clientId: number;
  readonly dryRun?: boolean;
}

interface MergeOptions extends MoveOptions {
  readonly into: number;
}

interface TransferOptions extends MoveOptions {
  readonly serviceId: number;
  readonly to: number;
}

type MoveAnswer = ReturnType<typeof toMergeAnswer> | ReturnType<typeof toTransferAnswer>;

function withMove(
  command: Command,
  partner: string,
  isTry: boolean,
  work: (tx: Operation, types: MovedTypes) => Promise<MoveAnswer>,
): Promise<void> {
  return withPartner(command, 'change', partner, async (operation, output, config, { db }) => {
    const types = { endpoint: createEndpointType(await currentScanPolicy(db, config)), domain: domainType };
    const answer = await doOrTry(operation, isTry, (tx) => work(tx, types));
    output.result(answer, moveText(answer));
  });
}

function moveText(answer: MoveAnswer): string {
  const { billing_customer_id: from, dry_run: isTry, created, moved, not_moved: left } = answer;
  const to = 'into' in answer ? answer.into : answer.to;
  if ('note' in answer) return answer.note;
  const counts = Object.entries(moved).flatMap(([what, count]) =>
    count > 0 ? [`${count} ${what.replace('_', ' ')}`] : [],
  );
  return [
    `${isTry ? 'Would go' : 'Gone'} from customer ${from} to ${created ? 'the new ' : ''}customer ${to}: ${counts.join(', ') || 'nothing'}.`,
    ...left.map(({ name, note: became }) => plainText(`${name}: ${became}`)),
    ...Object.entries(answer.enforcement).flatMap(([customer, { port_monitoring, domain_monitoring }]) =>
      [port_monitoring, domain_monitoring].flatMap(({ newly_paused: paused, unpaused }) => [
        ...(paused.length > 0 ? [`Customer ${customer} does not pay for, paused: ${paused.join(', ')}`] : []),
        ...(unpaused.length > 0 ? [`Customer ${customer} pays for again, active: ${unpaused.join(', ')}`] : []),
      ]),
    ),
  ].join('\n');
}

/** Prints what is on record of a customer, as `GET /api/v1/customers` answers it. */
export async function printCustomer(operation: Operation, output: Output, clientId: number): Promise<void> {
  const customer = toCustomerResource(await customerOverview(operation, clientId));
  output.result(customer, customerText(customer));
}

function customerText(customer: CustomerResource): string {
  const { endpoints } = customer;
  const capacity = Object.entries(customer.capacity).map(([product, use]) => [
    product,
    use.capacity === null ? 'not capped' : String(use.capacity),
    String(use.usage),
    use.over_quota ? 'yes' : 'no',
  ]);
  const services = customer.services.map((service) => [
    String(service.service_id),
    service.product_slug ?? '',
    service.plan_slug ?? '',
    service.mrr?.toFixed(2) ?? '',
  ]);
  const subscriptions = customer.subscriptions.map((subscription) => [
    subscription.subscription_id,
    String(subscription.service_id),
    subscription.product_slug,
    subscription.plan_slug ?? String(subscription.quantity),
    subscription.status,
    subscription.mrr?.toFixed(2) ?? '',
    subscription.windows.at(-1)?.started_at ?? '',
  ]);
  const domains = customer.domains.map(({ domain, status, quota_paused }) => [
    domain,
    quota_paused ? 'paused for capacity' : status,
  ]);
  return [
    plainText(
      `Customer ${customer.billing_customer_id}: ${customer.name ?? 'no name'}, ${customer.email ?? 'no e-mail'}`,
    ),
    `Endpoints: ${endpoints.active} active, ${endpoints.paused} paused, of them ${endpoints.quota_paused} for capacity`,
    table(['product', 'capacity', 'usage', 'over quota'], capacity),
    table(['service', 'product', 'plan', 'mrr'], services),
    table(['subscription', 'service', 'product', 'plan or quantity', 'status', 'mrr', 'since'], subscriptions),
    table(['domain', 'status'], domains),
  ].join('\n\n');
}
