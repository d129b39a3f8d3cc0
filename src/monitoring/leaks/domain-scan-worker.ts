import { sql } from 'kysely';
import { JobRunner } from '../../core/operation/job-runner.ts';
import type { Operation, Resources } from '../../core/operation/operation.ts';
import type { Signals } from '../../platform/jobs/signals.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { applyDomainScan } from './apply-domain-scan.ts';
import { type AskLimits, askSources, type SourcesAnswer } from './ask-sources.ts';
import { type ClaimedDomainScan, claimDomainScan } from './claim-domain-scan.ts';
import { finishDomainScan } from './finish-domain-scan.ts';
import type { IdentityVault } from './identity-vault.ts';
import { type DomainScanJob, type DomainScanJobData, domainScanQueue } from './jobs.ts';
import type { LeakMetrics } from './metrics.ts';
import type { LeakSources } from './sources-of-worlds.ts';

export interface DomainScanWorkerOptions {
  readonly resources: Resources;
  readonly sources: LeakSources;
  readonly vault: IdentityVault;
  readonly limits: AskLimits;
  /** Scans that run at once: how many are in memory with all their findings. */
  readonly concurrency: number;
  readonly signals: Signals;
  readonly logger: Logger;
  readonly metrics: LeakMetrics;
}

/** Runs the domain scans of the queue: asks the sources and applies what they answer. */
export class DomainScanWorker {
  readonly #options: DomainScanWorkerOptions;
  readonly #runner: JobRunner<DomainScanJobData>;

  constructor(options: DomainScanWorkerOptions) {
    const { resources, signals, logger, concurrency } = options;
    this.#options = options;
    this.#runner = new JobRunner(
      {
        name: 'domain scan',
        queues: [domainScanQueue],
        deadLetter: domainScanQueue.deadLetter,
        perform: (operation, job, signal) => this.#perform(operation, job, signal),
        findCancelled: (jobs) => this.#findCancelled(jobs),
        // The domain can be scanned again.
        endAbandoned: (tx, data) => finishDomainScan(tx, data, 'failed'),
        // Messages may repeat what a source answered.
        reasonOf: ({ name }) => name,
      },
      { resources, signals, logger, concurrency },
    );
  }

  start(): void {
    this.#runner.start();
  }

  /** Lets scans that are about to end do so and gives the others back to the queue. */
  async stop(): Promise<void> {
    await this.#runner.stop();
  }

  async #perform(operation: Operation, job: DomainScanJob, signal: AbortSignal): Promise<void> {
    const { metrics, vault } = this.#options;
    const scan = await claimDomainScan(operation, job.data);
    if (!scan) {
      await operation.jobs.complete(operation.db.connection, job);
      return;
    }
    const result = await this.#ask(operation, scan, signal);
    const changes = await applyDomainScan(operation, job, result, vault);
    for (const { source, outcome, failure } of result.answers) {
      metrics.leakSourceAnswers.inc({ source, outcome: failure ?? outcome });
    }
    for (const severity of changes.raised) metrics.domainAlertsOpened.inc({ severity });
  }

  async #ask(operation: Operation, scan: ClaimedDomainScan, signal: AbortSignal): Promise<SourcesAnswer> {
    const { sources, limits, logger, vault } = this.#options;
    const { domain } = scan;
    const asked = await sources[scan.world](operation, scan.asked);
    const context = { domain, digest: vault.digester(operation.partnerId), now: operation.clock.now() };
    const result = await askSources(asked, context, limits, signal);
    for (const { source, cause } of result.answers) {
      // The stack says where; messages may repeat what the source answered.
      if (cause) logger.warn({ source, error: (cause as Error).name }, 'A leak source answered in an unforeseen way.');
    }
    return result;
  }

  async #findCancelled(jobs: readonly DomainScanJob[]): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      SELECT s.id FROM domain_scans s
      JOIN unnest(${jobs.map(({ data }) => data.partnerId)}::uuid[], ${jobs.map(({ id }) => id)}::uuid[]) AS j (partner_id, id)
        ON s.partner_id = j.partner_id AND s.id = j.id
      WHERE s.status = 'cancelled'`.execute(this.#options.resources.db);
    return rows.map(({ id }) => id);
  }
}
