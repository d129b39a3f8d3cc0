import type pg from 'pg';

const partners = 4;
const customersOfEach = 1_000;

/** As text of SQL: the same id wherever the same is meant. */
function id(what: string, owner = 'n'): string {
  return `pg_temp.id('${what}', p, ${owner})`;
}

/** Rows of every partner, so many for each of its customers. */
function ofPartners(values: string, forEach = 1): string {
  return `SELECT ${id('partner', '0')}, ${values}
    FROM generate_series(1, ${partners}) p, generate_series(1, ${customersOfEach * forEach}) i, LATERAL (SELECT 1 + i % ${customersOfEach} AS n) AS owner`;
}

/** By their columns: what grows with partners' customers or with time. */
const rows: Readonly<Record<string, string>> = {
  'partners (id, name, status, created_at, updated_at)': `SELECT ${id('partner', '0')}, 'Partner', 'active', now(), now() FROM generate_series(1, ${partners}) p`,
  'customers (partner_id, id, billing_customer_id, name, created_at, updated_at)': ofPartners(
    `${id('customer')}, i, 'Customer ' || i, now(), now()`,
  ),
  'services (partner_id, id, customer_id, billing_service_id, created_at, updated_at)': ofPartners(
    `${id('service')}, ${id('customer')}, i, now(), now()`,
  ),
  'subscriptions (partner_id, id, customer_id, service_id, product_slug, plan_slug, status, created_at, updated_at)':
    ofPartners(
      `${id('subscription')}, ${id('customer')}, ${id('service')}, 'port_monitoring', 'starter', 'active', now(), now()`,
    ),
  'pro_rata_windows (partner_id, id, subscription_id, state, plan_slug, started_at, ended_at)': ofPartners(
    `gen_random_uuid(), ${id('subscription')}, 'active', 'starter', now(), CASE WHEN i > ${customersOfEach} THEN now() END`,
    3,
  ),
  'endpoints (partner_id, id, customer_id, service_id, ip_address, hostname, nickname, status, next_scan_at, created_at, updated_at)':
    ofPartners(
      `${id('endpoint', 'i')}, ${id('customer')}, ${id('service')}, '10.0.0.0'::inet + i, 'server-' || i, 'server', 'active',
       now() + i * interval '1 second', now(), now()`,
      2,
    ),
  'resource_state_changes (partner_id, customer_id, service_id, kind, resource_id, state, at, ended_at)': ofPartners(
    `${id('customer')}, ${id('service')}, 'endpoint', gen_random_uuid(), 'active', now(), CASE WHEN i % 2 = 0 THEN now() ELSE 'infinity' END`,
    4,
  ),
  'observations (partner_id, id, endpoint_id, protocol, port, identity, opened_scan_id, opened_at, closed_scan_id, closed_at)':
    ofPartners(
      `gen_random_uuid(), ${id('endpoint')}, 'tcp', i, '{}', gen_random_uuid(), now(),
       CASE WHEN i % 2 = 0 THEN gen_random_uuid() END, CASE WHEN i % 2 = 0 THEN now() END`,
      8,
    ),
  'scans (partner_id, id, endpoint_id, trigger, status, created_at)': ofPartners(
    `gen_random_uuid(), ${id('endpoint')}, 'scheduled', 'completed', now()`,
    4,
  ),
  'archived_scans (partner_id, endpoint_id, id, waited_ms, took_ms, is_manual)': ofPartners(
    // In the order of time, as ids are.
    `${id('endpoint')}, lpad(to_hex(i * 10 + p), 32, '0')::uuid, 1, 1, false`,
    20,
  ),
  'alerts (partner_id, id, kind, key, endpoint_id, customer_id, protocol, port, severity, status, evidence, created_at, first_detected_at, last_detected_at)':
    ofPartners(
      `${id('alert', 'i')}, 'port', 'tcp/' || i, ${id('endpoint')}, ${id('customer')}, 'tcp', i, 'high',
       CASE WHEN i % 4 = 0 THEN 'open' ELSE 'false_positive' END, '{}', now(), now(), now()`,
      20,
    ),
  'alert_exposures (partner_id, alert_id, customer_id, kind, key_hash, severity, cause, opened_at, started_at)':
    ofPartners(`${id('alert', 'i')}, ${id('customer')}, 'port', i, 'high', 'raised', now(), now()`, 20),
  'allowed_port_rules (partner_id, id, customer_id, endpoint_id, port_start, port_end, protocol, source, created_at, updated_at)':
    ofPartners(`gen_random_uuid(), ${id('customer')}, ${id('endpoint')}, i, i, 'tcp', 'manual', now(), now()`, 2),
  'monitored_domains (partner_id, id, customer_id, service_id, domain, status, next_scan_at, created_at, updated_at)':
    ofPartners(
      `${id('domain')}, ${id('customer')}, ${id('service')}, 'shop-' || p || '-' || i || '.example.com', 'active', now(), now(), now()`,
    ),
  'domain_postures (partner_id, domain_id, due_at, looked_at)': ofPartners(
    `${id('domain')}, now() + i * interval '1 minute', now()`,
  ),
  'vantage_views (partner_id, endpoint_id, vantage_point, scan_id, seen_at, host_answered, only_there, not_there)':
    ofPartners(`${id('endpoint', 'i')}, 'frankfurt', gen_random_uuid(), now(), true, '{}', '{}'`, 2),
  'domain_scans (partner_id, id, domain_id, domain, status, created_at)': ofPartners(
    `gen_random_uuid(), ${id('domain')}, 'shop.example.com', 'completed', now()`,
    4,
  ),
  'leaked_credentials (partner_id, id, domain_id, customer_id, domain, fingerprint, kind, unnamed_identities, is_own_mailbox, data_classes, secret_present, first_seen_at, last_seen_at, severity, sources, alert_id)':
    ofPartners(
      `gen_random_uuid(), ${id('domain')}, ${id('customer')}, 'shop.example.com', int4send(i), 'breach', 1, false, '{}', false,
       now(), now(), 'high', '{corpus}', ${id('alert', 'i')}`,
      4,
    ),
  'dark_web_findings (partner_id, id, domain_id, customer_id, domain, fingerprint, kind, title, first_seen_at, last_seen_at, match_type, confidence, severity, sources, alert_id)':
    ofPartners(
      `gen_random_uuid(), ${id('domain')}, ${id('customer')}, 'shop.example.com', int4send(i), 'forum', 'Post', now(), now(),
       'keyword', 1, 'high', '{corpus}', ${id('alert', 'i')}`,
      4,
    ),
  'events (partner_id, id, sequence, is_sandbox, customer_id, billing_customer_id, type, occurred_at, data)':
    ofPartners(`gen_random_uuid(), i, false, ${id('customer')}, n, 'scan.completed', now(), '{}'`, 8),
  'webhook_deliveries (partner_id, webhook_id, event_id, event_type, status, created_at, settled_at)': ofPartners(
    `${id('webhook', '0')}, gen_random_uuid(), 'scan.completed', 'delivered', now(), now()`,
    8,
  ),
  'channel_messages (partner_id, id, channel_id, content, status, created_at, settled_at)': ofPartners(
    `gen_random_uuid(), ${id('channel', '0')}, '{}', 'delivered', now(), now()`,
    2,
  ),
  'channels (partner_id, id, customer_id, type, name, target, shown, kinds, min_severity, customers, endpoints, urgency, time_zone, status, created_at, updated_at)':
    ofPartners(
      `${id('customer channel')}, ${id('customer')}, 'slack', 'Slack', '', '', '{port}', 'high', '{}', '{}', 'at_once', 'UTC', 'active', now(), now()`,
    ),
  'channel_alerts (partner_id, channel_id, resource_id, kind, key, customer_id, alert_id, changed_at, due_at)':
    ofPartners(
      `${id('customer channel')}, ${id('endpoint')}, 'port', 'tcp/' || i, ${id('customer')}, ${id('alert', 'i')}, now(),
       CASE WHEN i % 50 = 0 THEN now() END`,
      4,
    ),
  'notification_choices (partner_id, customer_id, kind, enabled, updated_at)': ofPartners(
    `${id('customer')}, 'port', true, now()`,
  ),
  // Of each customer the billing system's address; of one in fifty something waits.
  'notification_recipients (partner_id, id, customer_id, source, address, status, waiting_alerts, mail_due_at, report_due_at, created_at, updated_at)':
    ofPartners(
      `${id('customer')}, ${id('customer')}, 'billing', 'a@example.com', 'active', CASE WHEN i % 50 = 0 THEN ARRAY[${id('alert', 'i')}] ELSE '{}' END,
       CASE WHEN i % 50 = 0 THEN now() END, CASE WHEN i % 50 = 0 THEN now() END, now(), now()`,
    ),
  'alert_links (partner_id, mail_id, alert_id, id, customer_id)': ofPartners(
    `${id('mail')}, ${id('alert', 'i')}, gen_random_uuid(), ${id('customer')}`,
    4,
  ),
  'notification_deliveries (partner_id, id, customer_id, recipient_id, kind, address, status, created_at, settled_at)':
    ofPartners(
      `gen_random_uuid(), ${id('customer')}, ${id('recipient')}, 'alerts', 'a@example.com', 'sent', now(), now()`,
      4,
    ),
  'told_alerts (partner_id, subject_kind, subject_id, resource_id, kind, key_hash, customer_id, alert_id, severity, opened_at, flapping, is_over, thread_id, told_at)':
    ofPartners(
      `'recipient', ${id('recipient')}, ${id('endpoint')}, 'port', i, ${id('customer')}, ${id('alert', 'i')}, 'high', now(), false, false,
       gen_random_uuid(), now()`,
      4,
    ),
  'sessions (partner_id, id, portal_domain_id, customer_id, hash, created_at, expires_at)': ofPartners(
    `gen_random_uuid(), ${id('portal', '0')}, ${id('customer')}, sha256(int4send(p) || int4send(i)), now(), now()`,
    2,
  ),
  'list_counts (partner_id, customer_id, list, status, count)': ofPartners(
    `${id('customer')}, CASE WHEN i > ${customersOfEach} THEN 'endpoints' ELSE 'alerts' END, 'active', 1`,
    2,
  ),
  'address_additions (partner_id, customer_id, day, added)': ofPartners(`${id('customer')}, current_date, 1`),
  'public_service_answers (partner_id, customer_id, answered_at)': ofPartners(`${id('customer')}, now()`),
  'audit_entries (partner_id, id, at, actor_kind, action, subject_id, customer_id, details)': ofPartners(
    `gen_random_uuid(), now(), 'system', 'endpoint.' || i % 20, ${id('endpoint')}, ${id('customer')}, '{}'`,
    8,
  ),
  'api_requests (partner_id, id, key_id, at, method, path, status, duration_ms, request_id, sandbox, details)':
    ofPartners(`gen_random_uuid(), ${id('key', '0')}, now(), 'GET', '/', 200, 1, '1', false, '{}'`, 8),
  'idempotency_keys (partner_id, key, request_hash, created_at)': ofPartners(`'key ' || i, '\\x00', now()`, 2),
};

