import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';

/** Ports of a customer's endpoints, or of all; or of one endpoint. */
export interface PortsInDoubt {
  /** Null: every customer of the partner. */
  readonly customer_id: string | null;
  /** Null: every endpoint in scope. */
  readonly endpoint_id: string | null;
  readonly port_start: number;
  readonly port_end: number;
  readonly protocol: 'tcp' | 'udp' | 'both';
}

/** Whatever is open of an endpoint. */
export const anyPort = { customer_id: null, port_start: 1, port_end: 65_535, protocol: 'both' } as const;

export interface Hurry {
  /** Of scans by hand. */
  readonly cooldownSeconds: number;
  /** Whether it may use that up, where it is over, to scan at once: not after what somebody did, who may want to scan by hand next. */
  readonly usesCooldown: boolean;
}

/** Who scans by hand after a change comes first. */
const soonestSeconds = 60;

/**
 * Brings scheduled scans nearer of the endpoints whose last scan saw any of the ports open: to now where the cooldown may be used up, and else
 * to where one that began now would end. So nothing is scanned more often than people may ask for, however often this is asked. The scheduler
 * spreads what is due at once by its pace. Locked are the partner's row, to which an audit entry of the caller's refers, and then endpoints, by
 * id (decision 9).
 * @returns how many come nearer
 */
export async function hurryScans(
  tx: Operation,
  ports: PortsInDoubt,
  { cooldownSeconds, usesCooldown }: Hurry,
): Promise<number> {
  await tx.db.selectPartner().select('id').forKeyShare().execute();
  const now = tx.clock.now();
  const before = new Date(now.getTime() - cooldownSeconds * 1_000);
  const later = new Date(now.getTime() + Math.max(cooldownSeconds, soonestSeconds) * 1_000);
  const isFree = sql`(${usesCooldown} AND (e.manual_scan_at IS NULL OR e.manual_scan_at <= ${before}::timestamptz))`;
  const { rows } = await tx.db.execute(sql`
    WITH exposed AS (
      SELECT e.id, ${isFree} AS is_free FROM endpoints e
      WHERE e.partner_id = ${tx.partnerId} AND e.status = 'active'
        AND e.next_scan_at > CASE WHEN ${isFree} THEN ${now}::timestamptz ELSE ${later}::timestamptz END
        ${ports.endpoint_id === null ? sql`` : sql`AND e.id = ${ports.endpoint_id}`}
        ${ports.customer_id === null ? sql`` : sql`AND e.customer_id = ${ports.customer_id}`}
        AND EXISTS (
          SELECT 1 FROM observations o
          WHERE o.partner_id = ${tx.partnerId} AND o.endpoint_id = e.id AND o.closed_at IS NULL
            AND o.port BETWEEN ${ports.port_start} AND ${ports.port_end} AND ${ports.protocol} IN (o.protocol, 'both'))
      ORDER BY e.id FOR NO KEY UPDATE
    )
    UPDATE endpoints SET
      next_scan_at = CASE WHEN exposed.is_free THEN ${now}::timestamptz ELSE ${later}::timestamptz END,
      manual_scan_at = CASE WHEN exposed.is_free THEN ${now}::timestamptz ELSE endpoints.manual_scan_at END
    FROM exposed WHERE endpoints.partner_id = ${tx.partnerId} AND endpoints.id = exposed.id
    RETURNING endpoints.id`);
  if (rows.length > 0) tx.announce('endpoint-due');
  return rows.length;
}
