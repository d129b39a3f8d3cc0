import type { Operation } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';
import { generateToken, hashSecret } from '../../platform/secrets.ts';

/** How long a click-through may take. */
export const tokenSeconds = 60;

/** A one-time token, shown this once. */
export interface IssuedToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Makes a one-time token that opens a session of a customer on a portal domain of the account. Only its hash is kept. */
export async function issueToken(
  tx: Operation,
  {
    portalDomainId,
    isInSandbox,
    customerId,
    redirectPath,
  }: {
    readonly portalDomainId: string;
    readonly isInSandbox: boolean;
    readonly customerId: string;
    readonly redirectPath: string;
  },
): Promise<IssuedToken> {
  const token = generateToken();
  const now = tx.clock.now();
  const expiresAt = new Date(now.getTime() + tokenSeconds * 1_000);
  await tx.db
    .insertInto('sign_in_tokens', {
      id: newId(tx.clock),
      // Keys lead to rows of the same partner: a sandbox has no portal domain.
      portal_domain_id: isInSandbox ? null : portalDomainId,
      account_portal_domain_id: isInSandbox ? portalDomainId : null,
      customer_id: customerId,
      hash: hashSecret(token),
      redirect_path: redirectPath,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return { token, expiresAt };
}
