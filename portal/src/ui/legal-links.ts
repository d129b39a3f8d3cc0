import type { Portal } from '../api/session.ts';
import { t } from '../messages/messages.ts';

/** What the law wants of whoever runs a site, where the partner has told it. */
export function legalLinks({
  imprint_url: imprint,
  privacy_url: privacy,
  terms_url: terms,
}: Pick<Portal, 'imprint_url' | 'privacy_url' | 'terms_url'>): { readonly label: string; readonly url: string }[] {
  const links = [
    { label: t('portal.legal.imprint'), url: imprint },
    { label: t('portal.legal.privacy'), url: privacy },
    { label: t('portal.legal.terms'), url: terms },
  ];
  return links.flatMap(({ label, url }) => (url === null ? [] : [{ label, url }]));
}
