import type { Selectable } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { MailSendersTable } from '../../core/operation/tables/notifications.ts';

export type MailSender = Selectable<MailSendersTable>;

/** A record to be added to the DNS. */
export interface SenderRecord {
  readonly type: 'TXT';
  readonly name: string;
  readonly value: string;
}

export interface SenderRecords {
  readonly spf: SenderRecord;
  readonly dkim: SenderRecord;
  readonly dmarc: SenderRecord;
}

export async function findMailSender({ db }: Operation): Promise<MailSender | undefined> {
  return db.selectFrom('mail_senders').selectAll().executeTakeFirst();
}

export async function lockMailSender(tx: Operation): Promise<MailSender | undefined> {
  return tx.db.selectFrom('mail_senders').selectAll().forUpdate().executeTakeFirst();
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/**
 * What has to stand in the DNS for an address to send. Where there is an SPF or DMARC record already, it is the `include`, or any
 * policy, that counts.
 */
export function senderRecords(
  { address, dkim_selector, dkim_public_key }: MailSender,
  operatorAddress: string,
): SenderRecords {
  const domain = domainOf(address);
  const record = (name: string, value: string): SenderRecord => ({ type: 'TXT', name, value });
  return {
    spf: record(domain, `v=spf1 include:${domainOf(operatorAddress)} ~all`),
    dkim: record(`${dkim_selector}._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${dkim_public_key}`),
    dmarc: record(`_dmarc.${domain}`, 'v=DMARC1; p=none'),
  };
}
