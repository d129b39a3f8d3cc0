import { sql } from 'kysely';
import { deleteOlderOfPartners } from '../../core/operation/delete-older-of-partners.ts';
import type { Resources } from '../../core/operation/operation.ts';

/** How long it is known what was told. */
const keptDays = 30;

/**
 * Forgets messages that went out a while ago, and causes of alerts that are over, and has it looked at once more what was told to be
 * open and is not: alerts that were deleted, of which no event tells. What comes and goes has its own time.
 */
export async function tidyChannels({ db, clock }: Resources): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * 86_400_000);
  await deleteOlderOfPartners(db, 'channel_messages', 'settled_at', before);
  await sql`
    DELETE FROM channel_alerts
    WHERE told IS DISTINCT FROM 'open' AND due_at IS NULL AND changed_at < ${before}`.execute(db);
  await sql`
    DELETE FROM channels c WHERE status = 'removed' AND send_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM channel_incidents i WHERE i.partner_id = c.partner_id AND i.channel_id = c.id)`.execute(db);
  await sql`
    UPDATE channel_alerts told SET due_at = ${clock.now()}
    WHERE told.told = 'open' AND told.due_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM alerts a WHERE a.partner_id = told.partner_id AND a.id = told.alert_id
        AND (told.flaps OR a.status IN ('open', 'acknowledged')))`.execute(db);
}
