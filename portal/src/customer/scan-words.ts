import { numberText } from '../ui/numbers.ts';
import type { Scan } from './data.ts';

/** By the code that an error begins with. */
const failures: Readonly<Record<string, string>> = {
  excluded: 'The address is excluded from scanning.',
  not_scanned: 'This address is in a range that is not scanned.',
  address_excluded: 'This address is in a range that is not scanned.',
  host_unreachable: 'The server did not answer, although it did before. Nothing is concluded from that.',
  worker_lost: 'The scanner was interrupted. The next scan makes up for it.',
};

/** What came of a scan, as one sentence. */
export function scanOutcome({ status, open_ports_count: count, host_answered: answered, error }: Scan): string {
  if (status === 'pending') return 'Waits for a scanner.';
  if (status === 'running') return 'Under way.';
  const reason = failures[error?.split(':')[0] ?? ''];
  if (status === 'cancelled') return reason ?? 'Cancelled.';
  if (status === 'failed') return reason ?? 'It failed. The next scan makes up for it.';
  if (answered === false) return 'The server answered nothing.';
  if (count === null) return 'The server seems to answer on every port, so it cannot be told which are open.';
  return count === 0 ? 'No open port.' : `${numberText(count)} open ${count === 1 ? 'port' : 'ports'}.`;
}
