import type { CheckState, Readiness } from '../core/api/operations-routes.ts';
import { waitingEvents } from '../core/events/waiting-events.ts';
import { listCountMetrics } from '../core/list-counts/metrics.ts';
import type { Resources } from '../core/operation/operation.ts';
import { requestLogMetrics } from '../core/request-log/metrics.ts';
import { certificateStates, countPortalCertificates } from '../identity/portal-domains/portal-certificates.ts';
import { ageSeconds, readLastBackup } from '../installation/last-backup.ts';
import { alertMetrics } from '../monitoring/alerts/metrics.ts';
import { leakMetrics } from '../monitoring/leaks/metrics.ts';
import { scheduleLagSeconds } from '../monitoring/port-scans/dispatch-due-scans.ts';
import { scanMetrics } from '../monitoring/port-scans/metrics.ts';
import { feedStates } from '../monitoring/versions/feed-states.ts';
import { channelMetrics } from '../notifications/channels/metrics.ts';
import { mailMetrics, mailQueues } from '../notifications/mail/metrics.ts';
import { webhookMetrics } from '../notifications/webhooks/metrics.ts';
import { serverConnections } from '../platform/database/server-connections.ts';
import { shareAnswers } from '../platform/share-answers.ts';
import { observeOnScrape, processMetrics } from '../platform/telemetry/metrics.ts';
import { deliveryWays, failingDeliveries } from './failing-deliveries.ts';
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
    ...webhookMetrics(registry),
    ...channelMetrics(registry),
    ...requestLogMetrics(registry),
    ...listCountMetrics(registry),
  };
}

const stateValues = { ok: 0, degraded: 1, failed: 2 } as const;

/** What /readyz says, for whoever asks by Prometheus alone. */
export function observeReadiness({ registry }: Metrics, readiness: () => Promise<Readiness>): void {
  observeOnScrape(
    registry,
    'breakwater_check_status',
    'What /readyz says of each of its checks: 0 ok, 1 degraded, 2 failed.',
    ['check'],
    async (set) => {
      for (const [check, state] of Object.entries((await readiness()).checks))
        if (state in stateValues) set({ check }, stateValues[state as CheckState]);
    },
  );
}

export function observeDatabase({ registry }: Metrics, { store }: ServiceOptions, resources: Resources): void {
  const { db, jobs, clock } = resources;
  const { pool, turns } = store.database;
  observeOnScrape(
    registry,
    'breakwater_database_turns_waiting',
    'Statements and transactions of accounts that wait for a connection, since the account has its share or all are taken.',
    [],
    (set) => set({}, turns.waiting),
  );
  observeOnScrape(
    registry,
    'breakwater_database_connections',
    'Connections of this process, by state.',
    ['state'],
    (set) => {
      set({ state: 'idle' }, pool.idleCount);
      set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      // What the collectors of this scrape ask stands among what waits until the next turn, though connections are idle.
      set({ state: 'waiting' }, Math.max(0, pool.waitingCount - pool.idleCount));
    },
  );
  observeOnScrape(
    registry,
    'breakwater_database_server_connections',
    'Connections of PostgreSQL, of everybody who uses it: those that are taken, and the most that it gives.',
    ['state'],
    async (set) => {
      for (const [state, count] of Object.entries(await serverConnections(db))) set({ state }, count);
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
  observeOnScrape(
    registry,
    'breakwater_schedule_lag_seconds',
    'For how long the endpoint has been due that has waited longest to be made into a scan job.',
    [],
    async (set) => set({}, await scheduleLagSeconds(resources)),
  );
  const waiting = shareAnswers(scrapeLifetimeMs, () => waitingEvents(resources));
  observeOnScrape(registry, 'breakwater_events_waiting', 'Events that have no place in the log yet.', [], async (set) =>
    set({}, (await waiting()).count),
  );
  observeOnScrape(
    registry,
    'breakwater_events_oldest_waiting_seconds',
    'Age of the oldest event that has no place in the log yet.',
    [],
    async (set) => set({}, (await waiting()).oldestSeconds),
  );
  observeOnScrape(
    registry,
    'breakwater_backup_age_seconds',
    'Age of the last backup that breakwater backup made, and whether it was verified; nothing where it never made one.',
    ['verified'],
    async (set) => {
      const last = await readLastBackup(db);
      if (last !== null) set({ verified: String(last.verified) }, ageSeconds(last, clock.now()));
    },
  );
  observeOnScrape(
    registry,
    'breakwater_version_data_age_seconds',
    'For how long the data by which versions are judged has not been known to be the latest; +Inf: it has to be fetched again to be read. Of what is shipped, since its day.',
    ['feed'],
    async (set) => {
      for (const { name, asOf, ageSeconds } of await feedStates(db, clock.now()))
        if (asOf !== null) set({ feed: name }, ageSeconds ?? Number.POSITIVE_INFINITY);
    },
  );
  const certificates = shareAnswers(scrapeLifetimeMs, () => countPortalCertificates(db));
  observeOnScrape(
    registry,
    'breakwater_portal_certificates',
    'Portal domains that serve, by what browsers made of their certificate at the last look.',
    ['state'],
    async (set) => {
      const { counts } = await certificates();
      for (const state of certificateStates) set({ state }, counts.get(state) ?? 0);
    },
  );
  observeOnScrape(
    registry,
    'breakwater_portal_certificate_expiry_seconds',
    'Until the first certificate of a portal domain ends, as it was last seen; below 0 once it has. Nothing where none was seen.',
    [],
    async (set) => {
      const { firstEnd } = await certificates();
      if (firstEnd !== null) set({}, (firstEnd.getTime() - clock.now().getTime()) / 1_000);
    },
  );
  const failing = shareAnswers(scrapeLifetimeMs, () => failingDeliveries(db, clock.now()));
  observeOnScrape(
    registry,
    'breakwater_deliveries_failing',
    'Mails that wait while none is taken, and webhooks and channels whose last attempt failed.',
    ['way'],
    async (set) => {
      for (const way of deliveryWays) set({ way }, (await failing())[way].count);
    },
  );
  observeOnScrape(
    registry,
    'breakwater_deliveries_failing_seconds',
    'For how long the one of them that has failed longest; 0: none fails.',
    ['way'],
    async (set) => {
      for (const way of deliveryWays) set({ way }, (await failing())[way].seconds);
    },
  );
  const mails = shareAnswers(scrapeLifetimeMs, () => mailQueues(resources));
  observeOnScrape(
    registry,
    'breakwater_mail_queue_mails',
    'Mails that wait to be sent, by kind.',
    ['kind'],
    async (set) => {
      for (const { kind, depth } of await mails()) set({ kind }, depth);
    },
  );
  observeOnScrape(
    registry,
    'breakwater_mail_queue_oldest_seconds',
    'Age of the oldest mail that waits to be sent.',
    ['kind'],
    async (set) => {
      for (const { kind, oldestSeconds } of await mails()) set({ kind }, oldestSeconds);
    },
  );
}
