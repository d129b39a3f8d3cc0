import type { Operation } from '../../core/operation/operation.ts';
import type { Notice, NotifiedAlert } from '../../core/operation/tables/notifications.ts';
import {
  type AccessLinks,
  accessPaths,
  findInvitation,
  findPasswordReset,
} from '../../identity/administrators/index.ts';
import { brandingOfPortal, drawnLogo, type PortalBranding } from '../../identity/branding/index.ts';
import { sendsWeeklySummaries, worldOf } from '../../identity/partners/index.ts';
import type { AlertKind } from '../../monitoring/alerts/index.ts';
import type { LookIntervals } from '../../monitoring/looks/index.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { chooseLanguage } from '../../platform/messages/choose-language.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { provedSender, type SenderKeys } from '../mail-sender/index.ts';
import { accessLinkMail } from './access-link-mail.ts';
import { accountMail } from './account-mail.ts';
import { alertMail } from './alert-mail.ts';
import { channelMail } from './channel-mail.ts';
import { confirmationMail } from './confirmation-mail.ts';
import type { Delivery } from './deliveries.ts';
import { type DigestOptions, digestMail } from './digest-mail.ts';
import { getsAlerts } from './lifecycle.ts';
import { logoCid, type MailPortal, type MailText } from './mail-frame.ts';
import {
  alertPath,
  confirmationPath,
  endSummariesPath,
  type MailLinks,
  testMailPath,
  unsubscribePath,
} from './mail-links.ts';
import { toMailPortal } from './mail-portal.ts';
import { noticeMail } from './notice-mail.ts';
import { portalAddress } from './portal-address.ts';
import { portalDomainMail } from './portal-domain-mail.ts';
import { readDigest } from './read-digest.ts';
import { describeNews, isEmpty, type News, readNews } from './read-news.ts';
import { readWeek } from './read-week.ts';
import { isSameAddress, type Recipient } from './recipient-record.ts';
import { quietUntil } from './recipient-timing.ts';
import { type MailedReport, reportMail } from './report-mail.ts';
import type { ReturnPaths } from './return-paths.ts';
import { testMail } from './test-mail.ts';
import { webhookMail } from './webhook-mail.ts';
import { weekMail } from './week-mail.ts';

