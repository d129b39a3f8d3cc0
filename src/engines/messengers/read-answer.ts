import { fitted } from './fitted.ts';
import type { MessengerAnswer, Reading } from './messenger.ts';

export type Answered = Extract<MessengerAnswer, { kind: 'answered' }>;

/** No destination holds up its messages for longer by saying so. */
const longestWaitSeconds = 86_400;
const tooEarly = new Set([408, 425, 429]);
const goneForGood = new Set([401, 403, 404, 410]);

/** What an answer means wherever the destination has no words of its own for it. */
export function readAnswer(answer: MessengerAnswer, now: Date): Reading {
  if (answer.kind === 'failed') return { kind: 'later', seconds: null, reason: answer.reason };
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const reason = reasonOf(answer);
  if (tooEarly.has(status) || status >= 500) return { kind: 'later', seconds: retryAfter(answer, now), reason };
  if (goneForGood.has(status)) return { kind: 'gone', reason };
  // Redirects are not followed: whoever set the destination up has to tell the new address.
  if (status >= 300 && status < 400) return { kind: 'gone', reason };
  return { kind: 'ours', reason };
}

/** The status and the beginning of what came with it. */
export function reasonOf({ status, headers, body }: Answered): string {
  const location = status >= 300 && status < 400 && headers.location ? ` to ${headers.location}` : '';
  const text = fitted(body, { characters: 200 });
  return `It answered ${status}${location}${text === '' ? '' : `: ${text}`}`;
}

/** Seconds of `Retry-After`, as a number or a date; null: it says nothing. */
function retryAfter({ headers }: Answered, now: Date): number | null {
  const value = headers['retry-after'];
  if (value === undefined) return null;
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / 1_000;
  return waitOf(seconds);
}

/** Whole seconds that a destination may ask for; null: it asked for none that make sense. */
export function waitOf(seconds: unknown): number | null {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return null;
  return Math.min(longestWaitSeconds, Math.max(1, Math.ceil(seconds)));
}

/** A body of JSON; an empty object when it is none. */
export function jsonOf({ body }: Answered): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
