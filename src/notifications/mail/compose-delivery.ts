import type { Operation } from '../../core/operation/operation.ts';
import type { AccessLinkNotice, AdministratorNotice } from '../../core/operation/tables/notifications.ts';
import {
  type AccessLinks,
  accessPaths,
  findInvitation,
  findPasswordReset,
} from '../../identity/administrators/index.ts';
import { brandingOfPortal, mailLogo, type PortalBranding } from '../../identity/branding/index.ts';
import { worldOf } from '../../identity/partners/index.ts';
import type { AlertKind } from '../../monitoring/alerts/index.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { provedSender, type SenderKeys } from '../mail-sender/index.ts';
import { accessLinkMail } from './access-link-mail.ts';
import { alertMail } from './alert-mail.ts';
import { confirmationMail } from './confirmation-mail.ts';
import type { Delivery } from './deliveries.ts';
import { getsAlerts } from './lifecycle.ts';
import { logoCid, type MailPortal, type MailText } from './mail-frame.ts';
import { alertPath, confirmationPath, type MailLinks, unsubscribePath } from './mail-links.ts';
import { toMailPortal } from './mail-portal.ts';
import { noticeMail } from './notice-mail.ts';
import { portalAddress } from './portal-address.ts';
import { readNews } from './read-news.ts';
import { isSameAddress } from './recipient-record.ts';
import { type MailedReport, reportMail } from './report-mail.ts';

export interface MailSetup {
  readonly links: MailLinks;
  readonly accessLinks: AccessLinks;
  /** Of alerts. */
  readonly kinds: readonly AlertKind[];
  readonly fromAddress: string;
  readonly senderKeys: SenderKeys;
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
 * Some mail servers let their user send from addresses that they know only: what they did not take by then comes from the
 * operator's, rather than not at all.
 */
const attemptsAsPartner = 2;

/**
 * The mail as it has to be now: alerts, settings, address and partner are all read again.
 * @returns null when it is not to be sent any more
 */
export async function composeDelivery(
  operation: Operation,
  delivery: Delivery,
  setup: MailSetup,
): Promise<Mail | null> {
  const { links, accessLinks, fromAddress, senderKeys, port } = setup;
  const { suspended, world } = await worldOf(operation);
  if (suspended || world === 'sandbox') return null;
  const address = await portalAddress(operation, port);
  const branding = await brandingOfPortal(operation.db.unscoped, address.domain);
  if (branding === null) return null;
  const logo = await mailLogo(operation);
  const sender = delivery.attempts > attemptsAsPartner ? null : await provedSender(operation, senderKeys);
  const portal = toMailPortal(branding, { url: address.url, hasLogo: logo !== null });
  const mail = {
    images: logo === null ? [] : [{ cid: logoCid, ...logo }],
    dkim: sender?.dkim ?? null,
    from: { name: portal.name, address: sender?.address ?? fromAddress },
    to: delivery.address,
    replyTo: portal.supportEmail,
    messageId: `${delivery.id}@${fromAddress.split('@')[1]}`,
    date: operation.clock.now(),
  };
  if (delivery.notice !== null) {
    const notice = await noticeOf(operation, delivery.notice, delivery.created_at, portal, accessLinks);
    return notice && { ...mail, ...notice, headers: { 'Auto-Submitted': 'auto-generated' } };
  }
  const token = links.unsubscribeToken(operation.partnerId, delivery.recipient_id);
  const unsubscribeUrl = `${portal.url}${unsubscribePath}?token=${token}`;
  const content = await contentOf(operation, delivery, { ...portal, ...address }, setup, branding, unsubscribeUrl);
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

/** @returns null for a link that is void by now, or of an address that nobody has */
async function noticeOf(
  operation: Operation,
  notice: AdministratorNotice | AccessLinkNotice,
  at: Date,
  portal: MailPortal,
  accessLinks: AccessLinks,
): Promise<MailText | null> {
  if (!('link' in notice)) return noticeMail(portal, notice, at);
  const token = accessLinks.token(operation.partnerId, notice.link);
  const find = notice.event === 'invited' ? findInvitation : findPasswordReset;
  if (!(await find(operation, token))) return null;
  return accessLinkMail(portal, notice, `${portal.url}${accessPaths[notice.event]}#${token}`);
}

type MailContent = MailText & Pick<Mail, 'attachments'>;

async function contentOf(
  operation: Operation,
  delivery: Delivery,
  portal: MailPortal & { readonly domain: string },
  { links, kinds, report }: MailSetup,
  { alertLinks }: Pick<PortalBranding, 'alertLinks'>,
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
  if (news.length === 0) return null;
  const linkOf = (alertId: string) =>
    `${portal.url}${alertPath}?token=${links.alertToken(operation.partnerId, delivery.id, alertId)}`;
  return alertMail(portal, news, unsubscribeUrl, alertLinks ? linkOf : null);
}
