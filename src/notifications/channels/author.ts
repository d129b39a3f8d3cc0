import type { Operation } from '../../core/operation/operation.ts';
import { brandingOfPortal, customerAreaLink } from '../../identity/branding/index.ts';
import { type AlertRecord, subjectNameOf } from '../../monitoring/alerts/index.ts';
import { chooseLanguage } from '../../platform/messages/choose-language.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { portalAddress } from '../mail/index.ts';
import type { Channel } from './channel-record.ts';

/** In whose name a channel is told of alerts, and where its links lead. */
export interface MessageAuthor {
  readonly name: string;
  /** Where all alerts are. */
  readonly url: string;
  alertUrl(alert: AlertRecord): string;
  /** The server or domain, and whose it is where that is not clear by itself: `shop.example.com of customer 7`. */
  whereOf(alert: AlertRecord): string;
  /** What its messages are written in. */
  readonly language: string;
}

/**
 * A partner's own channel leads to its console, a customer's to the portal.
 * @throws when the partner has no portal domain that is verified
 */
export async function authorOf(
  operation: Operation,
  channel: Pick<Channel, 'customer_id'>,
  port: number,
): Promise<MessageAuthor> {
  const address = await portalAddress(operation, port);
  const branding = await brandingOfPortal(operation.db.shared, address.domain);
  if (branding === null) throw new Error('The portal of the partner has no looks.');
  const { name, productName, customerAreaUrl } = branding;
  const language = chooseLanguage(await customersLanguage(operation, channel.customer_id), branding.language);
  const shown = { name: productName ?? name, language };
  const t = messagesIn(language);
  if (channel.customer_id === null)
    return {
      ...shown,
      url: `${address.url}/console/alerts`,
      alertUrl: ({ id }) => `${address.url}/console/alerts/${id}`,
      whereOf: (alert) =>
        t('channel.of-customer', { where: subjectNameOf(alert), customer: String(alert.billing_customer_id) }),
    };
  const linkTo = (path: string) =>
    customerAreaUrl === null ? `${address.url}${path}` : customerAreaLink(customerAreaUrl, path);
  return {
    ...shown,
    url: linkTo('/alerts'),
    alertUrl: ({ id, domain_id }) => linkTo(`${domain_id === null ? '/alerts' : '/leaks'}/${id}`),
    whereOf: subjectNameOf,
  };
}

async function customersLanguage({ db }: Operation, customerId: string | null): Promise<string | null> {
  if (customerId === null) return null;
  const row = await db.selectFrom('customers').select('language').where('id', '=', customerId).executeTakeFirst();
  return row?.language ?? null;
}
