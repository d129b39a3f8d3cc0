import type { Command } from 'commander';
import { createKey } from '../identity/partners/create-key.ts';
import { listKeys } from '../identity/partners/list-keys.ts';
import { revokeKey } from '../identity/partners/revoke-key.ts';
import { hours } from './command-arguments.ts';
import { addSubject, subjectOf } from './command-usage.ts';
import { table } from './output.ts';
import { partnerOption, withPartner } from './with-partner.ts';

interface CreateOptions {
  readonly partner: string;
  readonly portalDomain?: string;
  readonly name: string;
  readonly sandbox?: true;
  readonly replaces?: string;
  readonly overlapHours: number;
}

export function defineKey(key: Command): void {
  key.description('API keys of partners');
  key
    .command('create')
    .description('create a key; with --replaces the old one stays valid during the overlap')
    .requiredOption(...partnerOption)
    .option('--portal-domain <domain>', 'the domain that the key is bound to; may be omitted when there is one')
    .option('--name <name>', 'what the key is for', 'API key')
    .option('--sandbox', 'a key of the sandbox (bwk_test_…), which reaches nothing real')
    .option('--replaces <key>', 'id of the key that this one takes over from')
    .option('--overlap-hours <hours>', 'how long the replaced key stays valid', hours, 24)
    .action(
      ({ partner, portalDomain, name, sandbox, replaces: keyId, overlapHours }: CreateOptions, command: Command) =>
        withPartner(command, 'change', partner, async (operation, output) => {
          const replaces = keyId === undefined ? undefined : { keyId, overlapSeconds: overlapHours * 3_600 };
          const created = await createKey(operation, { portalDomain, name, world: sandbox && 'sandbox', replaces });
          output.result(
            {
              key_id: created.keyId,
              partner_id: operation.partnerId,
              portal_domain: created.portalDomain,
              api_key: created.apiKey,
            },
            `Key ${created.keyId} for ${created.portalDomain}.\nAPI key, shown this once: ${created.apiKey}`,
          );
        }),
    );
  key
    .command('list')
    .description('list the keys of a partner, never the keys themselves')
    .requiredOption(...partnerOption)
    .action(({ partner }: { partner: string }, command: Command) =>
      withPartner(command, 'read', partner, async (operation, output) => {
        const keys = await listKeys(operation);
        const rows = keys.map((each) => [
          each.key_id,
          `${each.prefix}…`,
          each.name,
          each.portal_domain,
          each.world,
          each.status,
          each.expires_at?.toISOString() ?? '',
          each.last_used_at?.toISOString() ?? 'never',
        ]);
        const headings = ['key', 'prefix', 'name', 'portal domain', 'world', 'status', 'expires', 'last used'];
        output.result({ keys }, table(headings, rows));
      }),
    );
  addSubject(key.command('revoke').requiredOption(...partnerOption), '--key <key>', 'id of the key')
    .description('revoke a key: its next request fails')
    .action(({ partner }: { partner: string }, command: Command) => {
      const keyId = subjectOf(command);
      return withPartner(command, 'change', partner, async (operation, output) => {
        const changed = await revokeKey(operation, keyId);
        output.result(
          { key_id: keyId, changed },
          changed ? `Key ${keyId} is revoked.` : `Key ${keyId} was revoked already.`,
        );
      });
    });
}
