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

/** What people give to name a destination; which of it a messenger takes, its `fields` say. */
export interface TargetFields {
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  readonly chat_id?: string | undefined;
  readonly thread_id?: number | undefined;
  readonly topic?: string | undefined;
  readonly region?: 'us' | 'eu' | undefined;
}
export type TargetField = keyof TargetFields;

/** What a field is to a messenger. */
export interface FieldUse {
  /** As the API's document says it: `the integration key`. */
  readonly is: string;
  /** What holds where it is left out; null: nothing does. Undefined: it has to be given. */
  readonly byDefault?: string | null;
}

/** Notes what is wrong with a field, as the end of a sentence: `must be ${rule}`. */
export type Expect = (field: TargetField, holds: boolean, rule: string) => void;

/** One kind of destination. A target is where messages go, with what lets us in there: a secret as a whole. */
export interface Messenger<Target> {
  /** The service, as it writes itself. */
  readonly name: string;
  /** What it takes. */
  readonly fields: Readonly<Partial<Record<TargetField, FieldUse>>>;
  /** What the fields name; it is of use where all that is expected holds. */
  parse(fields: TargetFields, expect: Expect): Target;
  /** A target as whoever reads it may see it: what it is, and nothing that lets anybody in. */
  mask(target: Target): string;
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
