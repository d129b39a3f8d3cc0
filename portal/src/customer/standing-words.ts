import { wellOr } from '../../../src/monitoring/looks/reassuring-messages.ts';
import { t } from '../messages/messages.ts';
import type { Overview } from './data.ts';

/** What was looked at, as one sentence; what is not looked at stands apart (`gapsOf`). */
export function lookedAtWords(overview: Pick<Overview, 'all_looked_at' | 'servers' | 'domains'>): string {
  const { servers, domains } = overview;
  const counts = { servers: servers.looked_at, domains: domains.looked_at };
  const key = wellOr(
    overview,
    counts.domains === 0
      ? 'portal.looked-at.servers'
      : counts.servers === 0
        ? 'portal.looked-at.domains'
        : 'portal.looked-at.both',
    'portal.standing.unknown',
  );
  return t(key, counts);
}

export interface Gap {
  readonly text: string;
  readonly to: '/servers' | '/domains';
  readonly search?: { status: 'paused' };
}

const ofServers = ['failing', 'in_part', 'never_scanned', 'outside_policy', 'paused', 'waiting_for_capacity'] as const;
const ofDomains = [
  'failing',
  'never_scanned',
  'no_source',
  'posture_only',
  'paused',
  'waiting_for_capacity',
  'unverified',
] as const;

/** What nobody looks at, or not all of it, and where to mend that. */
export function gapsOf({ servers, domains }: Pick<Overview, 'servers' | 'domains'>): readonly Gap[] {
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
