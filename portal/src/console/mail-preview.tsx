import { useEffect, useRef } from 'react';
import { customerAreaLink } from '../../../src/identity/branding/customer-area.ts';
import { alertMail, type NewsItem } from '../../../src/notifications/mail/alert-mail.ts';
import { logoCid } from '../../../src/notifications/mail/mail-frame.ts';
import type { Messages } from '../../../src/platform/messages/message.ts';
import type { Portal } from '../api/session.ts';
import { currentLocale, isMessage, type MessageValues, t } from '../messages/messages.ts';
import { legalLinks } from '../ui/legal-links.ts';

/** A branding that is not saved yet, as portal and mails would show it. */
export interface PreviewedLook extends Omit<Portal, 'accent_colour' | 'favicon_url'> {
  /** Null: it is drawn of the first letter. */
  readonly favicon_url: string | null;
  /** Whether mails carry the logo. */
  readonly hasMailLogo: boolean;
}

const sample = (): NewsItem => ({
  subject: 'endpoint',
  words: 'ports',
  id: 'example',
  severity: 'high',
  title: t('console.mail-preview.database-answers-port-6379'),
  where: 'shop.example.com',
  why: t('console.mail-preview.why'),
  what: t('console.mail-preview.what'),
  canBeAllowed: true,
});

/** The texts of mails that the preview shows come with those of the console. */
const mailTexts = (): Messages =>
  Object.assign((key: string, values?: MessageValues) => t(key as never, values), currentLocale(), { has: isMessage });

/** The mail about an alert as customers would get it, made by what makes theirs. */
export function MailPreview({ look }: { look: PreviewedLook }) {
  const { customer_area_url: customerArea } = look;
  const place = useRef<HTMLDivElement>(null);
  const mail = alertMail(
    {
      name: look.name,
      productName: look.product_name,
      accent: look.accent,
      supportUrl: look.support_url,
      supportEmail: look.support_email,
      linkTo: (path) => (customerArea === null ? `${location.origin}${path}` : customerAreaLink(customerArea, path)),
      hasCustomerArea: customerArea !== null,
      legal: legalLinks(look),
      logo: look.hasMailLogo ? (look.hide_name ? 'for_name' : 'beside_name') : null,
      url: location.origin,
      t: mailTexts(),
    },
    [sample()],
    `${location.origin}/mail/unsubscribe`,
    null,
  );
  useEffect(() => {
    const root = place.current?.shadowRoot ?? place.current?.attachShadow({ mode: 'open' });
    if (root) showMail(root, mail.html, look.logo_url);
  }, [mail.html, look.logo_url]);
  return (
    <div className="bg-surface">
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 border-b border-line px-4 py-3 text-sm">
        <dt className="text-muted">{t('console.mail-preview.from')}</dt>
        <dd className="font-medium [overflow-wrap:anywhere]">{look.name}</dd>
        <dt className="text-muted">{t('console.mail-preview.subject')}</dt>
        <dd className="font-medium [overflow-wrap:anywhere]">{mail.subject}</dd>
      </dl>
      <div ref={place} inert />
    </div>
  );
}

/**
 * Shows a mail in a tree of its own that the styles of the portal do not reach. The policy of the pages lets no style through that
 * stands in markup; those of the mail are set by script instead.
 */
function showMail(root: ShadowRoot, html: string, logoUrl: string | null): void {
  const markup = html
    .replaceAll(' style="', ' data-style="')
    .replaceAll(/<(\/?)style>/g, '<$1template>')
    .replaceAll(`src="cid:${logoCid}"`, 'data-logo=""');
  const { head, body } = new DOMParser().parseFromString(markup, 'text/html');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(head.querySelector('template')?.content.textContent ?? '');
  const shown = document.createElement('div');
  shown.className = body.className;
  shown.dataset.style = body.dataset.style;
  shown.append(...body.childNodes);
  for (const element of [shown, ...shown.querySelectorAll<HTMLElement>('[data-style]')])
    element.style.cssText = element.dataset.style ?? '';
  for (const image of shown.querySelectorAll<HTMLImageElement>('img[data-logo]')) image.src = logoUrl ?? '';
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(shown);
}
