import { sql } from 'kysely';
import type { CrossPartnerDatabase } from '../core/operation/partner-database.ts';

export const deliveryWays = ['mail', 'webhook', 'channel'] as const;
type DeliveryWay = (typeof deliveryWays)[number];

/** What does not arrive, by the last attempt: an hour may lie between two. */
export interface FailingDeliveries {
  /** Of `mail`: mails that wait, though none was taken since they were made. Else destinations that are switched on. */
  readonly count: number;
  /** For how long the one that has failed longest; 0: none fails. */
  readonly seconds: number;
}

/** Of all partners, on the database's clock moved to `now`. */
export async function failingDeliveries(
  db: CrossPartnerDatabase,
  now: Date,
): Promise<Readonly<Record<DeliveryWay, FailingDeliveries>>> {
  const { rows } = await sql<{ way: DeliveryWay; count: number; since: Date | null }>`
    SELECT 'mail' AS way, count(*)::int AS count, min(created_at) AS since
    FROM notification_deliveries
    WHERE next_attempt_at IS NOT NULL AND failure IS NOT NULL
      -- One mail that its recipient's server does not want yet is no trouble of ours while others are taken.
      AND created_at > coalesce((
        SELECT settled_at FROM notification_deliveries WHERE settled_at IS NOT NULL AND status = 'sent'
        ORDER BY settled_at DESC LIMIT 1), '-infinity')
    UNION ALL
    SELECT 'webhook', count(*)::int, min(failing_since) FROM webhooks WHERE enabled AND failing_since IS NOT NULL
    UNION ALL
    SELECT 'channel', count(*)::int, min(failing_since) FROM channels
    WHERE status = 'active' AND failing_since IS NOT NULL`.execute(db);
  const failing = rows.map(({ way, count, since }) => {
    const seconds = since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1_000);
    return [way, { count, seconds }] as const;
  });
  return Object.fromEntries(failing) as Record<DeliveryWay, FailingDeliveries>;
}
