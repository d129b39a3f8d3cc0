import type { Client } from 'pg';

/** How large a world is. */
export interface WorldSize {
  readonly customers: number;
  readonly endpoints: number;
  readonly alertsPerEndpoint: number;
}

/**
 * Fills the database with one partner's customers, endpoints and alerts, written by the server itself. A fiftieth of the
 * endpoints belongs to the customer with billing id 1, the others are spread evenly; a tenth is paused. Of the alerts 80 % are
 * resolved, 14 % open, 4 % acknowledged and 2 % false positives, over a year.
 */
export async function generateWorld(client: Client, partnerId: string, size: WorldSize): Promise<void> {
  const indexes = await dropIndexes(client);
  // Foreign keys are not checked: the rows are right by construction. Nor do triggers count them one by one.
  await client.query('SET session_replication_role = replica');
  await client.query(customersOf, [partnerId, size.customers]);
  await client.query(endpointsOf, [partnerId, size.customers, size.endpoints]);
  await client.query(alertsOf, [partnerId, size.alertsPerEndpoint]);
  for (const statement of countsOf) await client.query(statement, [partnerId]);
  await client.query('RESET session_replication_role');
  await client.query("SET maintenance_work_mem = '1GB'");
  for (const statement of indexes) await client.query(statement);
  await client.query('VACUUM (ANALYZE) customers, endpoints, alerts, list_counts');
}

/** Rebuilding them at the end is much faster than keeping them up to date. @returns the statements that make them again */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index LEFT JOIN pg_constraint ON conindid = indexrelid
     WHERE indrelid IN ('alerts'::regclass, 'endpoints'::regclass) AND pg_constraint.oid IS NULL`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map((row) => row.definition);
}

/** A UUIDv7 of an instant and a text that tells it from others of the same instant. */
const uuidOf = (instant: string, distinct: string) =>
  `(lpad(to_hex((extract(epoch FROM ${instant}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${distinct}), 1, 3)
    || '8' || substr(md5(${distinct}), 4, 15))::uuid`;

const yearStart = "timestamptz '2026-01-01 00:00Z'";

const customersOf = `
  INSERT INTO customers (partner_id, id, billing_customer_id, name, created_at, updated_at)
  SELECT $1, ${uuidOf(yearStart, "'customer' || n")}, n, 'Customer ' || n, ${yearStart}, ${yearStart}
  FROM generate_series(1, $2::int) AS n`;

const endpointsOf = `
  INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, created_at, updated_at)
  SELECT $1, ${uuidOf('at', "'endpoint' || n")}, customers.id, '10.0.0.0'::inet + n, 'server-' || n || '.example.com',
    substr(md5('nickname' || n), 1, 12), CASE WHEN n % 10 = 0 THEN 'paused' ELSE 'active' END, at, at
  FROM generate_series(1, $3::int) AS n
  CROSS JOIN LATERAL (SELECT ${yearStart} + n * (interval '300 days' / $3::int) AS precise) AS spread
  CROSS JOIN LATERAL (SELECT date_trunc('milliseconds', precise) AS at) AS instants
  JOIN customers ON customers.partner_id = $1
    AND customers.billing_customer_id = CASE WHEN n % 50 = 0 THEN 1 ELSE n % $2::int + 1 END`;

const alertsOf = `
  INSERT INTO alerts (partner_id, id, kind, key, endpoint_id, customer_id, protocol, port, severity, status,
    evidence, created_at, first_detected_at, last_detected_at, acknowledged_at, resolved_at, resolution, ended_at)
  SELECT $1, ${uuidOf('at', 'endpoints.id::text || k')}, 'port', 'tcp/' || 1000 + k, endpoints.id, customer_id, 'tcp', 1000 + k, level, state,
    '{"service": "redis", "method": "probed", "tls": false, "product": null, "version": null, "banner": null,
      "certificateNames": [], "unauthenticated": null, "operatingSystem": null}', at, at, seen,
    CASE WHEN state = 'acknowledged' THEN seen END, CASE WHEN state = 'resolved' THEN seen END,
    CASE WHEN state = 'resolved' THEN 'port_closed' END, CASE WHEN state = 'resolved' THEN seen END
  FROM endpoints
  CROSS JOIN generate_series(1, $2::int) AS k
  CROSS JOIN LATERAL (SELECT hashint8(('x' || substr(endpoints.id::text, 25, 12))::bit(48)::bigint + k) & 65535 AS luck) AS dice
  CROSS JOIN LATERAL (
    SELECT date_trunc('milliseconds', created_at + luck * interval '60 seconds') AS at,
      date_trunc('milliseconds', created_at + luck * interval '60 seconds' + (luck % 1000) * interval '100 seconds') AS seen,
      (ARRAY['low', 'medium', 'medium', 'high', 'critical'])[(luck / 50) % 5 + 1]::severity AS level,
      CASE WHEN luck % 50 < 40 THEN 'resolved' WHEN luck % 50 < 47 THEN 'open' WHEN luck % 50 < 49 THEN 'acknowledged'
        ELSE 'false_positive' END AS state
  ) AS facts
  WHERE endpoints.partner_id = $1`;

/** As the migration counts what is there before counts are kept. */
const countsOf = [
  `INSERT INTO list_counts (partner_id, customer_id, list, status, count)
   SELECT partner_id, customer_id, 'endpoints', status, count(*) FROM endpoints WHERE partner_id = $1
   GROUP BY GROUPING SETS ((partner_id, customer_id, status), (partner_id, status))`,
  `INSERT INTO list_counts (partner_id, customer_id, list, kind, severity, status, count)
   SELECT partner_id, customer_id, 'alerts', kind, severity, status, count(*) FROM alerts WHERE partner_id = $1
   GROUP BY GROUPING SETS ((partner_id, customer_id, kind, severity, status), (partner_id, kind, severity, status))`,
];
