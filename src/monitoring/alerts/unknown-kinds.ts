import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../core/operation/tables.ts';
import type { AlertKind } from './alert-kind.ts';

/**
 * Names of kinds that stored alerts have and that are none of these: a newer version wrote them before this one was put back.
 * They stand in no answer, and this version neither confirms nor ends them. One look into an index for each kind of each partner.
 */
export async function unknownKinds(db: Kysely<Tables>, kinds: readonly AlertKind[]): Promise<readonly string[]> {
  const { rows } = await sql<{ kind: string }>`
    WITH RECURSIVE met AS (
      (SELECT partner_id, kind FROM alerts WHERE kind <> 'port' ORDER BY partner_id, kind LIMIT 1)
      UNION ALL
      SELECT another.* FROM met CROSS JOIN LATERAL (
        SELECT partner_id, kind FROM alerts WHERE kind <> 'port' AND (partner_id, kind) > (met.partner_id, met.kind)
        ORDER BY partner_id, kind LIMIT 1) AS another
    ) SELECT DISTINCT kind FROM met ORDER BY kind`.execute(db);
  return rows.map(({ kind }) => kind).filter((name) => !kinds.some((kind) => kind.name === name));
}
