import type { Placement } from '../../platform/database/place-tables.ts';
import type { PartnerViews, Tables } from './tables.ts';

/**
 * Where each table stands in a sharded database (decision 55). What is found by a secret, whosever it is, and what is the installation's
 * stands on the coordinator; what is read together with any partner's rows and seldom written has a copy on every node; all else is
 * with its partner.
 */
export const distribution = {
  partners: 'reference',
  plans: 'reference',
  brandings: 'reference',
  portal_domains: 'reference',

  api_keys: 'coordinator',
  sign_in_tokens: 'coordinator',
  sessions: 'coordinator',
  alert_links: 'coordinator',
  known_devices: 'coordinator',
  sign_in_failures: 'coordinator',
  administrators: 'coordinator',
  administrator_invitations: 'coordinator',
  password_resets: 'coordinator',
  passkeys: 'coordinator',
  passkey_challenges: 'coordinator',
  rate_limit_windows: 'coordinator',
  scan_workers: 'coordinator',
  scan_exclusions: 'coordinator',
  scheduler_ticks: 'coordinator',
  installation_facts: 'coordinator',
  nodes: 'coordinator',
  leak_sources: 'coordinator',
  version_feeds: 'coordinator',
  leak_imports: 'coordinator',
  leak_blocks: 'coordinator',

  customers: 'partner',
  services: 'partner',
  unsubscribed_caps: 'partner',
  subscriptions: 'partner',
  pro_rata_windows: 'partner',
  prices: 'partner',
  endpoints: 'partner',
  address_additions: 'partner',
  address_addition_shares: 'partner',
  monitored_domains: 'partner',
  resource_state_changes: 'partner',
  domain_postures: 'partner',
  record_templates: 'partner',
  scans: 'partner',
  archived_scans: 'partner',
  observations: 'partner',
  vantage_views: 'partner',
  domain_scans: 'partner',
  leaked_credentials: 'partner',
  dark_web_findings: 'partner',
  alerts: 'partner',
  alert_exposures: 'partner',
  allowed_port_rules: 'partner',
  public_service_answers: 'partner',
  sandbox_scenarios: 'partner',
  alert_inbox: 'partner',
  channels: 'partner',
  channel_alerts: 'partner',
  channel_inbox: 'partner',
  channel_incidents: 'partner',
  channel_messages: 'partner',
  mail_senders: 'partner',
  notification_choices: 'partner',
  notification_recipients: 'partner',
  notification_deliveries: 'partner',
  told_alerts: 'partner',
  webhooks: 'partner',
  webhook_deliveries: 'partner',
  idempotency_keys: 'partner',
  audit_entries: 'partner',
  api_requests: 'partner',
  events: 'partner',
  list_counts: 'partner',
  list_count_changes: 'partner',
} as const satisfies Record<StoredTable, Placement>;

/** Views stand where the tables do that they are of. */
export const distributedViews = { scan_history: 'partner' } as const satisfies Record<keyof PartnerViews, Placement>;

type StoredTable = Exclude<keyof Tables, keyof PartnerViews>;
type SharedTable = { [T in StoredTable]: (typeof distribution)[T] extends 'partner' ? never : T }[StoredTable];

/** Tables that stand whole where statements are planned. */
export type SharedTables = Pick<Tables, SharedTable>;
