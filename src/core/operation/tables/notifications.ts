import type { Generated } from 'kysely';
import type { Severity } from '../../../engines/common/severity.ts';
import type { SenderChecks } from '../../../engines/mail-authentication/check-sender.ts';
import type { AdministratorRole } from './identity.ts';
import type { Json } from './json.ts';

/** Row types of the tables for who is told of what: see ../tables.ts. */

export interface NotificationChoicesTable {
  partner_id: string;
  customer_id: string;
  /** Of alert-kinds.ts. */
  kind: string;
  enabled: boolean;
  min_severity: Severity | null;
  updated_at: Date;
}

export interface NotificationRecipientsTable {
  partner_id: string;
  id: string;
  customer_id: string;
  source: 'billing' | 'added';
  address: string;
  status: 'pending' | 'active' | 'unsubscribed' | 'failing';
  failure: string | null;
  waiting_alerts: Generated<string[]>;
  mail_due_at: Date | null;
  last_mail_at: Date | null;
  critical_waits: Generated<boolean>;
  last_critical_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** When the next monthly report goes there; null: none is wanted. */
  report_due_at: Date | null;
}

export interface NotificationDeliveriesTable {
  partner_id: string;
  id: string;
  customer_id: string | null;
  recipient_id: string;
  kind: 'alerts' | 'confirmation' | 'notice' | 'monthly_report';
  address: string;
  alerts: Generated<string[]>;
  confirmation_hash: Buffer | null;
  confirmation_expires_at: Date | null;
  status: 'pending' | 'handed_over' | 'sent' | 'presumed_sent' | 'dropped' | 'refused' | 'expired';
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  failure: string | null;
  created_at: Date;
  settled_at: Date | null;
  notice: Json<AdministratorNotice | AccessLinkNotice> | null;
  /** As 2026-10. */
  report_month: string | null;
}

/** A mail whose link lets somebody in. */
export interface AccessLinkNotice {
  readonly event: 'invited' | 'password_reset_requested';
  /** Its token follows from this and the secret key. */
  readonly link: string;
  /** Of who is invited. */
  readonly role: AdministratorRole | null;
  /** Of whoever asked for a reset. */
  readonly address: string | null;
  readonly user_agent: string | null;
}

/** What a mail tells an administrator of its own sign-in. */
export interface AdministratorNotice {
  readonly event: 'new_device' | 'password_changed' | 'password_reset' | 'second_factor_removed' | 'access_reset';
  /** Of whoever did it; null: the operator. */
  readonly address: string | null;
  readonly user_agent: string | null;
}

/** The address that a partner's mail comes from, once its domain's records allow it. */
export interface MailSendersTable {
  partner_id: string;
  id: string;
  address: string;
  dkim_selector: string;
  dkim_public_key: string;
  dkim_private_key: Buffer;
  status: 'pending' | 'verified' | 'failing';
  checks: Json<SenderChecks> | null;
  created_at: Date;
  verified_at: Date | null;
  checked_at: Date | null;
  next_check_at: Date | null;
}
