import { sql } from 'kysely';
import { type Customer, getCustomer } from '../../accounts/customers/index.ts';
import type { LeftBehind, OwnerChanged } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';
import { joinKnownStates } from '../alert-notifications/index.ts';
import { isSameAddress, listRecipients, type Recipient } from './recipient-record.ts';

export interface HandedOverRecipients {
  readonly recipients: number;
  /** Addresses that get the other customer's mail already, and kinds of alerts whose mail that customer chooses itself. */
  readonly left: readonly LeftBehind[];
}

/**
 * Gives the addresses that get a customer's mail to the customer that it is merged into, with what waits for them, what they know, and the
 * mails to them. The address that the billing system told becomes an added one there, unless it is that customer's own.
 */
export async function handOverRecipients(
  tx: Operation,
  { from, to }: Pick<OwnerChanged, 'from' | 'to'>,
): Promise<HandedOverRecipients> {
  await lockRecipientsOf(tx, from, to);
  const [giver, receiver] = [(await getCustomer(tx, from))!, (await getCustomer(tx, to))!];
  const given = await listRecipients(tx, giver);
  const left: LeftBehind[] = [];
  for (const recipient of given) {
    const same = (await listRecipients(tx, receiver)).find(({ address }) => isSameAddress(address, recipient.address));
    if (same) left.push({ type: 'recipient', name: recipient.address });
    if (same && (await isOnRecord(tx, same.id))) await joinRecipients(tx, recipient, same);
    else await giveRecipient(tx, { recipient, giver, receiver, source: same?.source ?? 'added' });
  }
  await tx.db.updateTable('notification_deliveries').set({ customer_id: to }).where('customer_id', '=', from).execute();
  // What was noted of an address that the billing system told before.
  await tx.db.deleteFrom('notification_recipients').where('customer_id', '=', from).execute();
  const recipients = given.length - left.length;
  return { recipients, left: [...left, ...(await handOverChoices(tx, from, to))] };
}

/** By customer and id, before anything that is sent to them (decision 9). */
async function lockRecipientsOf(tx: Operation, ...customerIds: readonly string[]): Promise<void> {
  await tx.db.execute(sql`
    SELECT 1 FROM notification_recipients
    WHERE partner_id = ${tx.partnerId} AND customer_id = ANY(${[...customerIds]}::uuid[])
    ORDER BY customer_id, id FOR UPDATE`);
}

async function isOnRecord(tx: Operation, id: string): Promise<boolean> {
  const row = await tx.db.selectFrom('notification_recipients').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

async function giveRecipient(
  tx: Operation,
  {
    recipient,
    giver,
    receiver,
    source,
  }: {
    readonly recipient: Recipient;
    readonly giver: Customer;
    readonly receiver: Customer;
    readonly source: Recipient['source'];
  },
): Promise<void> {
  const isAsItWas = recipient.source === 'added' && source === 'added';
  if (isAsItWas) {
    await tx.db
      .updateTable('notification_recipients')
      .set({ customer_id: receiver.id })
      .where('id', '=', recipient.id)
      .execute();
    return;
  }
  const id = source === 'billing' ? receiver.id : newId(tx.clock);
  const { partner_id: _, trace, ...noted } = recipient;
  // The address that the billing system tells listens from the beginning on.
  const created_at = recipient.source === 'billing' ? giver.created_at : recipient.created_at;
  await tx.db.deleteFrom('notification_recipients').where('id', '=', id).execute();
  await tx.db
    .insertInto('notification_recipients', {
      ...noted,
      trace: trace && JSON.stringify(trace),
      id,
      customer_id: receiver.id,
      source,
      created_at,
    })
    .execute();
  await renameRecipient(tx, recipient, id);
  await tx.db.deleteFrom('notification_recipients').where('id', '=', recipient.id).execute();
}

/** One address that both customers have is told once: what waited for either waits for the one that stays. */
async function joinRecipients(tx: Operation, recipient: Recipient, kept: Recipient): Promise<void> {
  const underWay = await tx.db
    .selectFrom('notification_deliveries')
    .select(['recipient_id', 'alerts'])
    .where('kind', '=', sql.lit('alerts'))
    .where('settled_at', 'is', null)
    .where('recipient_id', 'in', [recipient.id, kept.id])
    .execute();
  // An address has one such mail under way at most; of a second one it is told by its next mail, unless it knows by then.
  const second = underWay.length > 1 ? underWay.filter(({ recipient_id }) => recipient_id === recipient.id) : [];
  const waiting = [...recipient.waiting_alerts, ...second.flatMap(({ alerts }) => alerts)];
  if (kept.status === 'active' && waiting.length > 0) {
    const due = recipient.mail_due_at ?? tx.clock.now();
    await tx.db
      .updateTable('notification_recipients')
      .set({
        waiting_alerts: sql<string[]>`ARRAY(SELECT DISTINCT unnest(waiting_alerts || ${waiting}::uuid[]))`,
        critical_waits: kept.critical_waits || recipient.critical_waits,
        mail_due_at: sql<Date>`least(mail_due_at, ${due}::timestamptz)`,
        rest_due_at: sql<Date>`least(rest_due_at, ${recipient.rest_due_at ?? due}::timestamptz)`,
      })
      .where('id', '=', kept.id)
      .execute();
  }
  if (second.length === 0) await renameRecipient(tx, recipient, kept.id);
  else await joinKnownStates(tx, recipient.id, kept.id);
  await tx.db.deleteFrom('notification_recipients').where('id', '=', recipient.id).execute();
}

/** What it knows, and the mails to it. */
async function renameRecipient(tx: Operation, recipient: Recipient, idThere: string): Promise<void> {
  await tx.db
    .updateTable('notification_deliveries')
    .set({ recipient_id: idThere })
    .where('customer_id', '=', recipient.customer_id)
    .where('recipient_id', '=', recipient.id)
    .execute();
  await joinKnownStates(tx, recipient.id, idThere);
}

/**
 * Which kinds are mailed, the receiving customer has chosen, if only by leaving them as they are: nothing of its own goes without mail because
 * of the other one. Where it has nothing of its own, the other one's choices stay.
 */
async function handOverChoices(tx: Operation, from: string, to: string): Promise<LeftBehind[]> {
  await tx.db.execute(sql`
    UPDATE notification_choices choice SET customer_id = ${to}::uuid
    WHERE choice.partner_id = ${tx.partnerId} AND choice.customer_id = ${from}
      AND NOT EXISTS (SELECT 1 FROM notification_choices WHERE partner_id = ${tx.partnerId} AND customer_id = ${to})
      AND NOT EXISTS (SELECT 1 FROM endpoints WHERE partner_id = ${tx.partnerId} AND customer_id = ${to})
      AND NOT EXISTS (SELECT 1 FROM monitored_domains WHERE partner_id = ${tx.partnerId} AND customer_id = ${to})`);
  const left = await tx.db
    .deleteFrom('notification_choices')
    .where('customer_id', '=', from)
    .returning('kind')
    .execute();
  return left.map(({ kind }) => ({ type: 'notification_setting', name: kind }) as const);
}
