import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '../messages/messages.ts';
import { Card, EmptyState, Placeholder } from '../ui/card.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Time } from '../ui/time.tsx';
import { AboutLink } from './audit-entry.tsx';
import { repetitionsOf, sharedAbout } from './audit-repetitions.ts';
import { actionWords, actorWords, changeWords } from './audit-words.ts';
import { administratorsQuery, auditQuery, keysQuery } from './data.ts';

const shown = 10;

/** What was done about a customer lately, to what and by whom. */
export function CustomerHistory({ customerId }: { customerId: number }) {
  const audit = useInfiniteQuery(auditQuery({ customer: customerId }, shown));
  const { data: administrators = [] } = useQuery(administratorsQuery);
  const { data: keys = [] } = useQuery(keysQuery);
  const entries = audit.data?.pages[0]?.entries;
  return (
    <Card
      title={t('console.customer-history.history')}
      lead={t('console.customer-history.history-lead')}
      actions={
        <Link
          to="/console/audit"
          search={{ customer: customerId }}
          className="inline-flex min-h-6 items-center text-sm text-accent underline"
        >
          {t('console.customer-history.audit-log')}
        </Link>
      }
    >
      <LoadError of={audit} />
      {audit.isPending && <Placeholder className="h-48" />}
      {entries?.length === 0 && <EmptyState title={t('console.common.nothing-done-yet')} />}
      {entries && entries.length > 0 && (
        <ul className="divide-y divide-line text-sm">
          {repetitionsOf(entries).map((alike) => {
            const [entry] = alike;
            const [about, change] = [sharedAbout(alike), changeWords(entry)];
            return (
              <li
                key={entry.id}
                className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2.5 first:pt-0 last:pb-0"
              >
                <span className="font-medium">
                  {about === null ? (
                    <AboutLink entry={entry}>{actionWords(entry.action)}</AboutLink>
                  ) : (
                    actionWords(entry.action)
                  )}
                </span>
                {alike.length > 1 && <span>{t('console.audit.times', { count: alike.length })}</span>}
                {about !== null && <AboutLink entry={entry} />}
                {change && <span className="[overflow-wrap:anywhere]">{change}</span>}
                <span className="text-muted">{actorWords(entry.actor, administrators, keys)}</span>
                <span className="ml-auto text-muted">
                  <Time at={entry.at} />
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
