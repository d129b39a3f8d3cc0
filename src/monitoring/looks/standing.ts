import type { Messages } from '../../platform/messages/message.ts';
import type { Looks } from './count-looks.ts';
import { wellOr } from './reassuring-messages.ts';

/**
 * What may be said of a customer, the most important first. Only `well` reassures: nothing needs action, and everything was looked at.
 */
export const standingCodes = [
  'open_ports',
  'alerts',
  'nothing_monitored',
  'servers_not_scanned',
  'servers_first_scan',
  'domains_no_source',
  'domains_not_looked_at',
  'domains_posture_only',
  'domains_unverified',
  'well',
] as const;

export interface Standing {
  readonly code: (typeof standingCodes)[number];
  /** Of what: alerts, servers or domains; 0 of `nothing_monitored`, and of `well` everything that is monitored. */
  readonly count: number;
}

/** The one place that decides whether a customer is told that all is well. */
export function standingOf(
  needsAction: { readonly total: number; readonly open_ports: number },
  { servers, domains }: Pick<Looks, 'servers' | 'domains'>,
): Standing {
  const { total, open_ports: ports } = needsAction;
  if (total > 0) return { code: ports === total ? 'open_ports' : 'alerts', count: total };
  const monitored = servers.total + domains.total;
  if (monitored === 0) return { code: 'nothing_monitored', count: 0 };
  const waiting = servers.never_scanned;
  const unscanned = servers.total - servers.looked_at - waiting;
  if (unscanned > 0) return { code: 'servers_not_scanned', count: unscanned };
  if (waiting > 0) return { code: 'servers_first_scan', count: waiting };
  if (domains.no_source > 0) return { code: 'domains_no_source', count: domains.no_source };
  const unseen = domains.total - domains.looked_at - domains.posture_only;
  if (unseen > 0) return { code: 'domains_not_looked_at', count: unseen };
  if (domains.posture_only > 0) return { code: 'domains_posture_only', count: domains.posture_only };
  if (domains.unverified > 0) return { code: 'domains_unverified', count: domains.unverified };
  return { code: 'well', count: monitored };
}

/**
 * The same as a headline, in the language of the messages.
 * @param leaks how many of the alerts that need action are about leaks, which have a list of their own
 */
export function standingWords(t: Messages, { code, count }: Standing, leaks: number): string {
  return t(wellOr({ all_looked_at: code === 'well' }, 'look.standing.well', `look.standing.${code}`), { count, leaks });
}
