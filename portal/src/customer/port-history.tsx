import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState, Placeholder } from '../ui/card.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { numberText } from '../ui/numbers.ts';
import { absoluteTime, useNow } from '../ui/time.tsx';
import type { Scan } from './data.ts';
import { type PortHistory as History, type PortInterval, portHistories } from './port-intervals.ts';
import { useSeenPorts } from './seen-ports.ts';

const shownPorts = 12;

/** When each port was open, as bars along one time axis; the same is said in words for those who cannot see it. */
export function PortHistory({ scans }: { scans: readonly Scan[] }) {
  const { sightings, isPending, error } = useSeenPorts(scans);
  const [showsAll, setShowsAll] = useState(false);
  const now = useNow().getTime();
  if (error) return <ErrorNotice error={error} />;
  if (isPending) return <Placeholder className="h-56" />;
  const [first] = sightings;
  if (!first)
    return <EmptyState title="Nothing to show yet">The picture begins with the first completed scan.</EmptyState>;
  const histories = portHistories(sightings);
  if (histories.length === 0) return <EmptyState title="No port was open in any of the last scans" />;
  const axis: Axis = { fromMs: first.atMs, untilMs: Math.max(now, sightings.at(-1)!.atMs + 1) };
  const shown = showsAll ? histories : histories.slice(0, shownPorts);
  return (
    <div className="grid gap-3">
      <ul className="grid gap-2">
        {shown.map((history) => (
          <Row key={history.port} history={history} axis={axis} />
        ))}
      </ul>
      <AxisLabels axis={axis} ticksMs={sightings.map(({ atMs }) => atMs)} />
      {histories.length > shownPorts && (
        <div>
          <Button onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer ports' : `Show all ${numberText(histories.length)} ports`}
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

const columns = 'grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-3 sm:grid-cols-[4rem_minmax(0,1fr)_5rem]';

function Row({ history: { port, intervals, isOpen }, axis }: { history: History; axis: Axis }) {
  return (
    <li className={columns}>
      <span className="text-right font-mono text-sm">{port}</span>
      <svg role="img" aria-label={`Port ${port}`} width="100%" height="20" className="block rounded bg-raised">
        <title>{intervals.map(inWords).join('; ')}</title>
        {intervals.map((interval) => (
          <Bar key={interval.fromMs} interval={interval} axis={axis} />
        ))}
      </svg>
      <span className={`text-sm max-sm:sr-only ${isOpen ? 'font-medium' : 'text-muted'}`}>
        {isOpen ? 'open' : 'closed'}
      </span>
    </li>
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
  return untilMs === null ? `open since ${from}` : `open from ${from} to ${absoluteTime(new Date(untilMs))}`;
}

function AxisLabels({ axis, ticksMs }: { axis: Axis; ticksMs: readonly number[] }) {
  return (
    <div className={columns} aria-hidden="true">
      <span className="text-right text-xs text-muted">Scans</span>
      <div>
        <svg aria-hidden="true" width="100%" height="8" className="block">
          {ticksMs.map((atMs) => (
            <rect key={atMs} x={`${percentAt(axis, atMs)}%`} width="1.5" height="8" className="fill-control" />
          ))}
        </svg>
        <p className="mt-1 flex justify-between gap-2 text-xs text-muted">
          <span>{absoluteTime(new Date(axis.fromMs))}</span>
          <span>now</span>
        </p>
      </div>
    </div>
  );
}
