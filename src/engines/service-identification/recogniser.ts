import type { ApplicationPurpose } from '../../common/application-purpose.ts';
import type { Stated } from './components/stated.ts';

/** Where a request is sent; some protocols repeat it inside the request. */
export interface ProbeTarget {
  /** IPv4 or IPv6 text, never a name. */
  readonly address: string;
  readonly port: number;
  /** How the scanner introduces itself to web servers. */
  readonly userAgent: string;
}

/** What a recogniser reads out of a reply. Text in it is still untrusted and unbounded: the identifier cleans it. */
export interface Recognition {
  /** Lower-case name of the protocol as spoken in the clear; the identifier turns `http` inside TLS into `https`. */
  readonly service: string;
  readonly product?: string | undefined;
  readonly version?: string | undefined;
  /** For protocols whose first line is not text. */
  readonly banner?: string | undefined;
  readonly operatingSystem?: string | undefined;
  /** Of a web page. */
  readonly title?: string | undefined;
  /** What a web application is for. */
  readonly purpose?: ApplicationPurpose | undefined;
  /** See ServiceIdentity. Clean and bounded already. */
  readonly stated?: Stated | undefined;
  /** See ServiceIdentity; left out when the reply does not tell. */
  readonly unauthenticated?: boolean | undefined;
  /** The reply could also come from a TLS port that was spoken to in the clear: TLS, when it is there, decides. */
  readonly tentative?: boolean | undefined;
  /** The reply is text in the form of HTTP that says to speak something else: the other protocols are asked before it counts. */
  readonly apologises?: boolean | undefined;
  /** The name is what the port calls itself in a protocol that is not known: what is understood counts more. */
  readonly introduces?: boolean | undefined;
  /** One more harmless request that tells more. */
  readonly followUp?: FollowUp | undefined;
}

/**
 * A further request to a service that is recognised already. The rule for all of them, and for probes: nothing is logged in
 * to, no password is sent, nothing is changed and no flaw is used; each is what an ordinary client sends before a login, or
 * instead of one where none is asked for. A port gets at most three of them (`followUpLimit`), which are a read of a few
 * lines each. An answer that is not clear leaves `unauthenticated` open: what says so reads the structure of the answer,
 * since many a server answers 200 to everything.
 */
export interface FollowUp {
  readonly request: Buffer;
  /**
   * `new`: the service ends its conversation after each answer, so this goes out on another connection. `same_or_new`: the
   * requests stand alone, so another connection does where the service has closed this one. Default: the same.
   */
  readonly connection?: 'new' | 'same_or_new' | undefined;
  /** What is known after the reply (possibly empty); null keeps what was known before. */
  read(reply: Buffer): Recognition | null;
}

/**
 * How a service that waits for its client is made to speak. A request must be harmless: it changes nothing, carries no
 * credentials, and is what an ordinary client of the protocol sends first. See FollowUp for the whole rule.
 */
export interface Probe {
  request(target: ProbeTarget): Buffer;
  /** Reads the answer to this very request. Left out when `unasked` of the recogniser reads it as well. */
  reply?(bytes: Buffer, target: ProbeTarget): Recognition | null;
}

/** How one protocol is recognised. Every function takes any bytes whatever without throwing. */
export interface Recogniser {
  readonly service: string;
  /** Ports on which this protocol is tried first. A hint for the order, never a verdict. */
  readonly ports: readonly number[];
  /** Ports on which it is tried first inside TLS. */
  readonly tlsPorts?: readonly number[];
  /** Recognises the protocol in bytes sent unasked, or in answer to a request of another protocol. */
  unasked?(bytes: Buffer, target: ProbeTarget): Recognition | null;
  readonly probe?: Probe;
  /** Its servers answer every line, a web browser's too: where nothing was said to one, it is not asked. */
  readonly answersAnyLine?: boolean;
}
