import { sql } from 'kysely';
import type { Resources } from '../../core/operation/operation.ts';

/** Name of the source that the operator's imports are in. */
export const corpusSource = 'local_corpus';

const namesPerStatement = 5_000;

/**
 * Has active domains, of whatever partner, looked up in the local corpus again soon: there is new data about these names. Other
 * sources are not asked. A scan that is under way is followed by another one.
 * @param resources with the handle of a transaction, to join it
 * @param names hosts of mail addresses and login sites, as they are in the data: a domain is concerned by names below it, too
 * @returns the number of domains
 */
export async function requestCorpusScan(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  names: Iterable<string>,
): Promise<number> {
  const concerned = [...new Set([...names].flatMap(withParents))];
  let requested = 0;
  for (let start = 0; start < concerned.length; start += namesPerStatement) {
    const { numAffectedRows } = await sql`
      UPDATE monitored_domains SET
        retry_sources = ARRAY(SELECT DISTINCT unnest(retry_sources || ${corpusSource}::text) ORDER BY 1),
        retry_at = least(retry_at, ${clock.now()}::timestamptz)
      WHERE domain = ANY(${concerned.slice(start, start + namesPerStatement)}::text[]) AND status = 'active'`.execute(
      db,
    );
    requested += Number(numAffectedRows);
  }
  return requested;
}

/** The name and all that it is below of, but for the last label. */
function withParents(name: string): string[] {
  const labels = name.toLowerCase().split('.');
  return labels.slice(0, -1).map((_label, index) => labels.slice(index).join('.'));
}
