import { deleteOlderOfPartners } from '../../core/operation/delete-older-of-partners.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import { lowestIdAt } from '../../platform/ids.ts';
import { finishDomainScan } from './finish-domain-scan.ts';

const staleAfterMs = 6 * 3_600_000;
const monthMs = 31 * 86_400_000;

/**
 * Forgets scans older than the retention. Findings and alerts stay.
 * @returns how many
 */
export async function dropOldDomainScans({ db, clock }: Resources, retentionMonths: number): Promise<number> {
  return deleteOlderOfPartners(
    db,
    'domain_scans',
    'created_at',
    new Date(clock.now().getTime() - retentionMonths * monthMs),
  );
}

/** Ends scans that nothing carries any more, such as after a restored backup, so that their domains can be scanned again. */
export async function endStaleDomainScans(resources: Resources): Promise<number> {
  const staleAt = new Date(resources.clock.now().getTime() - staleAfterMs);
  const stale = await resources.db
    .selectFrom('monitored_domains')
    .innerJoin('domain_scans', (join) =>
      join
        .onRef('domain_scans.partner_id', '=', 'monitored_domains.partner_id')
        .onRef('domain_scans.id', '=', 'monitored_domains.current_scan_id'),
    )
    .select(['domain_scans.partner_id', 'domain_scans.id as scanId', 'domain_scans.domain_id as domainId'])
    .where('monitored_domains.current_scan_id', '<', lowestIdAt(staleAt))
    .where('domain_scans.created_at', '<', staleAt)
    .execute();
  for (const scan of stale) {
    await Operation.bySystem(resources, scan.partner_id).transaction((tx) => finishDomainScan(tx, scan, 'failed'));
  }
  return stale.length;
}
