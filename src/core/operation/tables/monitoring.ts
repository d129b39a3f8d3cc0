import type { ColumnType, Generated } from 'kysely';
import type { ApplicationPurpose } from '../../../common/application-purpose.ts';
import type { Severity } from '../../../common/severity.ts';
import type { Stated } from '../../../engines/service-identification/components/stated.ts';
import type { Json } from './json.ts';

/** Row types of the tables for what is looked at, what was seen, and the alerts about it: see ../tables.ts. */

export interface SandboxScenariosTable {
  partner_id: string;
  endpoint_id: string | null;
  scenario: 'clean' | 'warnings' | 'critical';
  updated_at: Date;
}

export interface LeakSourcesTable {
  name: string;
  title: string;
  url: string | null;
  licence: string | null;
  updated_at: Date;
}

/** How one source of a domain scan answered, as stored. */
export interface SourceOutcome {
  source: string;
  /** `truncated`: it had more than a scan takes. */
  outcome: 'complete' | 'truncated' | 'failed';
  failure: 'not_authorised' | 'domain_not_verified' | 'rate_limited' | 'unavailable' | 'malformed' | null;
  error: string | null;
  findings: number;
  duration_ms: number;
}

export interface DomainScansTable {
  partner_id: string;
  id: string;
  domain_id: string;
  domain: string;
  asked: string[] | null;
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  sources: ColumnType<SourceOutcome[], string | undefined, string>;
  findings_seen: number | null;
  findings_new: number | null;
}

export interface LeakedCredentialsTable {
  partner_id: string;
  id: string;
  domain_id: string;
  customer_id: string;
  domain: string;
  fingerprint: Buffer;
  kind: 'breach' | 'stealer_log' | 'combolist' | 'paste';
  breach_name: string | null;
  identity_masked: string | null;
  identity_sealed: Buffer | null;
  identity_digest: Buffer | null;
  unnamed_identities: number;
  is_own_mailbox: boolean;
  data_classes: string[];
  secret_present: boolean;
  secret_format: 'clear_text' | 'hashed' | 'encrypted' | 'unknown' | null;
  malware_family: string | null;
  login_site: string | null;
  occurred_at: Date | null;
  published_at: Date | null;
  first_seen_at: Date;
  last_seen_at: Date;
  severity: Severity;
  sources: string[];
  alert_id: string;
}

export interface DarkWebFindingsTable {
  partner_id: string;
  id: string;
  domain_id: string;
  customer_id: string;
  domain: string;
  fingerprint: Buffer;
  kind: 'ransomware_claim' | 'paste' | 'forum' | 'market';
  actor: string | null;
  title: string;
  excerpt: string | null;
  source_url: string | null;
  claimed_at: Date | null;
  published_at: Date | null;
  first_seen_at: Date;
  last_seen_at: Date;
  match_type: 'exact_domain' | 'keyword';
  confidence: number;
  severity: Severity;
  sources: string[];
  alert_id: string;
}

export interface PublicServiceAnswersTable {
  partner_id: string;
  customer_id: string;
  answered_at: Date;
}

export interface ScansTable {
  partner_id: string;
  id: string;
  endpoint_id: string;
  trigger: 'scheduled' | 'manual';
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  duration_ms: number | null;
  engine: string | null;
  ports_requested: number | null;
  ports_covered: number | null;
  host_answered: boolean | null;
  open_ports_count: number | null;
  error: string | null;
  /** `top-1000`, `full` or `ranges`: a check would have to read every scan there is. */
  port_set: string | null;
  tcp_ports: number | null;
  udp_ports: number | null;
}

/** Completed scans that nothing changes any more. */
export interface ArchivedScansTable {
  partner_id: string;
  endpoint_id: string;
  id: string;
  /** From when it was queued, which its id says, to when it was started. */
  waited_ms: number;
  /** From then to when it ended. */
  took_ms: number;
  duration_ms: number | null;
  ports_requested: number | null;
  ports_covered: number | null;
  open_ports_count: number | null;
  tcp_ports: number | null;
  udp_ports: number | null;
  is_manual: boolean;
  host_answered: boolean | null;
  /** The first letter of `top-1000`, `full` or `ranges`. */
  port_set: string | null;
  engine: string | null;
}

/** ServiceIdentity of the service-identification engine, as stored. */
export interface StoredIdentity {
  service: string;
  method: 'probed' | 'port_number';
  tls: boolean;
  product: string | null;
  version: string | null;
  banner: string | null;
  certificateNames: string[];
  unauthenticated: boolean | null;
  operatingSystem: string | null;
  title?: string;
  purpose?: ApplicationPurpose;
  stated?: Stated;
}

export interface ObservationsTable {
  partner_id: string;
  id: string;
  endpoint_id: string;
  protocol: 'tcp' | 'udp';
  port: number;
  identity: Json<StoredIdentity>;
  opened_scan_id: string;
  opened_at: Date;
  closed_scan_id: string | null;
  closed_at: Date | null;
  silent_since_scan_id: string | null;
  heard_scan_id: string | null;
}

