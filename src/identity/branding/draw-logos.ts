import { sql } from 'kysely';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import {
  type DrawablePicture,
  faultOfPicture,
  isDrawable,
  PictureNotDrawn,
} from '../../engines/pictures/picture-drawer.ts';
import type { PictureDrawings } from './picture-drawings.ts';

/**
 * Draws the logos that were not when they were uploaded, by a version that did not. Until then reports and mails are without
 * them. One that cannot be drawn is not tried again. Any number of nodes may do so at once.
 * @param stopping after which no other is begun
 * @throws AggregateError when it failed for some for another reason than the picture; all others are done
 */
export async function drawLogos(resources: Resources, pictures: PictureDrawings, stopping: AbortSignal): Promise<void> {
  const { rows } = await sql<{ partner_id: string }>`
    SELECT partner_id FROM brandings WHERE logo_hash IS NOT NULL AND drawn_logo_of IS DISTINCT FROM logo_hash
    ORDER BY partner_id`.execute(resources.db);
  const errors: unknown[] = [];
  for (const { partner_id: partnerId } of rows) {
    if (stopping.aborted) break;
    try {
      await drawLogo(Operation.bySystem(resources, partnerId), pictures);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} logos could not be drawn.`);
}

async function drawLogo(operation: Operation, pictures: PictureDrawings): Promise<void> {
  const row = await operation.db
    .selectFrom('brandings')
    .select(['logo', 'logo_type', 'logo_hash', 'drawn_logo_of'])
    .executeTakeFirst();
  // Removed meanwhile, or another node was faster.
  if (!row?.logo || !row.logo_type || row.drawn_logo_of === row.logo_hash) return;
  const picture = { bytes: row.logo, type: row.logo_type };
  const drawn =
    isDrawable(picture) && faultOfPicture(picture) === null ? await drawnOrNull(operation, pictures, picture) : null;
  await operation.db
    .updateTable('brandings')
    .set({ drawn_logo: drawn, drawn_logo_of: row.logo_hash })
    .where('logo_hash', '=', row.logo_hash)
    .execute();
}

async function drawnOrNull(
  operation: Operation,
  pictures: PictureDrawings,
  picture: DrawablePicture,
): Promise<Buffer | null> {
  try {
    return await pictures.draw(operation, picture);
  } catch (error) {
    if (error instanceof PictureNotDrawn) return null;
    throw error;
  }
}
