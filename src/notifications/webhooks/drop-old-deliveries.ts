import { deleteOlderOfPartners } from '../../core/operation/delete-older-of-partners.ts';
import type { Resources } from '../../core/operation/operation.ts';

/** As long as the events themselves. */
const keepDays = 30;

/** Forgets what became of old events, those included that still wait for somebody to mend the receiver. */
export async function dropOldWebhookDeliveries({ db, clock }: Resources): Promise<void> {
  const limit = new Date(clock.now().getTime() - keepDays * 86_400_000);
  await deleteOlderOfPartners(db, 'webhook_deliveries', 'created_at', limit);
}
