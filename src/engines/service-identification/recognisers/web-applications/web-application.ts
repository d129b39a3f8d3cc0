import type { ApplicationPurpose } from '../../../../common/application-purpose.ts';

/** A value at a path inside JSON: its type, a text that it matches, or the value itself. */
export type JsonMark = 'string' | 'number' | 'boolean' | 'list' | 'object' | RegExp | boolean | null;

/**
 * What an answer has: all that is given has to be there. A named group `version` in any of its patterns is the version. Patterns
 * read text from strangers: no nested repetition, and `{0,200}` rather than `*`.
 */
export interface Marks {
  readonly status?: number;
  /** The page's title, its blanks joined. */
  readonly title?: RegExp;
  /** Lower-case name of a header, and what it says. */
  readonly header?: readonly [name: string, value: RegExp];
  /** Name of a cookie that is set. */
  readonly cookie?: RegExp;
  readonly body?: RegExp;
  /** By path, `version.number` or `0.id`. */
  readonly json?: Readonly<Record<string, JsonMark>>;
}

/** A front page that has the product's manner and not its name, and the one further path whose answer proves it. */
export interface Behind {
  /** Vague is harmless here: without the proof a web server stays a web server. */
  readonly front: Marks;
  readonly path: string;
  readonly shows: Marks;
}

/**
 * A read that needs no login where there is none to need, and changes nothing. An answer that is neither leaves the question open:
 * many servers answer 200 to any path, so `open` has to be what only the product says.
 */
export interface Access {
  /** Path and query; to a proxy the whole address of a page. Left out: the page that showed the product. */
  readonly path?: string;
  /** Sent as a POST of JSON. Only for reads that have no other form. */
  readonly post?: string;
  /** Sends nothing more and waits for an answer that takes longer than others. */
  readonly waits?: true;
  /** Nobody is asked for a login. */
  readonly open?: Marks;
  /** Somebody is. Default: status 401 or 403. */
  readonly guarded?: readonly Marks[];
  /** Path inside the answer's JSON at which the version stands. */
  readonly version?: string;
}

/** Something that is spoken to over HTTP and has a name of its own. One row is all that a new one takes. */
export interface WebApplication {
  /** Lower-case, as the API says it. */
  readonly service: string;
  /** As its makers write it. */
  readonly product: string;
  /** Decides level and words of an alert, unless the risk table has a row for the service. */
  readonly purpose?: ApplicationPurpose;
  /** Any of these gives it away, on the front page or where that leads on this server. */
  readonly shows?: readonly Marks[];
  readonly behind?: readonly Behind[];
  /** Asked in this order until login and version are known, at most three in all; none of them once a login was asked for. */
  readonly access?: readonly Access[];
  /** Only on these ports, where an answer that many give has one meaning. */
  readonly onlyOnPorts?: readonly number[];
}
