import type { ColumnType, Generated } from 'kysely';

/** Row types of the tables for who may call and sign in: see ../tables.ts. */

export interface PartnersTable {
  id: string;
  name: string;
  status: 'active' | 'suspended';
  evaluation: Generated<boolean>;
  /** The real partner whose sandbox this is. */
  sandbox_of: string | null;
  sandbox_enabled: Generated<boolean>;
  customer_additions: Generated<'off' | 'within_capacity' | 'on'>;
  new_addresses_per_day: number | null;
  created_at: Date;
  updated_at: Date;
  second_factor_required: Generated<boolean>;
  second_factor_required_by_operator: Generated<boolean>;
  weekly_summaries: Generated<boolean>;
}

export interface PortalDomainsTable {
  partner_id: string;
  id: string;
  domain: string;
  created_at: Date;
  status: 'pending' | 'verified' | 'lapsed';
  verified_by: 'operator' | 'dns' | null;
  verified_at: Date | null;
  checked_at: Date | null;
  next_check_at: Date | null;
  missing_since: Date | null;
  misses: Generated<number>;
  contested_since: Date | null;
  reach: ColumnType<PortalReach | null, string | null | undefined, string | null>;
  reach_checked_at: Date | null;
}

/** What was found when it was looked whether a portal domain leads here and has a good certificate. */
export interface PortalReach {
  readonly dns: {
    /**
     * `here`: at the expected target, or at its addresses. `elsewhere`: at other addresses. `resolves`: at some, and nothing
     * is known to compare them with. `absent`: at none. `unanswered`: the name servers did not say.
     */
    readonly state: 'here' | 'elsewhere' | 'resolves' | 'absent' | 'unanswered';
    /** Target of its CNAME record; null: it has none. */
    readonly cname: string | null;
    readonly addresses: readonly string[];
  };
  readonly tls: {
    /** `refused`: it has no address that may be connected to from here. `unreachable`: nothing answers TLS on port 443. */
    readonly state: 'valid' | 'expired' | 'other_name' | 'untrusted' | 'unreachable' | 'refused' | 'unknown';
    /** Of the certificate, as DNS names; empty without one. */
    readonly names: readonly string[];
    readonly issuer: string | null;
    /** ISO 8601. */
    readonly expires_at: string | null;
  };
}

/** An account has its live world, and a sandbox, where no packet leaves. */
export type World = 'live' | 'sandbox';

export interface ApiKeysTable {
  partner_id: string;
  id: string;
  portal_domain_id: string;
  world: Generated<World>;
  name: string;
  prefix: string;
  hash: Buffer;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

export interface SignInTokensTable {
  partner_id: string;
  id: string;
  /** Null in a sandbox. */
  portal_domain_id: string | null;
  /** Of a sandbox's customer: which of the account's portal domains it is for. */
  account_portal_domain_id: string | null;
  customer_id: string;
  hash: Buffer;
  redirect_path: string;
  created_at: Date;
  expires_at: Date;
  redeemed_at: Date | null;
}

/** Of a customer or an administrator. */
export interface SessionsTable {
  partner_id: string;
  id: string;
  /** Null in a sandbox. */
  portal_domain_id: string | null;
  /** Of a sandbox's customer: which of the account's portal domains it is for. */
  account_portal_domain_id: string | null;
  customer_id: string | null;
  administrator_id: string | null;
  hash: Buffer;
  user_agent: string | null;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  viewed_customer_id: string | null;
  proved_at: Date | null;
}

export interface KnownDevicesTable {
  partner_id: string;
  id: string;
  portal_domain_id: string;
  administrator_id: string;
  hash: Buffer;
  created_at: Date;
  last_used_at: Date;
}

export interface SignInFailuresTable {
  partner_id: string;
  subject: string;
  failures: number;
  last_failed_at: Date;
  blocked_until: Date | null;
}

export interface AdministratorsTable {
  partner_id: string;
  id: string;
  email: string;
  name: string | null;
  password_hash: string;
  totp_key: Buffer | null;
  totp_confirmed_at: Date | null;
  totp_last_step: number | null;
  created_at: Date;
  updated_at: Date;
  last_signed_in_at: Date | null;
  role: Generated<AdministratorRole>;
  language: string | null;
}

/** What a person may do in the account: see core/api/roles.ts. */
export type AdministratorRole = 'owner' | 'manager' | 'support';

export interface AdministratorInvitationsTable {
  partner_id: string;
  id: string;
  email: string;
  role: AdministratorRole;
  invited_by: string | null;
  hash: Buffer;
  created_at: Date;
  sent_at: Date;
  expires_at: Date;
}

export interface PasswordResetsTable {
  partner_id: string;
  id: string;
  email: string;
  hash: Buffer;
  created_at: Date;
  expires_at: Date;
}

export interface PasskeysTable {
  partner_id: string;
  id: string;
  administrator_id: string;
  portal_domain: string;
  name: string;
  credential_id: Buffer;
  public_key: Buffer;
  signatures: number;
  transports: string[];
  created_at: Date;
  last_used_at: Date | null;
}

export interface PasskeyChallengesTable {
  partner_id: string;
  id: string;
  hash: Buffer;
  purpose: 'registration' | 'second_factor' | 'sign_in';
  administrator_id: string | null;
  portal_domain: string;
  expires_at: Date;
}

export interface BrandingsTable {
  partner_id: string;
  display_name: string | null;
  accent_colour: string | null;
  support_url: string | null;
  support_email: string | null;
  logo: Buffer | null;
  logo_type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/svg+xml' | null;
  updated_at: Date;
  customer_area_url: string | null;
  alert_links: Generated<boolean>;
  product_name: string | null;
  hide_name: Generated<boolean>;
  imprint_url: string | null;
  privacy_url: string | null;
  terms_url: string | null;
  order_url: string | null;
  /** SHA-256 in hexadecimal digits, as of the other images. */
  logo_hash: Generated<string | null>;
  /** PNG, bounded; null: not drawn yet, or not to be drawn. */
  drawn_logo: Buffer | null;
  /** The hash of the logo that it was drawn of. Another one than the logo's: it is to be drawn anew. */
  drawn_logo_of: string | null;
  dark_logo: Buffer | null;
  dark_logo_type: BrandingsTable['logo_type'];
  dark_logo_hash: Generated<string | null>;
  favicon: Buffer | null;
  favicon_type: BrandingsTable['logo_type'] | 'image/x-icon';
  favicon_hash: Generated<string | null>;
  language: string | null;
}

/** Links in mails that a browser has opened, each with the session by it. */
export interface AlertLinksTable {
  partner_id: string;
  mail_id: string;
  alert_id: string;
  id: string;
  customer_id: string;
  portal_domain_id: string | null;
  device_hash: Buffer | null;
  session_hash: Buffer | null;
  session_expires_at: Date | null;
}
