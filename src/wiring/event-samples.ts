import type { EventType } from '../core/operation/occurrences.ts';
import samples from './event-samples.json' with { type: 'json' };

/**
 * `data` that an event of the type had, as a sandbox told it: a server and a domain of a customer with a number that nobody has, so that no
 * receiver does something to a customer of its own.
 */
export function sampleOfEvent(type: Exclude<EventType, 'webhook.test'>): Readonly<Record<string, unknown>> {
  return samples[type];
}
