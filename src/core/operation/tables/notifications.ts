import type { Generated } from 'kysely';
import type { Severity } from '../../../common/severity.ts';
import type { SenderChecks } from '../../../engines/mail-authentication/check-sender.ts';
import type { MessageItem } from '../../../engines/messengers/message.ts';
import type { TraceContext } from '../../../platform/telemetry/tracing.ts';
import type { AccountChange } from '../facts.ts';
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
  delivery: Generated<'immediate' | 'gathered' | 'daily' | 'weekly'>;
  /** As 22:00, in its zone; null: it has no quiet hours. */
  quiet_from: string | null;
  quiet_to: string | null;
  /** Of the IANA database. */
  time_zone: Generated<string>;
  tell_resolved: Generated<boolean>;
  /** When what waits and is not critical becomes a mail. */
  rest_due_at: Date | null;
  /** Mails that came back for reasons that may pass, with less than a month from one to the next. */
  soft_bounces: Generated<number>;
  soft_bounce_at: Date | null;
  /** Of what last made something wait, where that was traced. */
  trace: Json<TraceContext> | null;
  /** Whether it gets a mail each week in which it heard nothing else. */
  weekly_summary: Generated<boolean>;
}

export interface NotificationDeliveriesTable {
  partner_id: string;
  id: string;
  customer_id: string | null;
  recipient_id: string;
  kind: 'alerts' | 'confirmation' | 'notice' | 'monthly_report' | 'weekly_summary';
  address: string;
  alerts: Generated<string[]>;
  confirmation_hash: Buffer | null;
  confirmation_expires_at: Date | null;
  status: 'pending' | 'handed_over' | 'sent' | 'presumed_sent' | 'dropped' | 'refused' | 'expired' | 'bounced';
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  failure: string | null;
  created_at: Date;
  settled_at: Date | null;
  notice: Json<Notice> | null;
  /** As 2026-10. */
  report_month: string | null;
  /** What a mail about alerts told of each; null: it was not handed over yet. */
  tells: Json<readonly NotifiedAlert[]> | null;
  digest: 'daily' | 'weekly' | null;
  /** Of what made it, where that was traced. */
  trace: Json<TraceContext> | null;
}

/** What somebody is told of an alert by one message. */
export interface NotifiedAlert {
  readonly alert_id: string;
  readonly severity: Severity;
  /** Since when it is as it is told, as an ISO 8601 time. */
  readonly opened_at: string;
  /** That it comes and goes. */
  readonly flapping: boolean;
  /** That it is over. */
  readonly is_over: boolean;
}

/** What of a cause somebody was told last. */
export interface ToldAlertsTable {
  partner_id: string;
  subject_kind: 'recipient' | 'channel';
  subject_id: string;
  resource_id: string;
  kind: string;
  key_hash: number;
  customer_id: string;
  alert_id: string;
  severity: Severity;
  opened_at: Date;
  flapping: boolean;
  is_over: boolean;
  /** The message that told of it first. */
  thread_id: string;
  told_at: Date;
}

/** What a mail tells administrators. */
export type Notice =
  | AccountNotice
  | AdministratorNotice
  | AccessLinkNotice
  | WebhookNotice
  | ChannelNotice
  | PortalDomainNotice
  | TestMailNotice;

/** A mail that an administrator asked for, to see how mails arrive. */
export interface TestMailNotice {
  readonly event: 'test_mail';
}

