import { type HttpResponse, refuses } from '../http-response.ts';

/** Something that is spoken to over HTTP but is worth its own name. One row is all that a new one takes. */
export interface HttpProduct {
  readonly service: string;
  readonly product: string;
  /** A header that gives the product away, with its version as first group. */
  readonly header?: readonly [string, RegExp];
  /** A text in the body that gives it away. */
  readonly body?: RegExp;
  /** Version in the body, as first group. */
  readonly bodyVersion?: RegExp;
  /** Whether this answer shows that no login is needed. Left out where an open front page says nothing. */
  readonly unauthenticated?: (response: HttpResponse) => boolean | undefined;
  /** Only on these ports, where an answer that many give has one meaning. */
  readonly onlyOnPorts?: readonly number[];
  /** Asked in this order, until login and version are known; none of them once a login was asked for. */
  readonly questions?: readonly Question[];
}

/** A read that needs no login where there is none to need, and changes nothing. */
export interface Question {
  /** Path and query; to a proxy the whole address of a page. */
  readonly path: string;
  /** Sent as a POST of JSON. */
  readonly body?: string;
  /** Sends nothing more and waits for an answer that takes longer than others. */
  readonly waitsOn?: true;
  /** What the answer tells. Nothing, unless its structure is the product's own: many servers answer 200 to any path. */
  read(answer: HttpResponse): Answer;
}

export interface Answer {
  readonly version?: string | undefined;
  readonly unauthenticated?: boolean | undefined;
}

/** The front page is refused: whoever has no login gets nothing. */
export function refusedAtTheDoor(response: HttpResponse): false | undefined {
  return refuses(response) ? false : undefined;
}

/** `shows` is the product's own data, which it gives to strangers or refuses them. */
export function openIf(shows: boolean, answer: HttpResponse): boolean | undefined {
  if (refuses(answer)) return false;
  return answer.status === 200 && shows ? true : undefined;
}
