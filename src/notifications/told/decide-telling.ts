import { rankOf, type Severity } from '../../common/severity.ts';

/** What somebody was told last of a cause: of its alert, and how that was then. */
export interface Told {
  readonly alertId: string;
  readonly severity: Severity;
  /** Since when it was open that was told of. */
  readonly openedAt: Date;
  /** It was told that it comes and goes. */
  readonly flapping: boolean;
  /** It was told that it is over. */
  readonly isOver: boolean;
}

/** The newest alert of a cause, as it is now. */
export interface AlertNow {
  readonly id: string;
  /** open: nobody has dealt with it. over: its cause has ended. settled: somebody has dealt with it. */
  readonly state: 'open' | 'over' | 'settled';
  readonly severity: Severity;
  readonly createdAt: Date;
  readonly openedAt: Date;
  /** When the alert before it ended that had the same cause; null: there was none. */
  readonly previousEnd: Date | null;
}

/**
 * What is to be told of a cause. back: it was over for a while, and that it comes and goes is told with it. reopened: somebody had
 * dealt with it, until now. came_and_went: nobody was told while it lasted.
 */
export type Telling = 'new' | 'worse' | 'back' | 'reopened' | 'over' | 'came_and_went';

/**
 * A cause that was gone for no longer than this comes and goes: a week, and a day for the scan that is late. What was gone for
 * longer is news.
 */
export const quietMs = 8 * 86_400_000;

/**
 * What somebody is to be told of a cause, of which they were told something before, or nothing.
 * @returns null: nothing they do not know, or do not want to know each time
 */
export function decideTelling(told: Told | null, alert: AlertNow): Telling | null {
  if (alert.state === 'open') return ofOpen(told, alert);
  if (alert.state === 'over') return ofOver(told, alert);
  return null;
}

function ofOpen(told: Told | null, alert: AlertNow): Telling | null {
  if (told === null) return 'new';
  const isWorse = rankOf(alert.severity) > rankOf(told.severity);
  if (told.alertId === alert.id) {
    if (isWorse) return 'worse';
    return told.isOver || alert.openedAt > told.openedAt ? 'reopened' : null;
  }
  const wasGone = alert.previousEnd === null ? Number.POSITIVE_INFINITY : +alert.createdAt - +alert.previousEnd;
  if (wasGone > quietMs) return 'new';
  if (!told.flapping) return 'back';
  return isWorse ? 'worse' : null;
}

function ofOver(told: Told | null, alert: AlertNow): Telling | null {
  if (told === null) return 'came_and_went';
  if (!told.isOver) return 'over';
  return told.alertId === alert.id || told.flapping ? null : 'came_and_went';
}

/** What somebody knows when they were told this. */
export function toldAfter(telling: Telling, told: Told | null, alert: AlertNow): Told {
  return {
    alertId: alert.id,
    severity: alert.severity,
    openedAt: alert.openedAt,
    flapping: telling === 'back' || (telling !== 'new' && (told?.flapping ?? false)),
    isOver: telling === 'over' || telling === 'came_and_went',
  };
}
