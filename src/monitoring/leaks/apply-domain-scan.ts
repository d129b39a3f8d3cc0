import { sql } from 'kysely';
import { LapsedClaim } from '../../core/operation/job-runner.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AskedSource } from '../../core/operation/tables/resources.ts';
import type { SourcesAnswer } from './ask-sources.ts';
import { lockScannedDomain } from './claim-domain-scan.ts';
import type { IdentityVault } from './identity-vault.ts';
import type { DomainScanJob } from './jobs.ts';
import { retryPlan } from './retry-plan.ts';
import { withoutWithdrawn } from './withdraw-findings.ts';
import { type FindingChanges, type WrittenBatch, writeFindings } from './write-findings.ts';

/** Findings that are written behind the domain's row lock at a time: it is held for a fraction of a second. */
const batchSize = 1_000;

/**
 * Writes what the sources answered. Findings come in batches, each a transaction of its own with the alerts that speak for it,
 * so that others who need the domain's row wait for a batch at most; the last one also settles the scan, the domain's schedule
 * and the job. A result is applied once, whatever happens to its worker: every batch needs the claim on the job, a finding that
 * is written again is known already, and what a dead worker left is completed by the next one.
 * @throws LapsedClaim when the job is no longer this worker's, or the domain is no longer looked for; of the batches before, the
 *   findings stay
 */
export async function applyDomainScan(
  operation: Operation,
  job: DomainScanJob,
  result: SourcesAnswer,
  vault: IdentityVault,
): Promise<FindingChanges> {
  const changes: WrittenBatch[] = [];
  for (let start = 0; start === 0 || start < result.findings.length; start += batchSize) {
    const findings = result.findings.slice(start, start + batchSize);
    const isLast = start + batchSize >= result.findings.length;
    const unrefreshed = changes.at(-1)?.unrefreshed ?? [];
    const write = async (tx: Operation) => {
      const domain = await lockScannedDomain(tx, job.data);
      if (domain?.status !== 'active' || !(await keepsClaim(tx, job, isLast)))
        throw new LapsedClaim(`Domain scan ${job.id} is no longer this worker's.`);
      const told = await withoutWithdrawn(tx, findings);
      const added = await writeFindings(tx, domain, { findings: told, isLast, unrefreshed }, vault);
      await countNewFindings(tx, job.data.scanId, added);
      if (isLast) {
        const asked = await settleScan(tx, job.data.scanId, result);
        await writeSchedule(tx, domain, result, sourcesAfter(domain.sources, job.data.scanId, { asked, result }));
        tx.changed(domain.customer_id, 'domains', domain.id);
        const type = hasAnswer(result) ? 'scan.completed' : 'scan.failed';
        tx.happened({ type, subject: { kind: 'domain_scan', id: job.data.scanId } });
      }
      return added;
    };
    changes.push(await operation.transaction(write));
  }
  return {
    newFindings: changes.reduce((sum, { newFindings }) => sum + newFindings, 0),
    raised: changes.flatMap(({ raised }) => raised),
  };
}

/** Whether the job is this worker's; with the last batch it is settled. */
function keepsClaim({ jobs, db }: Operation, job: DomainScanJob, isLast: boolean): Promise<boolean> {
  return isLast ? jobs.complete(db.connection, job) : jobs.isHeld(db.connection, job);
}

/** Added up in the transaction of the findings: a worker that takes over does not find them new any more. */
async function countNewFindings(tx: Operation, scanId: string, { newFindings }: FindingChanges): Promise<void> {
  await tx.db
    .updateTable('domain_scans')
    .set({ findings_new: sql<number>`coalesce(findings_new, 0) + ${newFindings}::integer` })
    .where('id', '=', scanId)
    .execute();
}

/** Of a scan that no source answered, or that had none to ask, there is nothing to be said but that it failed. */
function hasAnswer({ answers }: SourcesAnswer): boolean {
  return answers.some(({ outcome }) => outcome !== 'failed');
}

/** @returns the sources that were to be asked; null: all */
async function settleScan(tx: Operation, scanId: string, result: SourcesAnswer): Promise<readonly string[] | null> {
  const outcomes = result.answers.map(({ retryAfterMs: _wish, cause: _cause, ...outcome }) => outcome);
  const scan = await tx.db
    .updateTable('domain_scans')
    .set({
      status: hasAnswer(result) ? 'completed' : 'failed',
      finished_at: tx.clock.now(),
      sources: JSON.stringify(outcomes),
      findings_seen: result.findings.length,
    })
    .where('id', '=', scanId)
    .returning('asked')
    .executeTakeFirstOrThrow();
  return scan.asked;
}

/**
 * What each source last answered about the domain: a scan that asked all of them tells which there are, one that asked some takes the place of
 * what these said before. Null: nobody has asked all of them yet.
 */
function sourcesAfter(
  before: readonly AskedSource[] | null,
  scanId: string,
  { asked, result: { answers } }: { readonly asked: readonly string[] | null; readonly result: SourcesAnswer },
): readonly AskedSource[] | null {
  const told = answers.map(({ source, outcome, failure }) => ({ source, outcome, failure, scan_id: scanId }));
  if (asked === null) return told;
  return before && [...before.filter(({ source }) => !asked.includes(source)), ...told];
}

/** Sources that failed join what others asked for since the scan was queued. */
async function writeSchedule(
  tx: Operation,
  domain: { readonly id: string; readonly failed_attempts: number },
  result: SourcesAnswer,
  sources: readonly AskedSource[] | null,
): Promise<void> {
  const now = tx.clock.now();
  const retry = retryPlan(result.answers, domain.failed_attempts);
  const retryAt = retry && new Date(now.getTime() + retry.delayMs);
  await tx.db
    .updateTable('monitored_domains')
    .set({
      current_scan_id: null,
      sources: sources && JSON.stringify(sources),
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
