import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Operation } from '../../src/core/operation/operation.ts';
import { generateApiKey } from '../../src/identity/credentials/api-key.ts';
import { newAlertsQueue } from '../../src/notifications/alert-notifications/older-inboxes.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { JobQueue } from '../../src/platform/jobs/job-queue.ts';
import { hashSecret } from '../../src/platform/secrets.ts';
import type { ApiClient } from '../support/api-client.ts';
import { completeScan } from '../support/completed-scans.ts';
import { scanDomain } from '../support/domain-scans.ts';
import { eventually } from '../support/eventually.ts';
import { MailServer } from '../support/mail-server.ts';
import { MovableClock } from '../support/movable-clock.ts';
import { mailIsQuiet, settingsPath } from '../support/notifications.ts';
import { leakedCredential } from '../support/scripted-leak-source.ts';
import { expectSuccess } from '../support/shapes.ts';
import { createTestDatabase, dropTestDatabase, type TestPartner, TestService } from '../support/test-service.ts';

const perKind = 10_000;
const customers = 4;
const severities = ['low', 'medium', 'high', 'critical'] as const;
const leakKinds = ['leaked_credentials', 'dark_web'] as const;

type Row = Record<string, unknown>;

let databaseName: string;
let mailServer: MailServer;
let service: TestService;
let partner: TestPartner;
/** As the old tables had them, in the new table's terms. */
let before: Row[];
/** Of each customer, from 1 on: an open alert about a critical port, about a lesser one, and about a leak. */
const told: { critical: string; lesser: string; leak: string }[] = [];
const clock = new MovableClock();

beforeAll(async () => {
  databaseName = await createTestDatabase();
  const connection = { ...inject('databaseServer'), database: databaseName };
  const migrations = await readMigrations();
  await migrate(
    connection,
    migrations.filter(({ version }) => version < 14),
  );
  const database = openDatabase({ connection, maxConnections: 2, onIdleError: () => {} });
  const jobs = new JobQueue({ connection, queues: [newAlertsQueue], onError: () => {} });
  await jobs.start();
  const query = async (text: string, values: unknown[] = []): Promise<Row[]> =>
    (await database.pool.query(text, values)).rows;
  const created = await createPartner(query);
  await fill(query, created.partnerId);
  before = await query(alertsBefore);
  for (let client = 1; client <= customers; client += 1) told.push(await chosen(query, client));
  await fillMailQueues(query, jobs, database, created.partnerId);
  await jobs.stop();
  await database.close();
  mailServer = await MailServer.start();
  service = await TestService.start({
    environment: { ...mailServer.environment, SCAN_ENGINE: 'off' },
    sharedWith: { databaseName, clock },
  });
  expect(service.store.migrated).toContain(14);
  partner = {
    ...created,
    api: service.client(created.portalDomain, created.apiKey),
    operation: new Operation(service.service.resources, {
      partnerId: created.partnerId,
      actor: { kind: 'operator' },
      requestId: null,
    }),
  };
});
afterAll(async () => {
  await service?.stop();
  await mailServer?.close();
  await dropTestDatabase(databaseName);
});

/** As the program of that schema made one. */
async function createPartner(query: (text: string, values?: unknown[]) => Promise<Row[]>) {
  const created = { partnerId: randomUUID(), portalDomain: 'portal.grown.example', apiKey: generateApiKey() };
  const { partnerId, portalDomain, apiKey } = created;
  const domainId = randomUUID();
  await query(
    `INSERT INTO partners (id, name, status, created_at, updated_at) VALUES ($1, 'Grown Hosting', 'active', now(), now())`,
    [partnerId],
  );
  await query(
    `INSERT INTO portal_domains (partner_id, id, domain, created_at, status, verified_by, verified_at)
     VALUES ($1, $2, $3, now(), 'verified', 'operator', now())`,
    [partnerId, domainId, portalDomain],
  );
  await query(
    `INSERT INTO api_keys (partner_id, id, portal_domain_id, name, prefix, hash, created_at)
     VALUES ($1, $2, $3, 'first key', $4, $5, now())`,
    [partnerId, randomUUID(), domainId, apiKey.slice(0, 12), hashSecret(apiKey)],
  );
  return created;
}

