import { type Html, html } from '../../platform/http/html.ts';
import { type PortalBranding, toPortalBranding } from './branding.ts';
import { customerAreaLink } from './customer-area.ts';

/** A page in the partner's name. */
export interface Page {
  readonly heading: string;
  readonly content: Html;
}

/** A whole HTML document. It loads nothing but the portal's own stylesheet and runs no script. */
export function renderPage(portal: PortalBranding, { heading, content }: Page): string {
  const { name } = portal;
  const logo = toPortalBranding(portal).logo_url;
  const mark = logo === null ? '' : html`<img class="logo" src="${logo}" alt="">`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${name}: security monitoring</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/portal.css">
</head>
<body>
<main>
<p class="partner">${mark}<strong>${name}</strong> Security monitoring</p>
<h1>${heading}</h1>
${content}
</main>
</body>
</html>
`;
  return page.toString();
}

/** For a token that is used, expired, another portal's or none: it does not say which. */
export function expiredLink({ name, customerAreaUrl }: PortalBranding): Page {
  const wayBack =
    customerAreaUrl === null
      ? html`<p>Go back to your customer area at ${name} and click again.</p>`
      : html`<p><a href="${customerAreaLink(customerAreaUrl, '/')}">Sign in at ${name} again</a></p>`;
  return {
    heading: 'This sign-in link no longer works',
    content: html`<p>It has expired or was used already. Each link works once, for a minute.</p>
${wayBack}`,
  };
}

/** For a path that leads nowhere. */
export const noSuchPage: Page = {
  heading: 'There is no such page',
  content: html`<p>The address may be mistyped, or what it led to is gone. <a href="/">Go to your overview</a></p>`,
};
