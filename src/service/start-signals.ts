import type { CrossPartnerDatabase } from '../core/operation/partner-database.ts';
import { Notifications } from '../platform/database/notifications.ts';
import { Signals } from '../platform/jobs/signals.ts';
import { settledWithin } from '../platform/settled-within.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { Lifetime } from './lifetime.ts';
import type { ServiceOptions } from './service-options.ts';

/** What a stop waits for a database that does not take the last message. */
const lastMessageMs = 1_000;

export interface SignalParts {
  readonly notifications: Notifications;
  readonly signals: Signals;
}

/** How processes tell each other that there is something to do or to read anew: each listens by one connection, once all is made. */
export function startSignals(
  { store, logger, clock }: ServiceOptions,
  { parts }: Pick<Lifetime, 'parts'>,
): SignalParts {
  const made = createSignals(store.database.db, logger);
  const { notifications, signals } = made;
  notifications.watchHearing({
    onDeaf: () =>
      logger.warn(
        'This process hears nothing by LISTEN: a pooler in transaction mode? Set DATABASE_LISTEN_URL. Open pages and workers poll meanwhile.',
      ),
  });
  clock.onMoved?.(() => signals.tellEverybody());
  parts.defer(async () => {
    await settledWithin(lastMessageMs, signals.sent());
    await notifications.stop();
  });
  return made;
}

export function listenForSignals({ store }: ServiceOptions, { notifications }: SignalParts): void {
  notifications.listen(store.directConnection);
}

/** The same for a process in which nobody listens. */
export function createSignals(db: CrossPartnerDatabase, logger: Logger): SignalParts {
  const notifications = new Notifications({ db });
  const signals = new Signals({
    notifications,
    onError: (error) => logger.debug({ err: error }, 'What there is to do could not be told; it is found.'),
  });
  return { notifications, signals };
}
