import { statfs } from 'node:fs/promises';
import type { ReadinessChecks } from '../core/api/operations-routes.ts';
import type { Resources } from '../core/operation/operation.ts';
import { canWrite } from '../platform/database/can-write.ts';
import { settledWithin } from '../platform/settled-within.ts';
import { shareAnswers } from '../platform/share-answers.ts';
import { observeOnScrape } from '../platform/telemetry/metrics.ts';
import type { Metrics } from './service-metrics.ts';
import type { ServiceOptions } from './service-options.ts';
import type { ApiLimiter } from './start-api.ts';

/** Less than that on the disk of the embedded database is worth a word. */
export const scarceBytes = 1024 ** 3;
/** Checks of one look are made at once. */
const oneLookMs = 100;
/** It writes half a megabyte, so it is not done for each who asks. */
const diskLifetimeMs = 30_000;
const diskAnswerMs = 2_000;

/** What processes of every role look at. Each part that starts later adds what it knows of itself. */
export function readinessChecks(
  options: ServiceOptions,
  { jobs, clock }: Resources,
  limiter: ApiLimiter | null,
  { registry }: Metrics,
): ReadinessChecks {
  const { db } = options.store.ownDatabase;
  const redis = limiter?.redis;
  const queue = shareAnswers(oneLookMs, async () => {
    await jobs.check(db);
    return 'ok' as const;
  });
  return {
    // Where the queue's tables answer, so does the database: mostly one statement tells of both.
    database: async () => {
      await queue().catch(() => db.selectFrom('installation_facts').select('name').limit(1).execute());
      return 'ok';
    },
    queue,
    disk: shareAnswers(diskLifetimeMs, diskCheck(options, db, registry)),
    clock: async () => (clock.isMachineRight === false ? 'degraded' : 'ok'),
    ...(redis ? { redis: async () => (redis.available ? 'ok' : 'degraded') } : {}),
  };
}

/** Of an external database only SQL can tell; of the embedded one, how much room is left, too. */
function diskCheck({ config }: ServiceOptions, db: Resources['db'], registry: Metrics['registry']) {
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(config.dataDir);
    return bavail * bsize;
  };
  const isEmbedded = config.databaseUrl === null;
  if (isEmbedded)
    observeOnScrape(
      registry,
      'breakwater_disk_free_bytes',
      'Room on the disk of the embedded database.',
      [],
      async (set) => set({}, await freeBytes()),
    );
  return async () => {
    // A database that is away, or busy, is what the check before is about.
    const writes = await settledWithin(
      diskAnswerMs,
      canWrite(db).catch(() => null),
    );
    if (writes === false) throw new Error('The disk of the database is full.');
    if (isEmbedded && (await freeBytes()) < scarceBytes) return 'degraded';
    return writes === true ? 'ok' : null;
  };
}
