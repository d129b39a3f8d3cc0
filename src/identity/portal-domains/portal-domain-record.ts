import { type Selectable, sql } from 'kysely';
import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { PortalDomainsTable } from '../../core/operation/tables/identity.ts';

export type PortalDomain = Selectable<PortalDomainsTable>;

/**
 * A condition on `portal_domains` that every statement has which goes from a host to a partner: whatever else is in the table
 * answers for nobody. Written out rather than a parameter, so that the index of those that serve can be used.
 */
export const serves = sql<boolean>`portal_domains.status = 'verified'`;

/** A partner's portal domains by name, with those that do not serve. */
export async function listPortalDomains(operation: Operation): Promise<PortalDomain[]> {
  return operation.db.selectFrom('portal_domains').selectAll().orderBy('domain').execute();
}

export async function findPortalDomain(operation: Operation, id: string): Promise<PortalDomain | undefined> {
  return operation.db.selectFrom('portal_domains').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockPortalDomain(tx: Operation, id: string): Promise<PortalDomain | undefined> {
  return tx.db.selectFrom('portal_domains').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/**
 * Runs a statement that makes a domain serve. One account at most has it; the transaction is lost to whoever comes second.
 * @throws Problem PORTAL_DOMAIN_TAKEN
 */
export async function takingDomain<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // A sharded database names the key in its message alone, and a number behind it.
    if (code === '23505' && message.includes('portal_domains_serving'))
      throw new Problem('PORTAL_DOMAIN_TAKEN', {}, { cause: error });
    throw error;
  }
}

/** Takes a portal domain from the partner of evaluation mode, which has the addresses of the machine until somebody wants them. */
export async function releaseFromEvaluation(tx: Operation, domain: string): Promise<void> {
  await sql`DELETE FROM portal_domains d USING partners p
    WHERE d.domain = ${domain} AND p.id = d.partner_id AND p.evaluation`.execute(tx.db.shared);
}
