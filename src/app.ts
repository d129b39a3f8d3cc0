import { createHmac } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { customerChangeRoutes } from './accounts/customers/routes.ts';
import { planRoutes } from './accounts/plans/plan-routes.ts';
import { pricingRoutes } from './accounts/pricing/routes.ts';
import { subscriptionRoutes } from './accounts/subscriptions/routes.ts';
import { serviceRoutes } from './accounts/subscriptions/service-routes.ts';
import { alertKinds } from './alert-kinds.ts';
import { type Config, ConfigError } from './config.ts';
import type { Authenticator } from './core/api/credential.ts';
import { healthRoute } from './core/api/health.ts';
import { forgetIdempotencyKeys } from './core/api/idempotency.ts';
import {
  addLoopbackMetricsRoute,
  addReadinessRoute,
  createOperationsServer,
  type Readiness,
  readinessOf,
  type ServicePhase,
} from './core/api/operations-routes.ts';
import type { RouteDeclaration } from './core/api/route.ts';
import { createHttpServer } from './core/api/server.ts';
import { auditRoutes } from './core/audit/routes.ts';
import type { Effects } from './core/operation/effects.ts';
import type { Operation, Resources } from './core/operation/operation.ts';
import { createEffects } from './effects.ts';
import type { AddressPolicy } from './engines/address-policy/address-policy.ts';
import { DumpReader } from './engines/firewall-dumps/dump-reader.ts';
import { digestBytes } from './engines/leak-corpus/secret-digester.ts';
import { createLeakSources } from './engines/leak-sources/create-leak-sources.ts';
import type { LeakSource } from './engines/leak-sources/leak-source.ts';
import type { PortScanner } from './engines/port-scanner/port-scanner.ts';
import { createNmapSecondOpinion } from './engines/service-identification/nmap-second-opinion.ts';
import { createServiceIdentifier } from './engines/service-identification/service-identifier.ts';
import { administratorRoutes } from './identity/administrators/routes.ts';
import { TotpVault } from './identity/administrators/totp-vault.ts';
import { PortalFaces } from './identity/branding/portal-faces.ts';
import { postgresAuthenticator, separateAuthenticator } from './identity/credentials/authenticate.ts';
import { consoleRoutes } from './identity/partners/console-routes.ts';
import { accountRoutes } from './identity/partners/routes.ts';
import { sandboxModeRoute } from './identity/partners/sandbox-mode-route.ts';
import type { ProofResolver, ProofSettings } from './identity/portal-domains/portal-domain-proof.ts';
import { recheckPortalDomains } from './identity/portal-domains/recheck-portal-domains.ts';
import { portalDomainRoutes } from './identity/portal-domains/routes.ts';
import { dropExpiredSignIns } from './identity/sessions/sessions.ts';
import { customerSessionRoutes } from './identity/sign-in/customer-session-routes.ts';
import { addPortalApp, PortalNotBuilt } from './identity/sign-in/portal-app.ts';
import { addPortalPages } from './identity/sign-in/portal-pages.ts';
import { signInRoutes } from './identity/sign-in/routes.ts';
import { sessionRoutes } from './identity/sign-in/session-routes.ts';
import { alertMetrics } from './monitoring/alerts/metrics.ts';
import { reopenDueAlerts } from './monitoring/alerts/reopen-due-alerts.ts';
import { monitoringAlertRoutes } from './monitoring/alerts/routes.ts';
import { unknownKinds } from './monitoring/alerts/unknown-kinds.ts';
import { type ExclusionChange, LiveExclusions } from './monitoring/exclusions/live-exclusions.ts';
import { firewallIngestRoutes } from './monitoring/firewall-ingest/routes.ts';
import { corpusKeys } from './monitoring/leak-imports/corpus-keys.ts';
import { createCorpusSource } from './monitoring/leak-imports/corpus-source.ts';
import { askLimits } from './monitoring/leaks/ask-sources.ts';
import { dispatchDueDomainScans, domainTickMs } from './monitoring/leaks/dispatch-due-domain-scans.ts';
import { dropOldDomainScans, endStaleDomainScans } from './monitoring/leaks/domain-scan-history.ts';
import { DomainScanWorker } from './monitoring/leaks/domain-scan-worker.ts';
import { IdentityVault } from './monitoring/leaks/identity-vault.ts';
import { abandonedDomainScanQueue, domainScanQueue } from './monitoring/leaks/jobs.ts';
import { registerLeakSources } from './monitoring/leaks/leak-source-register.ts';
import { leakMetrics } from './monitoring/leaks/metrics.ts';
import { domainMonitoringRoutes } from './monitoring/leaks/routes.ts';
import { configuredSources } from './monitoring/leaks/sources-of-worlds.ts';
import { allowedPortRoutes } from './monitoring/port-exposure/allowed-ports-routes.ts';
import { endpointDetailRoute } from './monitoring/port-exposure/endpoint-detail-route.ts';
import { alertRoutes } from './monitoring/port-exposure/routes.ts';
import { scanAfterEndedRules } from './monitoring/port-exposure/scan-after-ended-rules.ts';
import { canaryAnswers } from './monitoring/port-scans/canary.ts';
import { dispatchDueScans, tickMs } from './monitoring/port-scans/dispatch-due-scans.ts';
import { abandonedScanQueue, scanQueue } from './monitoring/port-scans/jobs.ts';
import { exposeWorkerGauges, scanMetrics } from './monitoring/port-scans/metrics.ts';
import { networkScanner } from './monitoring/port-scans/network-scanner.ts';
import { endStaleScans, scheduleEndpointsOfPolicy } from './monitoring/port-scans/reconcile-schedule.ts';
import { scanRoutes } from './monitoring/port-scans/routes.ts';
import type { ScanTools } from './monitoring/port-scans/run-scan.ts';
import { dropOldObservations, dropOldScans, ensureScanPartitions } from './monitoring/port-scans/scan-history.ts';
import { ScanWorker } from './monitoring/port-scans/scan-worker.ts';
import { UplinkWatch } from './monitoring/port-scans/uplink-watch.ts';
import { withdrawFromSchedule } from './monitoring/port-scans/withdraw-from-schedule.ts';
import { sandboxRoutes } from './monitoring/sandbox/routes.ts';
import { scenarioAttribution, scenarioSources } from './monitoring/sandbox/scenario-leaks.ts';
import { scenarioScanner } from './monitoring/sandbox/scenario-scanner.ts';
import { dropOldDeliveries } from './notifications/mail/deliveries.ts';
import { newAlertsQueue } from './notifications/mail/jobs.ts';
import { MailLinks } from './notifications/mail/mail-links.ts';
import { mailMetrics } from './notifications/mail/metrics.ts';
import { addNotificationPages } from './notifications/mail/notification-pages.ts';
import { NotificationWorker } from './notifications/mail/notification-worker.ts';
import { notificationRoutes } from './notifications/mail/routes.ts';
import type { Clock } from './platform/clock.ts';
import { DatabaseClock } from './platform/database/database-clock.ts';
import { whileSchemaIsLocked } from './platform/database/migrate.ts';
import {
  forgetRateLimitWindows,
  memoryRateLimiter,
  postgresRateLimiter,
  type RateLimiter,
  type RedisRateLimiter,
  redisRateLimiter,
} from './platform/http/rate-limits.ts';
import { addSecurityText } from './platform/http/security-text.ts';
import { JobQueue } from './platform/jobs/job-queue.ts';
import { repeatUntil } from './platform/jobs/repeat-until.ts';
import { createSmtpMailer } from './platform/mail/mailer.ts';
import { settledWithin } from './platform/settled-within.ts';
import { shareAnswers } from './platform/share-answers.ts';
import type { Logger } from './platform/telemetry/logger.ts';
import { observeOnScrape, processMetrics } from './platform/telemetry/metrics.ts';
import { customerRoutes } from './reporting/customer-records/routes.ts';
import { usageRoutes } from './reporting/usage/routes.ts';
import { placesInUse } from './resources/capacity/places-in-use.ts';
import { resourceTypes } from './resources/capacity/resource-types.ts';
import { recheckIntervalMs, recheckVerifications } from './resources/domains/recheck-verifications.ts';
import { domainRoutes } from './resources/domains/routes.ts';
import { customerAdditionRoutes } from './resources/endpoints/customer-addition-routes.ts';
import { createEndpointType } from './resources/endpoints/endpoint-type.ts';
import type { HostnameResolver } from './resources/endpoints/resolve-hostname.ts';
import { endpointRoutes } from './resources/endpoints/routes.ts';
import { serviceSyncRoutes } from './resources/service-sync/routes.ts';
import { createScanEngine } from './scan-engine.ts';
import { manualScans, planLimits, scanIntervals, scanLimits, scanPolicy } from './scan-policy.ts';
import { StartError } from './start-error.ts';
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
  /** Builds before it listens what would keep the first who asks, and everybody else, waiting. */
  readonly buildsEarly?: boolean;
  /** Takes the place of one with the usual limits; closed with the service. */
  readonly dumpReader?: DumpReader;
  /** Stands around what follows from what, to see it or to fail. */
  readonly aroundEffects?: (effects: Effects<Operation>) => Effects<Operation>;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface Service {
  readonly resources: Resources;
  /** Where the API answers; null for a worker. */
  readonly address: Address | null;
  /** Where /livez, /readyz and /metrics answer; null without OPERATIONS_PORT. */
  readonly operationsAddress: Address | null;
  /** From now on /readyz says that the process is about to stop; it works on. */
  drain(): void;
  /** Ends requests and scans in order, then lets go of the queue. The store stays open. */
  stop(): Promise<void>;
}

