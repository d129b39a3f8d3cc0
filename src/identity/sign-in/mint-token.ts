import { lockCustomer, overwriteCustomer } from '../../accounts/customers/index.ts';
import { countInMinute } from '../../core/api/count-in-minute.ts';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type IssuedToken, issueToken } from '../sessions/index.ts';

export interface TokenRequest {
  readonly client_id: number;
  readonly client_name?: string | undefined;
  readonly client_email?: string | undefined;
  /** A path on the portal. */
  readonly redirect_path: string;
}

/**
 * Mints a one-time token that signs a customer in on the portal domain it was asked for on (decisions §8.1). Only its hash is
 * kept. Name and e-mail address that it comes with become the customer's. A customer of a sandbox is signed in to the sandbox.
 * @param mostPerMinute sign-ins of one customer (decisions §10.11)
 * @throws Refusal 429 when the customer has had as many; Problem BILLING_CLIENT_NOT_FOUND
 */
export async function mintToken(
  operation: Operation,
  portalDomain: string,
  request: TokenRequest,
  mostPerMinute: number,
): Promise<IssuedToken> {
  const bucket = `customer-sign-in:${operation.partnerId}:${request.client_id}`;
  await countInMinute(operation, bucket, mostPerMinute, 'requests');
  return operation.transaction(async (tx) => {
    const known = await lockCustomer(tx, request.client_id);
    if (!known) throw new Problem('BILLING_CLIENT_NOT_FOUND');
    const customer = await overwriteCustomer(tx, known, request);
    const domain = await tx.db
      .selectPartner()
      .innerJoin('portal_domains', (join) =>
        join.on('portal_domains.partner_id', '=', ({ fn }) => fn.coalesce('partners.sandbox_of', 'partners.id')),
      )
      .select(['portal_domains.id', 'partners.sandbox_of'])
      .where('portal_domains.domain', '=', portalDomain)
      .executeTakeFirstOrThrow();
    const minted = await issueToken(tx, {
      portalDomainId: domain.id,
      isInSandbox: domain.sandbox_of !== null,
      customerId: customer.id,
      redirectPath: request.redirect_path,
    });
    await recordFact(tx, { type: 'sign_in.token_minted', subjectId: customer.id, customerId: customer.id });
    return minted;
  });
}
