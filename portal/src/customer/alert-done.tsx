import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, CircleCheck } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { t } from '../messages/messages.ts';
import { buttonClass } from '../ui/button.tsx';
import { duration } from '../ui/time.tsx';
import { BottomBar } from './alert-step.tsx';
import { type Alert, urgentAlertsQuery } from './data.ts';

/** What only a look at the server can tell was ended by it; the rest says what somebody decided. */
const isProved = new Set(['port_closed', 'cause_ended']);

/**
 * The last step: that it is over, since when and how, and what comes next.
 * @param takesFocus whether it takes the place of a step: its button had the focus, and is gone
 */
export function AlertDone({
  alert,
  isSignedIn,
  takesFocus,
}: {
  alert: Alert;
  isSignedIn: boolean;
  takesFocus: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (takesFocus && document.activeElement === document.body) heading.current?.focus();
  }, [takesFocus]);
  const { resolution, resolved_at: end, first_detected_at: start } = alert;
  // Until when it was so, and what ended it: the API tells what is over in the past tense.
  const [summary = ''] = alert.explanation.split('\n\n');
  const proved = resolution !== null && isProved.has(resolution);
  const seconds = end === null ? 0 : (Date.parse(end) - Date.parse(start)) / 1_000;
  return (
    <section className="grid gap-3 rounded-xl border border-good bg-surface p-4 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-2 text-lg font-semibold outline-none">
        <CircleCheck aria-hidden="true" size={22} className="shrink-0 text-good" />
        {proved
          ? t(resolution === 'port_closed' ? 'portal.done.closed-after' : 'portal.done.over-after', {
              time: duration(seconds),
            })
          : t('portal.done.title')}
      </h2>
      <p className="max-w-prose text-sm [overflow-wrap:anywhere]">{withReadableNames(summary)}</p>
      {isSignedIn && <NextAlert after={alert} />}
    </section>
  );
}

const pages = { endpoint: '/alerts/$alertId', domain: '/leaks/$alertId' } as const;

/** What needs attention most, of the same kind of subject. That there is nothing else is for the overview to say. */
function NextAlert({ after }: { after: Alert }) {
  const { data } = useQuery(urgentAlertsQuery(after.subject.type));
  if (!data) return null;
  const next = data.alerts.find(({ id }) => id !== after.id);
  if (!next)
    return (
      <BottomBar isCurrent>
        <Link to="/" className={`${buttonClass('primary')} w-full sm:w-auto`}>
          {t('portal.done.overview')}
        </Link>
      </BottomBar>
    );
  return (
    <>
      <p className="text-sm [overflow-wrap:anywhere]">
        {t('portal.done.next-is', {
          count: data.total,
          title: withReadableNames(next.title),
          server: withReadableNames(next.subject.name),
        })}
      </p>
      <BottomBar isCurrent>
        <Link
          to={pages[next.subject.type]}
          params={{ alertId: next.id }}
          className={`${buttonClass('primary')} w-full sm:w-auto`}
        >
          {t('portal.done.next')}
          <ArrowRight aria-hidden="true" size={16} />
        </Link>
      </BottomBar>
    </>
  );
}