/** Nothing is sent to a webhook any more. */
export interface WebhookNotice {
  readonly event: 'webhook_disabled';
  readonly url: string;
  readonly reason: 'gone' | 'failing';
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

/** A chat or pager is told nothing more, since it wants no more. */
export interface ChannelNotice {
  readonly event: 'channel_disabled';
  readonly name: string;
  readonly type: string;
  readonly failure: string;
}

/** A portal domain's records prove another account. */
export interface PortalDomainNotice {
  readonly event: 'portal_domain_contested';
  readonly domain: string;
}

/** What a mail tells an administrator of its own sign-in. */
export interface AdministratorNotice {
  readonly event:
    | 'new_device'
    | 'password_changed'
    | 'password_reset'
    | 'second_factor_removed'
    | 'passkey_added'
    | 'passkey_removed'
    | 'access_reset';
  /** Of whoever did it; null: the operator. */
  readonly address: string | null;
  readonly user_agent: string | null;
}

/** What a mail tells owners of a change of the account. */
export interface AccountNotice {
  readonly event: 'account_changed';
  readonly change: AccountChange;
  /** What was made or changed; null: it has no name. */
  readonly name: string | null;
  /** The address of the person who did it; null: it was no person of the account. */
  readonly by: string | null;
  readonly actor: 'administrator' | 'api_key' | 'operator' | 'system';
  /** From where; null: it was the operator. */
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

/** Where a partner's systems are told of events. */
export interface WebhooksTable {
  partner_id: string;
  id: string;
  url: string;
  description: string | null;
  /** Empty: all. */
  types: string[];
  enabled: boolean;
  disabled_reason: 'by_hand' | 'gone' | 'failing' | null;
  disabled_at: Date | null;
  /** Sealed. */
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  /** Of the first failure since the last success. */
  failing_since: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** An event on its way to a webhook. */
export interface WebhookDeliveriesTable {
  partner_id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  status: 'pending' | 'delivered' | 'failed';
  /** Ever begun; says by which claim a worker holds it. */
  attempts: Generated<number>;
  /** In a row, since it was queued. */
  failures: Generated<number>;
  next_attempt_at: Date | null;
  /** While a worker is at it. */
  claimed_until: Date | null;
  created_at: Date;
  settled_at: Date | null;
  attempted_at: Date | null;
  request_url: string | null;
  signature: string | null;
  duration_ms: number | null;
  answer_status: number | null;
  answer_headers: Json<Record<string, string>> | null;
  answer_body: string | null;
  answer_is_cut: boolean | null;
  failure_kind: WebhookFailureKind | null;
  failure: string | null;
}

/**
 * Why an attempt at a webhook was none that succeeded: what went wrong on the way, `answer` for a status outside of 200 to 299, or
 * why nothing was sent.
 */
export type WebhookFailureKind =
  | 'denied'
  | 'unresolved'
  | 'timeout'
  | 'tls'
  | 'connection'
  | 'answer'
  | 'suspended'
  | 'expired'
  | 'disabled';

/** A chat or pager that is told of alerts. */
export interface ChannelsTable {
  partner_id: string;
  id: string;
  /** Null: the partner's own. */
  customer_id: string | null;
  /** Of src/engines/messengers. */
  type: string;
  name: string;
  target: Buffer;
  shown: string;
  kinds: string[];
  min_severity: Severity;
  customers: string[];
  endpoints: string[];
  urgency: 'at_once' | 'five_minutes' | 'daily' | 'weekly';
  quiet_from: number | null;
  quiet_until: number | null;
  time_zone: string;
  status: 'active' | 'paused' | 'disabled' | 'removed';
  failure: string | null;
  failed_at: Date | null;
  failing_since: Date | null;
  delivered_at: Date | null;
  tested_at: Date | null;
  send_at: Date | null;
  claims: Generated<number>;
  free_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface ChannelIncidentsTable {
  partner_id: string;
  id: string;
  channel_id: string;
  target: Buffer;
  accepted_at: Date | null;
}

/** What a channel was last told of a cause of alerts. */
export interface ChannelAlertsTable {
  partner_id: string;
  channel_id: string;
  resource_id: string;
  kind: string;
  key: string;
  customer_id: string;
  alert_id: string;
  told: 'open' | 'over' | null;
  told_severity: Severity | null;
  incident_id: string | null;
  was_opened: Generated<boolean>;
  speaks_again: Generated<boolean>;
  openings: Generated<number>;
  /** When it was raised last. */
  opened_at: Date | null;
  flaps: Generated<boolean>;
  changed_at: Date;
  due_at: Date | null;
  /** Null: nothing was told, or by an older version. */
  told_alert_id: string | null;
  told_since: Date | null;
}

export interface ChannelMessagesTable {
  partner_id: string;
  id: string;
  channel_id: string;
  position: Generated<number>;
  content: Json<ChannelContent>;
  incident_id: string | null;
  plainly: Generated<boolean>;
  status: 'pending' | 'sending' | 'delivered' | 'presumed_delivered' | 'failed' | 'dropped';
  attempts: Generated<number>;
  failure: string | null;
  created_at: Date;
  settled_at: Date | null;
}

/** An alert that changed, of which nobody was told yet. */
export interface AlertInboxTable {
  partner_id: string;
  id: string;
  customer_id: string;
  alert_id: string;
  /** taken_back: a person opened it again. steady: it comes and goes, and has stayed as it is for a while. */
  change: 'opened' | 'reopened' | 'taken_back' | 'worsened' | 'steady' | 'resolved' | 'dismissed';
  /** Nobody is told before. */
  ready_at: Date;
  occurred_at: Date;
  /** Of what changed it, where that was traced. */
  trace: Json<TraceContext> | null;
}

/** What older programs have for channels in the place of the inbox. */
export interface ChannelInboxTable {
  partner_id: string;
  event_id: string;
  sequence: number;
  alert_id: string;
  type: string;
  reopened_by: string | null;
  occurred_at: Date;
}

/** What a message says, whatever the destination makes of it. */
export interface ChannelContent {
  readonly sender: string;
  readonly url: string;
  /** What it is written in. Of a message of an older version there is none: English. */
  readonly language?: string;
  readonly items: readonly MessageItem[];
  /** What it does to the incident. Null: there is none. */
  readonly action: 'trigger' | 'resolve' | null;
}
