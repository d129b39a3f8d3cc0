import type { Command } from 'commander';
import { plainText } from '../common/text.ts';
import type { Operation } from '../core/operation/operation.ts';
import { customerOverview } from '../reporting/customer-records/customer-overview.ts';
import { type CustomerResource, toCustomerResource } from '../reporting/customer-records/schema.ts';
import { wholeNumber } from './command-arguments.ts';
import { type Output, table } from './output.ts';
import { partnerOption, withPartner } from './with-partner.ts';

export function defineCustomer(customer: Command): void {
  customer
    .description('customers of partners')
    .command('show')
    .description('show services, subscriptions, billing windows, domains and capacity of a customer')
    .requiredOption(...partnerOption)
    .requiredOption('--client-id <id>', "the billing system's client id", wholeNumber)
    .action(({ partner, clientId }: { partner: string; clientId: number }, command: Command) =>
      withPartner(command, 'read', partner, (operation, output) => printCustomer(operation, output, clientId)),
    );
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
