import { Link } from '@tanstack/react-router';
import { t } from '../messages/messages.ts';
import { numberText } from '../ui/numbers.ts';
import { type Severity, SeverityBadge, SeverityBars, severities, severityLabel } from '../ui/severity.tsx';

/** The most severe open alert; what has none says so in words. */
export function Worst({ severity }: { severity: Severity | null }) {
  return severity === null ? (
    <span className="text-muted">{t('console.common.no-open-alert')}</span>
  ) : (
    <SeverityBadge severity={severity} />
  );
}

/** How many alerts of each severity are open, each number a link to them. */
export function SeverityCounts({
  customerId,
  counts,
}: {
  customerId: number;
  counts: Readonly<Record<Severity, number>>;
}) {
  const given = severities.filter((severity) => counts[severity] > 0);
  if (given.length === 0) return <span className="text-muted">{t('console.urgency.none')}</span>;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {given.map((severity) => (
        <Link
          key={severity}
          to="/console/alerts"
          search={{ customer: customerId, severity }}
          title={severityLabel(severity)}
          className="inline-flex min-h-6 items-center gap-1 tabular-nums underline"
        >
          <SeverityBars severity={severity} />
          {numberText(counts[severity])}
          <span className="sr-only"> {severityLabel(severity)}</span>
        </Link>
      ))}
    </span>
  );
}
