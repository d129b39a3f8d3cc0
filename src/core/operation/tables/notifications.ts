import type { Generated } from 'kysely';
import type { Severity } from '../../../engines/common/severity.ts';
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
  notice: Json<AdministratorNotice> | null;
  /** As 2026-10. */
  report_month: string | null;
}

/** What a mail tells an administrator of its own sign-in. */
export interface AdministratorNotice {
  readonly event: 'new_device' | 'password_changed' | 'second_factor_removed' | 'access_reset';
  /** Of whoever did it; null: the operator. */
  readonly address: string | null;
  readonly user_agent: string | null;
}