/** What an alert of each of the old tables is in the new one. */
const alertsBefore = `
  SELECT id, 'port' AS kind, customer_id, endpoint_id, NULL::uuid AS domain_id, protocol || '/' || port AS key, protocol, port,
    risk_level AS severity, status, evidence, created_at, first_detected_at, last_detected_at, acknowledged_at, resolved_at,
    resolution, ended_at FROM alerts
  UNION ALL
  SELECT id, CASE finding_type WHEN 'dark_web' THEN 'dark_web' ELSE 'leaked_credentials' END, customer_id, NULL, domain_id,
    domain || ' ' || kind || ' ' || group_key, NULL, NULL, severity, status,
    evidence || jsonb_build_object('domain', domain, 'kind', kind), created_at, first_detected_at, last_detected_at,
    acknowledged_at, resolved_at, resolution, resolved_at FROM domain_alerts
  ORDER BY id`;

/** Customers with a server and a domain each, and alerts of every kind in every state, with findings behind those about leaks. */
async function fill(query: (text: string, values?: unknown[]) => Promise<Row[]>, partnerId: string): Promise<void> {
  const now = clock.now();
  await query(
    `INSERT INTO customers (partner_id, id, billing_customer_id, name, email, created_at, updated_at)
     SELECT $1, gen_random_uuid(), n, 'Customer ' || n, 'customer-' || n || '@example.org', $2, $2 FROM generate_series(1, $3) n`,
    [partnerId, now, customers],
  );
  await query(
    `INSERT INTO services (partner_id, id, customer_id, billing_service_id, created_at, updated_at)
     SELECT partner_id, gen_random_uuid(), id, 1, created_at, created_at FROM customers`,
  );
  await query(
    `INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, next_scan_at, created_at, updated_at)
     SELECT partner_id, gen_random_uuid(), id, ('127.9.70.' || billing_customer_id)::inet, 'www', 'Server ' || billing_customer_id,
       'active', created_at + interval '1 day', created_at, created_at FROM customers`,
  );
  await query(
    `INSERT INTO monitored_domains (partner_id, id, customer_id, service_id, domain, status, next_scan_at, created_at, updated_at)
     SELECT c.partner_id, gen_random_uuid(), c.id, s.id, 'shop-' || billing_customer_id || '.example.com',
       'active', c.created_at + interval '1 day', c.created_at, c.created_at
     FROM customers c JOIN services s ON s.customer_id = c.id`,
  );
  // The severity was that of the usual service, the risk that of the evidence.
  await query(
    `INSERT INTO alerts (partner_id, id, endpoint_id, customer_id, protocol, port, service, severity, risk_level, status, title,
       evidence, created_at, first_detected_at, last_detected_at, acknowledged_at, resolved_at, resolution, ended_at)
     SELECT e.partner_id, gen_random_uuid(), e.id, e.customer_id, CASE n / 256 % 2 WHEN 0 THEN 'tcp' ELSE 'udp' END, 1 + n, 'redis',
       (enum_range(NULL::severity))[1 + n / 4 % 4], (enum_range(NULL::severity))[1 + n / 16 % 4], state, 'Title ' || n,
       jsonb_build_object('service', 'redis', 'method', 'probed', 'tls', false, 'product', 'Redis', 'version', '7.0.15', 'banner', NULL,
         'certificateNames', '[]'::jsonb, 'unauthenticated', true, 'operatingSystem', NULL),
       at, at, at + interval '1 hour', CASE WHEN state = 'acknowledged' THEN at END,
       CASE WHEN state = 'resolved' THEN at END,
       CASE WHEN state = 'resolved' THEN (ARRAY['port_closed', 'allowed', 'manual', 'endpoint_terminated'])[1 + n / 256 % 4] END,
       CASE WHEN state = 'resolved' OR state = 'false_positive' AND n / 256 % 2 = 0 THEN at END
     FROM (SELECT n, (ARRAY['open', 'acknowledged', 'resolved', 'false_positive'])[1 + n / 64 % 4] AS state,
         $1::timestamptz - n * interval '1 minute' AS at FROM generate_series(0, $2 - 1) n) AS numbers
     JOIN endpoints e ON host(e.ip_address) = '127.9.70.' || (1 + n % ${customers})`,
    [now, perKind],
  );
  await query(
    `INSERT INTO domain_alerts (partner_id, id, domain_id, customer_id, domain, finding_type, kind, group_key, severity, status,
       evidence, created_at, first_detected_at, last_detected_at, acknowledged_at, resolved_at, resolution)
     SELECT d.partner_id, gen_random_uuid(), d.id, d.customer_id, d.domain, type, CASE type WHEN 'dark_web' THEN 'forum' ELSE 'breach' END,
       CASE type WHEN 'dark_web' THEN 'actor:' ELSE 'breach:' END || 'thebigone' || n, (enum_range(NULL::severity))[1 + n / 4 % 4], state,
       jsonb_build_object('findings', 1, 'identities', 1, 'own_mailboxes', 1, 'clear_text_secrets', 0, 'secrets', 1, 'exact_matches', 0,
         'breach_name', 'The Big One ' || n, 'actor', NULL, 'data_classes', '["Passwords"]'::jsonb, 'malware_families', '[]'::jsonb,
         'login_sites', '[]'::jsonb, 'titles', '[]'::jsonb, 'sources', '["alpha"]'::jsonb, 'occurred_from', NULL, 'occurred_to', NULL),
       at, at, at + interval '1 hour', CASE WHEN state = 'acknowledged' THEN at END, CASE WHEN state = 'resolved' THEN at END,
       CASE WHEN state = 'resolved' THEN (ARRAY['manual', 'domain_terminated'])[1 + n / 64 % 2] END
     FROM (SELECT n, (ARRAY['open', 'acknowledged', 'resolved'])[1 + n / 16 % 3] AS state,
         $1::timestamptz - n * interval '1 minute' AS at FROM generate_series(0, $2 - 1) n) AS numbers
     CROSS JOIN unnest(ARRAY['leaked_credential', 'dark_web']) AS type
     JOIN monitored_domains d ON d.domain = 'shop-' || (1 + n % ${customers}) || '.example.com'`,
    [now, perKind],
  );
  await query(
    `INSERT INTO leaked_credentials (partner_id, id, domain_id, customer_id, domain, fingerprint, kind, breach_name, unnamed_identities,
       is_own_mailbox, data_classes, secret_present, first_seen_at, last_seen_at, severity, sources, alert_id)
     SELECT partner_id, gen_random_uuid(), domain_id, customer_id, domain, uuid_send(id), kind, evidence ->> 'breach_name', 1, true,
       '{Passwords}', false, created_at, created_at, severity, '{alpha}', id
     FROM domain_alerts WHERE finding_type = 'leaked_credential'`,
  );
  await query(
    `INSERT INTO dark_web_findings (partner_id, id, domain_id, customer_id, domain, fingerprint, kind, title, first_seen_at,
       last_seen_at, match_type, confidence, severity, sources, alert_id)
     SELECT partner_id, gen_random_uuid(), domain_id, customer_id, domain, uuid_send(id), kind, 'Post', created_at, created_at,
       'keyword', 0.5, severity, '{alpha}', id
     FROM domain_alerts WHERE finding_type = 'dark_web'`,
  );
}

