/** What the law wants of whoever runs a site, where the partner has told it; for pages, the portal and mails. */
export function legalLinks(portal: {
  readonly imprint_url: string | null;
  readonly privacy_url: string | null;
  readonly terms_url: string | null;
}): { readonly label: string; readonly url: string }[] {
  const links = [
    { label: 'Imprint', url: portal.imprint_url },
    { label: 'Privacy', url: portal.privacy_url },
    { label: 'Terms', url: portal.terms_url },
  ];
  return links.flatMap(({ label, url }) => (url === null ? [] : [{ label, url }]));
}
