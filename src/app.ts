import { createHmac } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { administratorRoutes } from './capabilities/administrators/routes.ts';
import { TotpVault } from './capabilities/administrators/totp-vault.ts';
import { alertRoutes } from './capabilities/alerts/routes.ts';
import { allowedPortRoutes } from './capabilities/allowed-ports/routes.ts';
import { auditRoutes } from './capabilities/audit/routes.ts';
import { customerRoutes } from './capabilities/customers/routes.ts';
import type { TextResolver } from './capabilities/domains/look-up-record.ts';
import { recheckIntervalMs, recheckVerifications } from './capabilities/domains/recheck-verifications.ts';
import { domainRoutes } from './capabilities/domains/routes.ts';
import type { HostnameResolver } from './capabilities/endpoints/resolve-hostname.ts';
import { endpointRoutes } from './capabilities/endpoints/routes.ts';
import { askLimits } from './capabilities/findings/ask-sources.ts';
import { dispatchDueDomainScans, domainTickMs } from './capabilities/findings/dispatch-due-domain-scans.ts';
import { dropOldDomainScans, endStaleDomainScans } from './capabilities/findings/domain-scan-history.ts';
import { DomainScanWorker } from './capabilities/findings/domain-scan-worker.ts';
import { IdentityVault } from './capabilities/findings/identity-vault.ts';
import { abandonedDomainScanQueue, domainScanQueue } from './capabilities/findings/jobs.ts';
import { registerLeakSources } from './capabilities/findings/leak-source-register.ts';
import { domainMonitoringRoutes } from './capabilities/findings/routes.ts';
import { firewallIngestRoutes } from './capabilities/firewall-ingest/routes.ts';
import { corpusKeys } from './capabilities/leak-imports/corpus-keys.ts';
import { createCorpusSource } from './capabilities/leak-imports/corpus-source.ts';
import { dropOldDeliveries } from './capabilities/notifications/deliveries.ts';
import { newAlertsQueue } from './capabilities/notifications/jobs.ts';
import { MailLinks } from './capabilities/notifications/mail-links.ts';
import { addNotificationPages } from './capabilities/notifications/notification-pages.ts';
import { NotificationWorker } from './capabilities/notifications/notification-worker.ts';
import { notificationRoutes } from './capabilities/notifications/routes.ts';
import { consoleRoutes } from './capabilities/partners/console-routes.ts';
import { accountRoutes } from './capabilities/partners/routes.ts';
import { pricingRoutes } from './capabilities/pricing/routes.ts';
import { sandboxRoutes } from './capabilities/sandbox/routes.ts';
import { sandboxSource } from './capabilities/sandbox/scenario-leaks.ts';
import { dispatchDueScans, tickMs } from './capabilities/scans/dispatch-due-scans.ts';
import { abandonedScanQueue, scanQueue } from './capabilities/scans/jobs.ts';
import { endStaleScans, scheduleEndpointsOfPolicy } from './capabilities/scans/reconcile-schedule.ts';
import { scanRoutes } from './capabilities/scans/routes.ts';
import type { ScanTools } from './capabilities/scans/run-scan.ts';
import { dropOldScans, ensureScanPartitions } from './capabilities/scans/scan-history.ts';
import { ScanWorker } from './capabilities/scans/scan-worker.ts';
import { UplinkWatch } from './capabilities/scans/uplink-watch.ts';
import { serviceSyncRoutes } from './capabilities/service-sync/routes.ts';
import { customerSessionRoutes } from './capabilities/sign-in/customer-session-routes.ts';
import { addPortalApp } from './capabilities/sign-in/portal-app.ts';
import { addPortalPages } from './capabilities/sign-in/portal-pages.ts';
import { signInRoutes } from './capabilities/sign-in/routes.ts';
import { sessionRoutes } from './capabilities/sign-in/session-routes.ts';
import { dropExpiredSignIns } from './capabilities/sign-in/sessions.ts';
import { planRoutes } from './capabilities/subscriptions/plan-routes.ts';
import { subscriptionRoutes } from './capabilities/subscriptions/routes.ts';
import { type Config, ConfigError } from './config.ts';
import { type AddressPolicy, createAddressPolicy } from './engines/address-policy/address-policy.ts';
import { digestBytes } from './engines/leak-corpus/secret-digester.ts';
import { createLeakSources } from './engines/leak-sources/create-leak-sources.ts';
import type { LeakSource } from './engines/leak-sources/leak-source.ts';
import type { PortScanner } from './engines/port-scanner/port-scanner.ts';
import { createNmapSecondOpinion } from './engines/service-identification/nmap-second-opinion.ts';
import { createServiceIdentifier } from './engines/service-identification/service-identifier.ts';
import type { Clock } from './platform/clock.ts';
import { postgresAuthenticator, separateAuthenticator } from './platform/http/authentication.ts';
import { healthRoute } from './platform/http/health.ts';
import { forgetIdempotencyKeys } from './platform/http/idempotency.ts';
import { addOperationsRoutes } from './platform/http/operations-routes.ts';
import {
  memoryRateLimiter,
  postgresRateLimiter,
  type RateLimiter,
  redisRateLimiter,
  windowSeconds,
} from './platform/http/rate-limits.ts';
import type { RouteDeclaration } from './platform/http/route.ts';
import { createHttpServer } from './platform/http/server.ts';
import { JobQueue } from './platform/jobs/job-queue.ts';
import { repeatUntil } from './platform/jobs/repeat-until.ts';
import { createSmtpMailer } from './platform/mail/mailer.ts';
import type { Resources } from './platform/operation.ts';
import type { Logger } from './platform/telemetry/logger.ts';
import { createMetrics, type Metrics, observeOnScrape } from './platform/telemetry/metrics.ts';
import { createScanEngine } from './scan-engine.ts';
import type { Store } from './store.ts';
import { version } from './version.ts';

