import { sql } from 'kysely';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Resources } from '../../core/operation/operation.ts';
import { shareAnswers } from '../../platform/share-answers.ts';
import { observeOnScrape } from '../../platform/telemetry/metrics.ts';

export interface WebhookMetrics {
  readonly webhookAttempts: Counter<'outcome' | 'failure'>;
  readonly webhookDelay: Histogram;
}

export function webhookMetrics(registry: Registry): WebhookMetrics {
  return {
    webhookAttempts: new Counter({
      name: 'breakwater_webhook_attempts_total',
      help: 'Attempts at webhooks, by what they came to and why they failed.',
      labelNames: ['outcome', 'failure'],
      registers: [registry],
    }),
    webhookDelay: new Histogram({
      name: 'breakwater_webhook_delay_seconds',
      help: 'From an event to its first request.',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
      registers: [registry],
    }),
  };
}

/** Metrics that are read from the database serve all scrapes of this time. */
const scrapeLifetimeMs = 2_000;

/** What waits, as the database has it. */
export function observeWebhooks(registry: Registry, { db, clock }: Resources): void {
  const read = shareAnswers(scrapeLifetimeMs, async () => {
    const now = clock.now();
    const { rows } = await sql<{ due: number; later: number; oldest: number; disabled: number }>`
      SELECT * FROM (
        SELECT count(*) FILTER (WHERE next_attempt_at <= ${now})::int AS due,
          count(*) FILTER (WHERE next_attempt_at > ${now})::int AS later,
          coalesce(extract(epoch FROM ${now}::timestamptz - min(next_attempt_at)), 0)::float AS oldest
        FROM webhook_deliveries WHERE next_attempt_at IS NOT NULL) AS waiting,
        (SELECT count(*)::int AS disabled FROM webhooks WHERE NOT enabled) AS webhook`.execute(db);
    return rows[0]!;
  });
  const name = 'breakwater_webhook_deliveries';
  observeOnScrape(
    registry,
    name,
    'Events on their way to webhooks, by whether they are due.',
    ['state'],
    async (set) => {
      const { due, later } = await read();
      set({ state: 'due' }, due);
      set({ state: 'later' }, later);
    },
  );
  observeOnScrape(registry, `${name}_oldest_seconds`, 'For how long the oldest one is due.', [], async (set) =>
    set({}, Math.max(0, (await read()).oldest)),
  );
  observeOnScrape(registry, 'breakwater_webhooks_disabled', 'Webhooks that are disabled.', [], async (set) =>
    set({}, (await read()).disabled),
  );
}