export interface AlertsTable {
  partner_id: string;
  id: string;
  /** Of alert-kinds.ts. */
  kind: string;
  /** Names the cause: of a resource and kind there is one live alert for each. */
  key: string;
  endpoint_id: string | null;
  domain_id: string | null;
  customer_id: string;
  protocol: 'tcp' | 'udp' | null;
  port: number | null;
  severity: Severity;
  status: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
  /** As the kind wrote it. */
  evidence: Json<object>;
  created_at: Date;
  first_detected_at: Date;
  last_detected_at: Date;
  acknowledged_at: Date | null;
  resolved_at: Date | null;
  resolution: 'port_closed' | 'allowed' | 'manual' | 'endpoint_terminated' | 'domain_terminated' | 'cause_ended' | null;
  ended_at: Date | null;
  /** When an alert that somebody dealt with for a time is open again; null: it stays as it is. */
  snoozed_until: Date | null;
  /** Null: not since it was raised, or before this was recorded. */
  status_changed_at: Date | null;
}

/** A time in which an alert was open with one severity: written by triggers of `alerts` alone. */
export interface AlertExposuresTable {
  partner_id: string;
  id: Generated<number>;
  alert_id: string;
  customer_id: string;
  kind: string;
  key_hash: number;
  severity: Severity;
  cause: 'raised' | 'reopened' | 'reassessed';
  /** When the alert was raised or reopened; `started_at` is later where it was only reassessed. */
  opened_at: Date;
  started_at: Date;
  /** `infinity`: it lasts. */
  ended_at: Generated<Date>;
  /** `reassessed`, `false_positive` or the alert's resolution. Null: it lasts. */
  outcome: string | null;
}

export interface AllowedPortRulesTable {
  partner_id: string;
  id: string;
  customer_id: string | null;
  endpoint_id: string | null;
  port_start: number;
  port_end: number;
  protocol: 'tcp' | 'udp' | 'both';
  description: string | null;
  source: 'manual' | 'firewall_ingest';
  created_at: Date;
  updated_at: Date;
  /** From then on the rule covers nothing; null: it has no end. */
  expires_at: Date | null;
  /** The end, until what the rule covered is scanned for it. */
  rescan_at: Date | null;
}

export interface ScanWorkersTable {
  id: string;
  host: string;
  engine: string;
  started_at: Date;
  heartbeat_at: Date;
  /** Millionths of the rate of each network. */
  network_share: Generated<number>;
  /** From where it looks; null: it does not say. */
  vantage_point: string | null;
}

/** How a server looks from another place than where its scans are done. */
export interface VantageViewsTable {
  partner_id: string;
  endpoint_id: string;
  vantage_point: string;
  /** The scan whose findings it is compared with. */
  scan_id: string;
  seen_at: Date;
  host_answered: boolean;
  /** Ports as `22/tcp`. */
  only_there: string[];
  not_there: string[];
}

export interface DomainPosturesTable {
  partner_id: string;
  domain_id: string;
  /** Null: nobody looks at it. */
  due_at: Date | null;
  /** The look that is queued or under way. */
  look_id: string | null;
  failures: Generated<number>;
  looked_at: Date | null;
  /** KeptCheck of each check. Written as JSON. */
  checks: ColumnType<object[], string | undefined, string>;
  /** What its registry last said. Written as JSON. */
  registration: ColumnType<object | null, string | null | undefined, string | null>;
  dkim_selectors: Generated<string[]>;
  expects_mail: boolean | null;
}

export interface RecordTemplatesTable {
  partner_id: string;
  spf_include: string | null;
  dkim_selectors: Generated<string[]>;
  report_address: string | null;
  updated_at: Date;
}

/** A leak that was imported into the corpus: the installation's, not a partner's. */
export interface VersionFeedsTable {
  name: string;
  /** A day, written as YYYY-MM-DD. It is read with to_char: as a Date it would depend on the time zone. */
  as_of: ColumnType<Date, string, string>;
  entries: number;
  /** Written as JSON. */
  kept: ColumnType<unknown, string, string>;
  digest: string;
  imported_at: Date;
  checked_at: Date;
  url: string | null;
  etag: string | null;
}

export interface LeakImportsTable {
  id: Generated<number>;
  breach_name: string;
  /** A day, written as YYYY-MM-DD. It is read with to_char: as a Date it would depend on the time zone. */
  occurred_on: ColumnType<Date, string, never>;
  kind: 'breach' | 'stealer_log' | 'combolist' | 'paste';
  file_name: string;
  format: 'combo' | 'ulp' | 'csv' | 'jsonl';
  status: 'importing' | 'completed' | 'deleting';
  head_digest: Buffer;
  text_bytes: Generated<number>;
  text_digest: Buffer | null;
  lines: Generated<number>;
  records: Generated<number>;
  stored_records: Generated<number>;
  rejected: ColumnType<Record<string, { count: number; firstLines: number[] }>, string | undefined, string>;
  runs: Generated<number>;
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
}

export interface LeakBlocksTable {
  import_id: number;
  sorted_by: 'mail' | 'site';
  run: number;
  last_key: Buffer;
  position: number;
  records: number;
  filter: Buffer;
  block: Buffer;
}

export interface ScanExclusionsTable {
  id: string;
  /** Canonical CIDR. */
  network: string;
  reason: string;
  added_by: string;
  added_at: Date;
  removed_by: string | null;
  removed_at: Date | null;
}

export interface SchedulerTicksTable {
  name: string;
  ticked_at: Date;
  scans_per_second: number | null;
  paced_at: Date | null;
}
