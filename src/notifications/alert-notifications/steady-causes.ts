import { sql } from 'kysely';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import { digests } from '../../engines/notification-timing/send-time.ts';
import { steadyMs } from './decide-notification.ts';

/** For how long it is looked for what has become steady: a service that stood still for less has missed nothing. */
const windowMs = 86_400_000;

interface Steady {
  readonly partner_id: string;
  readonly customer_id: string;
  readonly kind: string;
  readonly id: string;
}

/**
 * Has those told who hear nothing of each time that a cause comes and goes, when it has stayed otherwise than they were told. Nothing
 * happens to it then, so this is asked of the database now and then. Whoever knows by now, or wants to hear nothing of it, is told nothing.
 */
export async function enqueueSteadyCauses(resources: Resources): Promise<void> {
  const steadySince = new Date(resources.clock.now().getTime() - steadyMs);
  const earliest = new Date(steadySince.getTime() - windowMs);
  const { rows } = await sql<Steady>`
    SELECT DISTINCT a.partner_id, a.customer_id, a.kind, a.id
    FROM (
      SELECT t.partner_id, t.resource_id, t.kind, t.key_hash, t.is_over
      FROM told_alerts t
      JOIN notification_recipients r ON r.partner_id = t.partner_id AND r.id = t.subject_id AND r.status = 'active'
      WHERE t.flapping AND (t.is_over OR r.tell_resolved OR r.delivery = ANY(${[...digests]}))
      UNION ALL
      SELECT c.partner_id, c.resource_id, c.kind, alert_key_hash(c.key), c.told = 'over' FROM channel_alerts c WHERE c.flaps
    ) AS known
    JOIN alerts a ON a.partner_id = known.partner_id AND (a.endpoint_id = known.resource_id OR a.domain_id = known.resource_id)
      AND a.kind = known.kind AND alert_key_hash(a.key) = known.key_hash
    WHERE coalesce(a.status_changed_at, a.created_at) BETWEEN ${earliest} AND ${steadySince}
      AND CASE WHEN known.is_over THEN a.status = 'open' ELSE a.status IN ('resolved', 'false_positive') END
      AND NOT EXISTS (SELECT 1 FROM alerts newer
        WHERE newer.partner_id = a.partner_id AND (newer.endpoint_id = a.endpoint_id OR newer.domain_id = a.domain_id)
          AND newer.kind = a.kind AND newer.key = a.key AND newer.created_at > a.created_at)`.execute(resources.db);
  for (const [first, ...more] of Map.groupBy(rows, (row) =>
    [row.partner_id, row.customer_id, row.kind].join(),
  ).values()) {
    const { partner_id: partnerId, customer_id: customerId, kind } = first!;
    const steady = [first!, ...more].map(({ id }) => ({ id }));
    await Operation.bySystem(resources, partnerId).transaction((tx) =>
      tx.effects.alertsChanged(tx, { kind, customerId, opened: [], reopened: [], resolved: [], steady }),
    );
  }
}
