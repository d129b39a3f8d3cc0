import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * What every process tells Prometheus. Labels are closed sets: never an id, an address or a path with parameters filled
 * in.
 */
export interface ProcessMetrics {
  readonly registry: Registry;
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>;
}

export function processMetrics(): ProcessMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'breakwater_' });
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
