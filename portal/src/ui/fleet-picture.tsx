import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { t } from '../messages/messages.ts';
import { type Severity, SeverityBars, severities, severityLabel } from './severity.tsx';

/** One of a fleet: a customer, or a server. */
export interface FleetMember {
  readonly id: string;
  readonly name: string;
  /** Null: no alert is open. */
  readonly worst: Severity | null;
  /** Whether something of it is not looked at. */
  readonly isUnwatched: boolean;
}

const sizePx = 14;
const gapPx = 3;
const stepPx = sizePx + gapPx;
/** So much of a square is filled, so that it is not told by colour alone. */
const filled: Record<Severity, number> = { critical: 1, high: 0.75, medium: 0.5, low: 0.25 };

/**
 * A fleet at one glance: a square for each member, filled by its most severe open alert, crossed out where nobody looks. Drawn at once,
 * since a thousand elements are slow to lay out; lists say the same to who does not see it, or points with keys.
 */
export default function FleetPicture({
  members,
  label,
  onOpen,
}: {
  members: readonly FleetMember[];
  /** What the picture shows, by how many they are. */
  label: (count: number) => string;
  onOpen: (id: string) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [columns, setColumns] = useState(1);
  useEffect(() => {
    const frame = canvas.current?.parentElement;
    if (!frame) return;
    const observer = new ResizeObserver(() =>
      setColumns(Math.max(1, Math.floor((frame.clientWidth + gapPx) / stepPx))),
    );
    observer.observe(frame);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const paint = () => canvas.current && draw(canvas.current, members, columns);
    paint();
    // Another theme has other colours.
    const observer = new MutationObserver(paint);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, [members, columns]);
  const memberAt = (event: MouseEvent): FleetMember | undefined => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const column = Math.floor((event.clientX - left) / stepPx);
    return column < columns ? members[Math.floor((event.clientY - top) / stepPx) * columns + column] : undefined;
  };
  const count = (severity: Severity | null) => members.filter(({ worst }) => worst === severity).length;
  const unwatched = members.filter(({ isUnwatched }) => isUnwatched).length;
  return (
    // The column is as wide as the page has room for, not as the picture was drawn: it shrinks again.
    <div className="grid grid-cols-1 gap-3">
      <div>
        <canvas
          ref={canvas}
          role="img"
          aria-label={label(members.length)}
          className="block cursor-pointer"
          onMouseMove={(event) => {
            event.currentTarget.title = memberAt(event)?.name ?? '';
          }}
          onClick={(event) => {
            const member = memberAt(event);
            if (member) onOpen(member.id);
          }}
        />
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted tabular-nums">
        {severities.map((severity) => (
          <li key={severity} className="inline-flex items-center gap-1.5">
            <SeverityBars severity={severity} />
            {t('portal.fleet-picture.severity-count', { severity: severityLabel(severity), count: count(severity) })}
          </li>
        ))}
        <li>{t('portal.fleet-picture.no-open-alert-value', { count: count(null) })}</li>
        <li>{t('portal.fleet-picture.not-scanned-crossed-out', { count: unwatched })}</li>
      </ul>
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, members: readonly FleetMember[], columns: number): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const scale = devicePixelRatio;
  const [width, height] = [columns * stepPx - gapPx, Math.ceil(members.length / columns) * stepPx - gapPx];
  Object.assign(canvas, { width: width * scale, height: height * scale });
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  context.scale(scale, scale);
  const style = getComputedStyle(document.documentElement);
  const colours = new Map([...severities, 'good', 'muted'].map((name) => [name, style.getPropertyValue(`--${name}`)]));
  const crosses = new Path2D();
  for (const [index, { worst, isUnwatched }] of members.entries()) {
    const [x, y] = [(index % columns) * stepPx, Math.floor(index / columns) * stepPx];
    const share = worst === null ? 0 : filled[worst];
    // Where nobody looks, no alert means nothing good.
    context.fillStyle = context.strokeStyle = colours.get(worst ?? (isUnwatched ? 'muted' : 'good'))!;
    context.strokeRect(x + 0.5, y + 0.5, sizePx - 1, sizePx - 1);
    context.fillRect(x, y + sizePx * (1 - share), sizePx, sizePx * share);
    if (!isUnwatched) continue;
    crosses.moveTo(x, y);
    crosses.lineTo(x + sizePx, y + sizePx);
  }
  context.strokeStyle = colours.get('muted')!;
  context.stroke(crosses);
}
