import { t } from '../messages/messages.ts';
import { Badge } from '../ui/badge.tsx';
import type { Server } from './data.ts';

/** Whether a server is scanned, and if not, whose doing it is. */
export function ServerState({ server }: { server: Pick<Server, 'status' | 'quota_paused' | 'not_scanned'> }) {
  if (server.status === 'active' && server.not_scanned !== null)
    return <Badge tone="warning">{t('portal.servers.not-scanned')}</Badge>;
  if (server.status === 'active') return <Badge tone="good">{t('portal.servers.scanned')}</Badge>;
  return server.quota_paused ? (
    <Badge tone="warning">{t('portal.domains.waits')}</Badge>
  ) : (
    <Badge>{t('portal.domains.paused')}</Badge>
  );
}
