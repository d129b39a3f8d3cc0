import { createHmac } from 'node:crypto';
import type { Resources } from '../core/operation/operation.ts';
import { digestBytes } from '../engines/leak-corpus/secret-digester.ts';
import { createLeakSources } from '../engines/leak-sources/create-leak-sources.ts';
import type { LeakSource } from '../engines/leak-sources/leak-source.ts';
import { lookAtVouchedDomains, vouchedLookIntervalMs } from '../identity/portal-domains/look-at-vouched-domains.ts';
import { recheckPortalDomains } from '../identity/portal-domains/recheck-portal-domains.ts';
import { ConfigError } from '../installation/environment-reader.ts';
import { version } from '../installation/version.ts';
import { knownBefore } from '../monitoring/domain-posture/claim-look.ts';
import { dispatchDueLooks, lookTickMs, nextLookDueMs } from '../monitoring/domain-posture/dispatch-due-looks.ts';
import { createDomainLookWorker } from '../monitoring/domain-posture/look-worker.ts';
import { corpusKeys } from '../monitoring/leak-imports/corpus-keys.ts';
import { createCorpusSource } from '../monitoring/leak-imports/corpus-source.ts';
import { askLimits } from '../monitoring/leaks/ask-sources.ts';
import {
  dispatchDueDomainScans,
  domainTickMs,
  nextDomainScanDueMs,
} from '../monitoring/leaks/dispatch-due-domain-scans.ts';
import { DomainScanWorker } from '../monitoring/leaks/domain-scan-worker.ts';
import { IdentityVault } from '../monitoring/leaks/identity-vault.ts';
import { registerLeakSources } from '../monitoring/leaks/leak-source-register.ts';
import { countFailuresFromNothing } from '../monitoring/leaks/metrics.ts';
import { configuredSources } from '../monitoring/leaks/sources-of-worlds.ts';
import { scenarioAttribution, scenarioSources } from '../monitoring/sandbox/scenario-leaks.ts';
import { scenarioLook } from '../monitoring/sandbox/scenario-posture.ts';
import { recheckMailSenders } from '../notifications/mail-sender/recheck-mail-senders.ts';
import type { Clock } from '../platform/clock.ts';
import { repeatUntil } from '../platform/jobs/repeat-until.ts';
import type { Signals } from '../platform/jobs/signals.ts';
import { recheckIntervalMs, recheckVerifications } from '../resources/domains/recheck-verifications.ts';
import { proofSettings, reachTools } from '../wiring/api-routes.ts';
import { createResolver } from './create-resolver.ts';
import { createDomainLooker } from './domain-looks.ts';
import type { Lifetime } from './lifetime.ts';
import type { Metrics } from './service-metrics.ts';
import type { ServiceOptions } from './service-options.ts';
import { startScheduler } from './start-scheduler.ts';

const domainScansAtOnce = 8;
/** Most of the time they wait for answers. */
const domainLooksAtOnce = 16;

export async function startDomainMonitoring(
  options: ServiceOptions,
  lifetime: Lifetime,
  resources: Resources,
  metrics: Metrics,
  signals: Signals,
): Promise<void> {
  const { parts, stopping } = lifetime;
  const { config, logger, store } = options;
  const configured = [
    createCorpusSource(resources.db),
    ...(options.leakSources ?? configuredLeakSources(options, resources.clock)),
  ];
  await registerLeakSources(resources, [...configured, scenarioAttribution]);
  countFailuresFromNothing(
    metrics,
    configured.map(({ name }) => name),
  );
  const vault = new IdentityVault(store.keys);
  const worker = new DomainScanWorker({
    resources,
    sources: { live: configuredSources(configured), sandbox: scenarioSources },
    vault,
    limits: askLimits,
    concurrency: domainScansAtOnce,
    signals,
    logger,
    metrics,
  });
  parts.defer(() => worker.stop());
  worker.start();
  const dispatching = { defaultIntervalSeconds: config.domainScanIntervalSeconds, random: Math.random };
  const rechecking = { secretKey: store.keys.lasting, resolver: createResolver(config) };
  const repeat = (intervalMs: number, work: () => Promise<unknown>, trouble: string) => {
    const loop = repeatUntil(stopping, intervalMs, work, (error) => logger.error({ err: error }, trouble));
    parts.defer(() => loop);
  };
  startScheduler(options, lifetime, signals, {
    wokenBy: 'domain-due',
    tickMs: domainTickMs,
    nextDueMs: () => nextDomainScanDueMs(resources),
    dispatch: () => dispatchDueDomainScans(resources, dispatching),
    trouble: 'The scheduler could not queue domain scans; it tries again.',
  });
  startLooks(options, lifetime, resources, signals);
  repeat(
    recheckIntervalMs,
    () => recheckVerifications(resources, rechecking),
    'Verified domains could not be looked at; it is tried again.',
  );
  repeat(
    recheckIntervalMs,
    () => {
      const { resolver } = rechecking;
      const settings = proofSettings(config, store.keys);
      return recheckPortalDomains(resources, settings, resolver, reachTools(config, resolver));
    },
    'Portal domains could not be looked at; it is tried again.',
  );
  // Those of an evaluation are names of this machine.
  if (!config.evaluation)
    repeat(
      vouchedLookIntervalMs,
      () => {
        const tools = reachTools(config, rechecking.resolver);
        return lookAtVouchedDomains(resources, proofSettings(config, store.keys), tools);
      },
      'The certificates of portal domains could not be looked at; it is tried again.',
    );
  const { mail } = config;
  if (mail !== null)
    repeat(
      recheckIntervalMs,
      () => recheckMailSenders(resources, rechecking.resolver, mail.fromAddress),
      'The records of mail senders could not be looked at; it is tried again.',
    );
}

/** What everybody can see of domains. */
function startLooks(options: ServiceOptions, lifetime: Lifetime, resources: Resources, signals: Signals): void {
  const { config, logger, lookAtDomain } = options;
  const { parts } = lifetime;
  const looker = lookAtDomain ? null : createDomainLooker(config, resources.clock);
  const look = lookAtDomain ?? looker!.look;
  parts.defer(async () => looker?.close());
  const worker = createDomainLookWorker({
    resources,
    looks: {
      live: (operation, claimed) => look(claimed.domain, knownBefore(operation, claimed)),
      sandbox: scenarioLook,
    },
    concurrency: domainLooksAtOnce,
    signals,
    logger,
  });
  parts.defer(() => worker.stop());
  worker.start();
  startScheduler(options, lifetime, signals, {
    wokenBy: 'domain-due',
    tickMs: lookTickMs,
    nextDueMs: () => nextLookDueMs(resources),
    dispatch: () => dispatchDueLooks(resources),
    trouble: 'The scheduler could not queue looks at domains; it tries again.',
  });
}

function configuredLeakSources({ config, store }: ServiceOptions, clock: Clock): readonly LeakSource[] {
  // As the corpus does, so that a secret that both tell of is one.
  const { secrets } = corpusKeys(store.keys.lasting);
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