async function chosen(query: (text: string, values?: unknown[]) => Promise<Row[]>, client: number) {
  const one = async (table: string, condition: string) => {
    const rows = await query(
      `SELECT a.id FROM ${table} a JOIN customers c ON c.partner_id = a.partner_id AND c.id = a.customer_id
       WHERE billing_customer_id = $1 AND a.status = 'open' AND ${condition} ORDER BY a.created_at LIMIT 1`,
      [client],
    );
    return rows[0]!.id as string;
  };
  return {
    critical: await one('alerts', "risk_level = 'critical' AND severity = 'low'"),
    lesser: await one('alerts', "risk_level = 'low' AND severity = 'critical'"),
    leak: await one('domain_alerts', "a.severity = 'low' AND finding_type = 'leaked_credential'"),
  };
}

/**
 * What waits for customers when the new version starts: of the first, alerts that wait for an address; of the second, who wants
 * no leaks but every port, a mail that is to be sent; of the third a job of the old shape; of the fourth one from a domain scan.
 */
async function fillMailQueues(
  query: (text: string, values?: unknown[]) => Promise<Row[]>,
  jobs: JobQueue,
  database: ReturnType<typeof openDatabase>,
  partnerId: string,
): Promise<void> {
  const now = clock.now();
  const ids = await query('SELECT id, billing_customer_id::int AS client FROM customers ORDER BY billing_customer_id');
  const customerId = (client: number) => ids[client - 1]!.id as string;
  const alerts = (client: number) => [told[client - 1]!.critical, told[client - 1]!.lesser];
  const leaks = (client: number) => [told[client - 1]!.leak];
  await query(
    `INSERT INTO notification_recipients (partner_id, id, customer_id, source, address, status, waiting_alerts, waiting_domain_alerts,
       mail_due_at, created_at, updated_at)
     VALUES ($1, $2, $2, 'billing', 'customer-1@example.org', 'active', $3, $4, $5, $5, $5),
       ($1, $6, $6, 'billing', 'customer-2@example.org', 'active', '{}', '{}', NULL, $5, $5)`,
    [partnerId, customerId(1), alerts(1), leaks(1), now, customerId(2)],
  );
  await query(
    `INSERT INTO notification_settings (partner_id, customer_id, port_alerts, port_alerts_min_severity, domain_alerts, updated_at)
     VALUES ($1, $2, true, 'low', false, $3), ($1, $4, false, 'medium', true, $3)`,
    [partnerId, customerId(2), now, customerId(4)],
  );
  await query(
    `INSERT INTO notification_deliveries (partner_id, id, customer_id, recipient_id, kind, address, alerts, domain_alerts, status,
       next_attempt_at, created_at)
     VALUES ($1, $2, $3, $3, 'alerts', 'customer-2@example.org', $4, $5, 'pending', $6, $6)`,
    [partnerId, randomUUID(), customerId(2), alerts(2), leaks(2), now],
  );
  const job = (client: number, data: object) => ({
    id: randomUUID(),
    data: { partnerId, customerId: customerId(client), ...data },
    priority: 0,
  });
  await jobs.send(database.db, newAlertsQueue.name, [
    job(3, { alertIds: alerts(3), domainAlertIds: [] }),
    job(4, { alertIds: alerts(4), domainAlertIds: leaks(4) }),
  ]);
}

