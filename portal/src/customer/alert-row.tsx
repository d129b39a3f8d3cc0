import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import { Message } from '../messages/message.tsx';
import { Badge } from '../ui/badge.tsx';
import { HostName } from '../ui/host-name.tsx';
import { SeverityBadge } from '../ui/severity.tsx';
import { Time } from '../ui/time.tsx';
import { resolutionOf, statusText } from './alert-words.ts';
import type { Alert } from './data.ts';

const pages = { endpoint: '/alerts/$alertId', domain: '/leaks/$alertId' } as const;

/** An alert of any kind in a list: all of the row leads to it. */
export function AlertRow({ alert }: { alert: Alert }) {
  return (
    <Link
      to={pages[alert.subject.type]}
      params={{ alertId: alert.id }}
      className="flex items-center gap-4 px-4 py-3.5 -outline-offset-2 hover:bg-raised sm:px-5"
    >
      <div className="min-w-0 flex-1">
        <h2 className="font-medium [overflow-wrap:anywhere]">{withReadableNames(alert.title)}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
          <SeverityBadge severity={alert.severity} />
          {alert.status !== 'open' && <Badge>{resolutionOf(alert) ?? statusText(alert)}</Badge>}
          <span className="[overflow-wrap:anywhere]">
            <HostName name={alert.subject.name} />
          </span>
          <span>
            {alert.resolved_at === null ? (
              <Message id="portal.alert.since" values={{ time: <Time at={alert.first_detected_at} /> }} />
            ) : (
              <Time at={alert.resolved_at} />
            )}
          </span>
        </p>
      </div>
      <ChevronRight aria-hidden="true" size={18} className="shrink-0 text-muted" />
    </Link>
  );
}
