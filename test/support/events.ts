import { EventSequencer, type EventSink } from '../../src/core/events/event-sequencer.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { createSignals } from '../../src/service/start-signals.ts';
import { eventually } from './eventually.ts';
import type { TestService } from './test-service.ts';

type Installation = Pick<TestService, 'store'>;

/**
 * Waits until every event that was committed has its place: from then on the service does nothing about events that would be counted,
 * or killed, in place of what a test is about.
 */
export async function eventsInPlace({ store: { database } }: Installation): Promise<void> {
  await eventually('every event has its place', async () => {
    const { rows } = await database.pool.query('SELECT FROM events WHERE sequence IS NULL LIMIT 1');
    return rows.length === 0;
  });
}

/** Gives all events their places in a service of the role `api`, which leaves that to others. */
export async function sequenceEvents(service: Installation): Promise<void> {
  const sequencer = startSequencer(service);
  try {
    await eventsInPlace(service);
  } finally {
    await sequencer.stop();
  }
}

/** What another process of the installation does with its events. It has to be stopped. */
export function startSequencer(
  { store: { database } }: Installation,
  sinks: readonly EventSink[] = [],
  onError: (error: Error) => void = () => {},
): EventSequencer {
  const { signals } = createSignals(database.db, createLogger('silent'));
  const longestSleep = { heardMs: 10, deafMs: 10 };
  const sequencer = new EventSequencer({ db: database.db, signals, onError, longestSleep, failurePauseMs: 10 });
  sequencer.start(sinks);
  return sequencer;
}
