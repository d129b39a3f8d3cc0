import { OperatorError } from '../../core/operation/operator-error.ts';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import { recordIndexes } from '../../engines/leak-corpus/block-format.ts';
import { whileLocked } from './import-lock.ts';
import { type ImportRecord, selectImports } from './import-record.ts';

/**
 * Deletes an import with all its records; findings that were made of them stay. From its beginning on no look-up finds them any
 * more. When it is interrupted it can be repeated.
 * @returns how many records it had
 * @throws OperatorError when there is no such import, or it is under way
 */
export async function deleteImport(db: CrossPartnerDatabase, id: number): Promise<number> {
  const record = await selectImports(db).where('id', '=', id).executeTakeFirst();
  if (record === undefined) throw new OperatorError(`There is no import ${id}.`);
  const locked = await whileLocked(db, record.head_digest, async () => {
    await db.updateTable('leak_imports').set({ status: 'deleting' }).where('id', '=', id).execute();
    await deleteBlocks(db, record);
    await db.deleteFrom('leak_imports').where('id', '=', id).execute();
  });
  if (locked === null) throw new OperatorError(`Import ${id} is under way: stop it first.`);
  return record.stored_records;
}

/** Run by run: a large import has hundreds of thousands of blocks, and a statement its time limit. */
async function deleteBlocks(db: CrossPartnerDatabase, { id, runs }: ImportRecord): Promise<void> {
  for (const sortedBy of recordIndexes) {
    for (let run = 1; run <= runs; run += 1) {
      await db
        .deleteFrom('leak_blocks')
        .where('import_id', '=', id)
        .where('sorted_by', '=', sortedBy)
        .where('run', '=', run)
        .execute();
    }
  }
}
