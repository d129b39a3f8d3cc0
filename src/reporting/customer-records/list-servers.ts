import { sql } from 'kysely';
import { requireCustomer } from '../../accounts/customers/index.ts';
import type { Severity } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';

/** Whether a server is looked at, and if not, why. */
export const serverStates = [
  'scanned',
  'not_yet',
  'unreachable',
  'answers_everything',
  'never',
  'paused',
  'no_room',
] as const;

export interface ServerOfCustomer {
  readonly id: string;
  readonly ip_address: string;
  readonly hostname: string;
  readonly nickname: string;
  readonly state: (typeof serverStates)[number];
  readonly last_scan_at: Date | null;
  /** Of every kind. */
  readonly open_alerts: number;
  /** Null: no alert is open. */
  readonly worst_severity: Severity | null;
}

/** The server that a page goes on behind: its place among the severities, 0 without an open alert. */
export interface ServerPosition {
  readonly urgency: number;
  readonly id: string;
}

/**
 * A page of the customer's servers that are not terminated: by their most severe open alerts, the newer first where these are
 * equal. It costs a look into the index of alerts for each of the customer's servers; alerts are counted for the page alone.
 * @throws Problem CUSTOMER_NOT_FOUND
 */
export async function listServers(
  operation: Operation,
  billingCustomerId: number,
  after: ServerPosition | null,
  limit: number,
): Promise<{ readonly servers: readonly ServerOfCustomer[]; readonly last: ServerPosition | null }> {
  const customer = await requireCustomer(operation, billingCustomerId);
  const { rows } = await operation.db.execute(sql<ServerOfCustomer & { readonly urgency: number }>`
    WITH ranked AS (
      SELECT e.*, worst.severity AS worst_severity,
        coalesce(array_position(enum_range(NULL::severity), worst.severity), 0) AS urgency
      FROM endpoints e LEFT JOIN LATERAL (
        SELECT a.severity FROM alerts a
        WHERE a.partner_id = ${operation.partnerId} AND a.endpoint_id = e.id AND a.status = 'open'
        ORDER BY a.severity DESC LIMIT 1) AS worst ON true
      WHERE e.partner_id = ${operation.partnerId} AND e.customer_id = ${customer.id} AND e.status <> 'terminated'
    ), page AS (
      SELECT * FROM ranked
      WHERE ${after === null ? sql`true` : sql`(urgency, id) < (${after.urgency}::int, ${after.id}::uuid)`}
      ORDER BY urgency DESC, id DESC LIMIT ${limit + 1}
    )
    SELECT id, host(ip_address) AS ip_address, hostname, nickname, last_scan_at, worst_severity, urgency,
      CASE WHEN quota_paused THEN 'no_room' WHEN status = 'paused' THEN 'paused' WHEN next_scan_at IS NULL THEN 'never'
        WHEN condition IS NOT NULL THEN condition WHEN last_scan_at IS NULL THEN 'not_yet' ELSE 'scanned' END AS state,
      (SELECT count(*)::int FROM alerts a WHERE a.partner_id = ${operation.partnerId} AND a.endpoint_id = page.id
        AND a.status = 'open') AS open_alerts
    FROM page ORDER BY urgency DESC, id DESC`);
  const shown = rows.slice(0, limit);
  return {
    servers: shown.map(({ urgency, ...server }) => server),
    last: rows.length > limit ? shown.at(-1)! : null,
  };
}
