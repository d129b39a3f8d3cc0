import {
  customerAreaLink,
  legalLinks,
  legibleAccent,
  type PortalBranding,
  toPortalBranding,
} from '../../identity/branding/index.ts';
import type { MailPortal } from './mail-frame.ts';

/** A portal's branding as its mails need it. */
export function toMailPortal(
  branding: PortalBranding,
  { url, hasLogo }: { readonly url: string; readonly hasLogo: boolean },
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
    legal: legalLinks(toPortalBranding(branding)),
    logo: hasLogo ? (hideName ? 'for_name' : 'beside_name') : null,
    url,
  };
}
