import type { Resources } from './core/operation/operation.ts';
import { requestLogMetrics } from './core/request-log/metrics.ts';
import { alertMetrics } from './monitoring/alerts/metrics.ts';
import { leakMetrics } from './monitoring/leaks/metrics.ts';
import { scanMetrics } from './monitoring/port-scans/metrics.ts';
import { mailMetrics } from './notifications/mail/metrics.ts';
import { shareAnswers } from './platform/share-answers.ts';
import { observeOnScrape, processMetrics } from './platform/telemetry/metrics.ts';
import type { ServiceOptions } from './service-options.ts';

/** Metrics that are read from the database serve all scrapes of this time. */
const scrapeLifetimeMs = 2_000;

export type Metrics = ReturnType<typeof createMetrics>;

/** A process of any role has them all, so that what is asked for by name is there. */
export function createMetrics() {
  const metrics = processMetrics();
  const { registry } = metrics;
  return {
    ...metrics,
    ...scanMetrics(registry),
    ...alertMetrics(registry),
    ...leakMetrics(registry),
    ...mailMetrics(registry),
    ...requestLogMetrics(registry),
  };
}

export function observeDatabase({ registry }: Metrics, { store }: ServiceOptions, { db, jobs }: Resources): void {
  const { pool } = store.database;
  observeOnScrape(
    registry,
    'breakwater_database_connections',
    'Connections of this process, by state.',
    ['state'],
    (set) => {
      set({ state: 'idle' }, pool.idleCount);
      set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      set({ state: 'waiting' }, pool.waitingCount);
    },
  );
  const depths = shareAnswers(scrapeLifetimeMs, () => jobs.depths(db));
  observeOnScrape(registry, 'breakwater_queue_jobs', 'Jobs in a queue, by state.', ['queue', 'state'], async (set) => {
    for (const { queue, ready, active } of await depths()) {
      set({ queue, state: 'ready' }, ready);
      set({ queue, state: 'active' }, active);
    }
  });
  observeOnScrape(
    registry,
    'breakwater_queue_oldest_seconds',
    'Age of the oldest job that waits.',
    ['queue'],
    async (set) => {
      for (const { queue, oldestReadySeconds } of await depths()) set({ queue }, oldestReadySeconds);
    },
  );
}