const domainScansAtOnce = 8;
const historyMonths = 13;
const maintenanceIntervalMs = 600_000;
/** What is due at a time that people chose. */
const promptIntervalMs = 15_000;
const clockIntervalMs = 30_000;
/** Metrics that are read from the database serve all scrapes of this time. */
const scrapeLifetimeMs = 2_000;
/** How long a start that failed takes to let go of what it had started; the end of the process does the rest. */
const failedStartMs = 2_000;

/** What a service has started: it ends in reverse order, each part whatever became of the others. */
interface Lifetime {
  readonly parts: AsyncDisposableStack;
  /** Aborted first of all, so that everything ends at once. */
  readonly stopping: AbortSignal;
}

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
    queues: [abandonedScanQueue, scanQueue, abandonedDomainScanQueue, domainScanQueue, newAlertsQueue],
    supervise: role !== 'api',
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
  const resources: Resources = { db, jobs, clock, effects };
  const limiter = role === 'worker' ? null : await startRateLimiter(options, lifetime, resources, metrics);
  const readiness = readinessOf({ phase, checks: readinessChecks(resources, limiter) });
  const operationsAddress = await startOperations(options, lifetime, metrics, readiness);
  parts.defer(() => jobs.stop());
  await part('The job queue cannot be set up in the database', () =>
    whileSchemaIsLocked(store.connection, () => jobs.start()),
  );
  await part('The tables for scans cannot be made', () => ensureScanPartitions(resources));
  await part('The kinds of alerts on record cannot be read', () => tellOfUnknownKinds(resources, logger));
  observeDatabase(metrics, options, resources);
  await part('What the operator excludes from scanning cannot be read', () => exclusions.refresh());
  exclusions.watch(logger, role === 'api' ? undefined : (change) => followExclusions(resources, policy, change));
  parts.defer(() => exclusions.stop());
  if (role !== 'api') {
    exposeWorkerGauges(metrics.registry, metrics);
    await startWorker(options, lifetime, resources, policy, metrics);
    await part('The monitoring of domains cannot start', () =>
      startDomainMonitoring(options, lifetime, resources, metrics),
    );
    startNotifications(options, lifetime, resources, metrics);
  }
  if (limiter === null) return { resources, address: null, operationsAddress };
  const dumpReader = options.dumpReader ?? new DumpReader();
  parts.defer(() => dumpReader.close());
  const app = await part('The API cannot start', () =>
    buildApi(options, resources, { policy, metrics, limiter, readiness, dumpReader }),
  );
  parts.defer(async () => app.close());
  const address = await listen(app, config, 'PORT');
  return { resources, address, operationsAddress };
}

