import type { Operation } from '../../core/operation/operation.ts';
import type { World } from '../../core/operation/tables/identity.ts';
import { worldOf } from '../../identity/partners/index.ts';
import { finishDomainScan } from './finish-domain-scan.ts';
import type { DomainScanJobData } from './jobs.ts';

/** All that a worker needs to know to look for a domain's leaks. */
export interface ClaimedDomainScan {
  readonly world: World;
  readonly domain: string;
  /** Sources to ask; null: all. */
  readonly asked: readonly string[] | null;
}

/**
 * Marks a queued domain scan as running, or a running one whose worker died as running again. The state is read anew: a domain
 * that was paused, terminated, released or renamed meanwhile, or whose partner was suspended, is not scanned.
 * @returns null when there is nothing to look for
 */
export async function claimDomainScan(operation: Operation, job: DomainScanJobData): Promise<ClaimedDomainScan | null> {
  return operation.transaction(async (tx) => {
    const domain = await lockScannedDomain(tx, job);
    const { suspended, world } = await worldOf(tx);
    if (domain?.status !== 'active' || suspended) {
      await finishDomainScan(tx, job, 'cancelled');
      return null;
    }
    const scan = await tx.db
      .updateTable('domain_scans')
      .set({ status: 'running', started_at: tx.clock.now() })
      .where('id', '=', job.scanId)
      .where('status', 'in', ['pending', 'running'])
      .returning('asked')
      .executeTakeFirst();
    if (!scan) return null;
    tx.changed(domain.customer_id, 'domains', domain.id);
    return { world, domain: domain.domain, asked: scan.asked };
  });
}

/** The domain, locked, while the scan is its current one; undefined once it has been cancelled or given up. */
export async function lockScannedDomain(tx: Operation, job: DomainScanJobData) {
  return tx.db
    .selectFrom('monitored_domains')
    .selectAll()
    .where('id', '=', job.domainId)
    .where('current_scan_id', '=', job.scanId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
