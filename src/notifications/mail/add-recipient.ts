import { sql } from 'kysely';
import { type Customer, requireCustomer } from '../../accounts/customers/index.ts';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';
import { hashSecret } from '../../platform/secrets.ts';
import { recipientMove } from './lifecycle.ts';
import type { MailLinks } from './mail-links.ts';
import {
  ensureBillingRecipient,
  isSameAddress,
  listRecipients,
  maxAddedRecipients,
  type Recipient,
  writeStatus,
} from './recipient-record.ts';

const confirmationSeconds = 86_400;

/**
 * Mails that ask for a confirmation go to people who have not agreed to anything yet: this is how many of them somebody's portal
 * can be made to send. They count as long as a token lasts.
 */
export const confirmationLimits = { pauseSeconds: 300, perAddress: 3, perCustomer: 20 };

export interface AddedRecipient {
  readonly recipient: Recipient;
  /** False: the address was in the list before. */
  readonly created: boolean;
}

/**
 * Has an address get the customer's mail. The one that the billing system tells gets it at once, any other when it has
 * confirmed: a mail asks for that, again when the address is asked for again.
 * @param mailAvailable whether mail is sent at all
 * @throws Problem CUSTOMER_NOT_FOUND, RECIPIENT_LIMIT_EXCEEDED, CONFIRMATION_SENT_RECENTLY, MAIL_NOT_SET_UP
 */
export async function addRecipient(
  operation: Operation,
  { billingCustomerId, email }: { readonly billingCustomerId: number; readonly email: string },
  { links, mailAvailable }: { readonly links: MailLinks; readonly mailAvailable: boolean },
): Promise<AddedRecipient> {
  return operation.transaction(async (tx) => {
    const customer = await requireCustomer(tx, billingCustomerId, 'locked');
    const listed = await listRecipients(tx, customer);
    const known = listed.find(({ address }) => isSameAddress(address, email));
    if (known?.source === 'billing') return trustAgain(tx, customer, known);
    if (known?.status === 'active') return { recipient: known, created: false };
    const addedCount = listed.filter(({ source }) => source === 'added').length;
    if (!known && addedCount >= maxAddedRecipients)
      throw new Problem('RECIPIENT_LIMIT_EXCEEDED', { limit: maxAddedRecipients });
    if (!mailAvailable) throw new Problem('MAIL_NOT_SET_UP');
    await limitConfirmations(tx, customer.id, email);
    const id = known ? await askAgain(tx, known) : await insertRecipient(tx, customer, email);
    await requestConfirmation(tx, { id, customerId: customer.id, address: known?.address ?? email }, links);
    return { recipient: await readBack(tx, customer, id), created: !known };
  });
}

async function trustAgain(tx: Operation, customer: Customer, known: Recipient): Promise<AddedRecipient> {
  await ensureBillingRecipient(tx, customer);
  const status = recipientMove(known.status, 'trust');
  if (status === null) return { recipient: known, created: false };
  await writeStatus(tx, known.id, status);
  await recordFact(tx, { type: 'notification_recipient.resumed', subjectId: known.id, customerId: customer.id });
  return { recipient: await readBack(tx, customer, known.id), created: false };
}

async function askAgain(tx: Operation, { id, customer_id: customerId, status }: Recipient): Promise<string> {
  const asked = recipientMove(status, 'ask');
  if (asked !== null) await writeStatus(tx, id, asked);
  await recordFact(tx, { type: 'notification_recipient.asked_again', subjectId: id, customerId });
  return id;
}

async function insertRecipient(tx: Operation, { id: customerId }: Customer, email: string): Promise<string> {
  const id = newId(tx.clock);
  const now = tx.clock.now();
  await tx.db
    .insertInto('notification_recipients', {
      id,
      customer_id: customerId,
      source: 'added',
      address: email,
      status: 'pending',
      created_at: now,
      updated_at: now,
    })
    .execute();
  await recordFact(tx, { type: 'notification_recipient.added', subjectId: id, customerId });
  return id;
}

async function readBack(tx: Operation, customer: Customer, id: string): Promise<Recipient> {
  return (await listRecipients(tx, customer)).find((recipient) => recipient.id === id)!;
}

async function requestConfirmation(
  tx: Operation,
  recipient: { readonly id: string; readonly customerId: string; readonly address: string },
  links: MailLinks,
): Promise<void> {
  const id = newId(tx.clock);
  const now = tx.clock.now();
  await tx.db
    .insertInto('notification_deliveries', {
      id,
      customer_id: recipient.customerId,
      recipient_id: recipient.id,
      kind: 'confirmation',
      address: recipient.address,
      confirmation_hash: hashSecret(links.confirmationToken(tx.partnerId, id)),
      confirmation_expires_at: new Date(now.getTime() + confirmationSeconds * 1_000),
      status: 'pending',
      next_attempt_at: now,
      created_at: now,
    })
    .execute();
  tx.announce('mail');
}

async function limitConfirmations(tx: Operation, customerId: string, email: string): Promise<void> {
  const now = tx.clock.now();
  const since = new Date(now.getTime() - confirmationSeconds * 1_000);
  const confirmations = tx.db
    .selectFrom('notification_deliveries')
    .select('created_at')
    .where('kind', '=', sql.lit('confirmation'))
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc');
  const toAddress = await confirmations.where(sql<boolean>`lower(address) = lower(${email})`).execute();
  const ofCustomer = await confirmations.where('customer_id', '=', customerId).execute();
  const { pauseSeconds, perAddress, perCustomer } = confirmationLimits;
  const waits = [
    secondsUntil(now, toAddress[0]?.created_at, pauseSeconds),
    secondsUntil(now, toAddress[perAddress - 1]?.created_at, confirmationSeconds),
    secondsUntil(now, ofCustomer[perCustomer - 1]?.created_at, confirmationSeconds),
  ];
  const retryAfterSeconds = Math.max(...waits);
  if (retryAfterSeconds > 0)
    throw new Problem('CONFIRMATION_SENT_RECENTLY', { retry_after_seconds: retryAfterSeconds });
}

/** Whole seconds until so many have passed since an instant; 0 when they have, or there was none. */
function secondsUntil(now: Date, since: Date | undefined, seconds: number): number {
  return since ? Math.max(0, Math.ceil((since.getTime() - now.getTime()) / 1_000) + seconds) : 0;
}
