import { createOperationsServer, readinessOf, type ServicePhase } from '../core/api/operations-routes.ts';
import { ensureEventPartitions } from '../core/events/event-history.ts';
import type { Resources } from '../core/operation/operation.ts';
import { DumpReader } from '../engines/firewall-dumps/dump-reader.ts';
import { PictureDrawer } from '../engines/pictures/picture-drawer.ts';
import { ReportRenderer } from '../engines/report-pdf/report-renderer.ts';
import { AccessLinks } from '../identity/administrators/access-links.ts';
import { PictureDrawings } from '../identity/branding/picture-drawings.ts';
import { unknownKinds } from '../monitoring/alerts/unknown-kinds.ts';
import { abandonedDomainLookQueue, domainLookQueue } from '../monitoring/domain-posture/jobs.ts';
import { LiveExclusions } from '../monitoring/exclusions/live-exclusions.ts';
import { abandonedDomainScanQueue, domainScanQueue } from '../monitoring/leaks/jobs.ts';
import { abandonedScanQueue, queuesFor } from '../monitoring/port-scans/jobs.ts';
import { ensureScanPartitions } from '../monitoring/port-scans/scan-history.ts';
import type { ScanWorker } from '../monitoring/port-scans/scan-worker.ts';
import { AlertInboxWorker } from '../notifications/alert-notifications/alert-inbox-worker.ts';
import { observeAlertInbox } from '../notifications/alert-notifications/metrics.ts';
import { newAlertsQueue } from '../notifications/alert-notifications/older-inboxes.ts';
import { channelListener } from '../notifications/channels/note-alerts.ts';
import { MailLinks } from '../notifications/mail/mail-links.ts';
import { mailListener } from '../notifications/mail/note-alerts.ts';
import { NotificationWorker } from '../notifications/mail/notification-worker.ts';
import { ReturnPaths } from '../notifications/mail/return-paths.ts';
import { SenderKeys } from '../notifications/mail-sender/sender-keys.ts';
import { DatabaseClock } from '../platform/database/database-clock.ts';
import { whileSchemaIsLocked } from '../platform/database/migrate.ts';
import { JobQueue } from '../platform/jobs/job-queue.ts';
import { repeatUntil } from '../platform/jobs/repeat-until.ts';
import type { Signals } from '../platform/jobs/signals.ts';
import { createSmtpMailer } from '../platform/mail/mailer.ts';
import { settledWithin } from '../platform/settled-within.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import { observeOnScrape } from '../platform/telemetry/metrics.ts';
import { mailedReports } from '../reporting/monthly-report/mailed-report.ts';
import { ReportDocuments } from '../reporting/monthly-report/report-documents.ts';
import { alertKinds } from '../wiring/alert-kinds.ts';
import { createEffects } from '../wiring/effects.ts';
import { lookIntervals, manualScans, scanPolicy } from '../wiring/scan-policy.ts';
import { type Lifetime, listen, part } from './lifetime.ts';
import { readinessChecks } from './readiness-checks.ts';
import { createMetrics, type Metrics, observeDatabase, observeReadiness } from './service-metrics.ts';
import type { ListenAddress, Service, ServiceOptions } from './service-options.ts';
import { buildApi, startRateLimiter, startRefusalLog, startRequestLog } from './start-api.ts';
import { startChangeFeed } from './start-change-feed.ts';
import { startChannels } from './start-channels.ts';
import { startDomainMonitoring } from './start-domain-monitoring.ts';
import { startEventLog } from './start-events.ts';
import { startMaintenance } from './start-maintenance.ts';
import { startNode } from './start-node.ts';
import { followExclusions, startScanning } from './start-scanning.ts';
import { listenForSignals, startSignals } from './start-signals.ts';
import { startWebhooks } from './start-webhooks.ts';
import { statusPage } from './status-page.ts';

const clockIntervalMs = 30_000;
/** How long a start that failed takes to let go of what it had started; the end of the process does the rest. */
const failedStartMs = 2_000;

