import type { SecretFormat } from '../../common/secret-format.ts';

/**
 * What every source of leaks promises, whether it is the local corpus or a service on the network. A source knows nothing of
 * partners, customers or verification: whoever calls it decides what may be shown.
 */

/** How a credential leaked (decisions §5.5). */
export type CredentialLeakKind = 'breach' | 'stealer_log' | 'combolist' | 'paste';

/** Who has to be named where the finding is shown, and under which licence it was given. */
export interface Attribution {
  readonly name: string;
  readonly url: string | null;
  readonly licence: string | null;
}

/** A date and time, or only a day: ISO 8601, UTC. */
export type LeakTime = string;

export interface LeakedCredential {
  readonly type: 'leaked_credential';
  readonly kind: CredentialLeakKind;
  /** Title of the breach, combolist or paste; null when the source names none. */
  readonly breachName: string | null;
  /** Mail address in lower case, in full; null when the source tells only that there are some. */
  readonly identity: string | null;
  /** Further identities of the same kind that the source counts without naming them. 0 when it names all. */
  readonly unnamedIdentities: number;
  /** Kinds of data in the leak, as the source names them. */
  readonly dataClasses: readonly string[];
  readonly secretPresent: boolean;
  readonly secretFormat: SecretFormat | null;
  /** Hex of a keyed HMAC of the secret, to tell one secret from another; null when there is none or the source gives none. */
  readonly secretDigest: string | null;
  readonly malwareFamily: string | null;
  /** Host of the site that the credential is for; null when unknown. */
  readonly loginSite: string | null;
  /** True when the identity is of the domain itself, false when only the login site is. */
  readonly isOwnMailbox: boolean;
  readonly occurredAt: LeakTime | null;
  readonly publishedAt: LeakTime | null;
}

export interface DarkWebMention {
  readonly type: 'dark_web';
  readonly kind: 'ransomware_claim' | 'paste' | 'forum' | 'market';
  /** Group or author that the mention is by. */
  readonly actor: string | null;
  readonly title: string;
  /** At most 500 characters of plain text. */
  readonly excerpt: string | null;
  /** As the source gives it: it is defanged where it is shown. */
  readonly sourceUrl: string | null;
  readonly claimedAt: LeakTime | null;
  readonly publishedAt: LeakTime | null;
  /** `exact_domain` only when the mention names the domain itself or a parent of it; a keyword match is a hint, no more. */
  readonly matchType: 'exact_domain' | 'keyword';
  /** 0..1 */
  readonly confidence: number;
}

export type LeakFinding = LeakedCredential | DarkWebMention;

export interface LeakSource {
  /** Lower case with underscores, as it is shown and stored: `hibp`, `hudson_rock`, `local_corpus`. */
  readonly name: string;
  readonly attribution: Attribution;
  /** Of a source that can be empty: whether it could find anything of any domain. One that could not is not asked. */
  couldFind?(): Promise<boolean>;
  /**
   * Everything that the source knows of a domain now, each finding once, in no order. Pages are fetched as they are consumed.
   * @param domain lower-case LDH labels, no trailing dot
   * @throws LeakSourceError when the source gave no complete answer; what was yielded before it is true all the same.
   */
  find(domain: string, signal: AbortSignal): AsyncIterable<LeakFinding>;
}

/**
 * - `not_authorised`: the key is missing, wrong, or its plan does not cover the request (configuration: trying again is useless).
 * - `domain_not_verified`: the source wants the domain verified with it first.
 * - `rate_limited`: `retryAfterMs` says when to come again.
 * - `unavailable`: it did not answer, answered too late, or with a server error; a circuit breaker answers so, too.
 * - `malformed`: it answered in a shape that it does not document.
 */
export const leakSourceFailures = [
  'not_authorised',
  'domain_not_verified',
  'rate_limited',
  'unavailable',
  'malformed',
] as const;
export type LeakSourceFailure = (typeof leakSourceFailures)[number];

/** A source's failure; the message never carries keys or secrets. */
export class LeakSourceError extends Error {
  override readonly name = 'LeakSourceError';
  readonly source: string;
  readonly failure: LeakSourceFailure;
  readonly retryAfterMs: number | null;

  constructor(source: string, failure: LeakSourceFailure, message: string, retryAfterMs: number | null = null) {
    super(`${source}: ${message}`);
    this.source = source;
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}
