import type { RateLimitState } from '../../platform/http/rate-limits.ts';
import type { AdministratorRole } from '../operation/tables/identity.ts';

/** What API keys of the sandbox begin with, and no others. */
export const sandboxKeyPrefix = 'bwk_test_';

/** By what a caller is known. A session's customer or administrator is fixed: it can never name another. */
export type Credential =
  | { readonly kind: 'api_key'; readonly id: string }
  | {
      readonly kind: 'administrator';
      readonly id: string;
      readonly sessionId: string;
      /** As it is when the request arrives. */
      readonly role: AdministratorRole;
      /** Whether password or code were shown in the last ten minutes, by signing in or since. */
      readonly hasProved: boolean;
    }
  | {
      readonly kind: 'customer';
      readonly id: string;
      readonly billingCustomerId: number;
      readonly sessionId: string;
      /** Of a session that a link in a mail opened: the one alert that it is good for, see admission. Null: all of the customer's. */
      readonly alertId: string | null;
      /** The administrator who looks at the customer's portal and must change nothing; null: it is the customer. */
      readonly viewerId: string | null;
    };

/** The account behind a key or a session, whatever may then be refused. */
export interface CredentialHolder {
  /** The account's, also of a session in its sandbox. */
  readonly partnerId: string;
  /** Where the credential is: in the account, or in its sandbox, of a sandbox key and of a customer of the sandbox, who are in no other world. */
  readonly worldId: string;
  readonly credential: Credential;
  /** The one portal domain that the credential is bound to; null while it does not serve. */
  readonly portalDomain: string | null;
  readonly suspended: boolean;
  /** An administrator without a second factor, where the account demands one. */
  readonly lacksSecondFactor: boolean;
  /** The partner that is the account's sandbox; null while sandbox mode is off. */
  readonly sandboxId: string | null;
  /** What the person of a session chose to read in, and what the partner chose for everybody; null: nothing. */
  readonly languages: { readonly own: string | null; readonly partner: string | null };
  /**
   * Null when the request was not counted: the credential does not fit the domain, the account is suspended, or the
   * group has no limit.
   */
  readonly rateLimit: RateLimitState | null;
}

export interface RateLimitBucket {
  readonly name: 'strict' | 'sign_in' | 'default';
  readonly limit: number;
}

export interface Authenticator {
  /** @returns null when the key resolves to no account: unknown, revoked, expired or mistyped */
  authenticateKey(apiKey: string, host: string, bucket: RateLimitBucket | null): Promise<CredentialHolder | null>;
  /** @returns null when there is no such session: unknown, signed out or expired */
  authenticateSession(secret: string, host: string, bucket: RateLimitBucket | null): Promise<CredentialHolder | null>;
}
