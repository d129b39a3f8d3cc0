import { sql } from 'kysely';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';

/** The installation fact that is another one after every change of the exclusions: who keeps them in memory looks at it. */
export const revisionFact = 'exclusions_revision';

/** Marks a change, within its transaction; whoever changes something else meanwhile waits here. */
export async function markChange(trx: CrossPartnerDatabase): Promise<void> {
  await sql`
    INSERT INTO installation_facts AS f (name, value) VALUES (${revisionFact}, '1')
    ON CONFLICT (name) DO UPDATE SET value = (f.value::bigint + 1)::text`.execute(trx);
}
