import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What the service tells Prometheus. Labels are closed sets: never an id, an address or a path with parameters filled in. */
export interface Metrics {
  readonly registry: Registry;
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>;
  readonly scans: Counter<'outcome' | 'trigger'>;
  readonly scanSeconds: Histogram<'engine'>;
  /** On workers only: `exposeWorkerGauges` shows them. */
  readonly scansRunning: Gauge;
  readonly scanUplinkUp: Gauge;
  readonly portsProbed: Counter<'engine'>;
  readonly endpointsDispatched: Counter;
  readonly alertsOpened: Counter<'severity'>;
  readonly alertsResolved: Counter<'resolution'>;
  readonly leakSourceAnswers: Counter<'source' | 'outcome'>;
  readonly domainAlertsOpened: Counter<'severity'>;
  readonly mails: Counter<'kind' | 'outcome'>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'breakwater_' });
  const registers = [registry];
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'breakwater_http_request_seconds',
      help: 'Time from the first byte of a request to the last of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
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
    alertsOpened: new Counter({
      name: 'breakwater_alerts_opened_total',
      help: 'Alerts raised.',
      labelNames: ['severity'],
      registers,
    }),
    alertsResolved: new Counter({
      name: 'breakwater_alerts_resolved_total',
      help: 'Alerts resolved.',
      labelNames: ['resolution'],
      registers,
    }),
    leakSourceAnswers: new Counter({
      name: 'breakwater_leak_source_answers_total',
      help: 'Answers of leak sources to domain scans; the outcome is complete, truncated, or how the source failed.',
      labelNames: ['source', 'outcome'],
      registers,
    }),
    domainAlertsOpened: new Counter({
      name: 'breakwater_domain_alerts_opened_total',
      help: 'Domain alerts raised.',
      labelNames: ['severity'],
      registers,
    }),
    mails: new Counter({
      name: 'breakwater_mails_total',
      help: 'Attempts at notification mails, by what they came to.',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
  };
}

/** A gauge is shown where it says something: on a node that does not scan, 0 would be an alarm about nothing. */
export function exposeWorkerGauges({ registry, scansRunning, scanUplinkUp }: Metrics): void {
  registry.registerMetric(scansRunning);
  registry.registerMetric(scanUplinkUp);
}

/** Adds a gauge whose value is asked for at each scrape. */
export function observeOnScrape(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly string[],
  collect: (set: (labels: Record<string, string>, value: number) => void) => void | Promise<void>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      this.reset();
      await collect((labels, value) => this.set(labels, value));
    },
  });
}
