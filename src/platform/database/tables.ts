import type { ColumnType, Generated } from 'kysely';

/** Row types of migrations/schema.sql, for the query builder. `timestamptz` is read and written as Date, `bigint` as number. */

type Severity = 'low' | 'medium' | 'high' | 'critical';
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
  created_at: Date;
  updated_at: Date;
}

export interface PortalDomainsTable {
  partner_id: string;
  id: string;
  domain: string;
  created_at: Date;
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

export interface SessionsTable {
  partner_id: string;
  id: string;
  portal_domain_id: string;
  customer_id: string;
  hash: Buffer;
  created_at: Date;
  expires_at: Date;
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
}

export interface AlertsTable {
  partner_id: string;
  id: string;
  endpoint_id: string;
  customer_id: string;
  protocol: 'tcp' | 'udp';
  port: number;
  service: string;
  severity: Severity;
  risk_level: Severity;
  status: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
  title: string;
  evidence: Json<StoredIdentity>;
  created_at: Date;
  first_detected_at: Date;
  last_detected_at: Date;
  acknowledged_at: Date | null;
  resolved_at: Date | null;
  resolution: 'port_closed' | 'allowed' | 'manual' | 'endpoint_terminated' | null;
  ended_at: Date | null;
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
  actor_kind: 'api_key' | 'operator' | 'system';
  actor_id: string | null;
  action: string;
  subject_id: string | null;
  customer_id: string | null;
  request_id: string | null;
  details: Json<Record<string, unknown>>;
}

export interface SchedulerTicksTable {
  name: string;
  ticked_at: Date;
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
  customers: CustomersTable;
  services: ServicesTable;
  plans: PlansTable;
  unsubscribed_caps: UnsubscribedCapsTable;
  subscriptions: SubscriptionsTable;
  pro_rata_windows: ProRataWindowsTable;
  monitored_domains: MonitoredDomainsTable;
  prices: PricesTable;
  idempotency_keys: IdempotencyKeysTable;
  endpoints: EndpointsTable;
  scans: ScansTable;
  observations: ObservationsTable;
  alerts: AlertsTable;
  allowed_port_rules: AllowedPortRulesTable;
  audit_entries: AuditEntriesTable;
}

export interface Tables extends PartnerTables {
  partners: PartnersTable;
  rate_limit_windows: RateLimitWindowsTable;
  scan_workers: ScanWorkersTable;
  scheduler_ticks: SchedulerTicksTable;
  installation_facts: InstallationFactsTable;
}
