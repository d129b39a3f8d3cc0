import { Link } from '@tanstack/react-router';
import { CirclePause, Info, ShieldCheck } from 'lucide-react';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { buttonClass } from '../ui/button.tsx';
import { numberText } from '../ui/numbers.ts';
import { type Severity, SeverityBars, severities, severityLabel, severityMeaning } from '../ui/severity.tsx';
import { Time } from '../ui/time.tsx';
import type { Overview } from './data.ts';
import { gapsOf, lookedAtWords } from './standing-words.ts';

const frame = 'rounded-xl border border-line bg-surface p-5 sm:p-7';

/** In place of what to do first, where there is nothing to do: green only when the server says that all is well. */
export function NothingToDo({ overview }: { overview: Overview }) {
  if (overview.servers.total + overview.domains.total === 0) return <NothingMonitored />;
  if (!overview.all_well) return null;
  return (
    <section className={`flex flex-wrap items-center gap-4 ${frame}`}>
      <ShieldCheck aria-hidden="true" size={36} className="shrink-0 text-good" />
      <p className="min-w-60 flex-1">
        {lookedAtWords(overview)}{' '}
        <span className="block text-sm text-muted">
          <Message
            id="portal.standing.looks"
            values={{ last: <Time at={overview.last_look_at} />, oldest: <Time at={overview.oldest_look_at} /> }}
          />
        </span>
      </p>
      <Link to="/servers" className={`${buttonClass()} w-full sm:w-auto`}>
        {t('portal.alerts.see-servers')}
      </Link>
    </section>
  );
}

function NothingMonitored() {
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

const needingAction = severities.filter((severity): severity is Exclude<Severity, 'low'> => severity !== 'low');

/** What is open on servers, by urgency. Notes stand apart and colour nothing. */
export function OnServersNow({ open }: { open: Overview['open_alerts']['servers'] }) {
  if (needingAction.every((severity) => open[severity] === 0) && open.low === 0) return null;
  return (
    <section aria-labelledby="exposed-now">
      <h2 id="exposed-now" className="mb-3 text-lg font-semibold">
        {t('portal.standing.now')}
      </h2>
      <ul className="grid grid-cols-3 gap-3">
        {needingAction.map((severity) => (
          <li key={severity}>
            <Link
              to="/alerts"
              search={{ severity }}
              className="block h-full rounded-xl border border-line bg-surface p-2.5 hover:bg-raised sm:p-4"
            >
              <span className="flex items-center gap-1.5 text-sm font-medium sm:gap-2">
                <SeverityBars severity={severity} />
                {severityLabel(severity)}
              </span>
              <span className="mt-1 block text-3xl font-semibold tracking-tight tabular-nums">
                {numberText(open[severity])}
              </span>
              <span className="mt-1 block text-xs text-muted">{severityMeaning(severity)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {open.low > 0 && (
        <p className="mt-3 flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
          {t('portal.standing.notes', { count: open.low })}
          <Link
            to="/alerts"
            search={{ severity: 'low' }}
            className="inline-flex min-h-6 items-center text-accent underline"
          >
            {t('portal.alerts.see-notes')}
          </Link>
        </p>
      )}
    </section>
  );
}
