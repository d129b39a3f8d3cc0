import { Link } from '@tanstack/react-router';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { BrokenAtDots } from '../ui/host-name.tsx';
import { SeverityBadge } from '../ui/severity.tsx';
import { Time } from '../ui/time.tsx';
import { subjectName } from './alert-words.ts';
import type { Cause } from './data.ts';

/** What is wrong, each fault once: on which servers, since when, and the way to its end. Nothing where nothing is. */
export function Causes({ of: { causes, total } }: { of: { causes: readonly Cause[]; total: number } }) {
  if (causes.length === 0) return null;
  return (
    <Card
      title={t('portal.causes.title')}
      actions={
        total > causes.length && (
          <Link to="/alerts" className="inline-flex min-h-6 items-center text-sm text-accent underline">
            {t('portal.causes.more', { count: total - causes.length })}
          </Link>
        )
      }
    >
      <ul className="divide-y divide-line">
        {causes.map((cause) => (
          <CauseRow key={cause.oldest_alert.id} cause={cause} />
        ))}
      </ul>
    </Card>
  );
}

function CauseRow({ cause }: { cause: Cause }) {
  const { severity, first_detected_at: since, oldest_alert: oldest } = cause;
  const title = withReadableNames(cause.title);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <h3 className="font-medium [overflow-wrap:anywhere]">{title}</h3>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <SeverityBadge severity={severity} />
          <Affected cause={cause} />
          <span>
            <Message id="portal.alert.since" values={{ time: <Time at={since} /> }} />
          </span>
        </p>
      </div>
      <Link
        to={oldest.subject.type === 'endpoint' ? '/alerts/$alertId' : '/leaks/$alertId'}
        params={{ alertId: oldest.id }}
        className={`${buttonClass(severity === 'critical' ? 'primary' : 'plain')} w-full sm:w-auto`}
        aria-label={t('portal.causes.fix-this', { title })}
      >
        {t('portal.causes.fix')}
      </Link>
    </li>
  );
}

/** Its one server by name; of several, how many, and where they are listed. */
function Affected({ cause: { resources, severity, oldest_alert } }: { cause: Cause }) {
  if (resources === 1)
    return (
      <span className="[overflow-wrap:anywhere]">
        <BrokenAtDots text={subjectName(oldest_alert)} />
      </span>
    );
  return (
    <Link
      to="/alerts"
      search={{ alike: oldest_alert.id, severity }}
      className="inline-flex min-h-6 items-center text-accent underline"
    >
      {t('portal.causes.servers', { count: resources })}
    </Link>
  );
}
