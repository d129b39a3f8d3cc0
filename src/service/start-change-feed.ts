import { ChangeFeed } from '../core/operation/change-feed.ts';
import type { Notifications } from '../platform/database/notifications.ts';
import { settledWithin } from '../platform/settled-within.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { Lifetime } from './lifetime.ts';
import type { ServiceOptions } from './service-options.ts';

const channelName = 'breakwater_changes';
/** What a stop waits for a database that does not take the last message. */
const lastMessageMs = 1_000;

/** How open pages hear of what any process of the installation changes. Only a process that answers the API listens. */
export function startChangeFeed(
  { logger, role }: ServiceOptions,
  { parts }: Pick<Lifetime, 'parts'>,
  notifications: Notifications,
): ChangeFeed {
  const feed = createChangeFeed(notifications, logger, role !== 'worker');
  parts.defer(async () => {
    await settledWithin(lastMessageMs, feed.stop());
  });
  if (role === 'worker') return feed;
  notifications.on(channelName, (message) => feed.receive(message));
  notifications.watchHearing({ onHearing: () => feed.tellEverybody() });
  return feed;
}

/** The same for a process in which nobody listens; it has to be stopped. */
export function createChangeFeed(notifications: Notifications, logger: Logger, hasListeners = false): ChangeFeed {
  return new ChangeFeed({
    send: (messages) => notifications.send(channelName, messages),
    onError: (error) => logger.debug({ err: error }, 'What has changed could not be told or understood.'),
    hasListeners,
  });
}
