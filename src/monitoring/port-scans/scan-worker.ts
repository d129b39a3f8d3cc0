import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { ScanLimits } from '../../accounts/scan-terms/index.ts';
import { JobRunner } from '../../core/operation/job-runner.ts';
import type { Operation, Resources } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';
import { repeatUntil } from '../../platform/jobs/repeat-until.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import type { AlertMetrics } from '../alerts/index.ts';
import { applyScanFailure, applyScanResult } from './apply-scan-result.ts';
import { claimScan } from './claim-scan.ts';
import type { EndpointScanners } from './endpoint-scanner.ts';
import { finishScan } from './finish-scan.ts';
import { InconclusiveScan } from './inconclusive-scan.ts';
import { type ScanJob, type ScanJobData, scanQueue } from './jobs.ts';
import type { ScanMetrics } from './metrics.ts';
import { recordHeartbeat, removeWorker } from './scan-workers.ts';
import type { UplinkWatch } from './uplink-watch.ts';

export interface ScanWorkerOptions {
  readonly resources: Resources;
  readonly scanners: EndpointScanners;
  /** Watched while the worker runs. */
  readonly uplink: UplinkWatch;
  readonly limits: ScanLimits;
  /** Scans that run at once. */
  readonly concurrency: number;
  /** How often new scans are looked for. Default: 500. */
  readonly pollIntervalMs?: number | undefined;
  readonly logger: Logger;
  readonly metrics: ScanMetrics & AlertMetrics;
}

const defaultPollIntervalMs = 500;
const cancelCheckIntervalMs = 250;
const heartbeatIntervalMs = 4_000;
/** A scan that our own network spoilt is repeated when hosts that fell silent with it no longer count as news. */
const uplinkRetrySeconds = 900;
const abandoned = { status: 'failed', error: 'worker_lost: every attempt ended without a result' } as const;

/** Runs the scans of the queue, and is known as alive meanwhile. */
export class ScanWorker {
  readonly id: string;
  readonly #options: ScanWorkerOptions;
  readonly #runner: JobRunner<ScanJobData>;
  readonly #stop = new AbortController();
  #loops: Promise<void>[] = [];

  constructor(options: ScanWorkerOptions) {
    const { resources, logger, concurrency, metrics, pollIntervalMs = defaultPollIntervalMs } = options;
    this.#options = options;
    this.id = newId(resources.clock);
    this.#runner = new JobRunner(
      {
        name: 'scan',
        queue: scanQueue,
        perform: (operation, job, signal) => this.#perform(operation, job, signal),
        findCancelled: (jobs) => this.#findCancelled(jobs),
        // The endpoint can be scanned again.
        endAbandoned: (tx, data) => finishScan(tx, data, abandoned),
        reasonOf: ({ message }) => message,
      },
      {
        resources,
        logger,
        concurrency,
        pollIntervalMs,
        cancelCheckIntervalMs,
        onRunning: (count) => metrics.scansRunning.set(count),
      },
    );
  }

  /** What operators know the worker by, whosever scans it runs. */
  get #engine(): string {
    return this.#options.scanners.real.engine;
  }

  /** Begins to work; the worker is registered as alive when this resolves. */
  async start(): Promise<void> {
    const { uplink, logger } = this.#options;
    await Promise.all([this.#heartbeat(), uplink.check()]);
    const onError = (error: Error) =>
      logger.error({ err: error }, 'The scan worker could not say that it is alive; it tries again.');
    this.#loops = [
      repeatUntil(this.#stop.signal, heartbeatIntervalMs, () => this.#heartbeat(), onError),
      uplink.watch(this.#stop.signal),
    ];
    this.#runner.start();
  }

  /** Lets scans that are about to end do so, gives the others back to the queue and leaves the list of workers. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled([...this.#loops, this.#runner.stop()]);
    await removeWorker(this.#options.resources.db, this.id);
  }

  async #perform(operation: Operation, job: ScanJob, signal: AbortSignal): Promise<void> {
    const { scanners, limits, metrics } = this.#options;
    const scan = await claimScan(operation, job.data, { scanners, limits });
    if (!scan) {
      await operation.jobs.complete(operation.db.unscoped, scanQueue.name, job);
      return;
    }
    try {
      const result = await scanners[scan.world].scan(operation, scan, signal);
      const changes = await applyScanResult(operation, job, result, {
        named: scan.terms.ports,
        tcp: scan.ports.tcp.length,
        udp: scan.ports.udp.length,
      });
      for (const { severity } of changes.flatMap(({ opened }) => opened)) metrics.alertsOpened.inc({ severity });
      for (const { resolution } of changes.flatMap(({ resolved }) => resolved))
        metrics.alertsResolved.inc({ resolution });
      metrics.portsProbed.inc({ engine: this.#engine }, result.portsCovered);
      metrics.scanSeconds.observe({ engine: this.#engine }, result.durationMs / 1_000);
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

  /** An endpoint that is paused or terminated, or whose scan was given up, no longer names the scan as its own. */
  async #findCancelled(jobs: readonly ScanJob[]): Promise<string[]> {
    const scans = jobs.map(({ data }) => data);
    const { rows } = await sql<{ id: string }>`
      SELECT s.id FROM unnest(${scans.map((scan) => scan.partnerId)}::uuid[], ${scans.map((scan) => scan.endpointId)}::uuid[],
        ${scans.map((scan) => scan.scanId)}::uuid[]) AS s (partner_id, endpoint_id, id)
      LEFT JOIN endpoints e ON e.partner_id = s.partner_id AND e.id = s.endpoint_id
      WHERE e.current_scan_id IS DISTINCT FROM s.id`.execute(this.#options.resources.db);
    return rows.map(({ id }) => id);
  }

  async #heartbeat(): Promise<void> {
    const worker = { id: this.id, host: hostname(), engine: this.#engine };
    await recordHeartbeat(this.#options.resources.db, worker);
  }
}
