import { v7 } from 'uuid';
import type { Clock } from './clock.ts';

/** UUIDv7: ordered by time, so that keys are appended to indexes and history can be partitioned by id. */
export function newId(clock: Clock): string {
  return v7({ msecs: clock.now().getTime() });
}

/** The smallest UUIDv7 of an instant: a bound for partitions and range queries. */
export function lowestIdAt(instant: Date): string {
  const hex = instant.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
