import type { ChangeTopic } from './customer-changes.ts';
import type { EventType, Occurrence, SubjectKind } from './occurrences.ts';
import type { WorkSignal } from './work-signals.ts';

/** Who hears of a fact, besides the audit log. */
export interface Hearers {
  /** What open pages of its customer read anew; null: it is about a customer, and no page shows it. Absent: it is the account's own. */
  readonly page?: ChangeTopic | null;
  /** What partners' systems are told, and what sort of subject the fact has; null: the event shows none. */
  readonly event?: readonly [EventType, SubjectKind | null];
  /** Who has work by it. */
  readonly wakes?: readonly WorkSignal[];
  /**
   * It lets somebody in, or sends something elsewhere, for longer than a session: all owners get a mail. The detail that names its
   * subject; null: none does, and the fact may say a name.
   */
  readonly owners?: string | null;
}

/** What can be done, by its name in the audit log: `subject.verb`, the verb in the past tense. */
export const hearersOf = {
  'access.refused': {},
  'account.second_factor_demanded': {},
  'account.second_factor_left_open': { owners: null },
  'administrator.created': { owners: 'email' },
  'administrator.invitation_accepted': { owners: 'email' },
  'administrator.invitation_ended': {},
  'administrator.invitation_revoked': {},
  'administrator.invited': { owners: 'email' },
  'administrator.invited_again': {},
  'administrator.language_changed': {},
  'administrator.passkey_added': { owners: 'passkey' },
  'administrator.passkey_removed': { owners: 'passkey' },
  'administrator.passkey_used': {},
  'administrator.password_changed': {},
  'administrator.password_reset': {},
  'administrator.password_reset_requested': {},
  'administrator.proof_failed': {},
  'administrator.proved': {},
  'administrator.removed': { owners: 'email' },
  'administrator.reset': {},
  'administrator.role_changed': { owners: 'email' },
  'administrator.second_factor_confirmed': { owners: null },
  'administrator.second_factor_proposed': {},
  'administrator.second_factor_removed': { owners: null },
  'administrator.session_ended': {},
  'administrator.sign_in_failed': {},
  'administrator.sign_in_incomplete': {},
  'administrator.sign_in_throttled': {},
  'administrator.signed_in': {},
  'alert.acknowledged': { page: 'alerts' },
  'alert.marked_false_positive': { page: 'alerts' },
  'alert.reopened': { page: 'alerts' },
  'alert.resolved': { page: 'alerts' },
  'alert_link.opened': { page: null },
  'allowed_ports.created': { page: 'rules' },
  'allowed_ports.deleted': { page: 'rules' },
  'allowed_ports.expired': { page: 'rules' },
  'allowed_ports.updated': { page: 'rules' },
  'api_key.created': { owners: 'name' },
  'api_key.replaced': {},
  'api_key.revoked': {},
  'branding.changed': {},
  'capacity.enforced': { page: 'account', event: ['capacity.enforced', 'customer'] },
  'channel.added': { page: null, owners: 'name' },
  'channel.changed': { page: null, wakes: ['channels'], owners: 'name' },
  'channel.disabled': { page: null },
  'channel.removed': { page: null },
  'channel.tested': { page: null },
  'customer.changed': { page: 'account' },
  'customer.created': { page: 'account' },
  'customer.merged': { page: 'account' },
  'customer.sessions_ended': { page: 'account' },
  'customer.view_ended': { page: 'account' },
  'customer.view_started': { page: 'account' },
  'domain.findings_withdrawn': { page: 'domains' },
  'domain.mail_described': { page: 'domains', wakes: ['domain-due'] },
  'domain.provisioned': { page: 'domains', event: ['domain.created', 'domain'], wakes: ['domain-due'] },
  'domain.registration_changed': { page: 'domains' },
  'domain.released': { page: 'domains' },
  'domain.relinked': { page: 'domains' },
  'domain.renamed': { page: 'domains', wakes: ['domain-due'] },
  'domain.restored': { page: 'domains' },
  'domain.resumed': { page: 'domains' },
  'domain.suspended': { page: 'domains' },
  'domain.terminated': { page: 'domains' },
  'domain.verification_withdrawn': { page: 'domains' },
  'domain.verified': { page: 'domains' },
  'domain_alert.acknowledged': { page: 'alerts' },
  'domain_alert.marked_false_positive': { page: 'alerts' },
  'domain_alert.reopened': { page: 'alerts' },
  'domain_alert.resolved': { page: 'alerts' },
  'endpoint.added': { page: 'servers', event: ['endpoint.created', 'endpoint'], wakes: ['endpoint-due'] },
  'endpoint.provisioned': { page: 'servers', event: ['endpoint.created', 'endpoint'], wakes: ['endpoint-due'] },
  'endpoint.relinked': { page: 'servers' },
  'endpoint.renamed': { page: 'servers' },
  'endpoint.restored': { page: 'servers' },
  'endpoint.resumed': { page: 'servers' },
  'endpoint.scan_requested': { page: 'scans' },
  'endpoint.suspended': { page: 'servers' },
  'endpoint.terminated': { page: 'servers' },
  'firewall.ingested': { page: 'rules' },
  'mail_sender.failing': {},
  'mail_sender.removed': {},
  'mail_sender.set': { owners: 'address' },
  'mail_sender.test_seen': {},
  'mail_sender.test_sent': {},
  'mail_sender.verified': {},
  'notification_recipient.added': { page: null },
  'notification_recipient.asked_again': { page: null },
  'notification_recipient.changed': { page: null, wakes: ['mail'] },
  'notification_recipient.confirmed': { page: null },
  'notification_recipient.failed': { page: null },
  'notification_recipient.removed': { page: null },
  'notification_recipient.resumed': { page: null },
  'notification_recipient.unsubscribed': { page: null },
  'notification_settings.changed': { page: null },
  'partner.created': {},
  'partner.limited': {},
  'partner.resumed': {},
  'partner.suspended': {},
  'plan.cap_changed': {},
  'plan.changed': {},
  'plan.created': {},
  'plan.removed': {},
  'portal_domain.added': { owners: 'domain' },
  'portal_domain.checked': {},
  'portal_domain.contested': {},
  'portal_domain.lapsed': {},
  'portal_domain.removed': {},
  'portal_domain.verified': {},
  'portal_domain.vouched_for': {},
  'price.created': {},
  'price.deleted': {},
  'price.updated': {},
  'public_services.answered': { page: null },
  'record_template.changed': {},
  'sandbox.clock_advanced': { wakes: ['endpoint-due', 'domain-due'] },
  'sandbox.disabled': {},
  'sandbox.enabled': {},
  'sandbox.reset': {},
  'sandbox.scenario_set': {},
  'service.changed': { page: 'account' },
  'service.transferred': { page: 'account' },
  'services.synced': {},
  'settings.changed': {},
  'sign_in.token_minted': { page: null },
  'sign_in.token_used': { page: null },
  'subscription.cancelled': { page: 'account' },
  'subscription.change_forced': { page: 'account' },
  'subscription.changed': { page: 'account' },
  'subscription.created': { page: 'account' },
  'subscription.resumed': { page: 'account' },
  'subscription.suspended': { page: 'account' },
  'subscription.updated': { page: 'account' },
  'webhook.changed': { owners: null },
  'webhook.created': { owners: 'url' },
  'webhook.deleted': {},
  'webhook.delivery_retried': { wakes: ['webhooks'] },
  'webhook.disabled': {},
  'webhook.replayed': { wakes: ['webhooks'] },
  'webhook.secret_rotated': { owners: null },
  'webhook.tested': { event: ['webhook.test', null] },
} as const satisfies Readonly<Record<string, Hearers>>;

