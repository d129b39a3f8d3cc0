import { sql } from 'kysely';
import type { SecretKeys } from '../../platform/sealing.ts';
import type { CrossPartnerDatabase } from './partner-database.ts';

/** Where a room keeps sealed values. Rows have the key (partner_id, id). */
export interface SealedTable {
  readonly name: string;
  /** With sealed values, or null. */
  readonly columns: readonly string[];
  /** What a row's values are sealed for, beside its partner. */
  readonly sealedFor: string;
  /** What a value is under the current key; null when it is so already; throws when neither key opens it. */
  readonly reseal: (keys: SecretKeys) => (partnerId: string, sealedFor: string, sealed: Buffer) => Buffer | null;
}

export interface Resealed {
  readonly resealed: number;
  /** What neither key opens: it stays as it is. */
  readonly unreadable: number;
}

/** Rows that are read, and written in one statement. */
const batchRows = 1_000;

interface Row {
  readonly partner_id: string;
  readonly id: string;
  readonly sealed_for: string;
  readonly sealed: Buffer;
}

/**
 * Seals under the current key what another one sealed. Batches are transactions of their own, and what was written meanwhile stays:
 * whatever ends this, it goes on from there when it is called again.
 */
export async function resealTable(
  db: CrossPartnerDatabase,
  { name, columns, sealedFor, reseal }: SealedTable,
  keys: SecretKeys,
): Promise<Resealed> {
  const again = reseal(keys);
  let [resealed, unreadable] = [0, 0];
  for (const column of columns) {
    let last = { partner_id: '00000000-0000-0000-0000-000000000000', id: '00000000-0000-0000-0000-000000000000' };
    for (;;) {
      const { rows } = await sql<Row>`
        SELECT partner_id, id, ${sql.ref(sealedFor)}::text AS sealed_for, ${sql.ref(column)} AS sealed FROM ${sql.table(name)}
        WHERE (partner_id, id) > (${last.partner_id}, ${last.id}) AND ${sql.ref(column)} IS NOT NULL
        ORDER BY partner_id, id LIMIT ${batchRows}`.execute(db);
      const changes = rows.flatMap((row) => {
        try {
          const fresh = again(row.partner_id, row.sealed_for, row.sealed);
          return fresh === null ? [] : [{ ...row, fresh }];
        } catch {
          unreadable += 1;
          return [];
        }
      });
      if (changes.length > 0) resealed += await write(db, name, column, changes);
      if (rows.length < batchRows) break;
      last = rows.at(-1)!;
    }
  }
  return { resealed, unreadable };
}

async function write(
  db: CrossPartnerDatabase,
  name: string,
  column: string,
  changes: readonly (Row & { readonly fresh: Buffer })[],
): Promise<number> {
  const list = <T>(of: (change: (typeof changes)[number]) => T) => changes.map(of);
  const { numAffectedRows } = await sql`
    UPDATE ${sql.table(name)} AS kept SET ${sql.ref(column)} = given.fresh
    FROM unnest(${list(({ partner_id }) => partner_id)}::uuid[], ${list(({ id }) => id)}::uuid[],
      ${list(({ sealed }) => sealed)}::bytea[], ${list(({ fresh }) => fresh)}::bytea[]) AS given (partner_id, id, sealed, fresh)
    WHERE kept.partner_id = given.partner_id AND kept.id = given.id AND kept.${sql.ref(column)} = given.sealed`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
