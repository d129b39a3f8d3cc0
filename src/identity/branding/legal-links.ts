/** What the law wants of whoever runs a site, where the partner has told it; for pages, the portal and mails. */
export function legalLinks(portal: {
  readonly imprint_url: string | null;
  readonly privacy_url: string | null;
  readonly terms_url: string | null;
}): { readonly name: 'imprint' | 'privacy' | 'terms'; readonly label: string; readonly url: string }[] {
  const links = [
    { name: 'imprint', label: 'Imprint', url: portal.imprint_url },
    { name: 'privacy', label: 'Privacy', url: portal.privacy_url },
    { name: 'terms', label: 'Terms', url: portal.terms_url },
  ] as const;
  return links.flatMap(({ name, label, url }) => (url === null ? [] : [{ name, label, url }]));
}
