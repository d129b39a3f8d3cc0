import { type MessageKey, t } from '../messages/messages.ts';
import type { Scan } from './data.ts';

/** By the code that an error begins with. */
const failures: Readonly<Record<string, MessageKey>> = {
  excluded: 'portal.scan-failure.excluded',
  not_scanned: 'portal.scan-failure.out-of-scope',
  address_excluded: 'portal.scan-failure.out-of-scope',
  host_unreachable: 'portal.scan-failure.unreachable',
  worker_lost: 'portal.scan-failure.interrupted',
};

/** What came of a scan, in a sentence or two. */
export function scanOutcome(scan: Scan): string {
  const { status, open_ports_count: count, missing_ports: missing, host_answered: answered, error } = scan;
  if (status === 'pending') return t('portal.scan.pending');
  if (status === 'running') return t('portal.scan.running');
  const failure = failures[error?.split(':')[0] ?? ''];
  if (status === 'cancelled') return t(failure ?? 'portal.scan.cancelled');
  if (status === 'failed') return t(failure ?? 'portal.scan.failed');
  if (answered === false) return t('portal.scan.no-answer');
  if (count === null) return t('portal.scan.every-port');
  const open = t('portal.scan.open-ports', { count });
  return status === 'partial' ? `${open} ${t('portal.scan.in-part', { count: missing ?? 0 })}` : open;
}
