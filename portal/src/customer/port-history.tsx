import { useState } from 'react';
import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState, Placeholder } from '../ui/card.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { type Severity, SeverityBadge } from '../ui/severity.tsx';
import { absoluteTime, Time, useNow } from '../ui/time.tsx';
import type { Scan } from './data.ts';
import { type PortHistory as History, isAllowedPort, type PortInterval, portHistories } from './port-intervals.ts';
import { useSeenPorts } from './seen-ports.ts';

const shownPorts = 12;

/** What else is known of the ports that are open now. */
export interface PortMarks {
  /** As the alert about the port says. */
  readonly alerts: readonly { readonly port: number; readonly service: string; readonly severity: Severity }[];
  /** As the API has them: `443:tcp`, `8000-8010:udp`. */
  readonly allowed: readonly string[];
}

/**
 * When each port was open, as bars along one time axis, with what answers there, how bad that is, and whether it is allowed; the same
 * is said in words for those who cannot see it.
 */
export function PortHistory({ scans, marks }: { scans: readonly Scan[]; marks: PortMarks }) {
  const { sightings, isPending, error } = useSeenPorts(scans);
  const [showsAll, setShowsAll] = useState(false);
  const now = useNow().getTime();
  if (error) return <ErrorNotice error={error} />;
  if (isPending) return <Placeholder className="h-56" />;
  const [first] = sightings;
  if (!first) return <EmptyState title={t('portal.history.nothing')}>{t('portal.history.nothing-help')}</EmptyState>;
  const histories = portHistories(sightings);
  if (histories.length === 0) return <EmptyState title={t('portal.history.none-open')} />;
  const axis: Axis = { fromMs: first.atMs, untilMs: Math.max(now, sightings.at(-1)!.atMs + 1) };
  const shown = showsAll ? histories : histories.slice(0, shownPorts);
  return (
    <div className="grid gap-3">
      <ul className="grid gap-2">
        {shown.map((history) => (
          <Row key={history.port} history={history} axis={axis} marks={marks} />
        ))}
      </ul>
      <AxisLabels axis={axis} ticksMs={sightings.map(({ atMs }) => atMs)} />
      {histories.length > shownPorts && (
        <div>
          <Button changesNothing onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('portal.history.fewer') : t('portal.history.show-all', { count: histories.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

interface Axis {
  readonly fromMs: number;
  readonly untilMs: number;
}

function percentAt(axis: Axis, atMs: number): number {
  return ((atMs - axis.fromMs) / (axis.untilMs - axis.fromMs)) * 100;
}

const columns =
  'grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 sm:grid-cols-[4rem_minmax(0,1fr)_11rem]';

function Row({
  history: { port, intervals, isOpen },
  axis,
  marks,
}: {
  history: History;
  axis: Axis;
  marks: PortMarks;
}) {
  return (
    <li className={columns}>
      <span className="text-right font-mono text-sm">{port}</span>
      <svg
        role="img"
        aria-label={t('portal.history.port', { port: `${port}` })}
        width="100%"
        height="20"
        className="block rounded bg-raised"
      >
        <title>{intervals.map(inWords).join('; ')}</title>
        {intervals.map((interval) => (
          <Bar key={interval.fromMs} interval={interval} axis={axis} />
        ))}
      </svg>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm max-sm:col-start-2 max-sm:text-xs">
        {isOpen ? (
          <OpenState port={port} marks={marks} />
        ) : (
          <span className="text-muted">
            <Message id="portal.history.closed" values={{ time: <Time at={closedAt(intervals)} /> }} />
          </span>
        )}
      </span>
    </li>
  );
}

/** When the scan that found it closed ended. */
function closedAt(intervals: readonly PortInterval[]): string {
  return new Date(intervals.at(-1)!.untilMs!).toISOString();
}

function OpenState({ port, marks }: { port: number; marks: PortMarks }) {
  const alert = marks.alerts.find((known) => known.port === port);
  if (alert)
    return (
      <>
        <SeverityBadge severity={alert.severity} />
        {alert.service !== 'unknown' && <span className="[overflow-wrap:anywhere]">{alert.service}</span>}
      </>
    );
  return isAllowedPort(marks.allowed, port) ? (
    <Badge tone="good">{t('portal.history.allowed')}</Badge>
  ) : (
    <span className="font-medium">{t('portal.history.open')}</span>
  );
}

function Bar({ interval: { fromMs, untilMs }, axis }: { interval: PortInterval; axis: Axis }) {
  const [from, until] = [percentAt(axis, fromMs), percentAt(axis, untilMs ?? axis.untilMs)];
  return (
    <rect
      x={`${from}%`}
      width={`${Math.max(until - from, 0.5)}%`}
      y="4"
      height="12"
      rx="3"
      className={untilMs === null ? 'fill-accent' : 'fill-control'}
    />
  );
}

function inWords({ fromMs, untilMs }: PortInterval): string {
  const from = absoluteTime(new Date(fromMs));
  return untilMs === null
    ? t('portal.history.open-since', { from })
    : t('portal.history.open-between', { from, until: absoluteTime(new Date(untilMs)) });
}

function AxisLabels({ axis, ticksMs }: { axis: Axis; ticksMs: readonly number[] }) {
  return (
    <div className={columns} aria-hidden="true">
      <span className="text-right text-xs text-muted">{t('portal.history.scans')}</span>
      <div>
        <svg aria-hidden="true" width="100%" height="8" className="block">
          {ticksMs.map((atMs) => (
            <rect key={atMs} x={`${percentAt(axis, atMs)}%`} width="1.5" height="8" className="fill-control" />
          ))}
        </svg>
        <p className="mt-1 flex justify-between gap-2 text-xs text-muted">
          <span>{absoluteTime(new Date(axis.fromMs))}</span>
          <span>{t('portal.history.now')}</span>
        </p>
      </div>
    </div>
  );
}
