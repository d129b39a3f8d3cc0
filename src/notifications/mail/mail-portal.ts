import {
  customerAreaLink,
  legalLinks,
  legibleAccent,
  type PortalBranding,
  toPortalBranding,
} from '../../identity/branding/index.ts';
import type { Messages } from '../../platform/messages/message.ts';
import type { MailPortal } from './mail-frame.ts';

/** A portal's branding as its mails need it. */
export function toMailPortal(
  branding: PortalBranding,
  { url, hasLogo, t }: { readonly url: string; readonly hasLogo: boolean; readonly t: Messages },
): MailPortal {
  const { name, productName, accentColour, supportUrl, supportEmail, customerAreaUrl, hideName } = branding;
  return {
    name,
    productName,
    accent: legibleAccent(accentColour),
    supportUrl,
    supportEmail,
    linkTo: (path) => (customerAreaUrl === null ? `${url}${path}` : customerAreaLink(customerAreaUrl, path)),
    hasCustomerArea: customerAreaUrl !== null,
    legal: legalLinks(toPortalBranding(branding)).map((link) => ({
      url: link.url,
      label: t(`page.legal.${link.name}`),
    })),
    logo: hasLogo ? (hideName ? 'for_name' : 'beside_name') : null,
    url,
    t,
  };
}