/** A whole list, page by page. */
async function all(api: ApiClient, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  let hasMore = true;
  while (hasMore) {
    const page = expectSuccess(await api.get(`${path}&limit=100&offset=${rows.length}`));
    rows.push(...page.alerts);
    hasMore = page.has_more;
  }
  return rows;
}

it('every alert from before was open from its beginning to its end, as far as that is known', async () => {
  const { rows } = await service.store.database.pool.query(
    `SELECT count(*)::int AS alerts, count(e.id)::int AS intervals, count(*) FILTER (WHERE e.started_at = a.created_at AND e.cause = 'raised'
       AND CASE WHEN a.status IN ('open', 'acknowledged') THEN e.ended_at = 'infinity'
         WHEN a.status = 'resolved' THEN e.ended_at = a.resolved_at AND e.outcome = a.resolution
         ELSE e.ended_at < 'infinity' AND e.outcome = 'false_positive' END)::int AS known
     FROM alerts a LEFT JOIN alert_exposures e ON e.partner_id = a.partner_id AND e.alert_id = a.id`,
  );
  expect(rows).toEqual([{ alerts: before.length, intervals: before.length, known: before.length }]);
});

describe('the migration to one table of alerts', () => {
  it('keeps every alert as it was; the urgency of a port is that of its evidence', async () => {
    const { rows } = await service.store.database.pool.query(
      `SELECT id, kind, customer_id, endpoint_id, domain_id, key, protocol, port, severity, status, evidence, created_at,
         first_detected_at, last_detected_at, acknowledged_at, resolved_at, resolution, ended_at FROM alerts ORDER BY id`,
    );
    expect(rows).toHaveLength(3 * perKind);
    expect(rows).toEqual(before);
    const states = new Set(
      rows.map(({ kind, status, severity, customer_id: id }) => `${kind} ${status} ${severity} ${id}`),
    );
    expect(states.size).toBe(customers * severities.length * (4 + 3 + 3));
  });

  it('keeps the findings with their alerts', async () => {
    const { rows } = await service.store.database.pool.query(
      `SELECT a.kind, count(*)::int FROM alerts a JOIN (
         SELECT alert_id, fingerprint FROM leaked_credentials UNION ALL SELECT alert_id, fingerprint FROM dark_web_findings
       ) f ON f.alert_id = a.id AND f.fingerprint = uuid_send(a.id) GROUP BY a.kind ORDER BY a.kind`,
    );
    expect(rows).toEqual(['dark_web', 'leaked_credentials'].map((kind) => ({ kind, count: perKind })));
    const path = '/api/v1/domain-monitoring/leaked-credentials?billing_customer_id=1&limit=100';
    for (const finding of expectSuccess(await partner.api.get(path)).leaked_credentials) {
      const alert = before.find(({ id }) => id === finding.alert_id)!;
      expect(finding.status).toBe(alert.status);
    }
  });

  it('lists of all three paths have the alerts of their kinds, in their order', async () => {
    const ofCustomer = new Map<unknown, number>();
    for (const client of [1, 2]) {
      const { id } = (
        await service.store.database.pool.query('SELECT id FROM customers WHERE billing_customer_id = $1', [client])
      ).rows[0];
      ofCustomer.set(id, client);
    }
    const expected = (kinds: readonly string[], status: string) =>
      before
        .filter(
          (alert) =>
            kinds.includes(alert.kind as string) && alert.status === status && ofCustomer.get(alert.customer_id) === 2,
        )
        .toSorted((a, b) => Number(b.created_at) - Number(a.created_at) || (`${a.id}` < `${b.id}` ? 1 : -1))
        .map(({ id, severity }) => ({ id, severity }));
    const listed = async (path: string) =>
      (await all(partner.api, `${path}?billing_customer_id=2&status=acknowledged`)).map(({ id, severity }) => ({
        id,
        severity,
      }));
    expect(await listed('/api/v1/alerts')).toEqual(expected(['port'], 'acknowledged'));
    expect(await listed('/api/v1/domain-monitoring/alerts')).toEqual(expected(leakKinds, 'acknowledged'));
    expect(await listed('/api/v1/monitoring/alerts')).toEqual(expected(['port', ...leakKinds], 'acknowledged'));
    const counted = expectSuccess(
      await partner.api.get('/api/v1/alerts/summary?billing_customer_id=2&status=acknowledged'),
    );
    for (const severity of severities)
      expect(counted[severity], severity).toBe(
        expected(['port'], 'acknowledged').filter((alert) => alert.severity === severity).length,
      );
  });

  it('mails that waited in any form tell of ports and leaks alike, as their customers chose', async () => {
    // A first mail waits so long for the rest of the fleet.
    clock.advanceSeconds(60);
    await mailIsQuiet(service);
    const addresses = told.map((_alerts, index) => `customer-${index + 1}@example.org`);
    expect(mailServer.mails.map(({ to }) => to).toSorted()).toEqual(addresses);
    const text = (client: number) =>
      mailServer
        .mailsTo(`customer-${client}@example.org`)
        .map((mail) => mail.text)
        .join();
    const links = (client: number) =>
      [...text(client).matchAll(/\/(?:alerts|leaks)\/([0-9a-f-]{36})(?!\?allow)/g)].map(([, id]) => id);
    // By default, ports from high on and any leak.
    expect(links(1).toSorted()).toEqual([told[0]!.critical, told[0]!.leak].toSorted());
    expect(links(2).toSorted()).toEqual([told[1]!.critical, told[1]!.lesser].toSorted());
    expect(links(3)).toEqual([told[2]!.critical]);
    expect(links(4)).toEqual([told[3]!.leak]);
  });

  it('what customers chose stays chosen', async () => {
    const settings = async (client: number) =>
      expectSuccess(await partner.api.get(`${settingsPath}?client_id=${client}`)).settings;
    const chosenBefore = [
      { port_alerts: true, port_alerts_min_severity: 'high', domain_alerts: true },
      { port_alerts: true, port_alerts_min_severity: 'low', domain_alerts: false },
      { port_alerts: true, port_alerts_min_severity: 'high', domain_alerts: true },
      { port_alerts: false, port_alerts_min_severity: 'medium', domain_alerts: true },
    ];
    for (const [index, choice] of chosenBefore.entries()) expect(await settings(index + 1)).toMatchObject(choice);
  });

  it('scans go on with the alerts that they find', async () => {
    const { pool } = service.store.database;
    const alertAt = async (id: string) =>
      (
        await pool.query(
          'SELECT *, host(ip_address) FROM alerts JOIN endpoints e ON e.id = endpoint_id WHERE alerts.id = $1',
          [id],
        )
      ).rows[0];
    const { endpoint_id: endpointId, port, protocol } = await alertAt(told[0]!.critical);
    await completeScan(service, partner, endpointId, { open: [`${port}:${protocol}` as '1:tcp'] });
    const ofPort = await pool.query(
      'SELECT id FROM alerts WHERE endpoint_id = $1 AND port = $2 AND protocol = $3 AND ended_at IS NULL',
      [endpointId, port, protocol],
    );
    expect(ofPort.rows).toEqual([{ id: told[0]!.critical }]);
    const leak = (await pool.query('SELECT domain_id, evidence FROM alerts WHERE id = $1', [told[0]!.leak])).rows[0];
    const again = leakedCredential('new@shop-1.example.com', { breachName: leak.evidence.breach_name });
    // The service's own worker, which knows of no leak, may be faster.
    const changes = await eventually('a scan is ours', () => scanDomain(service, leak.domain_id, [again]));
    expect(changes).toMatchObject({ newFindings: 1, raised: [] });
    const { rows } = await pool.query('SELECT alert_id FROM leaked_credentials WHERE identity_masked IS NOT NULL');
    expect(rows).toEqual([{ alert_id: told[0]!.leak }]);
  });
});
