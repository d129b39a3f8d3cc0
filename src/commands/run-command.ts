import type { Command } from 'commander';
import { createEventLog } from '../core/events/event-log.ts';
import type { Resources } from '../core/operation/operation.ts';
import { type Config, parseConfig } from '../installation/config.ts';
import { type StoreMode, withStore } from '../installation/store.ts';
import { abandonedScanQueue, scanQueue } from '../monitoring/port-scans/jobs.ts';
import { newAlertsQueue } from '../notifications/alert-notifications/older-inboxes.ts';
import { systemClock } from '../platform/clock.ts';
import { DatabaseClock } from '../platform/database/database-clock.ts';
import { JobQueue } from '../platform/jobs/job-queue.ts';
import type { SecretKeys } from '../platform/sealing.ts';
import { createLogger, type Logger } from '../platform/telemetry/logger.ts';
import { createChangeFeed } from '../service/start-change-feed.ts';
import { createSignals } from '../service/start-signals.ts';
import { createEffects } from '../wiring/effects.ts';
import { createEventViews, eventViewOptions } from '../wiring/event-views.ts';
import { currentScanPolicy, manualScans } from '../wiring/scan-policy.ts';
import { createOutput, type Output } from './output.ts';

interface Context {
  readonly config: Config;
  readonly output: Output;
  readonly logger: Logger;
}

/** @param refusesMisspelt see parseConfig */
export function contextOf(command: Command, refusesMisspelt = true): Context {
  const config = parseConfig(undefined, refusesMisspelt);
  const logger = createLogger(config.logLevel);
  for (const warning of config.warnings) logger.warn(warning);
  return { config, output: createOutput(wantsJson(command)), logger };
}

export function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

/**
 * Opens the installation for one command. Commands only warn in the log: what they have to say is their output.
 * @param mode whether the command changes the installation, which has to have this program's schema then
 * @throws StoreError where there is none: no command makes one
 */
export async function withResources(
  command: Command,
  mode: Extract<StoreMode, 'change' | 'read'>,
  work: (resources: Resources, output: Output, config: Config, keys: SecretKeys) => Promise<void>,
): Promise<void> {
  const { config, output } = contextOf(command);
  const logger = createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel);
  await withStore(config, { mode, maxConnections: 2, logger }, async (store) => {
    await using closing = new AsyncDisposableStack();
    const jobs = new JobQueue({
      connection: store.connection,
      queues: [abandonedScanQueue, scanQueue, newAlertsQueue],
      mayInstall: false,
      onError: (error) => logger.error({ err: error }),
    });
    closing.defer(() => jobs.stop());
    const clock = await DatabaseClock.start(store.database.db, systemClock);
    const { db } = store.database;
    const policy = await currentScanPolicy(db, config);
    const effects = createEffects({ scans: manualScans(config, policy), mailAvailable: config.mail !== null });
    const { notifications, signals } = createSignals(db, logger);
    const feed = createChangeFeed(notifications, logger);
    const events = createEventLog(createEventViews(eventViewOptions(config, policy)), () => signals.announce('events'));
    await work({ db, jobs, clock, effects, events, feed, signals }, output, config, store.keys);
    await feed.stop();
    await signals.sent();
  });
}
