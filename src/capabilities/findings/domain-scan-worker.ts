import { setTimeout as sleep } from 'node:timers/promises';
import type { LeakSource } from '../../engines/leak-sources/leak-source.ts';
import { repeatUntil } from '../../platform/jobs/repeat-until.ts';
import { Operation, type Resources } from '../../platform/operation.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import type { Metrics } from '../../platform/telemetry/metrics.ts';
import { withSpan } from '../../platform/telemetry/tracing.ts';
import { sandboxSource } from '../sandbox/scenario-leaks.ts';
import { LapsedClaim } from '../scans/apply-scan-result.ts';
import { applyDomainScan } from './apply-domain-scan.ts';
import { type AskLimits, askSources, type SourcesAnswer } from './ask-sources.ts';
import { type ClaimedDomainScan, claimDomainScan } from './claim-domain-scan.ts';
import { finishDomainScan } from './finish-domain-scan.ts';
import type { IdentityVault } from './identity-vault.ts';
import { abandonedDomainScanQueue, type DomainScanJob, type DomainScanJobData, domainScanQueue } from './jobs.ts';

export interface DomainScanWorkerOptions {
  readonly resources: Resources;
  readonly sources: readonly LeakSource[];
  readonly vault: IdentityVault;
  readonly limits: AskLimits;
  /** Scans that run at once: how many are in memory with all their findings. */
  readonly concurrency: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const pollIntervalMs = 1_000;
const tendIntervalMs = 1_000;
const touchEveryTends = 4;
/** How long a stop waits for scans that are about to end before it gives them back. */
const stopGraceMs = 3_000;

interface RunningScan {
  readonly job: DomainScanJob;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/**
 * Takes domain scan jobs from the queue, asks the sources and applies what they answer. While scans run it keeps their claims
 * alive and stops those that were cancelled. Only finished scans are settled: a worker that dies leaves its scans to others.
 */
export class DomainScanWorker {
  readonly #options: DomainScanWorkerOptions;
  readonly #running = new Map<string, RunningScan>();
  readonly #stop = new AbortController();
  #loops: Promise<void>[] = [];
  #tends = 0;

  constructor(options: DomainScanWorkerOptions) {
    this.#options = options;
  }

  start(): void {
    const onError = (error: Error) =>
      this.#options.logger.error({ err: error }, 'The domain scan worker could not reach its queue; it tries again.');
    this.#loops = [
      repeatUntil(this.#stop.signal, pollIntervalMs, () => this.#takeJobs(), onError),
      repeatUntil(this.#stop.signal, tendIntervalMs, () => this.#tend(), onError),
    ];
  }

  /** Lets scans that are about to end do so and gives the others back to the queue. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('The worker stops.'));
    await Promise.allSettled(this.#loops);
    const ends = () => Promise.allSettled([...this.#running.values()].map((scan) => scan.done));
    await Promise.race([ends(), sleep(stopGraceMs, undefined, { ref: false })]);
    for (const scan of this.#running.values()) scan.abort.abort(this.#stop.signal.reason);
    await ends();
  }

  async #takeJobs(): Promise<void> {
    for (;;) {
      const free = this.#options.concurrency - this.#running.size;
      if (free <= 0 || this.#stop.signal.aborted) return;
      const jobs = await this.#options.resources.jobs.fetch<DomainScanJobData>(domainScanQueue.name, free);
      for (const job of jobs) this.#begin(job);
      await this.#endAbandonedScans();
      if (jobs.length < free) return;
    }
  }

  #begin(job: DomainScanJob): void {
    const abort = new AbortController();
    const done = withSpan('domain scan', { 'breakwater.domain_scan_id': job.id }, () =>
      this.#perform(job, abort.signal),
    )
      .catch((error) => this.#giveBack(job, error as Error))
      .finally(() => {
        this.#running.delete(job.id);
      });
    this.#running.set(job.id, { job, abort, done });
  }

  async #perform(job: DomainScanJob, signal: AbortSignal): Promise<void> {
    const { metrics, vault } = this.#options;
    const operation = this.#operationFor(job);
    const scan = await claimDomainScan(operation, job.data);
    if (!scan) {
      await operation.jobs.complete(operation.db.unscoped, domainScanQueue.name, job);
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
    const { limits, logger, vault } = this.#options;
    const { domain } = scan;
    const context = { domain, digest: vault.digester(operation.partnerId), now: operation.clock.now() };
    const result = await askSources(this.#sourcesOf(scan), context, limits, signal);
    for (const { source, cause } of result.answers) {
      // The stack says where; messages may repeat what the source answered.
      if (cause) logger.warn({ source, error: (cause as Error).name }, 'A leak source answered in an unforeseen way.');
    }
    return result;
  }

  /** A source that was to be asked again may have been switched off since. */
  #sourcesOf({ scenario, asked }: ClaimedDomainScan): readonly LeakSource[] {
    if (scenario !== null) return [sandboxSource(scenario)];
    const { sources } = this.#options;
    return asked === null ? sources : sources.filter(({ name }) => asked.includes(name));
  }

  /** Trouble of ours: another attempt follows, unless the claim lapsed or the scan was cancelled. */
  async #giveBack(job: DomainScanJob, error: Error): Promise<void> {
    const { logger, resources } = this.#options;
    logger.warn({ err: error, domainScanId: job.id }, 'A domain scan did not end; it is given back to the queue.');
    try {
      if (error instanceof LapsedClaim) await resources.jobs.complete(resources.db, domainScanQueue.name, job);
      else await resources.jobs.fail(domainScanQueue.name, job, error.name);
    } catch (failure) {
      logger.error({ err: failure, domainScanId: job.id }, 'The scan could not be given back; its claim will lapse.');
    }
  }

  async #tend(): Promise<void> {
    const { resources } = this.#options;
    const jobs = [...this.#running.values()].map((scan) => scan.job);
    if (jobs.length === 0) return;
    this.#tends += 1;
    if (this.#tends % touchEveryTends === 0) await resources.jobs.touch(domainScanQueue.name, jobs);
    const rows = await resources.db
      .selectFrom('domain_scans')
      .select('id')
      .where(
        'id',
        'in',
        jobs.map(({ id }) => id),
      )
      .where(
        'partner_id',
        'in',
        jobs.map(({ data }) => data.partnerId),
      )
      .where('status', '=', 'cancelled')
      .execute();
    for (const { id } of rows) this.#running.get(id)?.abort.abort(new LapsedClaim(`Domain scan ${id} was cancelled.`));
  }

  /** Scans whose workers died every time end as failed, so that their domains can be scanned again. */
  async #endAbandonedScans(): Promise<void> {
    const { resources } = this.#options;
    for (const job of await resources.jobs.fetch<DomainScanJobData>(abandonedDomainScanQueue.name, 10)) {
      await this.#operationFor(job).transaction(async (tx) => {
        await finishDomainScan(tx, job.data, 'failed');
        await tx.jobs.complete(tx.db.unscoped, abandonedDomainScanQueue.name, job);
      });
    }
  }

  #operationFor(job: DomainScanJob): Operation {
    const caller = { partnerId: job.data.partnerId, actor: { kind: 'system' as const }, requestId: null };
    return new Operation(this.#options.resources, caller);
  }
}
