import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import { repeatUntil } from '../../platform/jobs/repeat-until.ts';
import type { Resources } from '../../platform/operation.ts';
import { Operation } from '../../platform/operation.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import type { Metrics } from '../../platform/telemetry/metrics.ts';
import { withSpan } from '../../platform/telemetry/tracing.ts';
import { applyScanFailure, applyScanResult, LapsedClaim } from './apply-scan-result.ts';
import { claimScan } from './claim-scan.ts';
import { finishScan } from './finish-scan.ts';
import { InconclusiveScan } from './inconclusive-scan.ts';
import { abandonedScanQueue, type ScanJob, type ScanJobData, scanQueue } from './jobs.ts';
import { runScan, type ScanTools } from './run-scan.ts';
import { recordHeartbeat, removeWorker } from './scan-workers.ts';

export interface ScanWorkerOptions {
  readonly resources: Resources;
  readonly tools: ScanTools;
  /** Scans that run at once. */
  readonly concurrency: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const pollIntervalMs = 500;
/** A scan that was cancelled stops within this time and the moment that the engine takes. */
const cancelCheckIntervalMs = 250;
const tendIntervalMs = 4_000;
/** A scan that our own network spoilt is repeated when hosts that fell silent with it no longer count as news. */
const uplinkRetrySeconds = 900;
/** How long a stop waits for scans that are about to end before it gives them back. */
const stopGraceMs = 3_000;

interface RunningScan {
  readonly job: ScanJob;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/**
 * Takes scan jobs from the queue and runs them. While scans run it keeps their claims alive, and it stops those that were
 * cancelled. Only finished scans are settled, so a worker that dies leaves its scans to others.
 */
export class ScanWorker {
  readonly id: string;
  readonly #options: ScanWorkerOptions;
  readonly #running = new Map<string, RunningScan>();
  readonly #stop = new AbortController();
  #loops: Promise<void>[] = [];

  constructor(options: ScanWorkerOptions) {
    this.#options = options;
    this.id = newId(options.resources.clock);
  }

