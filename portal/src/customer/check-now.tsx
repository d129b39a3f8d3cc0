import { Time } from '../ui/time.tsx';
import type { Alert } from './data.ts';
import { ScanNow } from './scan-now.tsx';
import { useWatchedServer } from './watched-server.ts';

/** Has the server of an alert looked at again, shows how that goes, and says whether the port was still seen. */
export function CheckNow({ alert }: { alert: Alert }) {
  const { server, scans } = useWatchedServer(alert.subject.id);
  const record = server.data?.data;
  if (record?.status !== 'active') return null;
  const lastLook = scans.data?.data.find(({ status }) => status === 'completed');
  const wasSeen = lastLook !== undefined && alert.last_detected_at >= lastLook.created_at;
  return (
    <ScanNow
      server={record}
      scans={scans.data?.data}
      title="Closed it? Have it checked"
      lead="The server is scanned again. When the port is closed, this alert is resolved."
      action="I closed it: check now"
    >
      {wasSeen && (
        <p>
          The last check, <Time at={lastLook.finished_at ?? lastLook.created_at} />, found the port still open.
        </p>
      )}
    </ScanNow>
  );
}
