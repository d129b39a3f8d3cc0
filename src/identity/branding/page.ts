import type { z } from 'zod';
import { Html, html } from '../../platform/http/html.ts';
import { type PortalBranding, type portalBranding, toPortalBranding } from './branding.ts';
import { customerAreaLink } from './customer-area.ts';
import { legalLinks } from './legal-links.ts';

type Shown = z.output<typeof portalBranding>;

/** A page in the partner's name. */
export interface Page {
  readonly heading: string;
  readonly content: Html;
}

/** A whole HTML document. It loads nothing but the portal's own stylesheet and runs no script. */
export function renderPage(portal: PortalBranding, { heading, content }: Page): string {
  const shown = toPortalBranding(portal);
  const { title, icon } = portalHead(portal);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${Html.join([title, icon], '\n')}
<link rel="stylesheet" href="/portal.css">
</head>
<body>
<main>
<p class="partner">${markOf(shown)}${shown.product_name ?? 'Security monitoring'}</p>
<h1>${heading}</h1>
${content}
</main>
${footerOf(shown)}
</body>
</html>
`;
  return page.toString();
}

/** Title and icon of a page whose application has not said more yet. */
export function portalHead(portal: PortalBranding): { readonly title: Html; readonly icon: Html } {
  const { favicon_url: icon } = toPortalBranding(portal);
  return {
    title: html`<title>${portal.productName ?? `${portal.name}: security monitoring`}</title>`,
    icon: html`<link rel="icon" href="${icon}">`,
  };
}

/** The logo, the name, or both; a logo without the name beside it says the name to those who do not see it. */
function markOf({ name, logo_url: logo, dark_logo_url: dark, hide_name: hidesName }: Shown): Html {
  const text = hidesName ? '' : html`<strong>${name}</strong> `;
  if (logo === null) return html`${text}`;
  const forDark = dark === null ? '' : html`<source srcset="${dark}" media="(prefers-color-scheme: dark)">`;
  return html`<picture>${forDark}<img class="logo" src="${logo}" alt="${hidesName ? name : ''}"></picture>${text}`;
}

function footerOf(shown: Shown): Html {
  const links = legalLinks(shown).map(({ label, url }) => html`<a href="${url}">${label}</a>`);
  return links.length === 0 ? html`` : html`<footer>${Html.join(links, ' · ')}</footer>`;
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
