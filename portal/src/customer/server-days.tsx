import { useQuery } from '@tanstack/react-query';
import { t } from '../messages/messages.ts';
import { Card } from '../ui/card.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { type Severity, SeverityBars, severities, severityLabel } from '../ui/severity.tsx';
import { dayText } from '../ui/time-words.ts';
import { type ExposureDay, serverDaysQuery } from './report-data.ts';

const [stepPx, barPx, heightPx] = [8, 6, 32];

/** The more severe, the higher, so that it is not told by colour alone. */
const looks: Record<Severity, { readonly height: number; readonly fill: string }> = {
  critical: { height: 1, fill: 'fill-critical' },
  high: { height: 0.75, fill: 'fill-high' },
  medium: { height: 0.5, fill: 'fill-medium' },
  low: { height: 0.25, fill: 'fill-low' },
};
const nothing = { height: 0.06, fill: 'fill-control' };

/** A bar for each day since the server is monitored, 90 at most: the worst alert that was open at its end. */
export function ServerDays({ server }: { server: { readonly id: string; readonly created_at: string } }) {
  const query = useQuery(serverDaysQuery(server.id));
  const days = query.data?.filter(({ date }) => date >= server.created_at.slice(0, 10)) ?? [];
  return (
    <Card title={t('portal.days.title')} lead={t('portal.days.lead')}>
      <LoadError of={query} />
      {days.length > 0 && <Bars days={days} />}
    </Card>
  );
}

function Bars({ days }: { days: readonly ExposureDay[] }) {
  const [first, last] = [days[0]!, days.at(-1)!];
  const open = days.filter((day) => worstOf(day) !== undefined).length;
  const width = days.length * stepPx;
  return (
    <figure className="grid gap-2">
      <div style={{ maxWidth: width }}>
        <svg
          role="img"
          aria-label={t('portal.days.in-words', { count: open, days: days.length })}
          viewBox={`0 0 ${width} ${heightPx}`}
          preserveAspectRatio="none"
          className="block h-8 w-full"
        >
          {days.map((day, index) => (
            <Bar key={day.date} day={day} x={index * stepPx} />
          ))}
        </svg>
        <p aria-hidden="true" className="mt-1 flex justify-between gap-4 text-xs text-muted tabular-nums">
          <span className="whitespace-nowrap">{dayText(first.date)}</span>
          {days.length > 20 && <span className="whitespace-nowrap">{dayText(last.date)}</span>}
        </p>
      </div>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {severities.map((severity) => (
          <span key={severity} className="inline-flex items-center gap-1.5">
            <SeverityBars severity={severity} size={10} />
            {severityLabel(severity)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function Bar({ day, x }: { day: ExposureDay; x: number }) {
  const worst = worstOf(day);
  const { height, fill } = worst === undefined ? nothing : looks[worst];
  const heightOfBar = heightPx * height;
  return (
    <rect x={x} y={heightPx - heightOfBar} width={barPx} height={heightOfBar} rx="1" className={fill}>
      <title>
        {t('portal.common.labelled', {
          label: dayText(day.date),
          value: worst === undefined ? t('portal.days.nothing') : severityLabel(worst),
        })}
      </title>
    </rect>
  );
}

function worstOf(day: ExposureDay): Severity | undefined {
  return severities.find((severity) => day[severity] > 0);
}
