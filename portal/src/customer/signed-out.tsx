import { Link } from '@tanstack/react-router';
import type { Portal } from '../api/session.ts';
import { Brand } from '../ui/brand.tsx';

/** Customers have no password here: they come from their customer area. */
export function SignedOut({ portal }: { portal: Portal }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-4 p-6">
      {portal.logo_url && (
        <div className="font-semibold">
          <Brand portal={portal} />
        </div>
      )}
      <h1 className="text-2xl font-semibold">You are not signed in</h1>
      <p>
        Go to your customer area at {portal.name} and open {portal.product_name ?? 'security monitoring'} from there.
      </p>
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
    </main>
  );
}
