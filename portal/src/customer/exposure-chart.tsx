import { useQuery } from '@tanstack/react-query';
import { t } from '../messages/messages.ts';
import { Card } from '../ui/card.tsx';
import { numberText } from '../ui/numbers.ts';
import { type Severity, severities, severityLabel } from '../ui/severity.tsx';
import { dayText } from '../ui/time-words.ts';
import { type ExposureDay, exposureQuery } from './report-data.ts';

const width = 720;
const looks: Record<Severity, string> = {
  critical: 'fill-critical',
  high: 'fill-high opacity-80',
  medium: 'fill-medium opacity-60',
  low: 'fill-low opacity-45',
};

/** How many alerts were open at the end of each day, the most severe at the bottom; the same as a table for whoever wants numbers. */
export function ExposureChart({ days, height = 160 }: { days: readonly ExposureDay[]; height?: number }) {
  const most = Math.max(...days.map(totalOf), 0);
  const ceiling = roundAbove(most);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  return (
    <figure className="min-w-0">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-muted tabular-nums">
        <div aria-hidden="true" className="flex flex-col justify-between text-right leading-none">
          <span>{numberText(ceiling)}</span>
          <span>0</span>
        </div>
        <svg
          role="img"
          aria-label={inWords(days)}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="w-full border-y border-line bg-raised/40"
          style={{ height }}
        >
          {layersOf(days).map(({ severity, steps }) => (
            <path key={severity} d={outline(steps, ceiling, height)} className={looks[severity]} />
          ))}
        </svg>
        <span />
        <span aria-hidden="true" className="mt-1 flex justify-between">
          <span>{dayText(first.date)}</span>
          <span>{dayText(last.date)}</span>
        </span>
      </div>
      <figcaption className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
        {severities.map((severity) => (
          <span key={severity} className="inline-flex items-center gap-1.5">
            <svg aria-hidden="true" width="10" height="10">
              <rect width="10" height="10" rx="2" className={looks[severity]} />
            </svg>
            {severityLabel(severity)}
          </span>
        ))}
      </figcaption>
      <DaysTable days={days} />
    </figure>
  );
}

/** The picture on the overview, from the day before the first alert on; nothing where nothing was open all the time. */
export function ExposureOverTime() {
  const { data: days } = useQuery(exposureQuery);
  const first = days?.findIndex((day) => totalOf(day) > 0) ?? -1;
  if (!days || first < 0) return null;
  return (
    <Card title={t('portal.exposure.title')}>
      <ExposureChart days={days.slice(Math.max(0, first - 1))} height={72} />
    </Card>
  );
}

function DaysTable({ days: all }: { days: readonly ExposureDay[] }) {
  // Before the first alert there is nothing to read.
  const days = all.slice(Math.max(0, all.findIndex((day) => totalOf(day) > 0) - 1));
  return (
    <details className="mt-2 text-sm print:hidden">
      <summary className="w-fit cursor-pointer py-1 text-muted">{t('portal.exposure.numbers')}</summary>
      {/* It scrolls, so it has to be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus */}
      <section className="mt-2 max-h-64 overflow-auto" aria-label={t('portal.exposure.by-day')} tabIndex={0}>
        <table className="w-full tabular-nums">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className="py-1 pr-4 text-left font-medium">
                {t('portal.exposure.day')}
              </th>
              {severities.map((severity) => (
                <th key={severity} scope="col" className="py-1 pl-4 text-right font-medium">
                  {severityLabel(severity)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.date} className="border-b border-line">
                <th scope="row" className="py-1 pr-4 text-left font-normal whitespace-nowrap">
                  {dayText(day.date)}
                </th>
                {severities.map((severity) => (
                  <td key={severity} className="py-1 pl-4 text-right">
                    {numberText(day[severity])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function totalOf(day: ExposureDay): number {
  return severities.reduce((sum, severity) => sum + day[severity], 0);
}

function inWords(days: readonly ExposureDay[]): string {
  const [first, last] = [days[0]!, days.at(-1)!];
  const most = Math.max(...days.map(totalOf));
  return t('portal.exposure.in-words', {
    first: totalOf(first),
    from: dayText(first.date),
    last: totalOf(last),
    until: dayText(last.date),
    most,
  });
}

interface Layer {
  readonly severity: Severity;
  /** Of each day, from where to where it reaches. */
  readonly steps: readonly (readonly [from: number, to: number])[];
}

function layersOf(days: readonly ExposureDay[]): Layer[] {
  const floors = days.map(() => 0);
  return severities.map((severity) => ({
    severity,
    steps: days.map((day, index) => {
      const from = floors[index]!;
      floors[index] = from + day[severity];
      return [from, floors[index]!] as const;
    }),
  }));
}

function outline(steps: Layer['steps'], ceiling: number, height: number): string {
  const x = (index: number) => ((index / steps.length) * width).toFixed(1);
  const y = (count: number) => (height - (count / ceiling) * height).toFixed(1);
  const there = steps.map(([, to], index) => `L${x(index)} ${y(to)}L${x(index + 1)} ${y(to)}`);
  const back = steps.map(([from], index) => `L${x(index + 1)} ${y(from)}L${x(index)} ${y(from)}`).toReversed();
  return `M0 ${y(steps[0]![0])}${there.join('')}${back.join('')}Z`;
}

/** 1, 2 or 5 with noughts. */
function roundAbove(most: number): number {
  for (let unit = 1; ; unit *= 10) for (const factor of [1, 2, 5]) if (unit * factor >= most) return unit * factor;
}
