import { Badge } from '../ui/badge.tsx';
import type { Server } from './data.ts';

/** Whether a server is scanned, and if not, whose doing it is. */
export function ServerState({ server }: { server: Pick<Server, 'status' | 'quota_paused' | 'not_scanned'> }) {
  if (server.status === 'active' && server.not_scanned !== null) return <Badge tone="warning">Not scanned</Badge>;
  if (server.status === 'active') return <Badge tone="good">Scanned</Badge>;
  return server.quota_paused ? <Badge tone="warning">Waits for your plan</Badge> : <Badge>Paused</Badge>;
}
