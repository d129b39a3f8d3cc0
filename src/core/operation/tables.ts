import type { ColumnType, Generated } from 'kysely';
import type { Severity } from '../../engines/common/severity.ts';

/** Row types of migrations/schema.sql, for the query builder. `timestamptz` is read and written as Date, `bigint` as number. */

/** `jsonb`: written as JSON text, read as the parsed value. */
type Json<T> = ColumnType<T, string, string>;

export interface PartnersTable {
  id: string;
  name: string;
  status: 'active' | 'suspended';
  evaluation: Generated<boolean>;
  /** The real partner whose sandbox this is. */
  sandbox_of: string | null;
  sandbox_enabled: Generated<boolean>;
  customer_additions: Generated<'off' | 'within_capacity' | 'on'>;
  new_addresses_per_day: number | null;
  created_at: Date;
  updated_at: Date;
}

export interface PortalDomainsTable {
  partner_id: string;
  id: string;
  domain: string;
  created_at: Date;
  status: 'pending' | 'verified' | 'lapsed';
  verified_by: 'operator' | 'dns' | null;
  verified_at: Date | null;
  checked_at: Date | null;
  next_check_at: Date | null;
  missing_since: Date | null;
  misses: Generated<number>;
}

export interface ApiKeysTable {
  partner_id: string;
  id: string;
  portal_domain_id: string;
  name: string;
  prefix: string;
  hash: Buffer;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

export interface SandboxScenariosTable {
  partner_id: string;
  endpoint_id: string | null;
  scenario: 'clean' | 'warnings' | 'critical';
  updated_at: Date;
}

export interface SignInTokensTable {
  partner_id: string;
  id: string;
  portal_domain_id: string;
  customer_id: string;
  hash: Buffer;
  redirect_path: string;
  created_at: Date;
  expires_at: Date;
  redeemed_at: Date | null;
}

/** Of a customer or an administrator. */
export interface SessionsTable {
  partner_id: string;
  id: string;
  portal_domain_id: string;
  customer_id: string | null;
  administrator_id: string | null;
  hash: Buffer;
  user_agent: string | null;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
}

export interface KnownDevicesTable {
  partner_id: string;
  id: string;
  portal_domain_id: string;
  administrator_id: string;
  hash: Buffer;
  created_at: Date;
  last_used_at: Date;
}

export interface SignInFailuresTable {
  partner_id: string;
  subject: string;
  failures: number;
  last_failed_at: Date;
  blocked_until: Date | null;
}

export interface AdministratorsTable {
  partner_id: string;
  id: string;
  email: string;
  name: string | null;
  password_hash: string;
  totp_key: Buffer | null;
  totp_confirmed_at: Date | null;
  totp_last_step: number | null;
  created_at: Date;
  updated_at: Date;
  last_signed_in_at: Date | null;
}

export interface BrandingsTable {
  partner_id: string;
  display_name: string | null;
  accent_colour: string | null;
  support_url: string | null;
  support_email: string | null;
  logo: Buffer | null;
  logo_type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/svg+xml' | null;
  updated_at: Date;
}

export interface RateLimitWindowsTable {
  bucket: string;
  started_at: Date;
  hits: number;
}

export interface CustomersTable {
  partner_id: string;
  id: string;
  billing_customer_id: number;
  name: string | null;
  email: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface ServicesTable {
  partner_id: string;
  id: string;
  customer_id: string;
  billing_service_id: number;
  product_slug: string | null;
  plan_slug: string | null;
  /** Exact decimal text. */
  mrr: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface PlansTable {
  partner_id: string;
  product_slug: string;
  plan_slug: string;
  capacity: number;
  scan_interval_seconds: number | null;
  ports: Generated<string>;
  protocols: Generated<'tcp' | 'tcp+udp'>;
  max_packets_per_second: number | null;
  updated_at: Date;
}

export type CappedProduct = 'port_monitoring' | 'domain_monitoring';

export interface UnsubscribedCapsTable {
  partner_id: string;
  product_slug: CappedProduct;
  capacity: number;
  updated_at: Date;
}

export interface SubscriptionsTable {
  partner_id: string;
  id: string;
  customer_id: string;
  service_id: string;
  product_slug: CappedProduct;
  plan_slug: string | null;
  quantity: number | null;
  status: 'active' | 'suspended' | 'cancelled';
  /** Exact decimal text. */
  mrr: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface ProRataWindowsTable {
  partner_id: string;
  id: string;
  subscription_id: string;
  state: SubscriptionsTable['status'];
  plan_slug: string | null;
  quantity: number | null;
  /** Exact decimal text. */
  mrr: string | null;
  started_at: Date;
  ended_at: Date | null;
}

export interface MonitoredDomainsTable {
  partner_id: string;
  id: string;
  customer_id: string;
  service_id: string;
  domain: string;
  status: 'active' | 'paused' | 'terminated';
  quota_paused: Generated<boolean>;
  next_scan_at: Date | null;
  last_scan_at: Date | null;
  created_at: Date;
  updated_at: Date;
  terminated_at: Date | null;
  released_at: Date | null;
  current_scan_id: string | null;
  retry_sources: Generated<string[]>;
  retry_at: Date | null;
  failed_attempts: Generated<number>;
  findings_count: Generated<number>;
  verified_at: Date | null;
  verification_checked_at: Date | null;
  next_verification_at: Date | null;
  verification_missing_since: Date | null;
  verification_misses: Generated<number>;
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

export interface PricesTable {
  partner_id: string;
  id: string;
  product_slug: string;
  plan_slug: string | null;
  currency: string;
  billing_cycle: 'monthly' | 'quarterly' | 'semiannually' | 'annually' | 'biennially' | 'triennially';
  /** Exact decimal text. */
  amount: string;
  /** Exact decimal text. */
  setup_fee: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface IdempotencyKeysTable {
  partner_id: string;
  key: string;
  request_hash: Buffer;
  created_at: Date;
  status: number | null;
  body: string | null;
}

export interface EndpointsTable {
  partner_id: string;
  id: string;
  customer_id: string;
  service_id: string | null;
  ip_address: string;
  hostname: string;
  nickname: string;
  platform: string | null;
  status: 'active' | 'paused' | 'terminated';
  quota_paused: Generated<boolean>;
  next_scan_at: Date | null;
  last_scan_at: Date | null;
  current_scan_id: string | null;
  last_scan_id: string | null;
  previous_scan_id: string | null;
  manual_scan_at: Date | null;
  created_at: Date;
  updated_at: Date;
  terminated_at: Date | null;
  condition: 'unreachable' | 'answers_everything' | null;
  condition_since: Date | null;
  scan_not_before: Date | null;
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
  port_set: 'top-1000' | 'full' | 'ranges' | null;
  tcp_ports: number | null;
  udp_ports: number | null;
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

export interface NotificationChoicesTable {
  partner_id: string;
  customer_id: string;
  /** Of alert-kinds.ts. */
  kind: string;
  enabled: boolean;
  min_severity: Severity | null;
  updated_at: Date;
}

export interface NotificationRecipientsTable {
  partner_id: string;
  id: string;
  customer_id: string;
  source: 'billing' | 'added';
  address: string;
  status: 'pending' | 'active' | 'unsubscribed' | 'failing';
  failure: string | null;
  waiting_alerts: Generated<string[]>;
  mail_due_at: Date | null;
  last_mail_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface NotificationDeliveriesTable {
  partner_id: string;
  id: string;
  customer_id: string | null;
  recipient_id: string;
  kind: 'alerts' | 'confirmation' | 'notice';
  address: string;
  alerts: Generated<string[]>;
  confirmation_hash: Buffer | null;
  confirmation_expires_at: Date | null;
  status: 'pending' | 'handed_over' | 'sent' | 'presumed_sent' | 'dropped' | 'refused' | 'expired';
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  failure: string | null;
  created_at: Date;
  settled_at: Date | null;
  notice: Json<AdministratorNotice> | null;
}

/** What a mail tells an administrator of its own sign-in. */
export interface AdministratorNotice {
  readonly event: 'new_device' | 'password_changed' | 'second_factor_removed' | 'access_reset';
  /** Of whoever did it; null: the operator. */
  readonly address: string | null;
  readonly user_agent: string | null;
}

export interface ScanWorkersTable {
  id: string;
  host: string;
  engine: string;
  started_at: Date;
  heartbeat_at: Date;
}

export interface AuditEntriesTable {
  partner_id: string;
  id: string;
  at: Date;
  actor_kind: 'api_key' | 'administrator' | 'customer' | 'operator' | 'system';
  actor_id: string | null;
  action: string;
  subject_id: string | null;
  customer_id: string | null;
  request_id: string | null;
  details: Json<Record<string, unknown>>;
}

/** A leak that was imported into the corpus: the installation's, not a partner's. */
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

export interface AddressAdditionsTable {
  partner_id: string;
  customer_id: string | null;
  /** A day of UTC. */
  day: ColumnType<Date, string, string>;
  added: number;
}

export interface ResourceStateChangesTable {
  partner_id: string;
  /** In the order of writing. */
  id: Generated<number>;
  customer_id: string;
  service_id: string | null;
  kind: 'endpoint' | 'domain';
  resource_id: string;
  state: 'active' | 'paused' | 'quota_paused' | 'terminated';
  at: Date;
  assumed_until: Date | null;
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

export interface InstallationFactsTable {
  name: string;
  value: string;
}

/** Tables whose rows belong to a partner: reached through a handle bound to one. */
export interface PartnerTables {
  portal_domains: PortalDomainsTable;
  api_keys: ApiKeysTable;
  sandbox_scenarios: SandboxScenariosTable;
  sign_in_tokens: SignInTokensTable;
  sessions: SessionsTable;
  known_devices: KnownDevicesTable;
  sign_in_failures: SignInFailuresTable;
  administrators: AdministratorsTable;
  brandings: BrandingsTable;
  customers: CustomersTable;
  services: ServicesTable;
  plans: PlansTable;
  unsubscribed_caps: UnsubscribedCapsTable;
  subscriptions: SubscriptionsTable;
  pro_rata_windows: ProRataWindowsTable;
  monitored_domains: MonitoredDomainsTable;
  domain_scans: DomainScansTable;
  leaked_credentials: LeakedCredentialsTable;
  dark_web_findings: DarkWebFindingsTable;
  prices: PricesTable;
  idempotency_keys: IdempotencyKeysTable;
  endpoints: EndpointsTable;
  address_additions: AddressAdditionsTable;
  resource_state_changes: ResourceStateChangesTable;
  scans: ScansTable;
  observations: ObservationsTable;
  alerts: AlertsTable;
  allowed_port_rules: AllowedPortRulesTable;
  notification_choices: NotificationChoicesTable;
  notification_recipients: NotificationRecipientsTable;
  notification_deliveries: NotificationDeliveriesTable;
  audit_entries: AuditEntriesTable;
}

export interface Tables extends PartnerTables {
  partners: PartnersTable;
  rate_limit_windows: RateLimitWindowsTable;
  scan_workers: ScanWorkersTable;
  scan_exclusions: ScanExclusionsTable;
  scheduler_ticks: SchedulerTicksTable;
  installation_facts: InstallationFactsTable;
  leak_sources: LeakSourcesTable;
  leak_imports: LeakImportsTable;
  leak_blocks: LeakBlocksTable;
}
