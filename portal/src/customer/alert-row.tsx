import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { Badge } from '../ui/badge.tsx';
import { HostName } from '../ui/host-name.tsx';
import { SeverityBadge } from '../ui/severity.tsx';
import { Time } from '../ui/time.tsx';
import { resolutionOf, statusLabels } from './alert-words.ts';
import type { Alert } from './data.ts';

/** An alert in a list: all of the row leads to it. */
export function AlertRow({ alert, headingLevel: Heading = 'h2' }: { alert: Alert; headingLevel?: 'h2' | 'h3' }) {
  return (
    <Link
      to="/alerts/$alertId"
      params={{ alertId: alert.id }}
      className="flex items-center gap-4 px-4 py-3.5 -outline-offset-2 hover:bg-raised sm:px-5"
    >
      <div className="min-w-0 flex-1">
        <Heading className="font-medium [overflow-wrap:anywhere]">{alert.title}</Heading>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
          <SeverityBadge severity={alert.severity} />
          {alert.status !== 'open' && <Badge>{resolutionOf(alert) ?? statusLabels[alert.status]}</Badge>}
          <span className="[overflow-wrap:anywhere]">
            <HostName name={alert.nickname} />
          </span>
          <span>
            {alert.resolved_at === null ? (
              <>
                since <Time at={alert.first_detected_at} />
              </>
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
