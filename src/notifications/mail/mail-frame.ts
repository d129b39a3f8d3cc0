import { plainText } from '../../common/text.ts';
import { Html, html } from '../../platform/http/html.ts';
import type { Messages } from '../../platform/messages/message.ts';

/** In whose name a mail speaks, and where its links lead. */
export interface MailPortal {
  /** The partner's, as its customers know it. */
  readonly name: string;
  /** What the service is called; null: security monitoring. */
  readonly productName: string | null;
  /** Legible on white, and the text on it, as #rrggbb. */
  readonly accent: { readonly light: string; readonly on_light: string };
  readonly supportUrl: string | null;
  readonly supportEmail: string | null;
  /** The link to a page that wants a sign-in: by way of the customer area, where there is one, for that needs no session yet. */
  readonly linkTo: (path: string) => string;
  /** Whether there is one. */
  readonly hasCustomerArea: boolean;
  /** Imprint and the like. */
  readonly legal: readonly MailLink[];
  /** Whether a logo comes with the mail, as `logoCid`, and whether it says the name. */
  readonly logo: 'beside_name' | 'for_name' | null;
  /** Without a trailing slash. */
  readonly url: string;
  /** In the reader's language. */
  readonly t: Messages;
}

interface MailLink {
  readonly label: string;
  readonly url: string;
}

/** The Content-ID of the logo, which is attached: a mail that fetched it would tell when and where it is read. */
export const logoCid = 'logo';

/** A text in both of its forms. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Block {
  readonly text: string;
  readonly html: Html;
}

const ink = '#10151d';
const muted = '#4c5665';

/**
 * Everything in a mail is text that a partner, a customer or a stranger's server chose, so each piece is one line of the plain
 * text: a name must not forge an alert of its own.
 */
export function paragraph(text: string): Block {
  const line = plainText(text);
  return { text: line, html: html`<p style="margin:0 0 16px">${line}</p>` };
}

export function heading(text: string): Block {
  const line = plainText(text);
  return { text: line, html: html`<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${line}</h1>` };
}

export function button(portal: MailPortal, label: string, url: string): Block {
  const { light, on_light: onLight } = portal.accent;
  const style = `display:inline-block;padding:10px 18px;border-radius:6px;background:${light};color:${onLight};text-decoration:none`;
  return {
    text: `${label}: ${url}`,
    html: html`<p style="margin:0 0 20px"><a href="${url}" style="${style}">${label}</a></p>`,
  };
}

/** Something that needs attention: how much, what, where, and where to go on. */
export function item(portal: MailPortal, entry: { label: string; title: string; where: string; url: string }): Block {
  const { light } = portal.accent;
  const { label, url } = entry;
  const action = portal.t('mail.frame.what-to-do');
  const [title, where] = [plainText(entry.title), plainText(entry.where)];
  return {
    text: `[${label}] ${title}\n  ${where}\n  ${action}: ${url}`,
    html: html`<div style="margin:0 0 16px;padding:0 0 0 12px;border-left:4px solid ${light}">
<p style="margin:0"><strong>${label}:</strong> ${title}</p>
<p style="margin:0;color:${muted}">${where}</p>
<p style="margin:4px 0 0"><a href="${url}" style="color:${light}">${action}</a></p>
</div>`,
  };
}

/**
 * A whole mail in the partner's name. It loads nothing from anywhere: nobody learns when and where it is read.
 * @param footer why the reader gets it and how to end that
 */
export function mailText(
  portal: MailPortal,
  subjectLine: string,
  blocks: readonly Block[],
  footer: { readonly reason: string; readonly links: readonly MailLink[] },
): MailText {
  const { t } = portal;
  const { light } = portal.accent;
  const name = plainText(portal.productName ?? t('mail.frame.service', { name: portal.name }));
  const help =
    portal.supportUrl === null
      ? []
      : [{ label: t('mail.frame.help', { name: plainText(portal.name) }), url: portal.supportUrl }];
  const footerLinks = [...footer.links, ...help, ...portal.legal];
  const subject = plainText(subjectLine);
  const reason = plainText(footer.reason);
  const text = [
    name,
    ...blocks.map((block) => block.text),
    `-- \n${reason}\n${footerLinks.map(({ label, url }) => `${label}: ${url}`).join('\n')}`,
  ].join('\n\n');
  const links = footerLinks.map(({ label, url }) => html`<a href="${url}" style="color:${muted}">${label}</a>`);
  const shown = blocks.map((block) => block.html);
  const page = html`<!doctype html>
<html lang="${t.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f6f7f9;color:${ink};font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-top:4px solid ${light}">
${headOf(portal, name)}
${Html.join(shown, '\n')}
<hr style="margin:24px 0 16px;border:0;border-top:1px solid #dde2e9">
<p style="margin:0;font-size:13px;color:${muted}">${reason}<br>${Html.join(links, ' · ')}</p>
</div>
</body>
</html>
`;
  return { subject, text: `${text}\n`, html: page.toString() };
}

/** The logo, and who writes unless it says so. Programs that show no pictures show the name in its place. */
function headOf({ logo, name, productName, t }: MailPortal, line: string): Html {
  const style = `margin:0 0 20px;color:${muted}`;
  if (logo === null) return html`<p style="${style}">${line}</p>`;
  const look = 'display:block;height:32px;max-width:240px;margin:0 0 8px;border:0';
  const alone = logo === 'for_name';
  const shown = alone ? plainText(productName ?? t('mail.frame.product')) : line;
  return html`<p style="${style}"><img src="cid:${logoCid}" alt="${alone ? plainText(name) : ''}" height="32" style="${look}">${shown}</p>`;
}