/**
 * Starts the service: everything is made here, top to bottom, given what it needs, and registered in the line that makes it.
 * @throws ConfigError or StartError in one sentence; whatever had been started has ended then
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const parts = new AsyncDisposableStack();
  const stopping = new AbortController();
  let phase: ServicePhase = 'starting';
  const drain = () => {
    phase = 'stopping';
  };
  const stop = async () => {
    drain();
    stopping.abort();
    await parts.disposeAsync();
  };
  try {
    const started = await startParts(options, { parts, stopping: stopping.signal }, () => phase);
    phase = 'running';
    return { ...started, drain, stop };
  } catch (error) {
    const ended = stop().catch((failure) => options.logger.debug({ err: failure }, 'A part did not end in order.'));
    await settledWithin(failedStartMs, ended);
    throw error;
  }
}

async function startParts(
  options: ServiceOptions,
  lifetime: Lifetime,
  phase: () => ServicePhase,
): Promise<Omit<Service, 'drain' | 'stop'>> {
  const { config, store, logger, role } = options;
  const { parts } = lifetime;
  const metrics = createMetrics();
  const jobs = new JobQueue({
    connection: store.connection,
    queues: [
      abandonedScanQueue,
      ...queuesFor(config.scanVantage),
      abandonedDomainScanQueue,
      domainScanQueue,
      abandonedDomainLookQueue,
      domainLookQueue,
      newAlertsQueue,
    ],
    onError: (error) => logger.error({ err: error }, 'The job queue had trouble with its database.'),
  });
  const clock = await part('The time cannot be read from the database', () => startClock(options, lifetime, metrics));
  const { db } = store.database;
  const exclusions = new LiveExclusions(db);
  const policy = scanPolicy(config, exclusions);
  const { aroundEffects = (effects) => effects } = options;
  const effects = aroundEffects(
    createEffects({ scans: manualScans(config, policy), mailAvailable: config.mail !== null }),
  );
  const heard = startSignals(options, lifetime);
  const { notifications, signals } = heard;
  const feed = startChangeFeed(options, lifetime, notifications);
  const { log: events, sequencer } = startEventLog(options, lifetime, policy, signals);
  const { turns } = store.database;
  const { passwordCost } = options;
  const resources: Resources = { db, turns, jobs, clock, effects, events, feed, signals, passwordCost };
  const limiter = role === 'worker' ? null : await startRateLimiter(options, lifetime, resources, metrics);
  const checks = readinessChecks(options, resources, limiter, metrics);
  const readiness = readinessOf({ phase, checks });
  observeReadiness(metrics, readiness);
  const page = statusPage(options, resources);
  const operationsAddress = await startOperations(options, lifetime, { registry: metrics.registry, readiness, page });
  parts.defer(() => jobs.stop());
  await part('The job queue cannot be set up in the database', () =>
    whileSchemaIsLocked(store.directConnection, () => jobs.start()),
  );
  await part('The tables for scans cannot be made', () => ensureScanPartitions(resources));
  await part('The tables for events cannot be made', () => ensureEventPartitions(resources));
  sequencer?.start([startWebhooks(options, lifetime, resources, metrics, signals)]);
  await part('The kinds of alerts on record cannot be read', () => tellOfUnknownKinds(resources, logger));
  observeDatabase(metrics, options, resources);
  await part('What the operator excludes from scanning cannot be read', () => exclusions.refresh());
  exclusions.watch(
    signals,
    logger,
    role === 'api' ? undefined : (change) => followExclusions(resources, policy, change),
  );
  parts.defer(() => exclusions.stop());
  const drawer = new PictureDrawer();
  parts.defer(() => drawer.close());
  const pictures = new PictureDrawings(drawer);
  const renderer = new ReportRenderer();
  parts.defer(() => renderer.close());
  const documents = new ReportDocuments(renderer);
  let scanWorker: ScanWorker | null = null;
  if (role !== 'api') {
    scanWorker = await startScanning(options, lifetime, resources, policy, metrics, signals, checks);
    await part('The monitoring of domains cannot start', () =>
      startDomainMonitoring(options, lifetime, resources, metrics, signals),
    );
    startMaintenance(options, lifetime, resources, { metrics, pictures });
    startNotifications(options, lifetime, resources, { metrics, documents, signals });
    jobs.watch(db, { signals, pollIntervalMs: options.pollIntervalMs });
  }
  listenForSignals(options, heard);
  await startNode(options, lifetime, resources, metrics, {
    readiness,
    clockAheadMs: () => clock.aheadMs,
    scanner: () => scanWorker?.scanner ?? null,
  });
  const scanner = scanWorker?.scanner ?? null;
  if (limiter === null) return { resources, scanner, address: null, operationsAddress };
  const dumpReader = options.dumpReader ?? new DumpReader();
  parts.defer(() => dumpReader.close());
  const requestLog = startRequestLog(options, lifetime, resources, metrics);
  const refusalLog = startRefusalLog(options, lifetime, resources);
  const app = await part('The API cannot start', () =>
    buildApi(options, lifetime, resources, {
      policy,
      metrics,
      limiter,
      readiness,
      dumpReader,
      documents,
      pictures,
      feed,
      notifications,
      requestLog,
      refusalLog,
    }),
  );
  parts.defer(async () => app.close());
  const address = await listen(app, config, 'PORT', options.sharesPort);
  return { resources, scanner, address, operationsAddress };
}

/** Alerts that a newer version has raised are hidden: what they mean is not known here. */
async function tellOfUnknownKinds({ db }: Resources, logger: Logger): Promise<void> {
  const kinds = await unknownKinds(db, alertKinds);
  if (kinds.length > 0)
    logger.warn({ kinds }, 'There are alerts of kinds that this version does not know: it shows none of them.');
}

