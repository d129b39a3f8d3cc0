import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { customerAreaLink } from '../../../src/identity/branding/customer-area.ts';
import type { Portal, Session, SignedIn } from '../api/session.ts';
import { Brand } from '../ui/brand.tsx';
import { buttonClass } from '../ui/button.tsx';

/** Customers have no password here: they come from their customer area, and back to the page that they wanted. */
export function SignedOut({ session: { portal, ended } }: { session: Session }) {
  return (
    <Frame portal={portal}>
      <h1 className="text-2xl font-semibold">{ended ? 'Your session has ended' : 'You are not signed in'}</h1>
      {ended?.kind === 'alert_link' && <p>Open the link in your mail again, in this browser, to see the alert.</p>}
      <WayIn portal={portal} />
      {portal.support_url && (
        <p>
          <a href={portal.support_url} className="text-accent underline">
            Help of {portal.name}
          </a>
        </p>
      )}
      <p className="border-t border-line pt-4 text-sm text-muted">
        You work at {portal.name}?{' '}
        <Link to="/console/sign-in" className="text-accent underline">
          Sign in to the console
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
      <h1 className="text-2xl font-semibold">This page is for customers</h1>
      <p>
        You are signed in to the console as {administrator.name ?? administrator.email}. The link that you followed
        leads to a page that a customer sees after signing in.
      </p>
      <p>
        <Link to="/console/customers" className={buttonClass('primary')}>
          Find the customer in the console
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
        Go to your customer area at {portal.name} and open {portal.product_name ?? 'security monitoring'} from there.
      </p>
    );
  return (
    <>
      <p>Sign in at {portal.name}, and you come back to this page.</p>
      <p>
        <a href={customerAreaLink(portal.customer_area_url, href)} className={buttonClass('primary')}>
          Sign in at {portal.name}
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
    </main>
  );
}
