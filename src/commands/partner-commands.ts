import { type Command, Option } from 'commander';
import { cappedProducts } from '../accounts/subscriptions/paid-capacity.ts';
import type { Operation } from '../core/operation/operation.ts';
import type { CappedProduct } from '../core/operation/tables/accounts.ts';
import { listAdministrators } from '../identity/administrators/administrator-record.ts';
import { changePartnerStatus } from '../identity/partners/change-partner-status.ts';
import { createPartner } from '../identity/partners/create-partner.ts';
import { limitNewAddresses } from '../identity/partners/limit-new-addresses.ts';
import { listPartners } from '../identity/partners/list-partners.ts';
import { demandSecondFactor } from '../identity/partners/second-factor-demand.ts';
import { setUnsubscribedCap, unsubscribedCaps } from '../resources/capacity/set-unsubscribed-cap.ts';
import { addAdministratorCommands } from './administrator-commands.ts';
import { capacityOrNone, countOrDefault } from './command-arguments.ts';
import { addSubject, subjectOf } from './command-usage.ts';
import { type Output, table } from './output.ts';
import { withResources } from './run-command.ts';
import { partnerOption, withPartner } from './with-partner.ts';

export function definePartner(partner: Command): void {
  partner.description('hosting companies that sell the service');
  partner
    .command('create')
    .description('create a partner with a portal domain and its first API key')
    .requiredOption('--name <name>', 'name of the company')
    .requiredOption('--portal-domain <domain>', 'host that its customers see')
    .action((options: { name: string; portalDomain: string }, command: Command) =>
      withResources(command, 'change', async (resources, output) => {
        const { partnerId, portalDomain, apiKey } = await createPartner(resources, options);
        output.result(
          { partner_id: partnerId, portal_domain: portalDomain, api_key: apiKey },
          `Partner ${partnerId} on ${portalDomain}.\nAPI key, shown this once: ${apiKey}`,
        );
      }),
    );
  partner
    .command('list')
    .description('list all partners')
    .action((_options, command: Command) =>
      withResources(command, 'read', async ({ db }, output) => {
        const partners = await listPartners(db);
        const rows = partners.map((each) => [each.partner_id, each.name, each.status, each.portal_domains.join(', ')]);
        output.result({ partners }, table(['partner', 'name', 'status', 'portal domains'], rows));
      }),
    );
  for (const [verb, status] of [
    ['suspend', 'suspended'],
    ['resume', 'active'],
  ] as const) {
    addSubject(partner.command(verb), ...partnerOption)
      .description(verb === 'suspend' ? 'refuse its keys and stop its scans' : 'let a suspended partner in again')
      .action((_options, command: Command) =>
        withPartner(command, 'change', subjectOf(command), async (operation, output) => {
          const changed = await changePartnerStatus(operation, status);
          const text = changed
            ? `Partner ${operation.partnerId} is ${status} now.`
            : `Partner ${operation.partnerId} was ${status} already.`;
          output.result({ partner_id: operation.partnerId, status, changed }, text);
        }),
      );
  }
  addSubject(partner.command('limit'), ...partnerOption)
    .description('set how many new addresses it may add in a day')
    .requiredOption('--new-addresses-per-day <count>', 'a number, or "default"', countOrDefault)
    .action(({ newAddressesPerDay: count }: { newAddressesPerDay: number | 'default' }, command: Command) =>
      withPartner(command, 'change', subjectOf(command), async (operation, output) => {
        const perDay = count === 'default' ? null : count;
        const changed = await limitNewAddresses(operation, perDay);
        const limit = perDay === null ? "the installation's number of" : perDay;
        output.result(
          { partner_id: operation.partnerId, new_addresses_per_day: perDay, changed },
          `Partner ${operation.partnerId} ${changed ? 'may now' : 'might already'} add ${limit} new addresses a day.`,
        );
      }),
    );
  addSubject(partner.command('require-second-factor'), ...partnerOption)
    .description('let its administrators do nothing without a second factor but set one up; it cannot lift that')
    .option('--off', 'demand it no longer; what the partner demands itself stays')
    .action(({ off = false }: { off?: boolean }, command: Command) =>
      withPartner(command, 'change', subjectOf(command), (operation, output) =>
        requireSecondFactor(operation, output, !off),
      ),
    );
  partner
    .command('caps')
    .description(
      'show, or set with --product, how many resources customers may have who never had a subscription to the product',
    )
    .requiredOption(...partnerOption)
    .addOption(new Option('--product <product>', 'the product whose cap is set').choices(cappedProducts))
    .option('--capacity <number>', 'servers or domains of a customer, from 0, or "none"', capacityOrNone)
    .action((options: CapOptions, command: Command) => {
      const { partner: name, product, capacity } = options;
      if (product === undefined && capacity === undefined) return withPartner(command, 'read', name, showCaps);
      if (product === undefined || capacity === undefined)
        command.error('error: give --product and --capacity together');
      return withPartner(command, 'change', name, (operation, output) =>
        setCap(operation, output, product, capacity === 'none' ? null : capacity),
      );
    });
  addAdministratorCommands(partner);
}

interface CapOptions {
  readonly partner: string;
  readonly product?: CappedProduct;
  readonly capacity?: number | 'none';
}

async function requireSecondFactor(operation: Operation, output: Output, required: boolean): Promise<void> {
  const changed = await demandSecondFactor(operation, required);
  const missing = (await listAdministrators(operation)).filter(({ has_second_factor: has }) => !has);
  const emails = missing.map(({ email }) => email);
  const rule = required ? 'must have a second factor' : 'need no second factor by your word';
  const left =
    required && emails.length > 0 ? `\nThey can only set one up until they have it: ${emails.join(', ')}.` : '';
  output.result(
    { partner_id: operation.partnerId, second_factor_required: required, changed, without_second_factor: emails },
    `Administrators of partner ${operation.partnerId} ${rule}${changed ? '' : ', as before'}.${left}`,
  );
}

async function showCaps(operation: Operation, output: Output): Promise<void> {
  const caps = await unsubscribedCaps(operation);
  const rows = caps.map(({ product, capacity }) => [product, capText(capacity)]);
  output.result(
    { caps: caps.map(({ product, capacity }) => ({ product_slug: product, capacity })) },
    table(['product', 'without a subscription'], rows),
  );
}

async function setCap(
  operation: Operation,
  output: Output,
  product: CappedProduct,
  capacity: number | null,
): Promise<void> {
  const { changed, newlyPaused, unpaused } = await setUnsubscribedCap(operation, { product, capacity });
  output.result(
    {
      partner_id: operation.partnerId,
      product_slug: product,
      capacity,
      changed,
      newly_paused: newlyPaused,
      unpaused,
    },
    changed
      ? `Customers without a subscription to ${product} may have: ${capText(capacity)}. Paused: ${newlyPaused.length}, active again: ${unpaused.length}.`
      : `The cap for ${product} was ${capText(capacity)} already.`,
  );
}

function capText(capacity: number | null): string {
  return capacity === null ? 'any number' : String(capacity);
}
