import type { Severity } from '../../common/severity.ts';
import { plainText } from '../../common/text.ts';
import { Html, html } from '../../platform/http/html.ts';
import type { Messages } from '../../platform/messages/message.ts';

/** In whose name a mail speaks, and where its links lead. */
export interface MailPortal {
  /** The partner's, as its customers know it. */
  readonly name: string;
  /** What the service is called; null: security monitoring. */
  readonly productName: string | null;
  /** Legible on white and on dark ground, and what fills a button with the text on it, as #rrggbb. */
  readonly accent: {
    readonly light: string;
    readonly dark: string;
    readonly fill: string;
    readonly on_fill: string;
  };
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

export interface MailBlock {
  readonly text: string;
  readonly html: Html;
}

const ink = '#10151d';
const muted = '#4c5665';
const line = '#dde2e9';

/** As the portal has them, on light and on dark ground. */
const severityColours: Readonly<Record<Severity, { readonly light: string; readonly dark: string }>> = {
  critical: { light: '#b3142b', dark: '#ff8d9b' },
  high: { light: '#a8420a', dark: '#ffa873' },
  medium: { light: '#7a5b00', dark: '#f0cc5c' },
  low: { light: '#35608f', dark: '#9cc4f2' },
};

const barColours: Readonly<Record<BarPart['tone'], { readonly light: string; readonly dark: string }>> = {
  critical: severityColours.critical,
  unknown: { light: '#8a94a3', dark: '#6b7688' },
  good: { light: '#17693a', dark: '#7bdca4' },
};

/**
 * What the attributes say is for programs that know no style sheet, which have light ground. The rest is for those that do: in the dark
 * the classes take other colours. Backgrounds are of cells, by `bgcolor`: Outlook draws no others.
 */
function stylesOf({ accent }: MailPortal): string {
  const severities = Object.entries(severityColours)
    .map(([name, { dark }]) => `.${name}{color:${dark}!important}.${name}-bar{background:${dark}!important}`)
    .join('');
  const bars = (['unknown', 'good'] as const)
    .map((name) => `.${name}-bar{background:${barColours[name].dark}!important}`)
    .join('');
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#0b0f17!important}.sheet{background:#131926!important}.ink{color:#eef2f8!important}.muted{color:#a6b1c4!important}.line{border-color:#2d3850!important}.plate{background:#ffffff!important}.accent{color:${accent.dark}!important}.accent-edge{border-color:${accent.dark}!important}${severities}${bars}}`;
}

/** Long names break rather than make a telephone's page wider than it is. */
const breaks = 'overflow-wrap:anywhere;word-break:break-word';

/**
 * Everything in a mail is text that a partner, a customer or a stranger's server chose, so each piece is one line of the plain
 * text: a name must not forge an alert of its own.
 */
export function paragraph(text: string): MailBlock {
  const line = plainText(text);
  return { text: line, html: html`<p class="ink" style="margin:0 0 16px">${line}</p>` };
}

export function heading(text: string): MailBlock {
  const line = plainText(text);
  return {
    text: line,
    html: html`<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:1.3">${line}</h1>`,
  };
}

export function button(portal: MailPortal, label: string, url: string): MailBlock {
  return { text: `${label}: ${url}`, html: html`<div style="margin:0 0 20px">${filled(portal, label, url)}</div>` };
}

/** The one thing to press: a cell, so that every program fills it. Its edge stands out where the brand's colour does not. */
function filled({ accent: { light, fill, on_fill: onFill } }: MailPortal, label: string, url: string): Html {
  const style = `display:inline-block;padding:10px 17px;font-weight:600;color:${onFill};text-decoration:none`;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="accent-edge" bgcolor="${fill}" style="border:1px solid ${light};border-radius:6px;background:${fill}"><a href="${url}" style="${style}">${label}</a></td></tr></table>`;
}

/** A plain link, for what is not the first thing to do. */
function quietLink({ accent: { light } }: MailPortal, label: string, url: string): Html {
  return html`<a class="accent" href="${url}" style="display:inline-block;padding:6px 0;color:${light}">${label}</a>`;
}

/** Something that needs attention: how urgent, what, where, why, what to do, and where to go on. */
export interface MailItem {
  readonly severity: Severity;
  readonly title: string;
  /** Servers or domains, each with the link to its own, and how many there are. */
  readonly where: readonly MailLink[];
  readonly total: number;
  readonly note?: string | undefined;
  readonly why?: string | null | undefined;
  readonly what?: string | null | undefined;
  readonly action: MailLink;
  /** Whether the action is the one thing that the mail is about. */
  readonly isMain: boolean;
  /** What else can be done. */
  readonly other?: MailLink | undefined;
}

export function item(portal: MailPortal, entry: MailItem): MailBlock {
  const { t } = portal;
  const { severity, action, other, isMain } = entry;
  const { light } = severityColours[severity];
  const level = t(`mail.severity.${severity}`);
  const title = plainText(entry.title);
  const where = whereOf(portal, entry);
  const said = [entry.note, entry.why, entry.what].flatMap((sentence) => (sentence ? [plainText(sentence)] : []));
  const sentences = said.map((sentence) => html`<p class="ink" style="margin:6px 0 0">${sentence}</p>`);
  const links = [action, ...(other ? [other] : [])];
  const actions = isMain
    ? html`<div style="margin:14px 0 0">${filled(portal, action.label, action.url)}</div>${
        other ? html`<div style="margin:6px 0 0">${quietLink(portal, other.label, other.url)}</div>` : ''
      }`
    : html`<div style="margin:2px 0 0">${quietLink(portal, action.label, action.url)}</div>`;
  return {
    text: [`[${level}] ${title}`, where.text, ...said, ...links.map(({ label, url }) => `${label}: ${url}`)].join(
      '\n  ',
    ),
    html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 18px;width:100%"><tr>
<td class="${severity}-bar" width="4" bgcolor="${light}" style="width:4px;background:${light}"></td>
<td style="padding:0 0 0 14px;${breaks}"><p class="${severity}" style="margin:0;font-size:13px;font-weight:700;color:${light}">${level}</p>
<p class="ink" style="margin:0;font-weight:600">${title}</p>
<p class="muted" style="margin:0;color:${muted}">${where.html}</p>
${Html.join(sentences, '\n')}
${actions}</td></tr></table>`,
  };
}

