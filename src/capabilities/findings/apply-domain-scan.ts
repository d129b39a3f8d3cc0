import { sql } from 'kysely';
import { LapsedClaim } from '../../platform/jobs/job-runner.ts';
import type { Operation } from '../../platform/operation.ts';
import type { SourcesAnswer } from './ask-sources.ts';
import { lockScannedDomain } from './claim-domain-scan.ts';
import type { IdentityVault } from './identity-vault.ts';
import { type DomainScanJob, domainScanQueue } from './jobs.ts';
import { retryPlan } from './retry-plan.ts';
import { type FindingChanges, writeFindings } from './write-findings.ts';

/**
 * Writes what the sources answered: findings, alerts, the scan itself, the domain's schedule and the job, all or nothing. A result
 * is applied once, whatever happens to its worker: the claim on the job is settled in the same transaction.
 * @throws LapsedClaim when the job is no longer this worker's, or the domain is no longer looked for; nothing was written
 */
export async function applyDomainScan(
  operation: Operation,
  job: DomainScanJob,
  result: SourcesAnswer,
  vault: IdentityVault,
): Promise<FindingChanges> {
  return operation.transaction(async (tx) => {
    const domain = await lockScannedDomain(tx, job.data);
    const settled = await tx.jobs.complete(tx.db.unscoped, domainScanQueue.name, job);
    if (domain?.status !== 'active' || !settled)
      throw new LapsedClaim(`Domain scan ${job.id} is no longer this worker's.`);
    const changes = await writeFindings(tx, domain, result.findings, vault);
    await writeScan(tx, job.data.scanId, result, changes);
    await writeSchedule(tx, domain, result);
    return changes;
  });
}

/** Of a scan that no source answered there is nothing to be said but that it failed. */
function hasAnswer({ answers }: SourcesAnswer): boolean {
  return answers.some(({ outcome }) => outcome !== 'failed');
}

async function writeScan(
  tx: Operation,
  scanId: string,
  result: SourcesAnswer,
  { newFindings }: FindingChanges,
): Promise<void> {
  const outcomes = result.answers.map(({ retryAfterMs: _wish, cause: _cause, ...outcome }) => outcome);
  await tx.db
    .updateTable('domain_scans')
    .set({
      status: hasAnswer(result) ? 'completed' : 'failed',
      finished_at: tx.clock.now(),
      sources: JSON.stringify(outcomes),
      findings_seen: result.findings.length,
      findings_new: newFindings,
    })
    .where('id', '=', scanId)
    .execute();
}

/** Sources that failed join what others asked for since the scan was queued. */
async function writeSchedule(
  tx: Operation,
  domain: { readonly id: string; readonly failed_attempts: number },
  result: SourcesAnswer,
): Promise<void> {
  const now = tx.clock.now();
  const retry = retryPlan(result.answers, domain.failed_attempts);
  const retryAt = retry && new Date(now.getTime() + retry.delayMs);
  await tx.db
    .updateTable('monitored_domains')
    .set({
      current_scan_id: null,
      failed_attempts: retry ? domain.failed_attempts + 1 : 0,
      findings_count: sql<number>`(
        SELECT count(*) FROM leaked_credentials WHERE partner_id = ${tx.partnerId} AND domain_id = ${domain.id}
      ) + (SELECT count(*) FROM dark_web_findings WHERE partner_id = ${tx.partnerId} AND domain_id = ${domain.id})`,
      ...(hasAnswer(result) ? { last_scan_at: now } : {}),
      ...(retry
        ? {
            retry_sources: sql<
              string[]
            >`ARRAY(SELECT DISTINCT unnest(retry_sources || ${[...retry.sources]}::text[]) ORDER BY 1)`,
            retry_at: sql<Date | null>`least(retry_at, ${retryAt}::timestamptz)`,
          }
        : {}),
    })
    .where('id', '=', domain.id)
    .execute();
}
