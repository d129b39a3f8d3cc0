import { type Customer, getCustomer, ownedBy, requireCustomer } from '../../accounts/customers/index.ts';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { forgetKnownStates } from '../alert-notifications/index.ts';
import { recipientMove } from './lifecycle.ts';
import { ensureBillingRecipient, listRecipients, type Recipient, writeStatus } from './recipient-record.ts';

/**
 * Has an address get no more of a customer's mail: an added one is forgotten, the one that the billing system tells stays in
 * the list as unsubscribed.
 * @throws Problem RECIPIENT_NOT_FOUND, or ACCESS_DENIED when a customer is named whose recipient it is not
 */
export async function removeRecipient(
  operation: Operation,
  id: string,
  billingCustomerId: number | undefined,
): Promise<void> {
  await operation.transaction(async (tx) => {
    const { customer, recipient } = await ownRecipient(tx, id, billingCustomerId);
    if (recipient.source === 'added') {
      await tx.db.deleteFrom('notification_recipients').where('id', '=', id).execute();
      await forgetKnownStates(tx, { kind: 'recipient', id });
    } else {
      await ensureBillingRecipient(tx, customer);
      const status = recipientMove(recipient.status, 'unsubscribe');
      if (status === null) return;
      await writeStatus(tx, id, status);
    }
    await recordFact(tx, { type: 'notification_recipient.removed', subjectId: id, customerId: customer.id });
  });
}

async function ownRecipient(
  tx: Operation,
  id: string,
  billingCustomerId: number | undefined,
): Promise<{ customer: Customer; recipient: Recipient }> {
  // The address that the billing system tells may have no row yet; its id is the customer's.
  const known = await tx.db
    .selectFrom('notification_recipients')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirst();
  const owner = await getCustomer(tx, known?.customer_id ?? id);
  const { billing_customer_id } = ownedBy(billingCustomerId, owner, 'RECIPIENT_NOT_FOUND');
  const customer = await requireCustomer(tx, billing_customer_id, 'locked');
  const recipient = (await listRecipients(tx, customer)).find((candidate) => candidate.id === id);
  if (!recipient) throw new Problem('RECIPIENT_NOT_FOUND');
  return { customer, recipient };
}
