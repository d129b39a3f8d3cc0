import { deleteOlderOfPartners } from '../../core/operation/delete-older-of-partners.ts';
import type { Resources } from '../../core/operation/operation.ts';

const dayMs = 86_400_000;

/** A year's usage can be asked for during the year that follows it, and a month longer. */
const keptMonths = 25;

/** The first day (UTC) of which it is still known when what was in which state. */
export function stateHistoryBegin(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keptMonths, 1));
}

/** Forgets states that ended before; a day later, so that nobody who was let ask for them misses any. */
export async function dropOldStateChanges({ db, clock }: Resources): Promise<number> {
  const yesterday = new Date(clock.now().getTime() - dayMs);
  return deleteOlderOfPartners(db, 'resource_state_changes', 'ended_at', stateHistoryBegin(yesterday));
}
