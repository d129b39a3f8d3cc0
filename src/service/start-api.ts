import type { FastifyInstance } from 'fastify';
import { cursorKey } from '../core/api/asked-page.ts';
import type { Authenticator } from '../core/api/credential.ts';
import { addLoopbackMetricsRoute, addReadinessRoute, type Readiness } from '../core/api/operations-routes.ts';
import { createHttpServer } from '../core/api/server.ts';
import { RefusalLog } from '../core/audit/refusal-log.ts';
import type { ChangeFeed } from '../core/operation/change-feed.ts';
import type { Resources } from '../core/operation/operation.ts';
import { RequestLog } from '../core/request-log/request-log.ts';
import type { AddressPolicy } from '../engines/address-policy/address-policy.ts';
import type { DumpReader } from '../engines/firewall-dumps/dump-reader.ts';
import type { PictureDrawings } from '../identity/branding/index.ts';
import { PortalFaces } from '../identity/branding/portal-faces.ts';
import { postgresAuthenticator, separateAuthenticator } from '../identity/credentials/authenticate.ts';
import { LiveStreams } from '../identity/live-updates/live-streams.ts';
import { addLiveUpdates } from '../identity/live-updates/stream-route.ts';
import { addPortalApp } from '../identity/sign-in/portal-app.ts';
import { addPortalPages } from '../identity/sign-in/portal-pages.ts';
import { version } from '../installation/version.ts';
import { addBounceIntake } from '../notifications/mail/bounce-intake.ts';
import { MailLinks } from '../notifications/mail/mail-links.ts';
import { addNotificationPages } from '../notifications/mail/notification-pages.ts';
import { ReturnPaths } from '../notifications/mail/return-paths.ts';
import type { Notifications } from '../platform/database/notifications.ts';
import { memoryRateLimiter, type RedisRateLimiter, redisRateLimiter } from '../platform/http/library-rate-limits.ts';
import { postgresRateLimiter, type RateLimiter } from '../platform/http/rate-limits.ts';
import { addSecurityText } from '../platform/http/security-text.ts';
import { observeOnScrape } from '../platform/telemetry/metrics.ts';
import type { ReportDocuments } from '../reporting/monthly-report/report-documents.ts';
import { apiRoutes, rateLimits } from '../wiring/api-routes.ts';
import { eventSchemas } from '../wiring/event-schemas.ts';
import { createResolver } from './create-resolver.ts';
import type { Lifetime } from './lifetime.ts';
import type { Metrics } from './service-metrics.ts';
import type { ServiceOptions } from './service-options.ts';
import { startChannelClient } from './start-channels.ts';

export interface ApiLimiter {
  readonly authenticator: Authenticator;
  readonly limiter: RateLimiter;
  /** Null without REDIS_URL. */
  readonly redis: RedisRateLimiter | null;
}

/** Counts in Redis where there is one; while it is away, and without one, in PostgreSQL. */
export async function startRateLimiter(
  { config, store, logger }: ServiceOptions,
  { parts }: Lifetime,
  { clock }: Resources,
  { registry }: Metrics,
): Promise<ApiLimiter> {
  const { db } = store.ownDatabase;
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

/** Starts the log of requests with API keys. It ends after the API, so that the last answers are written, too. */
export function startRequestLog(
  { logger, pollIntervalMs }: ServiceOptions,
  { parts }: Lifetime,
  resources: Resources,
  { droppedRequestLogs }: Metrics,
): RequestLog {
  const onDropped = (count: number, reason: Error | null) => {
    droppedRequestLogs.inc(count);
    logger.warn(
      { count, reason: reason?.message ?? 'There were too many at once.' },
      'Requests were not kept for the request log.',
    );
  };
  const requestLog = new RequestLog({ resources, onDropped, intervalMs: pollIntervalMs });
  parts.defer(() => requestLog.stop());
  requestLog.start();
  return requestLog;
}

/** Starts the log of refusals. It ends after the API, so that the last ones are written, too. */
export function startRefusalLog({ logger }: ServiceOptions, { parts }: Lifetime, resources: Resources): RefusalLog {
  const onFailure = (err: Error) => logger.warn({ err }, 'Refusals were not written to the audit log.');
  const refusalLog = new RefusalLog({ resources, onFailure });
  parts.defer(() => refusalLog.stop());
  refusalLog.start();
  return refusalLog;
}

interface ApiParts {
  readonly feed: ChangeFeed;
  readonly notifications: Notifications;
  readonly policy: AddressPolicy;
  readonly metrics: Metrics;
  readonly limiter: ApiLimiter;
  readonly readiness: () => Promise<Readiness>;
  readonly dumpReader: DumpReader;
  readonly requestLog: RequestLog;
  readonly refusalLog: RefusalLog;
  readonly documents: ReportDocuments;
  readonly pictures: PictureDrawings;
}

export async function buildApi(
  options: ServiceOptions,
  { parts }: Pick<Lifetime, 'parts'>,
  resources: Resources,
  {
    policy,
    metrics,
    limiter: { authenticator, limiter },
    readiness,
    dumpReader,
    documents,
    pictures,
    feed,
    notifications,
    requestLog,
    refusalLog,
  }: ApiParts,
): Promise<FastifyInstance> {
  const { config, logger } = options;
  const nameServers = createResolver(config);
  const visitors = memoryRateLimiter();
  const admission = {
    authenticator,
    failureLimiter: limiter,
    publicLimiter: visitors,
    limits: rateLimits(config),
  };
  const app = await createHttpServer({
    routes: apiRoutes(config, policy, {
      resolver: options.resolver ?? nameServers,
      textResolver: nameServers,
      keys: options.store.keys,
      dumpReader,
      documents,
      pictures,
      sendToChannels: startChannelClient(options, { parts }),
    }),
    resources,
    admission,
    cursorKey: cursorKey(options.store.keys.lasting),
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    version,
    events: eventSchemas,
    buildsEarly: options.buildsEarly ?? false,
    logger,
    metrics,
    onAnswered: (request, reply, error) => {
      requestLog.note(request, reply, error);
      refusalLog.note(request, reply, error);
    },
  });
  const streams = new LiveStreams({ resources, feed, deafMs: () => notifications.deafMs, logger });
  parts.defer(() => streams.stopped());
  observeOnScrape(metrics.registry, 'breakwater_live_streams', 'Open pages that are told of changes.', [], (set) =>
    set({}, streams.count),
  );
  await app.register((scope) => addLiveUpdates(scope, { admission, clock: resources.clock, streams }));
  const faces = new PortalFaces(resources);
  const pages = { resources, faces, limiter: visitors };
  await app.register((scope) => addPortalPages(scope, pages));
  const links = new MailLinks(options.store.keys.lasting);
  await app.register((scope) => addNotificationPages(scope, { ...pages, links }));
  if (config.mail?.bounces) {
    const { address, token } = config.mail.bounces;
    const returnPaths = new ReturnPaths(options.store.keys.lasting, address);
    const intake = { resources, limiter: visitors, returnPaths, token, metrics, logger };
    await app.register(async (scope) => addBounceIntake(scope, intake));
  }
  await app.register((scope) => addPortalApp(scope, { ...pages, mailAvailable: config.mail !== null }));
  if (config.securityContact) addSecurityText(app, { ...config.securityContact, clock: resources.clock });
  addReadinessRoute(app, readiness);
  if (config.operationsPort === null) addLoopbackMetricsRoute(app, metrics.registry);
  return app;
}
