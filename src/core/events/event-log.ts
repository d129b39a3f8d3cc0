import type { EventLog } from '../operation/occurrences.ts';
import type { Operation } from '../operation/operation.ts';
import type { EventViews } from './event-views.ts';
import { writeEvents } from './write-events.ts';

/**
 * The event log of a process.
 * @param onCommitted has the events put in order soon; without it somebody looks for them once a second
 */
export function createEventLog(views: EventViews, onCommitted: () => void = () => {}): EventLog<Operation> {
  return {
    write: (tx, occurrences) => writeEvents(tx, views, occurrences),
    committed: onCommitted,
  };
}
