import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import type { Resources } from '../../core/operation/operation.ts';
import { shareAnswers } from '../../platform/share-answers.ts';
import { observeOnScrape } from '../../platform/telemetry/metrics.ts';

/** Metrics that are read from the database serve all scrapes of this time. */
const scrapeLifetimeMs = 2_000;

/** How many changed alerts are ready to be noted with those who are told, and for how long the oldest is. */
export function observeAlertInbox(registry: Registry, { db, clock }: Resources): void {
  const read = shareAnswers(scrapeLifetimeMs, async () => {
    const now = clock.now();
    const { rows } = await sql<{ count: number; seconds: number }>`
      SELECT count(*)::integer AS count,
        coalesce(extract(epoch FROM ${now}::timestamptz - min(ready_at)), 0)::double precision AS seconds
      FROM alert_inbox WHERE ready_at <= ${now}`.execute(db);
    return rows[0]!;
  });
  const name = 'breakwater_alert_inbox';
  observeOnScrape(registry, `${name}_changes`, 'Changed alerts that nobody has noted yet.', [], async (set) =>
    set({}, (await read()).count),
  );
  observeOnScrape(registry, `${name}_oldest_seconds`, 'Age of the oldest of them.', [], async (set) =>
    set({}, Math.max(0, (await read()).seconds)),
  );
}
