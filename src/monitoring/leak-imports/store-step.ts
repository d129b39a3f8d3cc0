import { sql } from 'kysely';
import type { Resources } from '../../core/operation/operation.ts';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import type { SealedBlock } from '../../engines/leak-corpus/block-writer.ts';
import type { ImportStep } from '../../engines/leak-corpus/read-leak.ts';

/** Large enough that round trips cost nothing beside the data. */
const blocksPerStatement = 512;

/**
 * Stores the runs of a step and how far the import has come.
 * @param resources with the handle of a transaction
 */
export async function storeStep(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  importId: number,
  { runs, progress }: ImportStep,
): Promise<void> {
  const { firstRun } = await db
    .updateTable('leak_imports')
    .set({
      text_bytes: progress.offset,
      text_digest: progress.textDigest,
      lines: progress.lines,
      records: progress.records,
      rejected: JSON.stringify(progress.rejected),
      stored_records: (eb) =>
        eb(
          'stored_records',
          '+',
          runs.reduce((sum, run) => sum + run.records, 0),
        ),
      runs: (eb) => eb('runs', '+', runs.length),
      updated_at: clock.now(),
    })
    .where('id', '=', importId)
    .where('status', '=', 'importing')
    // Whoever has come as far was another process: nothing may be stored twice.
    .where('text_bytes', '<', progress.offset)
    .returning(sql<number>`runs - ${runs.length}::int + 1`.as('firstRun'))
    .executeTakeFirstOrThrow(() => new Error(`Import ${importId} was changed by another process.`));
  for (const [index, run] of runs.entries()) await storeBlocks(db, importId, firstRun + index, run.blocks);
}

async function storeBlocks(
  db: CrossPartnerDatabase,
  importId: number,
  run: number,
  blocks: readonly SealedBlock[],
): Promise<void> {
  for (let start = 0; start < blocks.length; start += blocksPerStatement) {
    const values = blocks.slice(start, start + blocksPerStatement).map((block, index) => ({
      import_id: importId,
      sorted_by: block.index,
      run,
      last_key: asBuffer(block.lastKey),
      position: start + index,
      records: block.records,
      filter: asBuffer(block.filter),
      block: asBuffer(block.bytes),
    }));
    await db.insertInto('leak_blocks').values(values).execute();
  }
}

/** `pg` sends a Buffer as it is, and any other array as text. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