type Facts = typeof hearersOf;
/** Any fact's name. */
export type FactType = keyof Facts;

/** What owners are mailed of. */
export type AccountChange = { [T in FactType]: Facts[T] extends { readonly owners: unknown } ? T : never }[FactType];

/** What changed. Never a secret. */
type Details = Readonly<Record<string, unknown>>;

type Subject<R> = R extends { readonly page: ChangeTopic } | { readonly event: readonly [EventType, SubjectKind] }
  ? { readonly subjectId: string }
  : { readonly subjectId: string | null };
/** A rule, or a channel, can be for all customers. */
type Customer<R> = R extends { readonly page: Exclude<ChangeTopic, 'rules'> }
  ? { readonly customerId: string }
  : R extends { readonly page: 'rules' | null }
    ? { readonly customerId: string | null }
    : { readonly customerId?: never };
type Told<R> = R extends { readonly owners: infer Name extends string }
  ? { readonly details: Details & Readonly<Record<Name, string>>; readonly name?: never }
  : { readonly details?: Details; readonly name?: R extends { readonly owners: null } ? string | undefined : never };
type Shown<R> = R extends { readonly event: unknown }
  ? { readonly event?: Pick<Occurrence, 'data'> }
  : { readonly event?: never };

/** Something that was done, with all that those who hear of it need: the compiler refuses one without. */
export type Fact = {
  readonly [T in FactType]: { readonly type: T } & Subject<Facts[T]> &
    Customer<Facts[T]> &
    Told<Facts[T]> &
    Shown<Facts[T]>;
}[FactType];