/** A part of a whole, in the colour of what it means. */
interface BarPart {
  readonly tone: 'critical' | 'unknown' | 'good';
  readonly count: number;
  readonly label: string;
}

/** No part is too narrow to be seen. */
const leastPercent = 3;

/** A whole as one bar, and what each part of it means. Its cells are its colours: pictures are not shown until the reader asks for them. */
export function bar(parts: readonly BarPart[]): MailBlock {
  const whole = parts.reduce((sum, { count }) => sum + count, 0);
  const percent = (count: number) => Math.max(leastPercent, Math.round((count / whole) * 100));
  const cells = parts.map(({ tone, count }) => cellOf(tone, `${percent(count)}%`));
  const meanings = parts.map(
    ({ tone, label }) =>
      html`<tr><td width="12" style="width:12px;padding:3px 0"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${cellOf(tone, '12')}</tr></table></td><td class="ink" style="padding:3px 0 3px 10px">${plainText(label)}</td></tr>`,
  );
  return {
    text: parts.map(({ label }) => `- ${plainText(label)}`).join('\n'),
    html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 10px;width:100%"><tr>${Html.join(cells, '')}</tr></table>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">${Html.join(meanings, '')}</table>`,
  };
}

function cellOf(tone: BarPart['tone'], width: string): Html {
  const { light } = barColours[tone];
  return html`<td class="${tone}-bar" width="${width}" height="12" bgcolor="${light}" style="height:12px;line-height:12px;font-size:0;background:${light}">&nbsp;</td>`;
}

/** One by its name; of several how many there are, and the first of them, each a link to its own alert. */
function whereOf({ t }: MailPortal, { where, total }: MailItem): MailBlock {
  const names = where.map(({ label }) => plainText(label));
  if (total === 1) return { text: names[0] ?? '', html: html`${names[0] ?? ''}` };
  const left = total - where.length;
  const more = left > 0 ? [t('mail.alerts.and-more', { count: left })] : [];
  const counted = t('mail.alerts.servers', { count: total });
  const links = where.map(
    ({ url }, index) => html`<a class="muted" href="${url}" style="color:${muted}">${names[index]!}</a>`,
  );
  return {
    text: `${counted}: ${[...where.map(({ url }, index) => `${names[index]} ${url}`), ...more].join('\n    ')}`,
    html: html`${counted}: ${Html.join([...links, ...more.map((each) => html`${each}`)], ', ')}`,
  };
}

/**
 * A whole mail in the partner's name. It loads nothing from anywhere: nobody learns when and where it is read.
 * @param footer why the reader gets it and how to end that
 */
export function mailText(
  portal: MailPortal,
  subjectLine: string,
  blocks: readonly MailBlock[],
  footer: { readonly reason: string; readonly links: readonly MailLink[] },
): MailText {
  const { t } = portal;
  const { fill } = portal.accent;
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
  const links = footerLinks.map(
    ({ label, url }) => html`<a class="muted" href="${url}" style="color:${muted}">${label}</a>`,
  );
  const shown = blocks.map((block) => block.html);
  const page = html`<!doctype html>
<html lang="${t.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title>
<style>${Html.style(stylesOf(portal))}</style></head>
<body class="page" style="margin:0;padding:0;background:#f6f7f9">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f6f7f9" style="width:100%;background:#f6f7f9"><tr><td align="center" style="padding:16px 8px">
<table class="sheet ink" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="width:100%;max-width:600px;table-layout:fixed;background:#ffffff;color:${ink};font:16px/1.5 system-ui,'Segoe UI',Arial,sans-serif;text-align:left">
<tr><td height="4" bgcolor="${fill}" style="height:4px;line-height:4px;font-size:0;background:${fill}"></td></tr>
<tr><td style="padding:20px 20px 24px;${breaks}">
${headOf(portal, name)}
${Html.join(shown, '\n')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%"><tr><td class="line" style="padding:16px 0 0;border-top:1px solid ${line}">
<p class="muted" style="margin:0;font-size:13px;color:${muted}">${reason}<br>${Html.join(links, ' · ')}</p></td></tr></table>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
  return { subject, text: `${text}\n`, html: page.toString() };
}

/** The logo, and who writes unless it says so. Programs that show no pictures show the name in its place. In the dark it stands on white. */
function headOf({ logo, name, productName, t }: MailPortal, sender: string): Html {
  const style = `margin:0 0 20px;color:${muted}`;
  if (logo === null) return html`<p class="muted" style="${style}">${sender}</p>`;
  const look = 'display:block;height:32px;width:auto;max-width:240px;border:0';
  const alone = logo === 'for_name';
  const shown = alone ? plainText(productName ?? t('mail.frame.product')) : sender;
  const picture = html`<img src="cid:${logoCid}" alt="${alone ? plainText(name) : ''}" height="32" style="${look}">`;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 8px"><tr><td class="plate" bgcolor="#ffffff" style="padding:4px;border-radius:4px;background:#ffffff">${picture}</td></tr></table>
<p class="muted" style="${style}">${shown}</p>`;
}
