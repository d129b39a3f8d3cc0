import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../core/operation/tables.ts';
import type { AlertKind } from './alert-kind.ts';

/**
 * Names of kinds that stored alerts have and that are none of these: a newer version wrote them before this one was put back.
 * They stand in no answer, and this version neither confirms nor ends them. Reads the index of kinds that are not ports.
 */
export async function unknownKinds(db: Kysely<Tables>, kinds: readonly AlertKind[]): Promise<readonly string[]> {
  const { rows } = await sql<{ kind: string }>`
    SELECT DISTINCT kind FROM alerts WHERE kind <> 'port' ORDER BY kind`.execute(db);
  return rows.map(({ kind }) => kind).filter((name) => !kinds.some((kind) => kind.name === name));
}
