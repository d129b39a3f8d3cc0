import { isIP } from 'node:net';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { OperatorError } from '../../core/operation/operator-error.ts';
import { writtenPortalDomain } from '../../platform/http/request-host.ts';
import { newId } from '../../platform/ids.ts';
import { type PortalDomain, takingDomain } from './portal-domain-record.ts';

/**
 * Makes a domain serve on the operator's word, whether the partner has claimed it before or not. It is never looked up.
 * @throws OperatorError when it is no host; Problem PORTAL_DOMAIN_TAKEN when it serves another partner
 */
export async function verifyByOperator(operation: Operation, text: string): Promise<PortalDomain> {
  const domain = checkedPortalDomain(text);
  return operation.transaction(async (tx) => {
    const now = tx.clock.now();
    const vouched = {
      status: 'verified',
      verified_by: 'operator',
      verified_at: now,
      checked_at: null,
      next_check_at: null,
      missing_since: null,
      misses: 0,
      contested_since: null,
    } as const;
    const added = await takingDomain(
      tx.db
        .insertInto('portal_domains', { id: newId(tx.clock), domain, created_at: now, ...vouched })
        .onConflict((conflict) => conflict.columns(['partner_id', 'domain']).doUpdateSet(vouched))
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    await recordFact(tx, { type: 'portal_domain.vouched_for', subjectId: added.id, details: { domain } });
    return added;
  });
}

/** A host as it can be in a request: the operator may set up names of an intranet, a test or this very machine. */
function checkedPortalDomain(text: string): string {
  const domain = writtenPortalDomain(text);
  const isName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(domain);
  if (!isName && isIP(domain) === 0)
    throw new OperatorError(
      `"${text}" is not a domain name. Give the host that customers see, such as security.example.com.`,
    );
  return domain;
}
