import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { administratorRoles } from '../core/api/roles.ts';
import { OperatorError } from '../core/operation/operator-error.ts';
import type { AdministratorRole } from '../core/operation/tables/identity.ts';
import { listAdministrators } from '../identity/administrators/administrator-record.ts';
import { createAdministrator } from '../identity/administrators/create-administrator.ts';
import { newPassword } from '../identity/administrators/new-password.ts';
import { resetAdministrator } from '../identity/administrators/reset-administrator.ts';
import { table } from './output.ts';
import { partnerOption, withPartner } from './with-partner.ts';

interface ResetOptions {
  readonly partner: string;
  readonly email: string;
  readonly passwordStdin?: boolean;
}

interface CreateOptions extends ResetOptions {
  readonly name?: string | null;
  readonly role: AdministratorRole;
}

/** Adds `admin` to the command `partner`. */
export function addAdministratorCommands(partner: Command): void {
  const admin = partner.command('admin').description('people who sign in to the console of a partner');
  const fromStdin = ['--password-stdin', 'read the password from standard input instead of making one'] as const;
  admin
    .command('create')
    .description('let a person sign in to the console')
    .requiredOption(...partnerOption)
    .requiredOption('--email <address>', 'what the person signs in with')
    .option('--name <name>', 'name of the person')
    .addOption(new Option('--role <role>', 'what the person may do').choices(administratorRoles).default('owner'))
    .option(...fromStdin)
    .action(({ partner, email, name = null, role, passwordStdin }: CreateOptions, command: Command) =>
      withPartner(command, 'change', partner, async (operation, output) => {
        const { password, shown } = await givenOrNewPassword(passwordStdin);
        const person = { email: checkedEmail(email), name, role, password };
        const created = await createAdministrator(operation, person);
        output.result(
          { administrator_id: created.id, partner_id: operation.partnerId, email: created.email, role, ...shown },
          `Administrator ${created.email} of partner ${operation.partnerId}, with the role ${role}.${shownText(shown)}`,
        );
      }),
    );
  admin
    .command('list')
    .description('people who can sign in to the console')
    .requiredOption(...partnerOption)
    .action(({ partner }: { partner: string }, command: Command) =>
      withPartner(command, 'read', partner, async (operation, output) => {
        const listed = (await listAdministrators(operation)).map((administrator) => ({
          administrator_id: administrator.id,
          email: administrator.email,
          name: administrator.name,
          role: administrator.role,
          second_factor: administrator.has_second_factor,
          last_signed_in_at: administrator.last_signed_in_at?.toISOString() ?? null,
        }));
        const rows = listed.map((one) => [
          one.email,
          one.name ?? '',
          one.role,
          one.second_factor ? 'yes' : 'no',
          one.last_signed_in_at ?? 'never',
        ]);
        output.result(
          { administrators: listed },
          table(['e-mail', 'name', 'role', 'second factor', 'last signed in'], rows),
        );
      }),
    );
  admin
    .command('reset')
    .description('another password, no second factor, and no session, for a person who cannot sign in any more')
    .requiredOption(...partnerOption)
    .requiredOption('--email <address>', 'what the person signs in with')
    .option(...fromStdin)
    .action(({ partner, email, passwordStdin }: ResetOptions, command: Command) =>
      withPartner(command, 'change', partner, async (operation, output) => {
        const { password, shown } = await givenOrNewPassword(passwordStdin);
        const id = await resetAdministrator(operation, email, password);
        output.result(
          { administrator_id: id, email, ...shown },
          `${email} has another password and no second factor now.${shownText(shown)}`,
        );
      }),
    );
}

/** From standard input, so that it is in no shell history; or a new one, which is shown this once. */
async function givenOrNewPassword(fromStdin = false): Promise<{ password: string; shown: { password?: string } }> {
  if (fromStdin) return { password: (await text(process.stdin)).trim(), shown: {} };
  const password = newPassword();
  return { password, shown: { password } };
}

function shownText({ password }: { password?: string }): string {
  return password === undefined ? '' : `\nPassword, shown this once: ${password}`;
}

function checkedEmail(email: string): string {
  if (!z.email().safeParse(email).success) throw new OperatorError(`"${email}" is not an e-mail address.`);
  return email;
}