/** The clock of everything from here on: the machine's, unless it disagrees with the database's. */
async function startClock(
  { store, clock: machine, logger }: ServiceOptions,
  { parts, stopping }: Lifetime,
  { registry }: Metrics,
): Promise<DatabaseClock> {
  const clock = await DatabaseClock.start(store.database.db, machine);
  let wasRight = true;
  const report = () => {
    const isRight = clock.isMachineRight;
    if (isRight === wasRight) return;
    wasRight = isRight;
    const seconds = Math.round(clock.aheadMs / 1_000);
    if (isRight) logger.info("This machine's clock agrees with the database's again.");
    else logger.warn({ seconds }, "This machine's clock is ahead of the database's by so much; the database's counts.");
  };
  report();
  const loop = repeatUntil(
    stopping,
    clockIntervalMs,
    async () => {
      await clock.measure();
      report();
    },
    (error) =>
      logger.warn({ reason: error.message }, 'The time could not be read from the database; it is tried again.'),
  );
  parts.defer(() => loop);
  observeOnScrape(
    registry,
    'breakwater_clock_ahead_seconds',
    "By how much the machine's clock is ahead of the database's.",
    [],
    (set) => set({}, clock.aheadMs / 1_000),
  );
  return clock;
}

/** First of all that answers and last of all that ends: it tells of starts and stops. */
async function startOperations(
  { config: { operationsHost: host, operationsPort: port } }: ServiceOptions,
  { parts }: Lifetime,
  answers: Parameters<typeof createOperationsServer>[0],
): Promise<ListenAddress | null> {
  if (port === null) return null;
  const app = createOperationsServer(answers);
  parts.defer(async () => app.close());
  return listen(app, { host, port }, 'OPERATIONS_PORT');
}

/** Has changed alerts told: by chats and pagers, and by mail, where there is a mail server. */
function startNotifications(
  options: ServiceOptions,
  lifetime: Lifetime,
  resources: Resources,
  { metrics, documents, signals }: { metrics: Metrics; documents: ReportDocuments; signals: Signals },
): void {
  const { config, logger, pollIntervalMs } = options;
  startChannels(options, lifetime, resources, metrics, signals);
  if (config.mail !== null) startMail(options, lifetime, resources, config.mail, { metrics, documents, signals });
  const listeners = config.mail === null ? [channelListener] : [mailListener, channelListener];
  const inbox = new AlertInboxWorker({ resources, listeners, signals, logger, pollIntervalMs });
  lifetime.parts.defer(() => inbox.stop());
  inbox.start();
  observeAlertInbox(metrics.registry, resources);
}

function startMail(
  { config, store, logger, pollIntervalMs }: ServiceOptions,
  { parts }: Lifetime,
  resources: Resources,
  mail: NonNullable<ServiceOptions['config']['mail']>,
  { metrics, documents, signals }: { metrics: Metrics; documents: ReportDocuments; signals: Signals },
): void {
  const mailer = createSmtpMailer(mail.smtpUrl);
  parts.defer(() => mailer.close());
  const setup = {
    links: new MailLinks(store.keys.lasting),
    accessLinks: new AccessLinks(store.keys.lasting),
    kinds: alertKinds,
    intervals: lookIntervals(config),
    fromAddress: mail.fromAddress,
    senderKeys: new SenderKeys(store.keys),
    returnPaths: mail.bounces && new ReturnPaths(store.keys.lasting, mail.bounces.address),
    port: config.port,
    report: mailedReports(alertKinds, documents),
  };
  const worker = new NotificationWorker({ resources, mailer, setup, signals, logger, metrics, pollIntervalMs });
  parts.defer(() => worker.stop());
  worker.start();
}
