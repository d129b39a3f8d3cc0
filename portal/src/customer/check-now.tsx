import { Message } from '../messages/message.tsx';
import { t } from '../messages/messages.ts';
import { Time } from '../ui/time.tsx';
import type { Alert } from './data.ts';
import { ScanNow } from './scan-now.tsx';
import { useWatchedServer } from './watched-server.ts';

/** Has the server of an alert looked at again, shows how that goes, and says whether the port was still seen. */
export function CheckNow({ alert }: { alert: Alert }) {
  const { server, scans } = useWatchedServer(alert.subject.id);
  const record = server.data?.data;
  if (record?.status !== 'active') return null;
  const lastLook = scans.data?.data.find(({ status }) => status === 'completed' || status === 'partial');
  const wasSeen = lastLook !== undefined && alert.last_detected_at >= lastLook.created_at;
  return (
    <ScanNow
      server={record}
      scans={scans.data?.data}
      title={t('portal.check.title')}
      lead={t('portal.check.lead')}
      action={t('portal.check.action')}
    >
      {wasSeen && (
        <p>
          <Message
            id="portal.check.still-open"
            values={{ time: <Time at={lastLook.finished_at ?? lastLook.created_at} /> }}
          />
        </p>
      )}
    </ScanNow>
  );
}