type Metrics = ReturnType<typeof createMetrics>;

/** A process of any role has them all, so that what is asked for by name is there. */
function createMetrics() {
  const metrics = processMetrics();
  const { registry } = metrics;
  return {
    ...metrics,
    ...scanMetrics(registry),
    ...alertMetrics(registry),
    ...leakMetrics(registry),
    ...mailMetrics(registry),
  };
}

/** Alerts that a newer version has raised are hidden: what they mean is not known here. */
async function tellOfUnknownKinds({ db }: Resources, logger: Logger): Promise<void> {
  const kinds = await unknownKinds(db, alertKinds);
  if (kinds.length > 0)
    logger.warn({ kinds }, 'There are alerts of kinds that this version does not know: it shows none of them.');
}

/** @throws StartError in a sentence that begins with `trouble`, unless the error has a sentence of its own */
async function part<T>(trouble: string, start: () => T | Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (error instanceof ConfigError || error instanceof StartError) throw error;
    const { message } = error as Error;
    throw new StartError(error instanceof PortalNotBuilt ? message : `${trouble}: ${message}`, { cause: error });
  }
}

/** @param variable names the port, for the operator */
async function listen(
  app: FastifyInstance,
  { host, port }: Address,
  variable: 'PORT' | 'OPERATIONS_PORT',
): Promise<Address> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = {
      EADDRINUSE: 'another program listens there. Stop it, or set another port',
      EACCES: 'this user may not listen there. Set a port from 1024',
      EADDRNOTAVAIL: 'this machine has no such address',
    }[code ?? ''];
    throw new StartError(`${host} port ${port} (${variable}) cannot be used: ${why ?? message}.`, { cause: error });
  }
  const { address, port: bound } = app.server.address() as AddressInfo;
  return { host: address, port: bound };
}

