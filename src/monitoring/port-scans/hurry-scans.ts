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

/**
 * Makes scheduled scans due now of the endpoints whose last scan saw any of the ports open. It burns the cooldown of scans by
 * hand, and leaves out where that does not allow it: however often it is asked, nothing is scanned more often than people may ask
 * for. The scheduler spreads what is due at once by its pace. Endpoints are locked by id.
 * @returns how many are due
 */
export async function hurryScans(tx: Operation, ports: PortsInDoubt, cooldownSeconds: number): Promise<number> {
  const now = tx.clock.now();
  const { rows } = await tx.db.execute(sql`
    WITH exposed AS (
      SELECT e.id FROM endpoints e
      WHERE e.partner_id = ${tx.partnerId} AND e.status = 'active' AND e.next_scan_at > ${now}::timestamptz
        AND (${ports.endpoint_id}::uuid IS NULL OR e.id = ${ports.endpoint_id}::uuid)
        AND (${ports.customer_id}::uuid IS NULL OR e.customer_id = ${ports.customer_id}::uuid)
        AND (e.manual_scan_at IS NULL OR e.manual_scan_at <= ${now}::timestamptz - ${cooldownSeconds} * interval '1 second')
        AND EXISTS (
          SELECT 1 FROM observations o
          WHERE o.partner_id = ${tx.partnerId} AND o.endpoint_id = e.id AND o.closed_at IS NULL
            AND o.port BETWEEN ${ports.port_start} AND ${ports.port_end} AND ${ports.protocol} IN (o.protocol, 'both'))
      ORDER BY e.id FOR NO KEY UPDATE
    )
    UPDATE endpoints SET next_scan_at = ${now}, manual_scan_at = ${now}
    FROM exposed WHERE endpoints.partner_id = ${tx.partnerId} AND endpoints.id = exposed.id
    RETURNING endpoints.id`);
  if (rows.length > 0) tx.announce('endpoint-due');
  return rows.length;
}
