import { hostname } from 'node:os';
import type { Readiness } from '../core/api/operations-routes.ts';
import { countNodes, recordNode, removeNode } from '../core/nodes/nodes.ts';
import type { Resources } from '../core/operation/operation.ts';
import type { NodeScanner } from '../core/operation/tables/core.ts';
import { keyName } from '../installation/secret-keys.ts';
import { build, programSchema } from '../installation/version.ts';
import { newId } from '../platform/ids.ts';
import { repeatUntil } from '../platform/jobs/repeat-until.ts';
import { settledWithin } from '../platform/settled-within.ts';
import { shareAnswers } from '../platform/share-answers.ts';
import { lastErrorOf } from '../platform/telemetry/logger.ts';
import { observeOnScrape } from '../platform/telemetry/metrics.ts';
import { type Lifetime, part } from './lifetime.ts';
import type { Metrics } from './service-metrics.ts';
import type { ServiceOptions } from './service-options.ts';

const heartbeatIntervalMs = 10_000;
const scrapeLifetimeMs = 2_000;
/** What a stop waits for a database that does not answer. */
const farewellMs = 1_000;

interface NodeParts {
  readonly readiness: () => Promise<Readiness>;
  /** By how much the machine's clock is ahead of the database's. */
  readonly clockAheadMs: () => number;
  /** Null: this process does not scan. */
  readonly scanner: () => NodeScanner | null;
}

/** Has the process known as alive, with what it says of itself, until it stops in order. */
export async function startNode(
  { role, logger, store }: ServiceOptions,
  { parts, stopping }: Lifetime,
  { db, clock }: Resources,
  { registry }: Metrics,
  { readiness, clockAheadMs, scanner }: NodeParts,
): Promise<void> {
  const id = newId(clock);
  const beat = async () => {
    const { ready, checks } = await readiness();
    const me = { role, host: hostname(), pid: process.pid, version: build };
    const clock_ahead_ms = Math.round(clockAheadMs());
    await recordNode(db, id, {
      ...me,
      ready,
      checks,
      clock_ahead_ms,
      scanner: scanner(),
      last_error: lastErrorOf(logger),
      seals_under: keyName(store.keys),
    });
  };
  await part('The node cannot be registered', beat);
  const loop = repeatUntil(stopping, heartbeatIntervalMs, beat, (error) =>
    logger.warn({ err: error }, 'This node could not say that it is alive; it tries again.'),
  );
  parts.defer(async () => {
    await loop;
    await settledWithin(
      farewellMs,
      removeNode(db, id).catch(() => {}),
    );
  });
  const counts = shareAnswers(scrapeLifetimeMs, () => countNodes(db));
  observeOnScrape(registry, 'breakwater_nodes', 'Processes that are alive, by role.', ['role'], async (set) => {
    const alive = await counts();
    for (const each of ['all', 'api', 'worker']) set({ role: each }, alive.get(each) ?? 0);
  });
  observeOnScrape(registry, 'breakwater_build_info', 'What runs here.', ['version', 'schema', 'role'], (set) =>
    set({ version: build, schema: String(programSchema), role }, 1),
  );
}
