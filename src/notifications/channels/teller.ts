import type { Operation } from '../../core/operation/operation.ts';
import { brandingOfPortal, customerAreaLink } from '../../identity/branding/index.ts';
import type { AlertRecord } from '../../monitoring/alerts/index.ts';
import { portalAddress } from '../mail/index.ts';
import type { Channel } from './channel-record.ts';

/** In whose name a channel is told of alerts, and where its links lead. */
export interface Teller {
  readonly name: string;
  /** Where all alerts are. */
  readonly url: string;
  alertUrl(alert: AlertRecord): string;
  /** Whose server it is, where that is not clear by itself: ` of Jane Doe`. */
  ownerOf(alert: AlertRecord): string;
}

/**
 * A partner's own channel leads to its console, a customer's to the portal.
 * @throws when the partner has no portal domain that is verified
 */
export async function tellerOf(
  operation: Operation,
  channel: Pick<Channel, 'customer_id'>,
  port: number,
): Promise<Teller> {
  const address = await portalAddress(operation, port);
  const branding = await brandingOfPortal(operation.db.unscoped, address.domain);
  if (branding === null) throw new Error('The portal of the partner has no looks.');
  const { name, productName, customerAreaUrl } = branding;
  const shown = { name: productName ?? name };
  if (channel.customer_id === null)
    return {
      ...shown,
      url: `${address.url}/console/alerts`,
      alertUrl: ({ id }) => `${address.url}/console/alerts/${id}`,
      ownerOf: ({ billing_customer_id }) => ` of customer ${billing_customer_id}`,
    };
  const linkTo = (path: string) =>
    customerAreaUrl === null ? `${address.url}${path}` : customerAreaLink(customerAreaUrl, path);
  return {
    ...shown,
    url: linkTo('/alerts'),
    alertUrl: ({ id, domain_id }) => linkTo(`${domain_id === null ? '/alerts' : '/leaks'}/${id}`),
    ownerOf: () => '',
  };
}
