import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ScanSearch } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, answered, api } from '../api/api.ts';
import { t } from '../messages/messages.ts';
import { announce } from '../ui/announcements.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { duration } from '../ui/time.tsx';
import { useCustomerId } from './customer.ts';
import { exposureKeys, hasEnded, type Scan, type Server, scansQuery } from './data.ts';
import { scanOutcome } from './scan-words.ts';

const tickMs = 1_000;

/** The present, anew every second while something is counted down or up. */
function useSeconds(isCounting: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (!isCounting) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [isCounting]);
  return nowMs;
}

/** What the last scan found, and the next one: starts it, shows how it goes, then how long until another can be asked for. */
export function ScanNow({
  server,
  scans,
  title = t('portal.scan.last'),
  lead = t('portal.scan.lead'),
  action = t('portal.scan.now'),
  children,
}: {
  server: Server;
  scans: readonly Scan[] | undefined;
  title?: string;
  lead?: string;
  /** What the button says. */
  action?: string;
  children: ReactNode;
}) {
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const [refusedUntilMs, setRefusedUntilMs] = useState(0);
  const running = scans?.find((scan) => !hasEnded(scan));
  useScanOutcome(server, scans);
  const lastManual = scans?.find(({ trigger, status }) => trigger === 'manual' && status !== 'cancelled');
  const cooldownEndsMs = lastManual ? Date.parse(lastManual.created_at) + server.nmap_cooldown_seconds * 1_000 : 0;
  const readyAtMs = Math.max(cooldownEndsMs, refusedUntilMs);
  const nowMs = useSeconds(running !== undefined || readyAtMs > Date.now());
  const waitSeconds = Math.max(0, (readyAtMs - nowMs) / 1_000);
  const start = useMutation({
    mutationFn: () =>
      answered(api.POST('/api/v1/billing/scan-endpoint', { body: { client_id: customerId, endpoint_id: server.id } })),
    onSuccess: () => announce(t('portal.scan.asked')),
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfterSeconds !== null)
        setRefusedUntilMs(Date.now() + error.retryAfterSeconds * 1_000);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: scansQuery(server.id).queryKey }),
  });
  const isRefused = start.error instanceof ApiError && start.error.retryAfterSeconds !== null;
  return (
    <Card
      title={title}
      lead={server.not_scanned === null ? lead : t('portal.scan.impossible', { why: server.not_scanned })}
      actions={
        <Button
          kind="primary"
          busy={start.isPending}
          disabled={server.not_scanned !== null || running !== undefined || waitSeconds > 0}
          onClick={() => start.mutate()}
        >
          <ScanSearch aria-hidden="true" size={16} />
          {action}
        </Button>
      }
    >
      {children}
      <div className="mt-5 min-h-9">
        {running && <Progress scan={running} nowMs={nowMs} />}
        {!running && waitSeconds > 0 && (
          <p className="text-sm text-muted">{t('portal.scan.next-in', { time: duration(waitSeconds) })}</p>
        )}
        {!isRefused && <ErrorNotice error={start.error} />}
      </div>
    </Card>
  );
}

/** When another scan has ended than the one that was last when the page came, says so, and what follows from it is fetched anew. */
function useScanOutcome(server: Server, scans: readonly Scan[] | undefined): void {
  const queryClient = useQueryClient();
  const known = useRef<string | null>(undefined);
  const last = scans?.find(hasEnded);
  const isUnknown = scans === undefined;
  useEffect(() => {
    if (isUnknown || known.current === (last?.id ?? null)) return;
    const isFirstLook = known.current === undefined;
    known.current = last?.id ?? null;
    if (!last) return;
    // The server may have been read before its scan ended, and the scans after it.
    if (isFirstLook && (last.finished_at ?? '') <= (server.last_scan_at ?? '')) return;
    if (!isFirstLook) announce(t('portal.scan.ended', { outcome: scanOutcome(last) }));
    queryClient.invalidateQueries({ queryKey: exposureKeys });
  }, [isUnknown, last, server.last_scan_at, queryClient]);
}

function Progress({ scan, nowMs }: { scan: Scan; nowMs: number }) {
  const sinceMs = Date.parse(scan.started_at ?? scan.created_at);
  const seconds = Math.max(0, (nowMs - sinceMs) / 1_000);
  const stage = scan.status === 'running' ? t('portal.scan.ports') : t('portal.scan.waiting');
  return (
    <div className="grid gap-2">
      <p className="flex justify-between gap-4 text-sm">
        <span role="status">{stage} …</span>
        <span className="text-muted tabular-nums">{duration(seconds)}</span>
      </p>
      <div role="progressbar" aria-label={stage} className="h-1.5 overflow-hidden rounded-full bg-raised">
        <div
          className={`h-full rounded-full bg-accent motion-safe:animate-pulse ${scan.status === 'running' ? 'w-2/3' : 'w-1/6'}`}
        />
      </div>
    </div>
  );
}
