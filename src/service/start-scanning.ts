import { RateShare } from '../common/rate-share.ts';
import type { ReadinessChecks } from '../core/api/operations-routes.ts';
import type { Resources } from '../core/operation/operation.ts';
import type { WorkSignal } from '../core/operation/work-signals.ts';
import type { AddressPolicy } from '../engines/address-policy/address-policy.ts';
import type { ExclusionChange } from '../monitoring/exclusions/live-exclusions.ts';
import { dispatchDueScans, nextScanDueMs, tickMs } from '../monitoring/port-scans/dispatch-due-scans.ts';
import { exposeWorkerGauges } from '../monitoring/port-scans/metrics.ts';
import { networkScanner } from '../monitoring/port-scans/network-scanner.ts';
import { scheduleEndpointsOfPolicy } from '../monitoring/port-scans/reconcile-schedule.ts';
import { ScanWorker } from '../monitoring/port-scans/scan-worker.ts';
import { withdrawFromSchedule } from '../monitoring/port-scans/withdraw-from-schedule.ts';
import { scenarioScanner } from '../monitoring/sandbox/scenario-scanner.ts';
import type { Signals } from '../platform/jobs/signals.ts';
import { createScanEngine } from '../wiring/scan-engine.ts';
import { scanIntervals, scanLimits } from '../wiring/scan-policy.ts';
import { scanTools } from '../wiring/scan-tools.ts';
import { type Lifetime, part } from './lifetime.ts';
import type { Metrics } from './service-metrics.ts';
import type { ServiceOptions } from './service-options.ts';
import { startScheduler } from './start-scheduler.ts';

/** @returns null when SCAN_ENGINE=off */
export async function startScanning(
  options: ServiceOptions,
  lifetime: Lifetime,
  resources: Resources,
  policy: AddressPolicy,
  metrics: Metrics,
  signals: Signals,
  checks: ReadinessChecks,
): Promise<ScanWorker | null> {
  const { parts } = lifetime;
  const { config, logger } = options;
  const networkShare = new RateShare();
  const scanner =
    options.scanner ?? (await part('The scan engine cannot start', () => createScanEngine(config, networkShare)));
  if (scanner === null) return null;
  parts.defer(() => scanner.close());
  metrics.scanUplinkUp.set(1);
  const tools = await scanTools(config, policy, scanner, {
    logger,
    identifier: options.identifier,
    recheckDelaysMs: options.recheckDelaysMs,
    onUplinkChange: (up) => metrics.scanUplinkUp.set(up ? 1 : 0),
  });
  parts.defer(() => tools.identifier.close());
  await part('The schedule cannot be brought in line with SCAN_ALLOW and SCAN_DENY', async () => {
    await withdrawFromSchedule(resources, config.scanDeny);
    await scheduleEndpointsOfPolicy(resources, policy);
  });
  const worker = new ScanWorker({
    resources,
    scanners: { live: networkScanner(tools), sandbox: scenarioScanner },
    uplink: tools.uplink,
    networkShare,
    limits: scanLimits(config),
    concurrency: config.scanConcurrency,
    vantagePoint: config.scanVantage,
    signals,
    logger,
    metrics,
  });
  parts.defer(() => worker.stop());
  await part('The scan worker cannot be registered', () => worker.start());
  exposeWorkerGauges(metrics.registry, metrics);
  checks.scanner = async () => (worker.isScannerWell ? 'ok' : 'degraded');
  checks.uplink = async () => (tools.uplink.isUp ? 'ok' : 'degraded');
  const dispatch = async () => {
    const options = { policy, ...scanIntervals(config), random: Math.random };
    const dispatched = await dispatchDueScans(resources, options);
    metrics.endpointsDispatched.inc(dispatched);
  };
  startScheduler(options, lifetime, signals, {
    wokenBy: 'endpoint-due',
    tickMs,
    nextDueMs: () => nextScanDueMs(resources),
    dispatch,
    trouble: 'The scheduler could not queue scans; it tries again.',
  });
  return worker;
}

/** What was queued by processes that did not know of the change yet is put right, too. */
export async function followExclusions(
  resources: Resources,
  policy: AddressPolicy,
  change: ExclusionChange,
): Promise<void> {
  await withdrawFromSchedule(resources, change.added);
  resources.signals?.announce('cancelled' satisfies WorkSignal);
  if (change.removed.length === 0) return;
  await scheduleEndpointsOfPolicy(resources, policy);
  resources.signals?.announce('endpoint-due' satisfies WorkSignal);
}
