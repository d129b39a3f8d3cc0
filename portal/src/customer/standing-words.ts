import { t } from '../messages/messages.ts';
import type { Overview } from './data.ts';

type Counts = Pick<Overview, 'needs_action' | 'servers' | 'domains'>;

/** Whether all is well, in one line: what needs action first, then what nobody looks at. */
export function headlineOf({ needs_action: needs, servers, domains }: Counts): string {
  if (needs.total > 0) return needsAction(needs);
  if (servers.total + domains.total === 0) return t('portal.headline.welcome');
  const unwatched = servers.failing + servers.outside_policy + servers.paused + servers.waiting_for_capacity;
  if (unwatched > 0) return t('portal.headline.not-scanned', { count: unwatched });
  if (servers.never_scanned > 0) return t('portal.headline.first-scan', { count: servers.never_scanned });
  const unseen = domains.total - domains.looked_at;
  if (unseen > 0) return t('portal.headline.unseen', { count: unseen });
  if (domains.unverified > 0) return t('portal.headline.unverified', { count: domains.unverified });
  return t('portal.headline.well');
}

function needsAction({ total, open_ports }: Overview['needs_action']): string {
  return t(open_ports === total ? 'portal.headline.ports' : 'portal.headline.alerts', { count: total });
}

/** What was looked at, as one sentence. */
export function lookedAtWords({ servers, domains }: Counts): string {
  const counts = { servers: servers.looked_at, domains: domains.looked_at };
  if (counts.domains === 0) return t('portal.looked-at.servers', counts);
  if (counts.servers === 0) return t('portal.looked-at.domains', counts);
  return t('portal.looked-at.both', counts);
}

export interface Gap {
  readonly text: string;
  readonly to: '/servers' | '/domains';
  readonly search?: { status: 'paused' };
}

const ofServers = ['failing', 'never_scanned', 'outside_policy', 'paused', 'waiting_for_capacity'] as const;
const ofDomains = ['failing', 'never_scanned', 'paused', 'waiting_for_capacity', 'unverified'] as const;

/** What nobody looks at, or not all of it, and where to mend that. */
export function gapsOf({ servers, domains }: Counts): readonly Gap[] {
  return [
    ...ofServers
      .filter((name) => servers[name] > 0)
      .map(
        (name): Gap => ({
          text: t(`portal.gap.server.${name}`, { count: servers[name] }),
          to: '/servers',
          ...(name === 'paused' || name === 'waiting_for_capacity' ? { search: { status: 'paused' } } : {}),
        }),
      ),
    ...ofDomains
      .filter((name) => domains[name] > 0)
      .map((name): Gap => ({ text: t(`portal.gap.domain.${name}`, { count: domains[name] }), to: '/domains' })),
  ];
}
