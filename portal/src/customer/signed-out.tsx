import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { customerAreaLink } from '../../../src/identity/branding/customer-area.ts';
import type { Portal, Session, SignedIn } from '../api/session.ts';
import { t } from '../messages/messages.ts';
import { Brand } from '../ui/brand.tsx';
import { buttonClass } from '../ui/button.tsx';
import { LanguageChoice } from '../ui/language-choice.tsx';

/** Customers have no password here: they come from their customer area, and back to the page that they wanted. */
export function SignedOut({ session: { portal, ended } }: { session: Session }) {
  return (
    <Frame portal={portal}>
      <h1 className="text-2xl font-semibold">{t(ended ? 'portal.signed-out.ended' : 'portal.signed-out.title')}</h1>
      {ended?.kind === 'alert_link' && <p>{t('portal.signed-out.link-again')}</p>}
      <WayIn portal={portal} />
      {portal.support_url && (
        <p>
          <a href={portal.support_url} className="text-accent underline">
            {t('portal.shell.help', { name: portal.name })}
          </a>
        </p>
      )}
      <p className="border-t border-line pt-4 text-sm text-muted">
        {t('portal.signed-out.you-work', { name: portal.name })}{' '}
        <Link to="/console/sign-in" className="text-accent underline">
          {t('portal.signed-out.console')}
        </Link>
      </p>
    </Frame>
  );
}

/** An administrator has opened a page of a customer's, as by a link in a mail. */
export function ForCustomers({
  administrator,
  portal,
}: {
  administrator: Extract<SignedIn, { kind: 'administrator' }>;
  portal: Portal;
}) {
  return (
    <Frame portal={portal}>
      <h1 className="text-2xl font-semibold">{t('portal.signed-out.for-customers')}</h1>
      <p>{t('portal.signed-out.administrator', { name: administrator.name ?? administrator.email })}</p>
      <p>
        <Link to="/console/customers" className={buttonClass('primary')}>
          {t('portal.signed-out.find')}
        </Link>
      </p>
    </Frame>
  );
}

/** The way to the customer area of the partner, from where the reader comes back to this very page. */
export function WayIn({ portal }: { portal: Portal }) {
  const { href } = useLocation();
  if (portal.customer_area_url === null)
    return (
      <p>
        {portal.product_name === null
          ? t('portal.signed-out.way', { name: portal.name })
          : t('portal.signed-out.way-product', { name: portal.name, product: portal.product_name })}
      </p>
    );
  return (
    <>
      <p>{t('portal.signed-out.come-back', { name: portal.name })}</p>
      <p>
        <a href={customerAreaLink(portal.customer_area_url, href)} className={buttonClass('primary')}>
          {t('portal.signed-out.sign-in', { name: portal.name })}
        </a>
      </p>
    </>
  );
}

function Frame({ portal, children }: { portal: Portal; children: ReactNode }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-4 p-6">
      {portal.logo_url && (
        <div className="font-semibold">
          <Brand portal={portal} />
        </div>
      )}
      {children}
      <div className="-mx-3">
        <LanguageChoice />
      </div>
    </main>
  );
}
