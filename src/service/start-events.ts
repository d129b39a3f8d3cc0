import { createEventLog } from '../core/events/event-log.ts';
import { EventSequencer } from '../core/events/event-sequencer.ts';
import type { EventLog } from '../core/operation/occurrences.ts';
import type { Operation } from '../core/operation/operation.ts';
import type { WorkSignal } from '../core/operation/work-signals.ts';
import type { AddressPolicy } from '../engines/address-policy/address-policy.ts';
import type { Signals } from '../platform/jobs/signals.ts';
import { createEventViews, eventViewOptions } from '../wiring/event-views.ts';
import type { Lifetime } from './lifetime.ts';
import type { ServiceOptions } from './service-options.ts';

export interface EventParts {
  readonly log: EventLog<Operation>;
  /** Null in a process that only answers the API: it tells the others that there are events. */
  readonly sequencer: EventSequencer | null;
}

/** The event log, and who gives events their places; that one still has to be started. */
export function startEventLog(
  options: ServiceOptions,
  lifetime: Lifetime,
  policy: AddressPolicy,
  signals: Signals,
): EventParts {
  const { config, role } = options;
  const views = createEventViews(eventViewOptions(config, policy));
  const sequencer = role === 'api' ? null : createSequencer(options, lifetime, signals);
  // A process that works gives its own events their places, and needs nobody's help for it.
  const committed = () => (sequencer === null ? signals.announce(committedSignal) : signals.tell(committedSignal));
  return { log: createEventLog(views, committed), sequencer };
}

const committedSignal: WorkSignal = 'events';

function createSequencer({ store, logger }: ServiceOptions, { parts }: Lifetime, signals: Signals): EventSequencer {
  const sequencer = new EventSequencer({
    db: store.database.db,
    signals,
    onError: (error) => logger.error({ err: error }, 'Events could not be put in order; it is tried again.'),
  });
  parts.defer(() => sequencer.stop());
  return sequencer;
}