export interface MailSetup {
  readonly links: MailLinks;
  readonly accessLinks: AccessLinks;
  /** Of alerts. */
  readonly kinds: readonly AlertKind[];
  /** How often is looked where no plan says so. */
  readonly intervals: LookIntervals;
  readonly fromAddress: string;
  readonly senderKeys: SenderKeys;
  /** Where mails come back to that cannot be delivered; null: to their sender, unseen here. */
  readonly returnPaths: ReturnPaths | null;
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
/** Mails that one refers to as told before. */
const maxThreads = 20;

/** A mail, and what it tells of alerts; or until when it has to wait. */
export type Composed =
  | { readonly mail: Mail; readonly tells: readonly NotifiedAlert[] | null }
  | { readonly quietUntil: Date };

/**
 * The mail as it has to be now: alerts, settings, address and partner are all read again.
 * @returns null when it is not to be sent any more
 */
export async function composeDelivery(
  operation: Operation,
  delivery: Delivery,
  setup: MailSetup,
): Promise<Composed | null> {
  const { links, fromAddress, senderKeys, port } = setup;
  const { suspended, world } = await worldOf(operation);
  if (suspended || world === 'sandbox') return null;
  const address = await portalAddress(operation, port);
  const branding = await brandingOfPortal(operation.db.shared, address.domain);
  if (branding === null) return null;
  const language = chooseLanguage(await chosenLanguage(operation, delivery), branding.language);
  const t = messagesIn(language);
  const logo = await drawnLogo(operation.db.shared, branding);
  // A test mail that came from elsewhere would show nothing of the sender.
  const fallsBack = delivery.attempts > attemptsAsPartner && delivery.notice?.event !== 'test_mail';
  const sender = fallsBack ? null : await provedSender(operation, senderKeys);
  const portal = toMailPortal(branding, { url: address.url, hasLogo: logo !== null, t });
  const mail = {
    images: logo === null ? [] : [{ cid: logoCid, ...logo }],
    dkim: sender?.dkim ?? null,
    from: { name: portal.name, address: sender?.address ?? fromAddress },
    returnPath: setup.returnPaths?.addressFor(delivery.id) ?? null,
    to: delivery.address,
    replyTo: portal.supportEmail,
    messageId: messageIdOf(delivery.id, fromAddress),
    date: operation.clock.now(),
  };
  if (delivery.notice !== null) {
    const notice = await noticeOf(operation, { ...delivery, notice: delivery.notice }, portal, setup);
    return notice && { mail: { ...mail, ...notice, headers: { 'Auto-Submitted': 'auto-generated' } }, tells: null };
  }
  const token = links.unsubscribeToken(operation.partnerId, delivery.recipient_id);
  const endPath = delivery.kind === 'weekly_summary' ? endSummariesPath : unsubscribePath;
  const unsubscribeUrl = `${portal.url}${endPath}?token=${token}`;
  const content = await contentOf(
    operation.readIn(language),
    delivery,
    { ...portal, ...address },
    setup,
    branding,
    unsubscribeUrl,
  );
  if (content === null || 'quietUntil' in content) return content;
  const { tells = null, follows = [], list, ...text } = content;
  const thread = follows.map((id) => `<${messageIdOf(id, fromAddress)}>`);
  return {
    mail: {
      ...mail,
      ...text,
      headers: {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
        ...(list ? { 'List-Id': `<${list}.${address.domain}>` } : {}),
        ...(thread.length > 0 ? { 'In-Reply-To': thread[0]!, References: thread.join(' ') } : {}),
      },
    },
    tells,
  };
}

/** The same in every attempt, and for mails that follow. */
function messageIdOf(deliveryId: string, fromAddress: string): string {
  return `${deliveryId}@${fromAddress.split('@')[1]}`;
}

/** That the customer chose whose mail it is, or the administrator who has the address; null: none. */
async function chosenLanguage(
  { db }: Operation,
  { customer_id: customerId, address }: Delivery,
): Promise<string | null> {
  const reader =
    customerId === null
      ? db.selectFrom('administrators').select('language').where('email', '=', address.toLowerCase())
      : db.selectFrom('customers').select('language').where('id', '=', customerId);
  return (await reader.executeTakeFirst())?.language ?? null;
}

/** @returns null for a link that is void by now, or of an address that nobody has */
async function noticeOf(
  operation: Operation,
  { id, notice, created_at: at }: Delivery & { readonly notice: Notice },
  portal: MailPortal,
  { links, accessLinks }: MailSetup,
): Promise<MailText | null> {
  if (notice.event === 'account_changed') return accountMail(portal, notice, at);
  if (notice.event === 'webhook_disabled') return webhookMail(portal, notice, at);
  if (notice.event === 'channel_disabled') return channelMail(portal, notice, at);
  if (notice.event === 'portal_domain_contested') return portalDomainMail(portal, notice, at);
  if (notice.event === 'test_mail')
    return testMail(portal, `${portal.url}${testMailPath}?token=${links.testToken(operation.partnerId, id)}`);
  if (!('link' in notice)) return noticeMail(portal, notice, at);
  const token = accessLinks.token(operation.partnerId, notice.link);
  const find = notice.event === 'invited' ? findInvitation : findPasswordReset;
  if (!(await find(operation, token))) return null;
  return accessLinkMail(portal, notice, `${portal.url}${accessPaths[notice.event]}#${token}`);
}

type MailContent = MailText &
  Pick<Mail, 'attachments'> & {
    readonly tells?: readonly NotifiedAlert[];
    /** Mails that told of the same before. */
    readonly follows?: readonly string[];
    /** By which mail programs sort: one for each sort of mail, below the portal's domain. */
    readonly list?: 'alerts' | 'digest' | 'report' | 'week';
  };

async function contentOf(
  operation: Operation,
  delivery: Delivery,
  portal: MailPortal & { readonly domain: string },
  setup: MailSetup,
  branding: Pick<PortalBranding, 'alertLinks'>,
  unsubscribeUrl: string,
): Promise<MailContent | { readonly quietUntil: Date } | null> {
  const recipient = await operation.db
    .selectFrom('notification_recipients')
    .selectAll()
    .where('id', '=', delivery.recipient_id)
    .executeTakeFirst();
  if (!recipient || !isSameAddress(recipient.address, delivery.address)) return null;
  const now = operation.clock.now();
  if (delivery.kind === 'confirmation') {
    const isOver = delivery.confirmation_expires_at! <= now;
    if (recipient.status !== 'pending' || isOver) return null;
    const token = setup.links.confirmationToken(operation.partnerId, delivery.id);
    return confirmationMail(portal, `${portal.url}${confirmationPath}?token=${token}`, unsubscribeUrl);
  }
  if (!getsAlerts(recipient.status)) return null;
  const quiet = quietUntil(recipient, now);
  if (delivery.report_month !== null) {
    if (recipient.report_due_at === null) return null;
    if (quiet) return { quietUntil: quiet };
    const { report_month: month, customer_id: customerId } = delivery;
    const mailed = await setup.report(operation, customerId!, month, portal.domain);
    return (
      mailed && { ...reportMail(portal, month, mailed, unsubscribeUrl), attachments: [mailed.document], list: 'report' }
    );
  }
  if (delivery.kind === 'weekly_summary') {
    if (!recipient.weekly_summary || !(await sendsWeeklySummaries(operation))) return null;
    if (quiet) return { quietUntil: quiet };
    const week = await readWeek(operation, setup, recipient.customer_id);
    const options = { timeZone: recipient.time_zone, endUrl: unsubscribeUrl };
    return week && { ...weekMail(portal, week, options), list: 'week' };
  }
  const isDigest = delivery.digest !== null;
  const news = await readNews(operation, setup.kinds, recipient, { alertIds: delivery.alerts, isDigest });
  if (isEmpty(news)) return null;
  if (quiet && !news.fresh.some(({ severity }) => severity === 'critical')) return { quietUntil: quiet };
  const linkOf = (alertId: string) =>
    `${portal.url}${alertPath}?token=${setup.links.alertToken(operation.partnerId, delivery.id, alertId)}`;
  const options = { unsubscribeUrl, linkOf: branding.alertLinks ? linkOf : null };
  const notifications = [...news.fresh, ...news.over];
  return {
    ...(await textOf(operation, setup.kinds, portal, { recipient, delivery, news, options })),
    tells: notifications.map(({ notified }) => notified),
    follows: [...new Set(notifications.flatMap(({ threadId, reason }) => (reason !== 'new' && threadId) || []))].slice(
      0,
      maxThreads,
    ),
    list: isDigest ? 'digest' : 'alerts',
  };
}

/** What is open in a mail of its own form; what is over, or a digest, in the other. */
async function textOf(
  operation: Operation,
  kinds: readonly AlertKind[],
  portal: MailPortal,
  {
    recipient,
    delivery,
    news,
    options,
  }: {
    readonly recipient: Recipient;
    readonly delivery: Delivery;
    readonly news: News;
    readonly options: DigestOptions;
  },
): Promise<MailText> {
  if (delivery.digest !== null || news.over.length > 0)
    return digestMail(
      portal,
      await readDigest(operation, kinds, recipient, { news, period: delivery.digest }),
      options,
    );
  const items = await describeNews(operation, kinds, news.fresh, recipient.time_zone);
  return alertMail(portal, items, options.unsubscribeUrl, options.linkOf);
}