/** The clock of everything from here on: the machine's, unless it disagrees with the database's. */
async function startClock(
  { store, clock: machine, logger }: ServiceOptions,
  { parts, stopping }: Lifetime,
  { registry }: Metrics,
): Promise<Clock> {
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

interface ApiLimiter {
  readonly authenticator: Authenticator;
  readonly limiter: RateLimiter;
  /** Null without REDIS_URL. */
  readonly redis: RedisRateLimiter | null;
}

/** Counts in Redis where there is one; while it is away, and without one, in PostgreSQL. */
async function startRateLimiter(
  { config, logger }: ServiceOptions,
  { parts }: Lifetime,
  { db, clock }: Resources,
  { registry }: Metrics,
): Promise<ApiLimiter> {
  const postgres = postgresRateLimiter(db, clock);
  if (config.redisUrl === null)
    return { authenticator: postgresAuthenticator(db, clock), limiter: postgres, redis: null };
  const redis = await redisRateLimiter(config.redisUrl, postgres, (trouble) => {
    if (trouble === null) logger.info('Redis answers; requests are counted there.');
    else
      logger.warn(
        { reason: trouble.message },
        'Redis cannot be reached; requests are counted in PostgreSQL meanwhile.',
      );
  });
  parts.defer(() => redis.close());
  observeOnScrape(registry, 'breakwater_redis_up', '0 while requests are counted in PostgreSQL instead.', [], (set) =>
    set({}, redis.available ? 1 : 0),
  );
  return { authenticator: separateAuthenticator(db, clock, redis), limiter: redis, redis };
}

function readinessChecks({ db, jobs }: Resources, limiter: ApiLimiter | null) {
  const redis = limiter?.redis;
  return {
    database: async () => {
      await db.selectFrom('installation_facts').select('name').limit(1).execute();
      return 'ok' as const;
    },
    queue: async () => {
      await jobs.check(db);
      return 'ok' as const;
    },
    ...(redis ? { redis: async () => (redis.available ? ('ok' as const) : ('degraded' as const)) } : {}),
  };
}

/** First of all that answers and last of all that ends: it tells of starts and stops. */
async function startOperations(
  { config: { operationsHost: host, operationsPort: port } }: ServiceOptions,
  { parts }: Lifetime,
  { registry }: Metrics,
  readiness: () => Promise<Readiness>,
): Promise<Address | null> {
  if (port === null) return null;
  const app = createOperationsServer(registry, readiness);
  parts.defer(async () => app.close());
  return listen(app, { host, port }, 'OPERATIONS_PORT');
}

export interface ApiTools {
  readonly resolver: HostnameResolver;
  readonly textResolver: ProofResolver;
  readonly secretKey: string;
  readonly dumpReader: DumpReader;
}

/** Every operation of the API. */
export function apiRoutes(config: Config, policy: AddressPolicy, tools: ApiTools): RouteDeclaration[] {
  const { resolver, textResolver, secretKey, dumpReader } = tools;
  const mailAvailable = config.mail !== null;
  const administratorTools = { vault: new TotpVault(secretKey) };
  const { scanCooldownSeconds: cooldownSeconds } = config;
  const endpointType = createEndpointType(policy);
  const limits = scanLimits(config);
  return [
    healthRoute,
    ...endpointRoutes({
      endpointType,
      cooldownSeconds,
      limits,
      resolver,
      newAddresses: { perDay: config.newAddressesPerDay, perDayPerCustomer: config.newAddressesPerDayPerCustomer },
    }),
    endpointDetailRoute({ policy, cooldownSeconds, limits }),
    ...customerAdditionRoutes(),
    ...scanRoutes(manualScans(config, policy)),
    ...domainRoutes(),
    ...domainMonitoringRoutes({ vault: new IdentityVault(secretKey), secretKey, resolver: textResolver }),
    ...subscriptionRoutes(placesInUse(resourceTypes(policy))),
    ...serviceSyncRoutes(endpointType),
    ...pricingRoutes(),
    ...alertRoutes(),
    ...monitoringAlertRoutes(alertKinds),
    ...allowedPortRoutes(),
    ...firewallIngestRoutes(dumpReader),
    ...notificationRoutes({ links: new MailLinks(secretKey), kinds: alertKinds, mailAvailable }),
    ...signInRoutes(),
    sandboxModeRoute(),
    ...sandboxRoutes(),
    ...customerRoutes(),
    ...customerChangeRoutes(),
    ...serviceRoutes(),
    ...usageRoutes(),
    ...sessionRoutes(administratorTools),
    ...administratorRoutes(administratorTools),
    ...customerSessionRoutes(),
    ...consoleRoutes(),
    ...portalDomainRoutes({ settings: proofSettings(config, secretKey), resolver: textResolver }),
    ...planRoutes(planLimits(config)),
    ...auditRoutes(),
    ...accountRoutes({ limits: rateLimits(config), cooldownSeconds }),
  ];
}

function proofSettings({ portalCnameBase: cnameBase }: Config, secretKey: string): ProofSettings {
  return { secretKey, cnameBase };
}

/** Requests per minute and key in the groups of each kind. */
function rateLimits(config: Config) {
  return { strict: config.rateLimitStrict, default: config.rateLimitDefault };
}

interface ApiParts {
  readonly policy: AddressPolicy;
  readonly metrics: Metrics;
  readonly limiter: ApiLimiter;
  readonly readiness: () => Promise<Readiness>;
  readonly dumpReader: DumpReader;
}

async function buildApi(
  options: ServiceOptions,
  resources: Resources,
  { policy, metrics, limiter: { authenticator, limiter }, readiness, dumpReader }: ApiParts,
): Promise<FastifyInstance> {
  const { config, logger } = options;
  const nameServers = createResolver(config);
  const visitors = memoryRateLimiter();
  const app = await createHttpServer({
    routes: apiRoutes(config, policy, {
      resolver: options.resolver ?? nameServers,
      textResolver: nameServers,
      secretKey: options.store.secretKey,
      dumpReader,
    }),
    resources,
    admission: {
      authenticator,
      failureLimiter: limiter,
      publicLimiter: visitors,
      limits: rateLimits(config),
    },
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    version,
    buildsEarly: options.buildsEarly ?? false,
    logger,
    metrics,
  });
  const faces = new PortalFaces(resources);
  const pages = { resources, faces, limiter: visitors };
  await app.register((scope) => addPortalPages(scope, pages));
  const links = new MailLinks(options.store.secretKey);
  await app.register((scope) => addNotificationPages(scope, { ...pages, links }));
  await app.register((scope) => addPortalApp(scope, faces));
  if (config.securityContact) addSecurityText(app, { ...config.securityContact, clock: resources.clock });
  addReadinessRoute(app, readiness);
  if (config.operationsPort === null) addLoopbackMetricsRoute(app, metrics.registry);
  return app;
}

async function startWorker(
  options: ServiceOptions,
  lifetime: Lifetime,
  resources: Resources,
  policy: AddressPolicy,
  metrics: Metrics,
): Promise<void> {
  const { config, logger } = options;
  const { parts, stopping } = lifetime;
  const scanner = options.scanner ?? (await part('The scan engine cannot start', () => createScanEngine(config)));
  startMaintenance(options, lifetime, resources);
  if (scanner === null) return;
  parts.defer(() => scanner.close());
  const tools = await scanTools(options, policy, scanner, metrics);
  parts.defer(() => tools.identifier.close());
  await part('The schedule cannot be brought in line with SCAN_ALLOW and SCAN_DENY', async () => {
    await withdrawFromSchedule(resources, config.scanDeny);
    await scheduleEndpointsOfPolicy(resources, policy);
  });
  const worker = new ScanWorker({
    resources,
    scanners: { real: networkScanner(tools), sandbox: scenarioScanner },
    uplink: tools.uplink,
    limits: scanLimits(config),
    concurrency: config.scanConcurrency,
    logger,
    metrics,
  });
  parts.defer(() => worker.stop());
  await part('The scan worker cannot be registered', () => worker.start());
  const dispatch = async () => {
    const options = { policy, ...scanIntervals(config), random: Math.random };
    const dispatched = await dispatchDueScans(resources, options);
    metrics.endpointsDispatched.inc(dispatched);
  };
  const scheduler = repeatUntil(stopping, tickMs, dispatch, (error) =>
    logger.error({ err: error }, 'The scheduler could not queue scans; it tries again.'),
  );
  parts.defer(() => scheduler);
}

async function startDomainMonitoring(
  options: ServiceOptions,
  { parts, stopping }: Lifetime,
  resources: Resources,
  metrics: Metrics,
): Promise<void> {
  const { config, logger, store } = options;
  const configured = [
    createCorpusSource(resources.db),
    ...(options.leakSources ?? configuredLeakSources(options, resources.clock)),
  ];
  await registerLeakSources(resources, [...configured, scenarioAttribution]);
  const vault = new IdentityVault(store.secretKey);
  const worker = new DomainScanWorker({
    resources,
    sources: { real: configuredSources(configured), sandbox: scenarioSources },
    vault,
    limits: askLimits,
    concurrency: domainScansAtOnce,
    logger,
    metrics,
  });
  parts.defer(() => worker.stop());
  worker.start();
  const dispatching = { defaultIntervalSeconds: config.domainScanIntervalSeconds, random: Math.random };
  const rechecking = { secretKey: store.secretKey, resolver: createResolver(config) };
  const repeat = (intervalMs: number, work: () => Promise<unknown>, trouble: string) => {
    const loop = repeatUntil(stopping, intervalMs, work, (error) => logger.error({ err: error }, trouble));
    parts.defer(() => loop);
  };
  repeat(
    domainTickMs,
    () => dispatchDueDomainScans(resources, dispatching),
    'The scheduler could not queue domain scans; it tries again.',
  );
  repeat(
    recheckIntervalMs,
    () => recheckVerifications(resources, rechecking),
    'Verified domains could not be looked at; it is tried again.',
  );
  repeat(
    recheckIntervalMs,
    () => recheckPortalDomains(resources, proofSettings(config, store.secretKey), rechecking.resolver),
    'Portal domains could not be looked at; it is tried again.',
  );
}

function startNotifications(
  { config: { mail, port }, store, logger }: ServiceOptions,
  { parts }: Lifetime,
  resources: Resources,
  metrics: Metrics,
): void {
  const sending = mail && {
    mailer: createSmtpMailer(mail.smtpUrl),
    setup: {
      links: new MailLinks(store.secretKey),
      kinds: alertKinds,
      fromAddress: mail.fromAddress,
      port,
    },
  };
  const worker = new NotificationWorker({ resources, mail: sending, logger, metrics });
  parts.defer(() => worker.stop());
  worker.start();
}

function configuredLeakSources({ config, store }: ServiceOptions, clock: Clock): readonly LeakSource[] {
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

/** @throws ConfigError when the operator's nmap cannot be run */
async function scanTools(
  { config, logger, recheckDelaysMs }: ServiceOptions,
  policy: AddressPolicy,
  scanner: PortScanner,
  metrics: Metrics,
): Promise<ScanTools> {
  if (config.scanNmapPath !== null) await refuseUnusableProgram('SCAN_NMAP_PATH', config.scanNmapPath);
  metrics.scanUplinkUp.set(1);
  const onChange = (up: boolean) => metrics.scanUplinkUp.set(up ? 1 : 0);
  return {
    policy,
    scanner,
    identifier: createServiceIdentifier({
      userAgent: userAgent(config),
      secondOpinion:
        config.scanNmapPath === null ? undefined : createNmapSecondOpinion({ nmapPath: config.scanNmapPath }),
    }),
    uplink: new UplinkWatch({
      canaries: config.scanCanaries,
      logger,
      onChange,
      answers: (canary) => canaryAnswers(canary, (address) => policy.verdict(address) === 'exclude'),
    }),
    recheckDelaysMs: recheckDelaysMs ?? [2_000, 5_000],
  };
}

/** How web servers see who looks at them. */
function userAgent({ scanContactUrl }: Config): string {
  return `Mozilla/5.0 (compatible; exposure-scanner${scanContactUrl === null ? '' : `; +${scanContactUrl}`})`;
}

/** What was queued by processes that did not know of the change yet is put right, too. */
async function followExclusions(resources: Resources, policy: AddressPolicy, change: ExclusionChange): Promise<void> {
  await withdrawFromSchedule(resources, change.added);
  if (change.removed.length > 0) await scheduleEndpointsOfPolicy(resources, policy);
}

async function refuseUnusableProgram(variable: string, path: string): Promise<void> {
  await access(path, constants.X_OK).catch((error: Error) => {
    throw new ConfigError(`${variable}=${path} cannot be run: ${error.message}`, { cause: error });
  });
}

/** The steps know nothing of each other: one that fails, or takes long, keeps none of the others from their work. */
function startMaintenance(
  { config, logger }: ServiceOptions,
  { parts, stopping }: Lifetime,
  resources: Resources,
): void {
  const steps = {
    'new partitions of scans': () => ensureScanPartitions(resources),
    'old scans': () => dropOldScans(resources, historyMonths),
    'old observations': () => dropOldObservations(resources, historyMonths),
    'stale scans': () => endStaleScans(resources),
    'old domain scans': () => dropOldDomainScans(resources, historyMonths),
    'stale domain scans': () => endStaleDomainScans(resources),
    'expired sign-ins': () => dropExpiredSignIns(resources),
    'old mails': () => dropOldDeliveries(resources),
    'idempotency keys': () => forgetIdempotencyKeys(resources),
    'rate limit windows': () => forgetRateLimitWindows(resources),
  };
  const promptSteps = {
    'alerts whose time is over': () => reopenDueAlerts(resources, alertKinds),
    'scans after rules that ended': () => scanAfterEndedRules(resources, config.scanCooldownSeconds),
  };
  const repeat = (intervalMs: number, works: Readonly<Record<string, () => Promise<unknown>>>) => {
    for (const [step, work] of Object.entries(works)) {
      const loop = repeatUntil(stopping, intervalMs, work, (error) =>
        logger.error({ err: error, step }, 'A step of maintenance failed; it is tried again.'),
      );
      parts.defer(() => loop);
    }
  };
  repeat(maintenanceIntervalMs, steps);
  repeat(promptIntervalMs, promptSteps);
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
