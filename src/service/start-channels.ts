import type { Resources } from '../core/operation/operation.ts';
import { version } from '../installation/version.ts';
import { ChannelVault } from '../notifications/channels/channel-record.ts';
import { ChannelWorker } from '../notifications/channels/channel-worker.ts';
import { observeChannels } from '../notifications/channels/metrics.ts';
import type { SendRequest } from '../notifications/channels/send-message.ts';
import { OutboundClient } from '../platform/http/outbound/outbound-client.ts';
import { OutboundFailure } from '../platform/http/outbound/outbound-failure.ts';
import type { Signals } from '../platform/jobs/signals.ts';
import { alertKinds } from '../wiring/alert-kinds.ts';
import { outboundRules } from '../wiring/scan-policy.ts';
import { createResolver } from './create-resolver.ts';
import type { Lifetime } from './lifetime.ts';
import type { Metrics } from './service-metrics.ts';
import type { ServiceOptions } from './service-options.ts';

/** How requests go out to chats and pagers: by the client that judges every address that it connects to. */
export function startChannelClient(
  { config, sendToChannels }: ServiceOptions,
  { parts }: Pick<Lifetime, 'parts'>,
): SendRequest {
  if (sendToChannels) return sendToChannels;
  const client = new OutboundClient({
    rules: outboundRules(config),
    resolver: createResolver(config),
    userAgent: `breakwater/${version}`,
  });
  parts.defer(() => client.close());
  return async ({ url, headers, body }) => {
    try {
      const answer = await client.request({ url, method: 'POST', headers, body: Buffer.from(body) });
      return { kind: 'answered', ...answer, body: answer.body.toString() };
    } catch (error) {
      if (error instanceof OutboundFailure) return { kind: 'failed', reason: error.message };
      throw error;
    }
  };
}

/** Starts to tell channels what is due. */
export function startChannels(
  options: ServiceOptions,
  lifetime: Lifetime,
  resources: Resources,
  metrics: Metrics,
  signals: Signals,
): void {
  const { config, store, logger, pollIntervalMs } = options;
  const tools = {
    kinds: alertKinds,
    vault: new ChannelVault(store.keys),
    port: config.port,
    send: startChannelClient(options, lifetime),
    mailAvailable: config.mail !== null,
  };
  const worker = new ChannelWorker({ resources, tools, signals, logger, metrics, pollIntervalMs });
  lifetime.parts.defer(() => worker.stop());
  worker.start();
  observeChannels(metrics.registry, resources);
}
