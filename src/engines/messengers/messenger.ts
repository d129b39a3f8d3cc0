import type { Message } from './message.ts';

/** A POST with a body of JSON. */
export interface MessengerRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of a request: an answer, or why there was none. */
export type MessengerAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Names in lower case. */
      readonly headers: Readonly<Record<string, string>>;
      /** Its beginning. */
      readonly body: string;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * What an answer means. - `delivered`. - `later`: it may be tried again, after these seconds if the destination says so. - `gone`: the
 * destination wants no more, or knows us no more: it has to be set up anew. - `moved`: the chat has another id by now. - `plainly`: the
 * same text without markup may pass. - `ours`: the message is wrong, and would be again.
 */
export type Reading =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'later'; readonly seconds: number | null; readonly reason: string }
  | { readonly kind: 'gone' | 'ours' | 'plainly'; readonly reason: string }
  | { readonly kind: 'moved'; readonly chatId: string };

/** One kind of destination. */
export interface Messenger<Target> {
  /** Whether it opens and closes incidents rather than telling of each change. */
  readonly pages: boolean;
  /** Whether it takes the same message twice for one: what may have arrived is sent again then. */
  readonly knowsRepeats: boolean;
  /** Least time between two messages to one destination, in milliseconds. */
  readonly paceMs: number;
  /** @param plainly without markup */
  render(target: Target, message: Message, plainly: boolean): MessengerRequest;
  read(answer: MessengerAnswer, now: Date): Reading;
}

export function jsonRequest(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): MessengerRequest {
  return { url, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
