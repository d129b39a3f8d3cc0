import type { Selectable, Updateable } from 'kysely';
import type { Customer } from '../../accounts/customers/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { NotificationRecipientsTable } from '../../core/operation/tables/notifications.ts';
import { forgetKnownStates } from '../alert-notifications/index.ts';
import type { RecipientStatus } from './lifecycle.ts';

export type Recipient = Selectable<NotificationRecipientsTable>;

/** Addresses that a customer may add to the one that the billing system tells. */
export const maxAddedRecipients = 5;

const noBounces = { soft_bounces: 0, soft_bounce_at: null };

/** An address of which nothing was noted, which is told when alerts come until it chooses. */
const nothingNoted = {
  status: 'active' as const,
  failure: null,
  waiting_alerts: [],
  critical_waits: false,
  mail_due_at: null,
  last_mail_at: null,
  last_critical_at: null,
  report_due_at: null,
  weekly_summary: true,
  delivery: 'immediate' as const,
  quiet_from: null,
  quiet_to: null,
  time_zone: 'UTC',
  tell_resolved: false,
  ...noBounces,
  rest_due_at: null,
};

/** How an address is written makes no difference. */
export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The recipients of a customer in the order in which they are shown: the billing system's address, then the oldest first. */
export async function listRecipients(operation: Operation, customer: Customer): Promise<Recipient[]> {
  const rows = await operation.db
    .selectFrom('notification_recipients')
    .selectAll()
    .where('customer_id', '=', customer.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const added = rows.filter(({ source }) => source === 'added');
  if (customer.email === null) return added;
  const known = rows.find(({ source, address }) => source === 'billing' && address === customer.email);
  return [known ?? billingRecipient(operation.partnerId, customer, customer.email), ...added];
}

/** As it is before anything was noted of it. */
function billingRecipient(partnerId: string, customer: Customer, address: string): Recipient {
  return {
    partner_id: partnerId,
    id: customer.id,
    customer_id: customer.id,
    source: 'billing',
    address,
    ...nothingNoted,
    trace: null,
    created_at: customer.created_at,
    updated_at: customer.created_at,
  };
}

/**
 * Makes the row of the address that the billing system tells, when there is one to tell; what was noted of another address
 * before is forgotten.
 */
export async function ensureBillingRecipient(tx: Operation, customer: Customer): Promise<void> {
  if (customer.email === null) return;
  const now = tx.clock.now();
  const fresh = {
    address: customer.email,
    ...nothingNoted,
    updated_at: now,
  };
  const written = await tx.db
    .insertInto('notification_recipients', {
      id: customer.id,
      customer_id: customer.id,
      source: 'billing',
      ...fresh,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['partner_id', 'id'])
        .doUpdateSet(fresh)
        .where('notification_recipients.address', '<>', customer.email!),
    )
    .returning('id')
    .executeTakeFirst();
  if (written) await forgetKnownStates(tx, { kind: 'recipient', id: customer.id });
}

/** The recipient, locked until the transaction ends. */
export async function lockRecipient(tx: Operation, id: string): Promise<Recipient | undefined> {
  return tx.db.selectFrom('notification_recipients').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Writes a recipient's new status. What waits for one that gets no mail any more, is dropped with it. */
export async function writeStatus(
  tx: Operation,
  id: string,
  status: RecipientStatus,
  failure: string | null = null,
): Promise<void> {
  const nothingWaits: Updateable<NotificationRecipientsTable> = {
    waiting_alerts: [],
    critical_waits: false,
    mail_due_at: null,
    rest_due_at: null,
  };
  await tx.db
    .updateTable('notification_recipients')
    .set({ status, failure, updated_at: tx.clock.now(), ...noBounces, ...(status === 'active' ? {} : nothingWaits) })
    .where('id', '=', id)
    .execute();
}
