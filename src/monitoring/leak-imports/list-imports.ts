import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import { type ImportRecord, selectImports } from './import-record.ts';

/** Every import of the installation, oldest first. */
export async function listImports(db: CrossPartnerDatabase): Promise<ImportRecord[]> {
  return selectImports(db).orderBy('id').execute();
}
