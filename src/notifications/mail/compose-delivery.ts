import type { Operation } from '../../core/operation/operation.ts';
import { brandingOfPortal } from '../../identity/branding/index.ts';
import { worldOf } from '../../identity/partners/index.ts';
import type { AlertKind } from '../../monitoring/alerts/index.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { alertMail } from './alert-mail.ts';
import { confirmationMail } from './confirmation-mail.ts';
import type { Delivery } from './deliveries.ts';
import { getsAlerts } from './lifecycle.ts';
import type { MailPortal, MailText } from './mail-frame.ts';
import { confirmationPath, type MailLinks, unsubscribePath } from './mail-links.ts';
import { noticeMail } from './notice-mail.ts';
import { portalAddress } from './portal-address.ts';
import { readNews } from './read-news.ts';
import { isSameAddress } from './recipient-record.ts';
import { type MailedReport, reportMail } from './report-mail.ts';

export interface MailSetup {
  readonly links: MailLinks;
  /** Of alerts. */
  readonly kinds: readonly AlertKind[];
  readonly fromAddress: string;
  /** Of this installation: see portalAddress. */
  readonly port: number;
  /** The report of a month (`2026-10`) about a customer, in the looks of a portal; null when there is no such customer. */
  readonly report: (
    operation: Operation,
    customerId: string,
    month: string,
    portalDomain: string,
  ) => Promise<MailedReport | null>;
}

/**
 * The mail as it has to be now: alerts, settings, address and partner are all read again.
 * @returns null when it is not to be sent any more
 */
export async function composeDelivery(
  operation: Operation,
  delivery: Delivery,
  setup: MailSetup,
): Promise<Mail | null> {
  const { links, fromAddress, port } = setup;
  const { suspended, world } = await worldOf(operation);
  if (suspended || world === 'sandbox') return null;
  const address = await portalAddress(operation, port);
  const branding = await brandingOfPortal(operation.db.unscoped, address.domain);
  if (branding === null) return null;
  const portal: MailPortal = { ...branding, url: address.url };
  const mail = {
    from: { name: portal.name, address: fromAddress },
    to: delivery.address,
    replyTo: portal.supportEmail,
    messageId: `${delivery.id}@${fromAddress.split('@')[1]}`,
    date: operation.clock.now(),
  };
  if (delivery.notice !== null)
    return {
      ...mail,
      ...noticeMail(portal, delivery.notice, delivery.created_at),
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
  const token = links.unsubscribeToken(operation.partnerId, delivery.recipient_id);
  const unsubscribeUrl = `${portal.url}${unsubscribePath}?token=${token}`;
  const content = await contentOf(operation, delivery, { ...portal, domain: address.domain }, setup, unsubscribeUrl);
  if (content === null) return null;
  return {
    ...mail,
    ...content,
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  };
}

type MailContent = MailText & Pick<Mail, 'attachments'>;

async function contentOf(
  operation: Operation,
  delivery: Delivery,
  portal: MailPortal & { readonly domain: string },
  { links, kinds, report }: MailSetup,
  unsubscribeUrl: string,
): Promise<MailContent | null> {
  const recipient = await operation.db
    .selectFrom('notification_recipients')
    .select(['status', 'address', 'report_due_at'])
    .where('id', '=', delivery.recipient_id)
    .executeTakeFirst();
  if (!recipient || !isSameAddress(recipient.address, delivery.address)) return null;
  if (delivery.kind === 'confirmation') {
    const isOver = delivery.confirmation_expires_at! <= operation.clock.now();
    if (recipient.status !== 'pending' || isOver) return null;
    const token = links.confirmationToken(operation.partnerId, delivery.id);
    return confirmationMail(portal, `${portal.url}${confirmationPath}?token=${token}`, unsubscribeUrl);
  }
  if (!getsAlerts(recipient.status)) return null;
  if (delivery.report_month !== null) {
    if (recipient.report_due_at === null) return null;
    const { report_month: month, customer_id: customerId } = delivery;
    const mailed = await report(operation, customerId!, month, portal.domain);
    return mailed && { ...reportMail(portal, month, mailed, unsubscribeUrl), attachments: [mailed.document] };
  }
  const news = await readNews(operation, kinds, delivery.customer_id!, delivery.alerts);
  return news.length === 0 ? null : alertMail(portal, news, unsubscribeUrl);
}