/** What this process does: answer the API, scan and schedule, or both. */
export type Role = 'all' | 'api' | 'worker';

export interface ServiceOptions {
  readonly config: Config;
  readonly store: Store;
  readonly role: Role;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Waits before a port that vanished is probed again. */
  readonly recheckDelaysMs?: readonly number[];
  /** Answers for hostnames. Default: the name servers of the configuration. */
  readonly resolver?: HostnameResolver;
  /** Take the place of the services on the network that the configuration names. The local corpus is always asked. */
  readonly leakSources?: readonly LeakSource[];
  /** Takes the place of the engine that the configuration names. */
  readonly scanner?: PortScanner;
}

export interface Service {
  readonly resources: Resources;
  /** Where the API answers; null for a worker. */
  readonly address: { readonly host: string; readonly port: number } | null;
  /** Ends requests and scans in order, then lets go of the queue. The store stays open. */
  stop(): Promise<void>;
}

const domainScansAtOnce = 8;
const historyMonths = 13;
const maintenanceIntervalMs = 600_000;

/** Starts the service: everything is made here, top to bottom, and given what it needs. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, store, clock, logger, role } = options;
  const metrics = createMetrics();
  const policy = createAddressPolicy(config.scanAllow);
  const jobs = new JobQueue({
    connection: store.connection,
    queues: [abandonedScanQueue, scanQueue, abandonedDomainScanQueue, domainScanQueue, newAlertsQueue],
    supervise: role !== 'api',
    onError: (error) => logger.error({ err: error }, 'The job queue had trouble with its database.'),
  });
  await jobs.start();
  const resources: Resources = { db: store.database.db, jobs, clock };
  const stops: (() => Promise<void>)[] = [() => jobs.stop()];
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    observeDatabase(metrics, options, resources);
    await ensureScanPartitions(resources);
    if (role !== 'api') {
      stops.push(await startWorker(options, resources, policy, metrics));
      stops.push(await startDomainMonitoring(options, resources, metrics));
      stops.push(startNotifications(options, resources, metrics));
    }
    if (role === 'worker') return { resources, address: null, stop };
    const { app, limiter } = await buildApi(options, resources, policy, metrics);
    stops.push(
      () => limiter.close(),
      async () => app.close(),
    );
    await app.listen({ port: config.port, host: config.host });
    const { address: host, port } = app.server.address() as AddressInfo;
    return { resources, address: { host, port }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export interface ApiTools {
  readonly resolver: HostnameResolver;
  readonly textResolver: TextResolver;
  readonly secretKey: string;
}

/** Every operation of the API. */
export function apiRoutes(config: Config, policy: AddressPolicy, tools: ApiTools): RouteDeclaration[] {
  const { resolver, textResolver, secretKey } = tools;
  const mailAvailable = config.mail !== null;
  const administratorTools = { vault: new TotpVault(secretKey), mailAvailable };
  const { scanCooldownSeconds: cooldownSeconds, scanIntervalSeconds: intervalSeconds } = config;
  return [
    healthRoute,
    ...endpointRoutes({ policy, cooldownSeconds, resolver }),
    ...scanRoutes({ addressPolicy: policy, cooldownSeconds, intervalSeconds }),
    ...domainRoutes(policy),
    ...domainMonitoringRoutes({ vault: new IdentityVault(secretKey), secretKey, resolver: textResolver }),
    ...subscriptionRoutes(policy),
    ...serviceSyncRoutes(policy),
    ...pricingRoutes(),
    ...alertRoutes(),
    ...allowedPortRoutes(),
    ...firewallIngestRoutes(),
    ...notificationRoutes({ links: new MailLinks(secretKey), mailAvailable }),
    ...signInRoutes(),
    ...sandboxRoutes(),
    ...customerRoutes(),
    ...sessionRoutes(administratorTools),
    ...administratorRoutes(administratorTools),
    ...customerSessionRoutes(),
    ...consoleRoutes(),
    ...planRoutes(policy),
    ...auditRoutes(),
    ...accountRoutes({ limits: rateLimits(config), cooldownSeconds }),
  ];
}

