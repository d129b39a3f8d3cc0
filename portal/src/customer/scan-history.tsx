import { useState } from 'react';
import { t } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/card.tsx';
import { duration, FullTime } from '../ui/time.tsx';
import { portOf } from './alert-words.ts';
import { coveredWords } from './coverage-words.ts';
import type { Scan } from './data.ts';
import { portChanges } from './port-intervals.ts';
import { scanOutcome } from './scan-words.ts';
import { type SeenPorts, useSeenPorts } from './seen-ports.ts';
import { serviceChange } from './service-words.ts';

const shownAtFirst = 10;

/** The last scans, newest first, each with what had changed since the completed one before it. */
export function ScanHistory({ scans, notScanned }: { scans: readonly Scan[]; notScanned: string | null }) {
  const seen = useSeenPorts(scans);
  const [showsAll, setShowsAll] = useState(false);
  if (scans.length === 0)
    return notScanned === null ? (
      <EmptyState title={t('portal.scan.not-yet')}>{t('portal.scan.not-yet-help')}</EmptyState>
    ) : (
      <EmptyState title={t('portal.scan.not')}>{notScanned}</EmptyState>
    );
  const shown = showsAll ? scans : scans.slice(0, shownAtFirst);
  return (
    <>
      <ol className="-my-3 divide-y divide-line">
        {shown.map((scan) => (
          <li key={scan.id} className="grid gap-x-6 gap-y-1 py-3 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
            <div>
              <FullTime at={scan.started_at ?? scan.created_at} />
              <p className="text-muted">
                {scan.trigger === 'manual'
                  ? t('portal.scan.by-hand', { by: scan.requested_by ?? 'unknown' })
                  : t('portal.scan.on-schedule')}
                {scan.coverage !== null && `, ${coveredWords(scan.coverage)}`}
                {scan.scan_duration_ms !== null &&
                  `, ${t('portal.scan.took', { time: duration(scan.scan_duration_ms / 1_000) })}`}
              </p>
            </div>
            <div className="min-w-0">
              <p>{scanOutcome(scan)}</p>
              <Changes scanId={scan.id} seen={seen} />
            </div>
          </li>
        ))}
      </ol>
      {scans.length > shownAtFirst && (
        <Button changesNothing className="mt-5" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('portal.scan.fewer') : t('portal.scan.show-last', { count: scans.length })}
        </Button>
      )}
    </>
  );
}

function Changes({ scanId, seen: { sightings } }: { scanId: string; seen: SeenPorts }) {
  const index = sightings.findIndex((sighting) => sighting.scanId === scanId);
  const [before, after] = [sightings[index - 1], sightings[index]];
  if (!before || !after) return null;
  const { opened, closed } = portChanges(before.openPorts, after.openPorts);
  const replaced = after.changes.filter(({ before: was, now }) => was !== null && now !== null);
  if (opened.length + closed.length + replaced.length === 0)
    return <p className="text-muted">{t('portal.scan.as-before')}</p>;
  return (
    <p className="[overflow-wrap:anywhere]">
      {opened.length > 0 && (
        <span className="text-critical">{t('portal.scan.opened', { ports: opened.join(', ') })} </span>
      )}
      {closed.length > 0 && <span className="text-good">{t('portal.scan.closed', { ports: closed.join(', ') })}</span>}
      {replaced.map((change) => (
        <span key={portOf(change)} className="block">
          {t('portal.scan.changed', {
            port: portOf(change),
            ...serviceChange(change.before!, change.now!),
          })}
        </span>
      ))}
    </p>
  );
}
