import { type PortalBranding, toPortalBranding } from './branding.ts';

/** A page in the partner's name. Everything in it is text that the partner or a customer chose, so all of it is escaped. */
export interface Page {
  readonly heading: string;
  /** HTML. */
  readonly content: string;
}

/** A whole HTML document. It loads nothing but the portal's own stylesheet and runs no script. */
export function renderPage(portal: PortalBranding, { heading, content }: Page): string {
  const partner = escapeHtml(portal.name);
  const logo = toPortalBranding(portal).logo_url;
  const mark = logo === null ? '' : `<img class="logo" src="${escapeHtml(logo)}" alt="">`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${partner}: security monitoring</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/portal.css">
</head>
<body>
<main>
<p class="partner">${mark}<strong>${partner}</strong> Security monitoring</p>
<h1>${escapeHtml(heading)}</h1>
${content}
</main>
</body>
</html>
`;
}

/** For a token that is used, expired, another portal's or none: it does not say which. */
export function expiredLink(partnerName: string): Page {
  return {
    heading: 'This sign-in link no longer works',
    content: `<p>It has expired or was used already. Each link works once, for a minute.</p>
<p>Go back to your customer area at ${escapeHtml(partnerName)} and click again.</p>`,
  };
}

/** For a path that leads nowhere. */
export const noSuchPage: Page = {
  heading: 'There is no such page',
  content: '<p>The address may be mistyped, or what it led to is gone. <a href="/">Go to your overview</a></p>',
};

/** Text as it stands in HTML, in an attribute's value too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
