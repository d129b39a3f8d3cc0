import { sql } from 'kysely';
import { Counter, type Registry } from 'prom-client';
import type { Resources } from '../../core/operation/operation.ts';
import { shareAnswers } from '../../platform/share-answers.ts';
import { observeOnScrape } from '../../platform/telemetry/metrics.ts';

export interface ChannelMetrics {
  readonly channelMessages: Counter<'type' | 'outcome'>;
}

export function channelMetrics(registry: Registry): ChannelMetrics {
  return {
    channelMessages: new Counter({
      name: 'breakwater_channel_messages_total',
      help: 'Attempts at messages to channels, by what their answers meant.',
      labelNames: ['type', 'outcome'],
      registers: [registry],
    }),
  };
}

/** Metrics that are read from the database serve all scrapes of this time. */
const scrapeLifetimeMs = 2_000;

interface Waiting {
  readonly type: string;
  readonly count: number;
  readonly seconds: number;
}

/** How much waits to be sent, and how long it has. What waits for somebody to set its destination up anew does not count. */
export function observeChannels(registry: Registry, { db, clock }: Resources): void {
  const waiting = shareAnswers(scrapeLifetimeMs, async () => {
    const { rows } = await sql<Waiting>`
      SELECT c.type, count(*)::integer AS count,
        extract(epoch FROM ${clock.now()}::timestamptz - min(m.created_at))::double precision AS seconds
      FROM channel_messages m JOIN channels c ON c.partner_id = m.partner_id AND c.id = m.channel_id
      WHERE m.settled_at IS NULL AND c.status IN ('active', 'removed') GROUP BY c.type`.execute(db);
    return rows;
  });
  observeOnScrape(
    registry,
    'breakwater_channel_queue_messages',
    'Messages that wait, by type.',
    ['type'],
    async (set) => {
      for (const { type, count } of await waiting()) set({ type }, count);
    },
  );
  observeOnScrape(
    registry,
    'breakwater_channel_queue_oldest_seconds',
    'Age of the oldest message that waits, by type.',
    ['type'],
    async (set) => {
      for (const { type, seconds } of await waiting()) set({ type }, seconds);
    },
  );
}
