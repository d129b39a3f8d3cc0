/**
 * What became of looking at a server or domain. Only `looked_at` lets anything be said of it; the others say why nothing is:
 * - `failing`: the last look told nothing, or of a domain not all of it, or it did not come when it was due;
 * - `in_part`: the server answered the last scan, but not for every port in time;
 * - `never_scanned`: the first look is still to come, or the first one since it is monitored again after it was terminated with open alerts;
 * - `outside_policy`: the address is in a range that is never scanned;
 * - `no_source`: there is nobody to ask who could know anything of leaks, and what everybody can see was not looked at either;
 * - `posture_only`: the same, but what everybody can see was looked at;
 * - `paused`: by hand; `waiting_for_capacity`: because paid capacity does not cover it;
 * - `terminated`: it is not monitored any more.
 */
const ofAny = ['looked_at', 'failing', 'never_scanned', 'paused', 'waiting_for_capacity', 'terminated'] as const;
export const serverLookStates = [...ofAny, 'in_part', 'outside_policy'] as const;
export const domainLookStates = [...ofAny, 'no_source', 'posture_only'] as const;
export type ServerLookState = (typeof serverLookStates)[number];
export type DomainLookState = (typeof domainLookStates)[number];

/** Of what is monitored: how many there are, and how many of them were looked at. */
export interface Reach {
  readonly total: number;
  readonly looked_at: number;
}

/** Whether anything may be said of all of them. Of nothing at all nothing may be said. */
export function allLookedAt(...reaches: readonly Reach[]): boolean {
  const total = reaches.reduce((sum, reach) => sum + reach.total, 0);
  return total > 0 && reaches.every((reach) => reach.looked_at === reach.total);
}
