import type { EventSink } from '../core/events/event-sequencer.ts';
import type { Resources } from '../core/operation/operation.ts';
import type { WorkSignal } from '../core/operation/work-signals.ts';
import { version } from '../installation/version.ts';
import { notifyAdministrators } from '../notifications/mail/notify-administrators.ts';
import { observeWebhooks } from '../notifications/webhooks/metrics.ts';
import { queueDeliveries } from '../notifications/webhooks/queue-deliveries.ts';
import { WebhookSecrets } from '../notifications/webhooks/webhook-secrets.ts';
import { WebhookWorker } from '../notifications/webhooks/webhook-worker.ts';
import { OutboundClient } from '../platform/http/outbound/outbound-client.ts';
import type { Signals } from '../platform/jobs/signals.ts';
import { outboundRules } from '../wiring/scan-policy.ts';
import { createResolver } from './create-resolver.ts';
import type { Lifetime } from './lifetime.ts';
import type { Metrics } from './service-metrics.ts';
import type { ServiceOptions } from './service-options.ts';

/**
 * Starts to send what is due.
 * @returns what queues events for the webhooks that want them
 */
export function startWebhooks(
  { config, store, logger, pollIntervalMs, webhookDeadlineMs }: ServiceOptions,
  { parts }: Lifetime,
  resources: Resources,
  metrics: Metrics,
  signals: Signals,
): EventSink {
  const client = new OutboundClient({
    rules: outboundRules(config),
    resolver: createResolver(config),
    userAgent: `breakwater/${version}`,
    deadlineMs: webhookDeadlineMs,
  });
  parts.defer(() => client.close());
  const worker = new WebhookWorker({
    resources,
    client,
    secrets: new WebhookSecrets(store.keys),
    settling: {
      random: Math.random,
      async tellOfDisabled(tx, { url, disabled_reason: reason }) {
        if (config.mail !== null && (reason === 'gone' || reason === 'failing'))
          await notifyAdministrators(tx, { event: 'webhook_disabled', url, reason });
      },
    },
    signals,
    logger,
    metrics,
    pollIntervalMs,
  });
  parts.defer(() => worker.stop());
  worker.start();
  observeWebhooks(metrics.registry, resources);
  return {
    async onSequenced(tx, events) {
      await queueDeliveries(tx, resources.clock, events);
    },
    onCommitted: () => signals.announce('webhooks' satisfies WorkSignal),
  };
}
