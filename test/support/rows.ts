import { randomUUID } from 'node:crypto';
import { openPort } from './scan-steps.ts';
import type { TestPartner, TestService } from './test-service.ts';

export interface AlertRow {
  /** Default: a random one, which tells nothing of when it was raised. */
  readonly id?: string;
  readonly port?: number;
  readonly protocol?: 'tcp' | 'udp';
  readonly severity?: 'low' | 'medium' | 'high' | 'critical';
  readonly status?: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
  readonly createdAt?: Date;
  readonly lastDetectedAt?: Date;
}

let lastPort = 0;

/** Writes an alert as a scan would have, and returns its id. Ports are all different unless given. */
export async function insertAlert(
  service: TestService,
  partner: Pick<TestPartner, 'partnerId'>,
  endpointId: string,
  row: AlertRow = {},
): Promise<string> {
  lastPort = (lastPort % 65_535) + 1;
  const { id = randomUUID(), port = lastPort, protocol = 'tcp', severity = 'medium', status = 'open' } = row;
  const createdAt = row.createdAt ?? service.clock.now();
  const resolved = status === 'resolved';
  await service.store.database.pool.query(
    `INSERT INTO alerts (partner_id, id, kind, key, endpoint_id, customer_id, protocol, port, severity, status,
       evidence, created_at, first_detected_at, last_detected_at, resolved_at, resolution, ended_at)
     SELECT partner_id, $2, 'port', $4 || '/' || $5, id, customer_id, $4, $5::integer, $6::severity, $7, $8::jsonb, $9, $9, $10, $11, $12, $11
     FROM endpoints WHERE partner_id = $1 AND id = $3`,
    [
      partner.partnerId,
      id,
      endpointId,
      protocol,
      port,
      severity,
      status,
      JSON.stringify(openPort(22).identity),
      createdAt,
      row.lastDetectedAt ?? createdAt,
      resolved ? createdAt : null,
      resolved ? 'manual' : null,
    ],
  );
  return id;
}

const leakEvidence = {
  findings: 2,
  identities: 2,
  own_mailboxes: 1,
  clear_text_secrets: 0,
  secrets: 2,
  exact_matches: 1,
  actor: null,
  data_classes: ['Email addresses', 'Passwords'],
  malware_families: [],
  login_sites: [],
  titles: [],
  sources: ['alpha'],
  occurred_from: null,
  occurred_to: null,
};

export interface DomainAlertRow extends Omit<AlertRow, 'port' | 'protocol'> {
  /** Default: leaked_credentials. */
  readonly kind?: string;
}

let lastBreach = 0;

/** Writes an alert about a domain as a domain scan would have, without its findings, and returns its id. Their breaches differ. */
export async function insertDomainAlert(
  service: TestService,
  partner: TestPartner,
  domainId: string,
  row: DomainAlertRow = {},
): Promise<string> {
  const id = randomUUID();
  lastBreach += 1;
  const { kind = 'leaked_credentials', severity = 'medium', status = 'open' } = row;
  const createdAt = row.createdAt ?? service.clock.now();
  const resolved = status === 'resolved';
  const found = kind === 'dark_web' ? 'forum' : 'breach';
  await service.store.database.pool.query(
    `INSERT INTO alerts (partner_id, id, kind, key, domain_id, customer_id, severity, status,
       evidence, created_at, first_detected_at, last_detected_at, resolved_at, resolution, ended_at)
     SELECT partner_id, $2, $4, domain || ' ' || $5, id, customer_id, $6::severity, $7, $8::jsonb || jsonb_build_object('domain', domain),
       $9, $9, $10, $11, $12, $11
     FROM monitored_domains WHERE partner_id = $1 AND id = $3`,
    [
      partner.partnerId,
      id,
      domainId,
      kind,
      `${found} shop ${lastBreach}`,
      severity,
      status,
      JSON.stringify({ ...leakEvidence, kind: found, breach_name: `Shop ${lastBreach}` }),
      createdAt,
      row.lastDetectedAt ?? createdAt,
      resolved ? createdAt : null,
      resolved ? 'manual' : null,
    ],
  );
  return id;
}

/** Makes a worker seem alive for the whole test, so that manual scans are queued though nothing runs them. */
export async function pretendLiveWorker(service: TestService): Promise<void> {
  await service.store.database.pool.query(
    `INSERT INTO scan_workers (id, host, engine, started_at, heartbeat_at)
     VALUES (gen_random_uuid(), 'test', 'none', now(), now() + interval '1 hour')`,
  );
}

/** Every row of every table of the service, its queue included, as one text per table. */
export async function dumpTables(service: TestService): Promise<Map<string, string>> {
  const { pool } = service.store.database;
  const tables = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  );
  const dump = new Map<string, string>();
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
    dump.set(name, rows.map((row) => row.text).join('\n'));
  }
  return dump;
}
