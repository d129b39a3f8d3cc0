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
  /** See ServiceIdentity; left out when the reply does not tell. */
  readonly unauthenticated?: boolean | undefined;
  /** The reply could also come from a TLS port that was spoken to in the clear: TLS, when it is there, decides. */
  readonly tentative?: boolean | undefined;
  /** One more harmless request, sent on the same connection, that tells more. */
  readonly followUp?: FollowUp | undefined;
}

export interface FollowUp {
  readonly request: Buffer;
  /** What is known after the reply (possibly empty); null keeps what was known before. */
  read(reply: Buffer): Recognition | null;
}

/**
 * How a service that waits for its client is made to speak. A request must be harmless: it changes nothing, carries no
 * credentials, and is what an ordinary client of the protocol sends first.
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
}
