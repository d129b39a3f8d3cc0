import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { ScanLimits } from '../../accounts/scan-terms/index.ts';
import type { RateShare } from '../../common/rate-share.ts';
import { JobRunner } from '../../core/operation/job-runner.ts';
import type { Operation, Resources } from '../../core/operation/operation.ts';
import type { NodeScanner } from '../../core/operation/tables/core.ts';
import type { WorkSignal } from '../../core/operation/work-signals.ts';
import { ScanEngineError } from '../../engines/port-scanner/port-scanner.ts';
import { newId } from '../../platform/ids.ts';
import type { Signals } from '../../platform/jobs/signals.ts';
import { WorkLoop } from '../../platform/jobs/work-loop.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import type { AlertMetrics } from '../alerts/index.ts';
import { applyScanFailure, applyScanResult } from './apply-scan-result.ts';
import { claimScan } from './claim-scan.ts';
import { type ClaimedScan, type EndpointScanners, isPartial, type ScanResult } from './endpoint-scanner.ts';
import { finishScan } from './finish-scan.ts';
import { InconclusiveScan } from './inconclusive-scan.ts';
import { queuesFor, type ScanJob, type ScanJobData, scanQueue } from './jobs.ts';
import type { ScanMetrics } from './metrics.ts';
import { aliveSeconds, recordHeartbeat, removeWorker, shareNetworks } from './scan-workers.ts';
import type { UplinkWatch } from './uplink-watch.ts';
import { claimVantageScan, recordVantageScan } from './vantage-scan.ts';

export interface ScanWorkerOptions {
  readonly resources: Resources;
  readonly scanners: EndpointScanners;
  /** Watched while the worker runs. */
  readonly uplink: UplinkWatch;
  /** Its part of the rate of each network, which all workers share. */
  readonly networkShare: RateShare;
  readonly limits: ScanLimits;
  /** Scans that run at once. */
  readonly concurrency: number;
  /** From where it looks; null: it does not say, and takes only scans that may be done from anywhere. */
  readonly vantagePoint: string | null;
  readonly signals: Signals;
  readonly logger: Logger;
  readonly metrics: ScanMetrics & AlertMetrics;
}

const heartbeatIntervalMs = 5_000;
/** Whoever could not renew its part of the pace has none some seconds before others take it. */
const shareSeconds = aliveSeconds - 4;
/** What spoilt a scan longer ago says nothing about the next one. */
const engineTroubleMs = 120_000;
/** A scan that our own network spoilt is repeated when hosts that fell silent with it no longer count as news. */
const uplinkRetrySeconds = 900;
const abandoned = { status: 'failed', error: 'worker_lost: every attempt ended without a result' } as const;

/** Runs the scans of the queue, and is known as alive meanwhile. */
export class ScanWorker {
  readonly id: string;
  readonly #options: ScanWorkerOptions;
  readonly #runner: JobRunner<ScanJobData>;
  readonly #stop = new AbortController();
  #running = 0;
  /** When a scan last failed by this machine's fault; null: the last one did not. */
  #engineTroubleAtMs: number | null = null;
  #heartbeats: WorkLoop | null = null;
  #watching = Promise.resolve();