/** Tables that have few rows, so that no plan depends on them: of the installation, of a partner as such, and those that are emptied as they fill. */
const fewRows: ReadonlySet<string> = new Set([
  ...[
    'schema_migrations',
    'installation_facts',
    'nodes',
    'scan_workers',
    'scheduler_ticks',
    'leak_sources',
    'version_feeds',
  ],
  ...['leak_imports', 'leak_blocks', 'scan_exclusions', 'sign_in_failures', 'rate_limit_windows', 'events_other'],
  ...[
    'portal_domains',
    'api_keys',
    'plans',
    'unsubscribed_caps',
    'prices',
    'brandings',
    'mail_senders',
    'webhooks',
    'record_templates',
  ],
  ...[
    'administrators',
    'administrator_invitations',
    'passkeys',
    'known_devices',
    'sandbox_scenarios',
    'address_addition_shares',
  ],
  ...['alert_inbox', 'channel_inbox', 'channel_incidents', 'list_count_changes', 'sign_in_tokens', 'password_resets'],
  ...['passkey_challenges'],
]);

/** Tables whose plans are looked at: those with thousands of rows of each partner. */
export const largeTables: ReadonlySet<string> = new Set(
  Object.keys(rows).flatMap((columns) => {
    const table = columns.slice(0, columns.indexOf(' '));
    return table === 'partners' ? [] : [table];
  }),
);

/** Tables of which nobody has said whether they grow. */
export async function unknownTables(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND NOT relispartition`,
  );
  return tables
    .map(({ name }) => name)
    .filter((name) => name !== 'partners' && !largeTables.has(name) && !fewRows.has(name));
}

/** Fills a database that has the schema, and leaves it with the statistics that autovacuum gathers. */
export async function fillForPlans(client: pg.Client): Promise<void> {
  // Rows stand for themselves: without triggers, and without those that keys lead to.
  await client.query('SET session_replication_role = replica');
  await client.query(`CREATE FUNCTION pg_temp.id(what text, p int, n int) RETURNS uuid LANGUAGE sql IMMUTABLE
    AS $$ SELECT md5(what || ' ' || p || ' ' || n)::uuid $$`);
  // The service makes months as they come.
  for (const table of ['scans', 'archived_scans'])
    await client.query(`CREATE TABLE ${table}_of_all_times PARTITION OF ${table} DEFAULT`);
  for (const [columns, values] of Object.entries(rows)) await client.query(`INSERT INTO ${columns} ${values}`);
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of tables) await client.query(`VACUUM ANALYZE ${name}`);
}
