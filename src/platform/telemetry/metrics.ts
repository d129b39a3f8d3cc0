import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * What every process tells Prometheus. Labels are closed sets: never an id, an address or a path with parameters filled
 * in.
 */
export interface ProcessMetrics {
  readonly registry: Registry;
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>;
}

/** Of the process, whatever runs in it: a timer and an observer measure without end, and are begun once. */
let runtime: Registry | null = null;

function runtimeMetrics(): Registry {
  if (runtime === null) {
    runtime = new Registry();
    collectDefaultMetrics({ register: runtime, prefix: 'breakwater_' });
  }
  return runtime;
}

export function processMetrics(): ProcessMetrics {
  const registry = new Registry();
  const ofRuntime = runtimeMetrics();
  for (const { name } of ofRuntime.getMetricsAsArray()) registry.registerMetric(ofRuntime.getSingleMetric(name)!);
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'breakwater_http_request_seconds',
      help: 'Time from the first byte of a request to the last of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
  };
}

/** Adds a gauge whose value is asked for at each scrape. While it cannot be had there is none, and the others are told all the same. */
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
      clear(this, labelNames);
      try {
        await collect((labels, value) => this.set(labels, value));
      } catch {
        clear(this, labelNames);
      }
    },
  });
}

/** Of a gauge without labels a reset leaves a 0, which would be told as if it had been seen. */
function clear(gauge: Gauge, labelNames: readonly string[]): void {
  gauge.reset();
  if (labelNames.length === 0) gauge.remove();
}
