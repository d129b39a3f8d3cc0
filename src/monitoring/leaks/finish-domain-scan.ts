import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import type { DomainScanJobData } from './jobs.ts';

/** How long after a scan that ended without any answer the domain is looked at again. */
const lostScanRetryMs = 15 * 60_000;

/**
 * Ends a domain scan without a result. After one that failed, what it was to ask is asked again soon: whoever lost it may have
 * lost it for good.
 */
export async function finishDomainScan(
  tx: Operation,
  job: Pick<DomainScanJobData, 'domainId' | 'scanId'>,
  status: 'failed' | 'cancelled',
): Promise<void> {
  const now = tx.clock.now();
  // The domain first: so does a scan's result (decision 9).
  const found = await tx.db
    .selectFrom('monitored_domains')
    .select('customer_id')
    .where('id', '=', job.domainId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found) tx.changed(found.customer_id, 'domains', job.domainId);
  const scan = await tx.db
    .updateTable('domain_scans')
    .set({ status, finished_at: now })
    .where('id', '=', job.scanId)
    .where('status', 'in', ['pending', 'running'])
    .returning('asked')
    .executeTakeFirst();
  const domain = tx.db
    .updateTable('monitored_domains')
    .where('id', '=', job.domainId)
    .where('current_scan_id', '=', job.scanId);
  if (!scan || status === 'cancelled') {
    await domain.set({ current_scan_id: null }).execute();
    return;
  }
  tx.happened({ type: 'scan.failed', subject: { kind: 'domain_scan', id: job.scanId } });
  const again = new Date(now.getTime() + lostScanRetryMs);
  const lost = scan.asked;
  await domain
    .set(
      lost === null
        ? { current_scan_id: null, next_scan_at: sql<Date | null>`least(next_scan_at, ${again}::timestamptz)` }
        : {
            current_scan_id: null,
            retry_sources: sql<string[]>`ARRAY(SELECT DISTINCT unnest(retry_sources || ${lost}::text[]) ORDER BY 1)`,
            retry_at: sql<Date | null>`least(retry_at, ${again}::timestamptz)`,
          },
    )
    .where('status', '=', 'active')
    .execute();
}

/** Cancels scans of domains that are pending or running. A worker that runs one notices within a second, and its result is void. */
export async function cancelDomainScans(tx: Operation, scanIds: readonly string[]): Promise<void> {
  if (scanIds.length === 0) return;
  await tx.db
    .updateTable('domain_scans')
    .set({ status: 'cancelled', finished_at: tx.clock.now() })
    .where(inIds('id', scanIds))
    .where('status', 'in', ['pending', 'running'])
    .execute();
  tx.announce('cancelled');
}
