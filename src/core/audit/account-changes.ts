import type { AccountChange } from '../operation/tables/notifications.ts';

/**
 * What lets somebody in, or sends something elsewhere, for longer than a session: all owners hear of such an entry. Each with the detail
 * that names its subject; null: none does.
 */
const namedBy: Readonly<Record<AccountChange, string | null>> = {
  'api_key.created': 'name',
  'administrator.created': 'email',
  'administrator.invited': 'email',
  'administrator.invitation_accepted': 'email',
  'administrator.role_changed': 'email',
  'administrator.removed': 'email',
  'administrator.second_factor_confirmed': null,
  'administrator.second_factor_removed': null,
  'administrator.passkey_added': 'passkey',
  'administrator.passkey_removed': 'passkey',
  'account.second_factor_left_open': null,
  'portal_domain.added': 'domain',
  'mail_sender.set': 'address',
  'webhook.created': 'url',
  'webhook.changed': 'url',
  'webhook.secret_rotated': null,
  'channel.added': 'name',
  'channel.changed': 'name',
};

export function isAccountChange(action: string): action is AccountChange {
  return Object.hasOwn(namedBy, action);
}

/** What an entry calls its subject; null: nothing. */
export function nameIn(change: AccountChange, details: Readonly<Record<string, unknown>>): string | null {
  const name = namedBy[change] === null ? undefined : details[namedBy[change]];
  return typeof name === 'string' ? name : null;
}
