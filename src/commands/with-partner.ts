import type { Command } from 'commander';
import { Operation, type Resources } from '../core/operation/operation.ts';
import { OperatorError } from '../core/operation/operator-error.ts';
import { listPartners, type PartnerListing } from '../identity/partners/list-partners.ts';
import type { Config } from '../installation/config.ts';
import type { StoreMode } from '../installation/store.ts';
import type { Output } from './output.ts';
import { withResources } from './run-command.ts';

/** The option that names a partner, and what help says of it. */
export const partnerOption = ['--partner <partner>', 'id, portal domain or name'] as const;

/**
 * Opens the installation for one command of the operator about a partner.
 * @param mode see withResources
 * @param partner its id, portal domain or name
 * @throws StoreError; OperatorError when there is no such partner, or more than one
 */
export function withPartner(
  command: Command,
  mode: Extract<StoreMode, 'change' | 'read'>,
  partner: string,
  work: (operation: Operation, output: Output, config: Config, resources: Resources) => Promise<void>,
): Promise<void> {
  return withResources(command, mode, async (resources, output, config) =>
    work(await operationFor(resources, partner), output, config, resources),
  );
}

/** An operation of the operator for the partner with that id, portal domain or name. */
async function operationFor(resources: Resources, partner: string): Promise<Operation> {
  const partners = await listPartners(resources.db);
  const wanted = partner.trim().toLowerCase();
  const matches = partners.filter((candidate) => isNamed(candidate, wanted));
  if (matches.length === 1)
    return new Operation(resources, {
      partnerId: matches[0]!.partner_id,
      actor: { kind: 'operator' },
      requestId: null,
    });
  if (matches.length === 0)
    throw new OperatorError(`There is no partner "${partner}". Name its id, portal domain or name.`);
  throw new OperatorError(`Several partners are called "${partner}". Name its id or portal domain.`);
}

function isNamed(partner: PartnerListing, wanted: string): boolean {
  return (
    partner.partner_id === wanted || partner.portal_domains.includes(wanted) || partner.name.toLowerCase() === wanted
  );
}
