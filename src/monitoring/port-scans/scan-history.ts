import { deleteOlderOfPartners } from '../../core/operation/delete-older-of-partners.ts';
import type { Resources } from '../../core/operation/operation.ts';
import { dropBefore, ensurePartitions, type History, months } from '../../platform/database/partitions.ts';

const history: History = { tables: ['archived_scans', 'scans'], period: months };
const monthsAhead = 2;

/** Makes the monthly partitions of scans for last month, this one and the next two, where they are missing. */
export async function ensureScanPartitions({ db, clock }: Resources): Promise<void> {
  await ensurePartitions(db, history, clock.now(), [-1, monthsAhead]);
}

/**
 * Forgets scans older than the retention by dropping whole months. Alerts stay: they carry their own evidence.
 * @returns the names of the partitions that were dropped
 */
export async function dropOldScans({ db, clock }: Resources, retentionMonths: number): Promise<string[]> {
  return dropBefore(db, history, months.startOf(clock.now(), -retentionMonths));
}

/** Forgets observations that ended longer ago than the retention. */
export async function dropOldObservations({ db, clock }: Resources, retentionMonths: number): Promise<number> {
  return deleteOlderOfPartners(db, 'observations', 'closed_at', months.startOf(clock.now(), -retentionMonths));
}