/** Requests per minute and key in the groups of each kind. */
function rateLimits(config: Config) {
  return { strict: config.rateLimitStrict, default: config.rateLimitDefault };
}

async function buildApi(
  options: ServiceOptions,
  resources: Resources,
  policy: AddressPolicy,
  metrics: Metrics,
): Promise<{ app: FastifyInstance; limiter: RateLimiter }> {
  const { config, clock, logger } = options;
  const { db } = resources;
  const onRedisError = (error: Error) => logger.error({ err: error }, 'Redis cannot be reached.');
  const limiter =
    config.redisUrl === null ? postgresRateLimiter(db, clock) : redisRateLimiter(config.redisUrl, onRedisError);
  const authenticator =
    config.redisUrl === null ? postgresAuthenticator(db, clock) : separateAuthenticator(db, clock, limiter);
  const nameServers = createResolver(config);
  const app = await createHttpServer({
    routes: apiRoutes(config, policy, {
      resolver: options.resolver ?? nameServers,
      textResolver: nameServers,
      secretKey: options.store.secretKey,
    }),
    resources,
    admission: {
      authenticator,
      failureLimiter: limiter,
      publicLimiter: memoryRateLimiter(),
      limits: rateLimits(config),
    },
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    version,
    logger,
    metrics,
  });
  await app.register((scope) => addPortalPages(scope, resources));
  const links = new MailLinks(options.store.secretKey);
  await app.register((scope) => addNotificationPages(scope, { resources, links }));
  await app.register((scope) => addPortalApp(scope, resources));
  addOperationsRoutes(app, {
    registry: metrics.registry,
    readiness: {
      database: async () => {
        await db.selectFrom('installation_facts').select('name').limit(1).execute();
      },
      queue: async () => {
        await resources.jobs.depths(db);
      },
    },
  });
  return { app, limiter };
}

/** @returns how to stop it */
async function startWorker(
  options: ServiceOptions,
  resources: Resources,
  policy: AddressPolicy,
  metrics: Metrics,
): Promise<() => Promise<void>> {
  const { config, logger } = options;
  // First of all: it may be impossible here, and nothing must be left running then.
  const scanner = options.scanner ?? (await createScanEngine(config));
  const stopping = new AbortController();
  const maintenance = repeatUntil(
    stopping.signal,
    maintenanceIntervalMs,
    () => maintain(resources),
    (error) => logger.error({ err: error }, 'Maintenance failed; it is tried again.'),
  );
  if (scanner === null) {
    return async () => {
      stopping.abort();
      await maintenance;
    };
  }
  const tools = scanTools(options, policy, scanner, metrics);
  const defaultIntervalSeconds = config.scanIntervalSeconds;
  const worker = new ScanWorker({ resources, tools, concurrency: config.scanConcurrency, logger, metrics });
  await scheduleEndpointsOfPolicy(resources, policy);
  await worker.start();
  const dispatch = async () => {
    const dispatched = await dispatchDueScans(resources, { policy, defaultIntervalSeconds, random: Math.random });
    metrics.endpointsDispatched.inc(dispatched);
  };
  const scheduler = repeatUntil(stopping.signal, tickMs, dispatch, (error) =>
    logger.error({ err: error }, 'The scheduler could not queue scans; it tries again.'),
  );
  return async () => {
    stopping.abort();
    await Promise.all([scheduler, maintenance]);
    await worker.stop();
    await scanner.close();
    await tools.identifier.close();
  };
}

