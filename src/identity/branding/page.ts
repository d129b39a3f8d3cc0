import type { z } from 'zod';
import { Html, html } from '../../platform/http/html.ts';
import type { Messages } from '../../platform/messages/message.ts';
import { type PortalBranding, type portalBranding, toPortalBranding } from './branding.ts';
import { customerAreaLink } from './customer-area.ts';
import { legalLinks } from './legal-links.ts';

type Shown = z.output<typeof portalBranding>;

/** A page in the partner's name. */
export interface PageContent {
  readonly heading: string;
  readonly content: Html;
}

/** A whole HTML document. It loads nothing but the portal's own stylesheet and runs no script. */
export function renderPage(portal: PortalBranding, t: Messages, { heading, content }: PageContent): string {
  const shown = toPortalBranding(portal);
  const { title, icon } = portalHead(portal, t);
  const page = html`<!doctype html>
<html lang="${t.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${Html.join([title, icon], '\n')}
<link rel="stylesheet" href="/portal.css">
</head>
<body>
<main>
<p class="partner">${markOf(shown)}${shown.product_name ?? t('page.service')}</p>
<h1>${heading}</h1>
${content}
</main>
${footerOf(t, shown)}
</body>
</html>
`;
  return page.toString();
}

/** Title and icon of a page whose application has not said more yet. */
export function portalHead(portal: PortalBranding, t: Messages): { readonly title: Html; readonly icon: Html } {
  const { favicon_url: icon } = toPortalBranding(portal);
  return {
    title: html`<title>${portal.productName ?? t('page.title', { name: portal.name })}</title>`,
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

function footerOf(t: Messages, shown: Shown): Html {
  const links = legalLinks(shown).map(({ name, url }) => html`<a href="${url}">${t(`page.legal.${name}`)}</a>`);
  return links.length === 0 ? html`` : html`<footer>${Html.join(links, ' · ')}</footer>`;
}

/** For a token that is used, expired, another portal's or none: it does not say which. */
export function expiredLink({ name, customerAreaUrl }: PortalBranding, t: Messages): PageContent {
  const wayBack =
    customerAreaUrl === null
      ? html`<p>${t('page.expired.go-back', { name })}</p>`
      : html`<p><a href="${customerAreaLink(customerAreaUrl, '/')}">${t('page.expired.sign-in', { name })}</a></p>`;
  return {
    heading: t('page.expired.heading'),
    content: html`<p>${t('page.expired.why')}</p>
${wayBack}`,
  };
}

/** For a path that leads nowhere. */
export function noSuchPage(t: Messages): PageContent {
  return {
    heading: t('page.absent.heading'),
    content: html`<p>${t('page.absent.why')} <a href="/">${t('page.absent.go')}</a></p>`,
  };
}
