import type { NotificationRecipientsTable } from '../../core/operation/tables/notifications.ts';

export type RecipientStatus = NotificationRecipientsTable['status'];
export const recipientStatuses = ['pending', 'active', 'unsubscribed', 'failing'] as const satisfies RecipientStatus[];

/**
 * - `ask`: somebody wants the address, which has to say yes itself, to get mail. - `trust`: the same for the address that the
 *   billing system tells, which need not be asked. - `confirm` and `unsubscribe`: whoever reads its mail said so.
 * - `refuse`: the mail server said that the address gets no mail, ever.
 */
export type RecipientTrigger = 'ask' | 'trust' | 'confirm' | 'unsubscribe' | 'refuse';

/** Null: nothing changes. */
const moves: Record<RecipientStatus, Record<RecipientTrigger, RecipientStatus | null>> = {
  pending: { ask: null, trust: 'active', confirm: 'active', unsubscribe: 'unsubscribed', refuse: 'failing' },
  active: { ask: null, trust: null, confirm: null, unsubscribe: 'unsubscribed', refuse: 'failing' },
  unsubscribed: { ask: 'pending', trust: 'active', confirm: null, unsubscribe: null, refuse: null },
  failing: { ask: 'pending', trust: 'active', confirm: 'active', unsubscribe: 'unsubscribed', refuse: null },
};

/** Where the trigger leads; null when it changes nothing. */
export function recipientMove(status: RecipientStatus, trigger: RecipientTrigger): RecipientStatus | null {
  return moves[status][trigger];
}

/** Whether mails about alerts go there. */
export function getsAlerts(status: RecipientStatus): boolean {
  return status === 'active';
}
