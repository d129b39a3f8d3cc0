import { type Command, Option } from 'commander';
import { cappedProducts } from '../accounts/subscriptions/paid-capacity.ts';
import { administratorRoles } from '../core/api/roles.ts';
import type { CappedProduct } from '../core/operation/tables/accounts.ts';
import type { AdministratorRole } from '../core/operation/tables/identity.ts';
import { capacityCommands } from './capacity-commands.ts';
import { capacityOrNone, countOrDefault, hours } from './command-arguments.ts';
import { addSubject, subjectOf } from './command-usage.ts';
import { operatorCommands } from './operator-commands.ts';
import { withResources } from './run-command.ts';

export function addPartner(program: Command): void {
  const partner = program.command('partner').description('hosting companies that sell the service');
  partner
    .command('create')
    .description('create a partner with a portal domain and its first API key')
    .requiredOption('--name <name>', 'name of the company')
    .requiredOption('--portal-domain <domain>', 'host that its customers see')
    .action((options: { name: string; portalDomain: string }, command: Command) =>
      withResources(command, 'change', (resources, output) =>
        operatorCommands.createPartner(resources, output, options),
      ),
    );
  partner
    .command('list')
    .description('list all partners')
    .action((_options, command: Command) => withResources(command, 'read', operatorCommands.listPartners));
  for (const [verb, status] of [
    ['suspend', 'suspended'],
    ['resume', 'active'],
  ] as const) {
    addSubject(partner.command(verb), '--partner <partner>', 'id, portal domain or name')
      .description(verb === 'suspend' ? 'refuse its keys and stop its scans' : 'let a suspended partner in again')
      .action((_options, command: Command) => {
        const name = subjectOf(command);
        return withResources(command, 'change', (resources, output) =>
          operatorCommands.changePartnerStatus(resources, output, name, status),
        );
      });
  }
  addSubject(partner.command('limit'), '--partner <partner>', 'id, portal domain or name')
    .description('set how many new addresses it may add in a day')
    .requiredOption('--new-addresses-per-day <count>', 'a number, or "default"', countOrDefault)
    .action(({ newAddressesPerDay: count }: { newAddressesPerDay: number | 'default' }, command: Command) => {
      const name = subjectOf(command);
      return withResources(command, 'change', (resources, output) =>
        operatorCommands.limitNewAddresses(resources, output, name, count === 'default' ? null : count),
      );
    });
  addSubject(partner.command('require-second-factor'), '--partner <partner>', 'id, portal domain or name')
    .description('let its administrators do nothing without a second factor but set one up; it cannot lift that')
    .option('--off', 'demand it no longer; what the partner demands itself stays')
    .action(({ off = false }: { off?: boolean }, command: Command) => {
      const name = subjectOf(command);
      return withResources(command, 'change', (resources, output) =>
        operatorCommands.requireSecondFactor(resources, output, name, !off),
      );
    });
  partner
    .command('caps')
    .description(
      'show, or set with --product, how many resources customers may have who never had a subscription to the product',
    )
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .addOption(new Option('--product <product>', 'the product whose cap is set').choices(cappedProducts))
    .option('--capacity <number>', 'servers or domains of a customer, from 0, or "none"', capacityOrNone)
    .action((options: CapOptions, command: Command) => {
      const { partner: name, product, capacity } = options;
      if ((product === undefined) !== (capacity === undefined))
        command.error('error: give --product and --capacity together');
      return withResources(command, product === undefined ? 'read' : 'change', async (resources, output) => {
        if (product !== undefined && capacity !== undefined) {
          const cap = { product, capacity: capacity === 'none' ? null : capacity };
          await capacityCommands.setCap(resources, output, { partner: name, ...cap });
        } else await capacityCommands.listCaps(resources, output, name);
      });
    });
  addAdministrator(partner);
}

interface CapOptions {
  readonly partner: string;
  readonly product?: CappedProduct;
  readonly capacity?: number | 'none';
}

