/** Who may write what: the rooms of src/ and the tables of migrations/schema.sql. */
export interface TableRules {
  /** The one room that writes a table. Statements may read the tables of other rooms. */
  readonly owners: Readonly<Record<string, string>>;
  /** Tables that only triggers write: no room does. */
  readonly triggered?: readonly string[];
  /** Other rooms that write some columns of it, or whole rows: `INSERT`, `DELETE`. */
  readonly exemptions: readonly Exemption[];
  /** Files of src/ that write tables by names that are no literals there, with these names; empty when their callers name them. */
  readonly unnamed: Readonly<Record<string, readonly string[]>>;
}

export interface Exemption {
  readonly table: string;
  readonly room: string;
  readonly writes: readonly string[];
}

/** What `resources/lifecycle` writes in either; `…` are the columns that a type adds on leaving `active` and on termination. */
const lifeCycleColumns = [
  'current_scan_id',
  'customer_id',
  'next_scan_at',
  'quota_paused',
  'service_id',
  'status',
  'terminated_at',
  'updated_at',
  '…',
];

export const tableRules: TableRules = {
  owners: {
    address_addition_shares: 'resources/endpoints',
    address_additions: 'resources/endpoints',
    administrator_invitations: 'identity/administrators',
    administrators: 'identity/administrators',
    alert_inbox: 'notifications/alert-notifications',
    // Triggers write it; it goes with its alerts to another customer.
    alert_exposures: 'monitoring/alerts',
    alert_links: 'identity/sessions',
    alerts: 'monitoring/alerts',
    allowed_port_rules: 'monitoring/port-exposure',
    api_keys: 'identity/partners',
    api_requests: 'core/request-log',
    archived_scans: 'monitoring/port-scans',
    audit_entries: 'core/audit',
    brandings: 'identity/branding',
    channel_alerts: 'notifications/channels',
    channel_inbox: 'notifications/alert-notifications',
    channel_incidents: 'notifications/channels',
    channel_messages: 'notifications/channels',
    channels: 'notifications/channels',
    customers: 'accounts/customers',
    dark_web_findings: 'monitoring/leaks',
    // Triggers make its rows.
    domain_postures: 'monitoring/domain-posture',
    domain_scans: 'monitoring/leaks',
    endpoints: 'resources/endpoints',
    events: 'core/events',
    events_other: 'core/events',
    idempotency_keys: 'core/api',
    installation_facts: 'installation',
    known_devices: 'identity/sign-in-limits',
    leak_blocks: 'monitoring/leak-imports',
    leak_imports: 'monitoring/leak-imports',
    leak_sources: 'monitoring/leaks',
    leaked_credentials: 'monitoring/leaks',
    // Triggers write it; what is in the counts is dropped.
    list_count_changes: 'core/list-counts',
    list_counts: 'core/list-counts',
    mail_senders: 'notifications/mail-sender',
    monitored_domains: 'resources/domains',
    nodes: 'core/nodes',
    notification_choices: 'notifications/mail',
    notification_deliveries: 'notifications/mail',
    notification_recipients: 'notifications/mail',
    observations: 'monitoring/port-scans',
    partners: 'identity/partners',
    passkey_challenges: 'identity/administrators',
    passkeys: 'identity/administrators',
    password_resets: 'identity/administrators',
    'pgboss.job': 'platform/jobs',
    plans: 'accounts/plans',
    portal_domains: 'identity/portal-domains',
    prices: 'accounts/pricing',
    pro_rata_windows: 'accounts/subscriptions',
    public_service_answers: 'monitoring/port-exposure',
    rate_limit_windows: 'platform/http',
    record_templates: 'monitoring/domain-posture',
    // Triggers write it; what is old is dropped.
    resource_state_changes: 'resources/lifecycle',
    sandbox_scenarios: 'monitoring/sandbox',
    scan_exclusions: 'monitoring/exclusions',
    scan_workers: 'monitoring/port-scans',
    scans: 'monitoring/port-scans',
    scheduler_ticks: 'monitoring/schedule',
    schema_migrations: 'platform/database',
    services: 'accounts/customers',
    sessions: 'identity/sessions',
    sign_in_failures: 'identity/sign-in-limits',
    sign_in_tokens: 'identity/sessions',
    subscriptions: 'accounts/subscriptions',
    told_alerts: 'notifications/alert-notifications',
    unsubscribed_caps: 'resources/capacity',
    vantage_views: 'monitoring/port-scans',
    version_feeds: 'monitoring/versions',
    webhook_deliveries: 'notifications/webhooks',
    webhooks: 'notifications/webhooks',
  },
  exemptions: [
    // What scans leave at the resource they are of, in the statement that takes or settles them.
    {
      table: 'endpoints',
      room: 'monitoring/port-scans',
      writes: [
        'condition',
        'condition_since',
        'current_scan_id',
        'last_scan_at',
        'last_scan_id',
        'manual_scan_at',
        'next_scan_at',
        'platform',
        'previous_scan_id',
        'scan_not_before',
      ],
    },
    {
      table: 'monitored_domains',
      room: 'monitoring/leaks',
      writes: [
        'current_scan_id',
        'failed_attempts',
        'findings_count',
        'last_scan_at',
        'next_scan_at',
        'retry_at',
        'retry_sources',
        'sources',
      ],
    },
    // The one life cycle of both types, and whose they are.
    { table: 'endpoints', room: 'resources/lifecycle', writes: lifeCycleColumns },
    { table: 'monitored_domains', room: 'resources/lifecycle', writes: lifeCycleColumns },
    // When a customer's mail is made, in the statement that takes it.
    { table: 'customers', room: 'notifications/mail', writes: ['weekly_summary_due_at'] },
    // A request costs one statement: it finds the credential and notes its use.
    { table: 'api_keys', room: 'identity/credentials', writes: ['last_used_at'] },
    { table: 'sessions', room: 'identity/credentials', writes: ['last_used_at'] },
    // One fact by a name of its own.
    { table: 'installation_facts', room: 'monitoring/exclusions', writes: ['INSERT'] },
    { table: 'installation_facts', room: 'monitoring/port-scans', writes: ['INSERT', 'value'] },
  ],
  unnamed: {
    'core/operation/claim-due.ts': [],
    'core/operation/delete-older-of-partners.ts': [],
    'core/operation/handle-due.ts': [],
    'core/operation/partner-database.ts': [],
    'core/operation/reseal-table.ts': [],
    'platform/database/copying/copy-in.ts': [],
    'platform/database/delete-older.ts': [],
    'platform/database/partitions.ts': [],
    'identity/credentials/authenticate.ts': ['api_keys', 'sessions'],
    'monitoring/leaks/forget-findings.ts': ['dark_web_findings', 'domain_scans', 'leaked_credentials'],
    'resources/lifecycle/hand-over-resources.ts': ['endpoints', 'monitored_domains'],
    'resources/lifecycle/write-state.ts': ['endpoints', 'monitored_domains'],
  },
};
