import { Link } from '@tanstack/react-router';
import { t } from '../messages/messages.ts';

/** For an address that leads nowhere. */
export function PageMissing() {
  return (
    <main className="mx-auto grid max-w-2xl gap-3 p-6">
      <h1 className="text-2xl font-semibold">{t('portal.missing.title')}</h1>
      <p>{t('portal.missing.reason')}</p>
      <p>
        <Link to="/" className="text-accent underline">
          {t('portal.missing.start')}
        </Link>
      </p>
    </main>
  );
}