export function addPortalDomain(program: Command): void {
  const domain = program.command('portal-domain').description('hosts on which partners have their portal and API');
  for (const [verb, description] of [
    ['add', 'let a host serve a partner on your word: no DNS record is asked for'],
    ['remove', 'take a host from a partner, with its keys and sessions'],
  ] as const) {
    const requiringPartner = domain.command(verb).requiredOption('--partner <partner>', 'id, portal domain or name');
    addSubject(requiringPartner, '--portal-domain <domain>', 'the host')
      .description(description)
      .action(({ partner }: { partner: string }, command: Command) => {
        const name = subjectOf(command);
        return withResources(command, 'change', (resources, output) =>
          operatorCommands[verb === 'add' ? 'addPortalDomain' : 'removePortalDomain'](resources, output, {
            partner,
            domain: name,
          }),
        );
      });
  }
  domain
    .command('list')
    .description('list the hosts of a partner, with those whose control is not proved')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .action(({ partner }: { partner: string }, command: Command) =>
      withResources(command, 'read', (resources, output) =>
        operatorCommands.listPortalDomains(resources, output, partner),
      ),
    );
}

interface AdministratorOptions {
  readonly partner: string;
  readonly email: string;
  readonly name?: string;
  readonly role: AdministratorRole;
  readonly passwordStdin?: boolean;
}

function addAdministrator(partner: Command): void {
  const admin = partner.command('admin').description('people who sign in to the console of a partner');
  const fromStdin = ['--password-stdin', 'read the password from standard input instead of making one'] as const;
  admin
    .command('create')
    .description('let a person sign in to the console')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .requiredOption('--email <address>', 'what the person signs in with')
    .option('--name <name>', 'name of the person')
    .addOption(new Option('--role <role>', 'what the person may do').choices(administratorRoles).default('owner'))
    .option(...fromStdin)
    .action((options: AdministratorOptions, command: Command) =>
      withResources(command, 'change', (resources, output) =>
        operatorCommands.createAdministrator(resources, output, options),
      ),
    );
  admin
    .command('list')
    .description('people who can sign in to the console')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .action(({ partner: name }: { partner: string }, command: Command) =>
      withResources(command, 'read', (resources, output) =>
        operatorCommands.listAdministrators(resources, output, name),
      ),
    );
  admin
    .command('reset')
    .description('another password, no second factor, and no session, for a person who cannot sign in any more')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .requiredOption('--email <address>', 'what the person signs in with')
    .option(...fromStdin)
    .action((options: { partner: string; email: string; passwordStdin?: boolean }, command: Command) =>
      withResources(command, 'change', (resources, output) =>
        operatorCommands.resetAdministrator(resources, output, options),
      ),
    );
}

export function addKey(program: Command): void {
  const key = program.command('key').description('API keys of partners');
  key
    .command('create')
    .description('create a key; with --replaces the old one stays valid during the overlap')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .option('--portal-domain <domain>', 'the domain that the key is bound to; may be omitted when there is one')
    .option('--name <name>', 'what the key is for', 'API key')
    .option('--replaces <key>', 'id of the key that this one takes over from')
    .option('--overlap-hours <hours>', 'how long the replaced key stays valid', hours, 24)
    .action(({ overlapHours, ...options }, command: Command) =>
      withResources(command, 'change', (resources, output) =>
        operatorCommands.createKey(resources, output, { ...options, overlapSeconds: overlapHours * 3_600 }),
      ),
    );
  key
    .command('list')
    .description('list the keys of a partner, never the keys themselves')
    .requiredOption('--partner <partner>', 'id, portal domain or name')
    .action(({ partner }: { partner: string }, command: Command) =>
      withResources(command, 'read', (resources, output) => operatorCommands.listKeys(resources, output, partner)),
    );
  const revoke = key.command('revoke').requiredOption('--partner <partner>', 'id, portal domain or name');
  addSubject(revoke, '--key <key>', 'id of the key')
    .description('revoke a key: its next request fails')
    .action(({ partner }: { partner: string }, command: Command) => {
      const keyId = subjectOf(command);
      return withResources(command, 'change', (resources, output) =>
        operatorCommands.revokeKey(resources, output, { partner, keyId }),
      );
    });
}

export function addSandbox(program: Command): void {
  const sandbox = program.command('sandbox').description('a separate world of an account for trying things out');
  for (const [verb, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    sandbox
      .command(verb)
      .description(enabled ? 'let requests with X-Service-Sandbox: true in' : 'refuse them; the sandbox keeps its data')
      .requiredOption('--partner <partner>', 'id, portal domain or name')
      .action(({ partner }: { partner: string }, command: Command) =>
        withResources(command, 'change', (resources, output) =>
          operatorCommands.setSandboxMode(resources, output, partner, enabled),
        ),
      );
  }
}