/** @returns how to stop it */
async function startDomainMonitoring(
  options: ServiceOptions,
  resources: Resources,
  metrics: Metrics,
): Promise<() => Promise<void>> {
  const { config, logger, store } = options;
  const sources = [createCorpusSource(resources.db), ...(options.leakSources ?? configuredLeakSources(options))];
  await registerLeakSources(resources, [...sources, sandboxSource('clean')]);
  const vault = new IdentityVault(store.secretKey);
  const worker = new DomainScanWorker({
    resources,
    sources,
    vault,
    limits: askLimits,
    concurrency: domainScansAtOnce,
    logger,
    metrics,
  });
  worker.start();
  const dispatching = { defaultIntervalSeconds: config.domainScanIntervalSeconds, random: Math.random };
  const rechecking = { secretKey: store.secretKey, resolver: createResolver(config) };
  const stopping = new AbortController();
  const repeat = (intervalMs: number, work: () => Promise<number>, trouble: string) =>
    repeatUntil(
      stopping.signal,
      intervalMs,
      async () => {
        await work();
      },
      (error) => logger.error({ err: error }, trouble),
    );
  const loops = [
    repeat(
      domainTickMs,
      () => dispatchDueDomainScans(resources, dispatching),
      'The scheduler could not queue domain scans; it tries again.',
    ),
    repeat(
      recheckIntervalMs,
      () => recheckVerifications(resources, rechecking),
      'Verified domains could not be looked at; it is tried again.',
    ),
  ];
  return async () => {
    stopping.abort();
    await Promise.all(loops);
    await worker.stop();
  };
}

/** @returns how to stop it */
function startNotifications(
  { config: { mail, port }, store, logger }: ServiceOptions,
  resources: Resources,
  metrics: Metrics,
): () => Promise<void> {
  const sending = mail && {
    mailer: createSmtpMailer(mail.smtpUrl),
    setup: { links: new MailLinks(store.secretKey), fromAddress: mail.fromAddress, port },
  };
  const worker = new NotificationWorker({ resources, mail: sending, logger, metrics });
  worker.start();
  return () => worker.stop();
}

function configuredLeakSources({ config, clock, store }: ServiceOptions): readonly LeakSource[] {
  // As the corpus does, so that a secret that both tell of is one.
  const { secrets } = corpusKeys(store.secretKey);
  const digestSecret = (secret: string) =>
    createHmac('sha256', secrets)
      .update(secret)
      .digest('hex')
      .slice(0, 2 * digestBytes);
  try {
    return createLeakSources({ userAgent: `breakwater/${version}`, ...config.leakSources }, { clock, digestSecret });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ConfigError(`The leak sources cannot be used as configured: ${error.message}`, { cause: error });
  }
}

function createResolver({ dnsServers }: Config): Resolver {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  if (dnsServers) resolver.setServers(dnsServers);
  return resolver;
}

function scanTools(
  { config, logger, recheckDelaysMs }: ServiceOptions,
  policy: AddressPolicy,
  scanner: PortScanner,
  metrics: Metrics,
): ScanTools {
  metrics.scanUplinkUp.set(1);
  const onChange = (up: boolean) => metrics.scanUplinkUp.set(up ? 1 : 0);
  return {
    policy,
    scanner,
    identifier: createServiceIdentifier({
      secondOpinion:
        config.scanNmapPath === null ? undefined : createNmapSecondOpinion({ nmapPath: config.scanNmapPath }),
    }),
    uplink: new UplinkWatch({ canaries: config.scanCanaries, logger, onChange }),
    maxPacketsPerSecondPerTarget: config.scanPacketsPerSecondPerTarget,
    recheckDelaysMs: recheckDelaysMs ?? [2_000, 5_000],
  };
}

async function maintain(resources: Resources): Promise<void> {
  await ensureScanPartitions(resources);
  await dropOldScans(resources, historyMonths);
  await endStaleScans(resources);
  await dropOldDomainScans(resources, historyMonths);
  await endStaleDomainScans(resources);
  await dropExpiredSignIns(resources);
  await dropOldDeliveries(resources);
  await forgetIdempotencyKeys(resources);
  const forgotten = new Date(resources.clock.now().getTime() - 10 * windowSeconds * 1_000);
  await resources.db.deleteFrom('rate_limit_windows').where('started_at', '<', forgotten).execute();
}

function observeDatabase({ registry }: Metrics, { store }: ServiceOptions, { db, jobs }: Resources): void {
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
  observeOnScrape(registry, 'breakwater_queue_jobs', 'Jobs in a queue, by state.', ['queue', 'state'], async (set) => {
    for (const { queue, ready, active } of await jobs.depths(db)) {
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
      for (const { queue, oldestReadySeconds } of await jobs.depths(db)) set({ queue }, oldestReadySeconds);
    },
  );
}
