import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';

/** Takes a portal domain from the partner of evaluation mode, which has the addresses of the machine until somebody wants them. */
export async function releaseFromEvaluation(tx: Operation, domain: string): Promise<void> {
  await sql`DELETE FROM portal_domains d USING partners p
    WHERE d.domain = ${domain} AND p.id = d.partner_id AND p.evaluation`.execute(tx.db.shared);
}
