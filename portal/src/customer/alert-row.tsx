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
      className="flex items-center gap-4 px-4 py-3.5 -outline-offset-2 hover:bg-raised sm:px-5 lg:min-h-11 lg:py-2.5"
    >
      {/* One line on a desk, with the severity first. */}
      <div className="min-w-0 flex-1 lg:flex lg:items-center lg:gap-4">
        <h2 className="min-w-0 font-medium [overflow-wrap:anywhere] lg:order-1 lg:flex-1 lg:text-sm">
          {withReadableNames(alert.title)}
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted lg:contents">
          <span className="shrink-0 lg:w-24">
            <SeverityBadge severity={alert.severity} />
          </span>
          {alert.status !== 'open' && (
            <span className="lg:order-2">
              <Badge>{resolutionOf(alert) ?? statusText(alert)}</Badge>
            </span>
          )}
          <span className="[overflow-wrap:anywhere] max-lg:order-last lg:order-2 lg:max-w-56">
            <HostName name={alert.subject.name} />
          </span>
          <span className="shrink-0 lg:order-2">
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
