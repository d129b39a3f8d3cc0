import { type Expression, type RawBuilder, sql } from 'kysely';

/** Ports that were open after a partner's scan, ascending, in SQL; null unless it completed. @param scan what its row is called there */
export function openPortsOf(partnerId: string, scan: string): RawBuilder<number[] | null> {
  const column = (name: string) => sql.ref<string>(`${scan}.${name}`);
  return sql`CASE WHEN ${column('status')} = 'completed'
    THEN ARRAY(${portsOpenAfter(partnerId, column('endpoint_id'), column('id'))}) END`;
}

/**
 * TCP and UDP merged, ascending: the intervals that cover the scan. Those that are open and those that were are looked up apart, since each
 * have their index; by what both have in common PostgreSQL would read all of the partner's.
 */
export function portsOpenAfter(
  partnerId: string,
  endpointId: Expression<string>,
  scanId: Expression<string>,
): RawBuilder<{ readonly port: number }> {
  const begun = sql`FROM observations o
    WHERE o.partner_id = ${partnerId} AND o.endpoint_id = ${endpointId} AND o.opened_scan_id <= ${scanId}`;
  return sql`SELECT o.port ${begun} AND o.closed_at IS NULL
    UNION SELECT o.port ${begun} AND o.closed_at IS NOT NULL AND o.closed_scan_id > ${scanId} ORDER BY port`;
}
