import { rankOf, type Severity } from '../../common/severity.ts';

/** What somebody was told last of a cause: of its alert, and how that was then. */
export interface KnownState {
  readonly alertId: string;
  readonly severity: Severity;
  /** Since when it was as it was told. */
  readonly since: Date;
  /** It was told that it comes and goes. */
  readonly flapping: boolean;
  /** It was told that it is over. */
  readonly isOver: boolean;
}

/** The newest alert of a cause, as it is now. */
export interface AlertNow {
  readonly id: string;
  /**
   * open: nobody has dealt with it. acknowledged: somebody deals with it. over: its cause has ended. dismissed: somebody says that it
   * is a false positive.
   */
  readonly state: 'open' | 'acknowledged' | 'over' | 'dismissed';
  readonly severity: Severity;
  readonly createdAt: Date;
  /** Since when it is in its state. */
  readonly since: Date;
  /** When the alert before it ended that had the same cause; null: there was none. */
  readonly previousEnd: Date | null;
}

/** What somebody wants to hear of an alert, as it is chosen now. */
export interface NotificationPreference {
  /** Of such alerts: what was told to be open is told to be over even so. */
  readonly isWanted: boolean;
  /** What is over, too. */
  readonly wantsResolved: boolean;
  /** Whoever listens since then is told nothing of the end of what they never heard of. */
  readonly listensSince: Date;
}

/**
 * What is to be told of a cause. back: it was over for a while, and that it comes and goes is told with it. reopened: somebody had
 * dealt with it, until now. came_and_went: nobody was told while it lasted.
 */
export type NotificationReason = 'new' | 'worse' | 'back' | 'reopened' | 'over' | 'came_and_went';

const dayMs = 86_400_000;
/** A cause that was gone for no longer than this comes and goes. What was gone for longer is news. */
export const quietMs = 7 * dayMs;
/** How long what comes and goes has to stay as it is before that is told. */
export const steadyMs = 2 * dayMs;

/**
 * What somebody is to be told of a cause, of which they were told something before, or nothing: one rule for mail, chats and pagers.
 * @returns null: nothing they do not know, or do not want to know each time
 */
export function decideNotification(
  known: KnownState | null,
  alert: AlertNow,
  preference: NotificationPreference,
  now: Date,
): NotificationReason | null {
  switch (alert.state) {
    case 'open':
      return preference.isWanted ? ofOpen(known, alert, now) : null;
    case 'acknowledged':
      return null;
    default:
      return preference.wantsResolved ? ofOver(known, alert, preference, now) : null;
  }
}

function ofOpen(known: KnownState | null, alert: AlertNow, now: Date): NotificationReason | null {
  if (known === null) return 'new';
  const isWorse = rankOf(alert.severity) > rankOf(known.severity);
  if (known.alertId === alert.id) {
    if (isWorse) return 'worse';
    return known.isOver || alert.since > known.since ? 'reopened' : null;
  }
  const wasGoneMs = alert.previousEnd === null ? Number.POSITIVE_INFINITY : +alert.createdAt - +alert.previousEnd;
  if (wasGoneMs > quietMs) return 'new';
  if (!known.flapping) return 'back';
  if (isWorse) return 'worse';
  return known.isOver && isSteady(alert, now) ? 'back' : null;
}

function ofOver(
  known: KnownState | null,
  alert: AlertNow,
  { isWanted, listensSince }: NotificationPreference,
  now: Date,
): NotificationReason | null {
  if (known !== null && !known.isOver) return known.flapping && !isSteady(alert, now) ? null : 'over';
  const isKnown = known?.alertId === alert.id || known?.flapping === true;
  return isKnown || !isWanted || alert.state === 'dismissed' || alert.createdAt < listensSince ? null : 'came_and_went';
}

function isSteady({ since }: AlertNow, now: Date): boolean {
  return +now - +since >= steadyMs;
}

/** What somebody knows when they were told this. */
export function knownAfter(reason: NotificationReason, known: KnownState | null, alert: AlertNow): KnownState {
  return {
    alertId: alert.id,
    severity: alert.severity,
    since: alert.since,
    flapping: reason === 'back' || (reason !== 'new' && (known?.flapping ?? false)),
    isOver: reason === 'over' || reason === 'came_and_went',
  };
}
