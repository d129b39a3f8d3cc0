import { Operation, type Resources } from '../core/operation/operation.ts';
import { OperatorError } from '../core/operation/operator-error.ts';
import { listPartners, type PartnerListing } from '../identity/partners/list-partners.ts';

/** An operation of the operator for the partner with that id, portal domain or name. */
export async function operationFor(resources: Resources, partner: string): Promise<Operation> {
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
