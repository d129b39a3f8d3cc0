import { rankOf, type Severity } from '../../common/severity.ts';
import type { Change } from '../../engines/messengers/message.ts';
import type { ToldAlert } from './channel-record.ts';

/** What is raised again within this time of the time before flaps. */
export const flapSeconds = 7 * 86_400;
/** How long what flaps has to stay as it is before a word is said about how it is. */
export const steadySeconds = 2 * 86_400;

/** How an alert is when it is looked at. */
export interface AlertNow {
  /** acknowledged: somebody deals with it. */
  readonly state: 'open' | 'acknowledged' | 'over';
  readonly severity: Severity;
  /** Whether the channel wants to hear of such alerts. */
  readonly isWanted: boolean;
}

/** What there is to say of it, and what the channel knows from then on. */
export interface Telling {
  readonly change: Change | null;
  readonly told: ToldAlert['told'];
  readonly flaps: boolean;
  readonly openings: number;
  /** When it is looked at again although nothing happens. */
  readonly again: Date | null;
}

type Known = Pick<
  ToldAlert,
  'told' | 'told_severity' | 'was_opened' | 'speaks_again' | 'openings' | 'flaps' | 'changed_at'
>;

/**
 * Compares an alert with what its channel was last told of it: at most one message for each real change, and none for what flaps, but
 * for what gets worse.
 */
export function decideTelling(known: Known, alert: AlertNow, now: Date): Telling {
  const steadyAt = new Date(known.changed_at.getTime() + steadySeconds * 1_000);
  if (known.flaps && now < steadyAt) {
    const change = known.told === 'open' ? changeWhileOpen(known, alert) : null;
    const spoken = change === 'worse' || change === 'again' ? change : null;
    return { change: spoken, told: known.told, flaps: true, openings: known.openings, again: steadyAt };
  }
  const openings = known.flaps ? 0 : known.openings;
  const change = known.told === 'open' ? changeWhileOpen(known, alert) : changeWhileOver(known, alert);
  const flaps = openings > 1 && (change === 'new' || change === 'passed');
  const told = change === null ? known.told : change === 'over' || change === 'passed' ? 'over' : 'open';
  return { change, told, flaps, openings, again: flaps ? steadyAt : null };
}

function changeWhileOpen({ told_severity, speaks_again }: Known, alert: AlertNow): Change | null {
  if (alert.state === 'over') return 'over';
  if (alert.state === 'acknowledged' || !alert.isWanted) return null;
  if (rankOf(alert.severity) > rankOf(told_severity ?? 'low')) return 'worse';
  return speaks_again ? 'again' : null;
}

function changeWhileOver({ was_opened }: Known, { state, isWanted }: AlertNow): Change | null {
  if (!isWanted || state === 'acknowledged') return null;
  if (state === 'open') return 'new';
  return was_opened ? 'passed' : null;
}
