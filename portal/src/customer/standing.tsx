import { Link } from '@tanstack/react-router';
import { CirclePause, Info } from 'lucide-react';
import { t } from '../messages/messages.ts';
import { buttonClass } from '../ui/button.tsx';
import type { Overview } from './data.ts';
import { gapsOf } from './standing-words.ts';

const frame = 'rounded-xl border border-line bg-surface p-5 sm:p-7';

/** In place of the picture, where there is nothing to show one of. */
export function NothingMonitored() {
  return (
    <section className={`flex flex-wrap items-center gap-4 ${frame}`}>
      <Info aria-hidden="true" size={36} className="shrink-0 text-muted" />
      <p className="min-w-60 flex-1">{t('portal.standing.nothing')}</p>
      <Link to="/servers" className={`${buttonClass('primary')} w-full sm:w-auto`}>
        {t('portal.alerts.see-servers')}
      </Link>
    </section>
  );
}

/** What nobody looks at, by the reason; nothing where there is none. */
export function NotLookedAt({ overview }: { overview: Overview }) {
  const gaps = gapsOf(overview);
  if (gaps.length === 0) return null;
  return (
    <section aria-labelledby="not-looked-at" className={`flex gap-4 ${frame}`}>
      <CirclePause aria-hidden="true" size={28} className="shrink-0 text-medium" />
      <div className="grid min-w-0 gap-2">
        <h2 id="not-looked-at" className="font-semibold">
          {t('portal.standing.unknown')}
        </h2>
        <ul className="grid gap-2 text-sm">
          {gaps.map(({ text, to, search }) => (
            <li key={text} className="flex flex-wrap items-baseline gap-x-3">
              {text}
              <Link to={to} search={search ?? {}} className="inline-flex min-h-6 items-center text-accent underline">
                {t(to === '/servers' ? 'portal.standing.see-servers' : 'portal.standing.see-domains')}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** What is good to know, and colours nothing: it stands behind a link. */
export function Notes({
  count,
  words = 'portal.standing.notes',
}: {
  count: number;
  words?: 'portal.standing.notes' | 'portal.alerts.notes';
}) {
  if (count === 0) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
      {t(words, { count })}
      <Link
        to="/alerts"
        search={{ severity: 'low' }}
        className="inline-flex min-h-6 items-center text-accent underline"
      >
        {t('portal.alerts.see-notes')}
      </Link>
    </p>
  );
}