  /** Begins to work; the worker is registered as alive when this resolves. */
  async start(): Promise<void> {
    await Promise.all([this.#heartbeat(), this.#options.tools.uplink.check()]);
    const onError = (error: Error) =>
      this.#options.logger.error({ err: error }, 'The scan worker could not reach its queue; it tries again.');
    this.#loops = [
      repeatUntil(this.#stop.signal, pollIntervalMs, () => this.#takeJobs(), onError),
      repeatUntil(this.#stop.signal, tendIntervalMs, () => this.#tend(), onError),
      repeatUntil(this.#stop.signal, cancelCheckIntervalMs, () => this.#stopCancelled(), onError),
      this.#options.tools.uplink.watch(this.#stop.signal),
    ];
  }

  /** Lets scans that are about to end do so, gives the others back to the queue and leaves the list of workers. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('The worker stops.'));
    await Promise.allSettled(this.#loops);
    await Promise.race([
      Promise.allSettled([...this.#running.values()].map((scan) => scan.done)),
      sleep(stopGraceMs, undefined, { ref: false }),
    ]);
    const left = [...this.#running.values()];
    for (const scan of left) scan.abort.abort(this.#stop.signal.reason);
    await Promise.allSettled(left.map((scan) => scan.done));
    await removeWorker(this.#options.resources.db, this.id);
  }

  async #takeJobs(): Promise<void> {
    for (;;) {
      const free = this.#options.concurrency - this.#running.size;
      if (free <= 0 || this.#stop.signal.aborted) return;
      const jobs = await this.#options.resources.jobs.fetch<ScanJobData>(scanQueue.name, free);
      for (const job of jobs) this.#begin(job);
      if (jobs.length < free) return;
    }
  }

  #begin(job: ScanJob): void {
    const abort = new AbortController();
    const done = withSpan('scan', { 'breakwater.scan_id': job.id }, () => this.#perform(job, abort.signal))
      .catch((error) => this.#giveBack(job, error as Error))
      .finally(() => {
        this.#running.delete(job.id);
        this.#options.metrics.scansRunning.set(this.#running.size);
      });
    this.#running.set(job.id, { job, abort, done });
    this.#options.metrics.scansRunning.set(this.#running.size);
  }

  async #perform(job: ScanJob, signal: AbortSignal): Promise<void> {
    const { tools, metrics } = this.#options;
    const operation = this.#operationFor(job);
    const engine = tools.scanner.name;
    const scan = await claimScan(operation, job.data, {
      policy: tools.policy,
      engine,
      maxPacketsPerSecond: tools.maxPacketsPerSecondPerTarget,
    });
    if (!scan) {
      await operation.jobs.complete(operation.db.unscoped, scanQueue.name, job);
      return;
    }
    try {
      const result = await runScan(tools, scan, signal);
      const changes = await applyScanResult(operation, job, result);
      for (const severity of changes.raised) metrics.alertsOpened.inc({ severity });
      for (const resolution of changes.resolved) metrics.alertsResolved.inc({ resolution });
      metrics.portsProbed.inc({ engine }, result.portsCovered);
      metrics.scanSeconds.observe({ engine }, result.durationMs / 1_000);
      metrics.scans.inc({ outcome: 'completed', trigger: scan.trigger });
    } catch (error) {
      if (!(error instanceof InconclusiveScan)) throw error;
      await applyScanFailure(operation, job, {
        error: error.message,
        ...(error.reason === 'host_unreachable' && { condition: 'unreachable' }),
        ...(error.reason === 'uplink_down' && { retryAfterSeconds: uplinkRetrySeconds }),
      });
      metrics.scans.inc({ outcome: 'failed', trigger: scan.trigger });
    }
  }

  /** Trouble of ours, not of the target: another attempt follows, unless the claim lapsed or the scan was cancelled. */
  async #giveBack(job: ScanJob, error: Error): Promise<void> {
    const { logger, resources } = this.#options;
    logger.warn({ err: error, scanId: job.id }, 'A scan did not end; it is given back to the queue.');
    try {
      // A cancelled scan's job is done with; one that another worker holds is not touched by this.
      if (error instanceof LapsedClaim) await resources.jobs.complete(resources.db, scanQueue.name, job);
      else await resources.jobs.fail(scanQueue.name, job, error.message);
    } catch (failure) {
      logger.error({ err: failure, scanId: job.id }, 'The scan could not be given back; its claim will lapse.');
    }
  }

  async #tend(): Promise<void> {
    await this.#heartbeat();
    await this.#endAbandonedScans();
    const jobs = [...this.#running.values()].map((scan) => scan.job);
    if (jobs.length > 0) await this.#options.resources.jobs.touch(scanQueue.name, jobs);
  }

  /** An endpoint that is paused or terminated, or whose scan was given up, no longer names the scan as its own. */
  async #stopCancelled(): Promise<void> {
    const scans = [...this.#running.values()].map((scan) => scan.job.data);
    if (scans.length === 0) return;
    const { rows } = await sql<{ id: string }>`
      SELECT s.id FROM unnest(${scans.map((scan) => scan.partnerId)}::uuid[], ${scans.map((scan) => scan.endpointId)}::uuid[],
        ${scans.map((scan) => scan.scanId)}::uuid[]) AS s (partner_id, endpoint_id, id)
      LEFT JOIN endpoints e ON e.partner_id = s.partner_id AND e.id = s.endpoint_id
      WHERE e.current_scan_id IS DISTINCT FROM s.id`.execute(this.#options.resources.db);
    for (const { id } of rows) this.#running.get(id)?.abort.abort(new LapsedClaim(`Scan ${id} was cancelled.`));
  }

  async #heartbeat(): Promise<void> {
    const worker = { id: this.id, host: hostname(), engine: this.#options.tools.scanner.name };
    await recordHeartbeat(this.#options.resources.db, worker);
  }

  /** Scans whose workers died every time end as failed, so that their endpoints can be scanned again. */
  async #endAbandonedScans(): Promise<void> {
    const { resources } = this.#options;
    for (const job of await resources.jobs.fetch<ScanJobData>(abandonedScanQueue.name, 10)) {
      await this.#operationFor(job).transaction(async (tx) => {
        await finishScan(tx, job.data, {
          status: 'failed',
          error: 'worker_lost: every attempt ended without a result',
        });
        await tx.jobs.complete(tx.db.unscoped, abandonedScanQueue.name, job);
      });
    }
  }

  #operationFor(job: ScanJob): Operation {
    return new Operation(this.#options.resources, {
      partnerId: job.data.partnerId,
      actor: { kind: 'system' },
      requestId: null,
    });
  }
}
