import { ChangeFeed } from './core/operation/change-feed.ts';
import type { CrossPartnerDatabase } from './core/operation/partner-database.ts';
import type { Lifetime } from './lifetime.ts';
import { NotificationChannel } from './platform/database/notification-channel.ts';
import { settledWithin } from './platform/settled-within.ts';
import type { Logger } from './platform/telemetry/logger.ts';
import type { ServiceOptions } from './service-options.ts';

const channelName = 'breakwater_changes';
/** What a stop waits for a database that does not take the last message. */
const lastMessageMs = 1_000;

export interface ChangeFeedParts {
  readonly feed: ChangeFeed;
  readonly channel: NotificationChannel;
}

/** How open pages hear of what any process of the installation changes. Only a process that answers the API listens. */
export function startChangeFeed(
  { config, store, logger, role }: ServiceOptions,
  { parts }: Pick<Lifetime, 'parts'>,
): ChangeFeedParts {
  const made = createChangeFeed(store.database.db, logger, role !== 'worker');
  const { feed, channel } = made;
  parts.defer(async () => {
    await settledWithin(lastMessageMs, feed.stop());
    await channel.stop();
  });
  if (role === 'worker') return made;
  const connection = config.databaseListenUrl === null ? store.connection : { url: config.databaseListenUrl };
  channel.listen(connection, {
    onMessage: (message) => feed.receive(message),
    onHearing: () => feed.tellEverybody(),
    onDeaf: () =>
      logger.warn(
        'This process hears nothing by LISTEN: a pooler in transaction mode? Set DATABASE_LISTEN_URL. Open pages poll meanwhile.',
      ),
  });
  return made;
}

/** The same for a process in which nobody listens; it has to be stopped. */
export function createChangeFeed(db: CrossPartnerDatabase, logger: Logger, hasListeners = false): ChangeFeedParts {
  const channel = new NotificationChannel({ name: channelName, db });
  const feed = new ChangeFeed({
    send: (messages) => channel.send(messages),
    onError: (error) => logger.debug({ err: error }, 'What has changed could not be told or understood.'),
    hasListeners,
  });
  return { feed, channel };
}
