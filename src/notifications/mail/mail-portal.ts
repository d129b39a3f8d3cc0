import { legalLinks, legibleAccent, type PortalBranding, toPortalBranding } from '../../identity/branding/index.ts';
import type { MailPortal } from './mail-frame.ts';

/** A portal's branding as its mails need it. */
export function toMailPortal(
  branding: PortalBranding,
  { url, hasLogo }: { readonly url: string; readonly hasLogo: boolean },
): MailPortal {
  const { name, productName, accentColour, supportUrl, supportEmail, hideName } = branding;
  return {
    name,
    productName,
    accent: legibleAccent(accentColour),
    supportUrl,
    supportEmail,
    legal: legalLinks(toPortalBranding(branding)),
    logo: hasLogo ? (hideName ? 'for_name' : 'beside_name') : null,
    url,
  };
}
