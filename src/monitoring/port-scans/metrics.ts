import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export interface ScanMetrics {
  readonly scans: Counter<'outcome' | 'trigger'>;
  readonly scanSeconds: Histogram<'engine'>;
  /** On workers only: `exposeWorkerGauges` shows them. */
  readonly scansRunning: Gauge;
  readonly scanUplinkUp: Gauge;
  readonly portsProbed: Counter<'engine'>;
  readonly endpointsDispatched: Counter;
}

export function scanMetrics(registry: Registry): ScanMetrics {
  const registers = [registry];
  return {
    scans: new Counter({
      name: 'breakwater_scans_total',
      help: 'Scans that ended.',
      labelNames: ['outcome', 'trigger'],
      registers,
    }),
    scanSeconds: new Histogram({
      name: 'breakwater_scan_seconds',
      help: 'Time that a scan took on its worker.',
      labelNames: ['engine'],
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900],
      registers,
    }),
    scansRunning: new Gauge({
      name: 'breakwater_scans_running',
      help: 'Scans that run on this worker now.',
      registers: [],
    }),
    scanUplinkUp: new Gauge({
      name: 'breakwater_scan_uplink_up',
      help: '0 while no canary answers this worker, so that its scans resolve nothing.',
      registers: [],
    }),
    portsProbed: new Counter({
      name: 'breakwater_ports_probed_total',
      help: 'Ports that got a verdict.',
      labelNames: ['engine'],
      registers,
    }),
    endpointsDispatched: new Counter({
      name: 'breakwater_scans_dispatched_total',
      help: 'Due endpoints that the scheduler made into scan jobs.',
      registers,
    }),
  };
}

/** A gauge is shown where it says something: on a node that does not scan, 0 would be an alarm about nothing. */
export function exposeWorkerGauges(registry: Registry, { scansRunning, scanUplinkUp }: ScanMetrics): void {
  registry.registerMetric(scansRunning);
  registry.registerMetric(scanUplinkUp);
}