  constructor(options: ScanWorkerOptions) {
    const { resources, logger, signals, concurrency, vantagePoint, metrics } = options;
    this.#options = options;
    this.id = newId(resources.clock);
    this.#runner = new JobRunner(
      {
        name: 'scan',
        queues: queuesFor(vantagePoint),
        deadLetter: scanQueue.deadLetter,
        perform: (operation, job, signal) => this.#perform(operation, job, signal),
        findCancelled: (jobs) => this.#findCancelled(jobs),
        // The endpoint can be scanned again. Of a look nothing is left to end.
        endAbandoned: async (tx, data) => {
          if (data.lookFrom === undefined) await finishScan(tx, data, abandoned);
        },
        reasonOf: ({ message }) => message,
      },
      {
        resources,
        signals,
        logger,
        concurrency,
        onRunning: (count) => {
          this.#running = count;
          metrics.scansRunning.set(count);
        },
      },
    );
  }

  /** What operators know the worker by, whosever scans it runs. */
  get #engine(): string {
    return this.#options.scanners.live.engine;
  }

  /** What scans here, for operators. */
  get scanner(): NodeScanner {
    const { concurrency, vantagePoint } = this.#options;
    return { engine: this.#engine, concurrency, running: this.#running, vantage_point: vantagePoint };
  }

  /** Whether the last scan that could tell was not spoilt by this machine: no descriptors, no permission, no route. */
  get isScannerWell(): boolean {
    return this.#engineTroubleAtMs === null || performance.now() - this.#engineTroubleAtMs > engineTroubleMs;
  }

  /** Begins to work; the worker is registered as alive when this resolves. */
  async start(): Promise<void> {
    const { uplink, logger, signals } = this.#options;
    await Promise.all([this.#heartbeat(), uplink.check()]);
    const onError = (error: Error) =>
      logger.error({ err: error }, 'The scan worker could not say that it is alive; it tries again.');
    this.#heartbeats = new WorkLoop({
      signals,
      wokenBy: ['workers' satisfies WorkSignal],
      look: async () => void (await this.#heartbeat()),
      longestSleep: { heardMs: heartbeatIntervalMs, deafMs: heartbeatIntervalMs },
      onError,
    });
    this.#heartbeats.start();
    this.#watching = uplink.watch(this.#stop.signal);
    this.#runner.start();
  }

  /** Lets scans that are about to end do so, gives the others back to the queue and leaves the list of workers. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled([this.#watching, this.#heartbeats?.stop(), this.#runner.stop()]);
    await removeWorker(this.#options.resources.db, this.id);
    this.#announce();
  }

  async #perform(operation: Operation, job: ScanJob, signal: AbortSignal): Promise<void> {
    const { scanners, limits } = this.#options;
    const isLook = job.data.lookFrom !== undefined;
    const scan = await (isLook ? claimVantageScan : claimScan)(operation, job.data, { scanners, limits });
    if (!scan) await operation.jobs.complete(operation.db.connection, job);
    else if (isLook) await this.#look(operation, job, scan, signal);
    else await this.#scan(operation, job, scan, signal);
  }

  async #scan(operation: Operation, job: ScanJob, scan: ClaimedScan, signal: AbortSignal): Promise<void> {
    const { metrics } = this.#options;
    const startedMs = performance.now();
    try {
      const result = await this.#ask(operation, scan, signal);
      const covered = { named: scan.terms.ports, tcp: scan.ports.tcp.length, udp: scan.ports.udp.length };
      const others = scan.terms.vantagePoints.slice(1);
      const changes = await applyScanResult(operation, job, result, covered, others);
      for (const { severity } of changes.flatMap(({ opened }) => opened)) metrics.alertsOpened.inc({ severity });
      for (const { resolution } of changes.flatMap(({ resolved }) => resolved))
        metrics.alertsResolved.inc({ resolution });
      metrics.portsProbed.inc({ engine: this.#engine }, result.portsCovered);
      metrics.scanSeconds.observe({ engine: this.#engine }, result.durationMs / 1_000);
      const outcome = isPartial(result) ? 'partial' : 'completed';
      metrics.scans.inc({ outcome, trigger: scan.trigger });
      const ports = { asked: result.portsRequested, covered: result.portsCovered, open: result.open.length };
      this.#logEnd(operation, scan, startedMs, { outcome, condition: result.condition ?? undefined, ports });
    } catch (error) {
      if (!(error instanceof InconclusiveScan)) throw error;
      await applyScanFailure(operation, job, {
        error: error.message,
        ...(error.reason === 'host_unreachable' && { condition: 'unreachable' }),
        ...(error.reason === 'uplink_down' && { retryAfterSeconds: uplinkRetrySeconds }),
      });
      metrics.scans.inc({ outcome: 'failed', trigger: scan.trigger });
      this.#logEnd(operation, scan, startedMs, { outcome: 'failed', reason: error.message });
    }
  }

  /** Sees what the server looks like from here, after a scan that was done elsewhere. */
  async #look(operation: Operation, job: ScanJob, look: ClaimedScan, signal: AbortSignal): Promise<void> {
    const startedMs = performance.now();
    try {
      const result = await this.#ask(operation, look, signal);
      // What did not answer in time is not known to be closed there.
      if (isPartial(result)) return void (await operation.jobs.complete(operation.db.connection, job));
      await recordVantageScan(operation, job, result);
      this.#logEnd(operation, look, startedMs, {
        outcome: 'looked',
        from: job.data.lookFrom,
        open: result.open.length,
      });
    } catch (error) {
      if (!(error instanceof InconclusiveScan)) throw error;
      // Nothing is said of a server because of trouble here.
      if (error.reason === 'host_unreachable') await recordVantageScan(operation, job, null);
      else await operation.jobs.complete(operation.db.connection, job);
    }
  }

  /** Either tells how well this machine can scan. */
  async #ask(operation: Operation, scan: ClaimedScan, signal: AbortSignal): Promise<ScanResult> {
    try {
      const result = await this.#options.scanners[scan.world].scan(operation, scan, signal);
      this.#engineTroubleAtMs = null;
      return result;
    } catch (error) {
      if (error instanceof ScanEngineError) this.#engineTroubleAtMs = performance.now();
      throw error;
    }
  }

  /** One line a scan, once what came of it is stored. */
  #logEnd({ partnerId }: Operation, scan: ClaimedScan, startedMs: number, ending: Readonly<Record<string, unknown>>) {
    const { scanId, endpointId, address, trigger } = scan;
    const ms = Math.round(performance.now() - startedMs);
    this.#options.logger.info({ scanId, partnerId, endpointId, address, trigger, ...ending, ms }, 'scan');
  }

  /**
   * An endpoint that is paused or terminated, or whose scan was given up, no longer names the scan as its own. A look ends when the
   * endpoint is scanned, paused or terminated.
   */
  async #findCancelled(jobs: readonly ScanJob[]): Promise<string[]> {
    const scans = jobs.map(({ data }) => data);
    const { rows } = await sql<{ id: string }>`
      SELECT s.id FROM unnest(${scans.map((scan) => scan.partnerId)}::uuid[], ${scans.map((scan) => scan.endpointId)}::uuid[],
        ${scans.map((scan) => scan.scanId)}::uuid[], ${scans.map((scan) => scan.lookFrom !== undefined)}::boolean[],
        ${jobs.map(({ id }) => id)}::uuid[]) AS s (partner_id, endpoint_id, scan_id, is_look, id)
      LEFT JOIN endpoints e ON e.partner_id = s.partner_id AND e.id = s.endpoint_id
      WHERE CASE WHEN s.is_look THEN e.current_scan_id IS NOT NULL OR e.status IS DISTINCT FROM 'active' OR e.last_scan_id <> s.scan_id
        ELSE e.current_scan_id IS DISTINCT FROM s.scan_id END`.execute(this.#options.resources.db);
    return rows.map(({ id }) => id);
  }

  async #heartbeat(): Promise<void> {
    const { resources, networkShare } = this.#options;
    const worker = { id: this.id, host: hostname(), engine: this.#engine, vantagePoint: this.#options.vantagePoint };
    // From before the heartbeat on: here it lapses before others may take it.
    const sentMs = performance.now();
    const grant = (part: number) => {
      const seconds = Math.floor(shareSeconds - (performance.now() - sentMs) / 1_000);
      networkShare.grant(seconds > 0 ? part : 0, Math.max(1, seconds));
    };
    const { share, due } = await recordHeartbeat(resources.db, worker);
    if (share === due) return grant(share);
    // Less from now on: what is given up, others may take as soon as it is committed.
    grant(Math.min(share, due));
    grant(await shareNetworks(resources.db, this.id, (part) => grant(Math.min(share, part))));
    this.#announce();
  }

  #announce(): void {
    this.#options.resources.signals?.announce('workers' satisfies WorkSignal);
  }
}
