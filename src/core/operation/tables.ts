import type {
  CustomersTable,
  PlansTable,
  PricesTable,
  ProRataWindowsTable,
  ServicesTable,
  SubscriptionsTable,
} from './tables/accounts.ts';
import type {
  ApiRequestsTable,
  AuditEntriesTable,
  EventsTable,
  IdempotencyKeysTable,
  InstallationFactsTable,
  ListCountChangesTable,
  ListCountsTable,
  NodesTable,
  RateLimitWindowsTable,
} from './tables/core.ts';
import type {
  AdministratorInvitationsTable,
  AdministratorsTable,
  AlertLinksTable,
  ApiKeysTable,
  BrandingsTable,
  KnownDevicesTable,
  PartnersTable,
  PasskeyChallengesTable,
  PasskeysTable,
  PasswordResetsTable,
  PortalDomainsTable,
  SessionsTable,
  SignInFailuresTable,
  SignInTokensTable,
} from './tables/identity.ts';
import type {
  AlertExposuresTable,
  AlertsTable,
  AllowedPortRulesTable,
  ArchivedScansTable,
  DarkWebFindingsTable,
  DomainPosturesTable,
  DomainScansTable,
  LeakBlocksTable,
  LeakedCredentialsTable,
  LeakImportsTable,
  LeakSourcesTable,
  ObservationsTable,
  PublicServiceAnswersTable,
  RecordTemplatesTable,
  SandboxScenariosTable,
  ScanExclusionsTable,
  ScansTable,
  ScanWorkersTable,
  SchedulerTicksTable,
  VantageViewsTable,
  VersionFeedsTable,
} from './tables/monitoring.ts';
import type {
  AlertInboxTable,
  ChannelAlertsTable,
  ChannelInboxTable,
  ChannelIncidentsTable,
  ChannelMessagesTable,
  ChannelsTable,
  MailSendersTable,
  NotificationChoicesTable,
  NotificationDeliveriesTable,
  NotificationRecipientsTable,
  ToldAlertsTable,
  WebhookDeliveriesTable,
  WebhooksTable,
} from './tables/notifications.ts';
import type {
  AddressAdditionSharesTable,
  AddressAdditionsTable,
  EndpointsTable,
  MonitoredDomainsTable,
  ResourceStateChangesTable,
  UnsubscribedCapsTable,
} from './tables/resources.ts';

/**
 * Row types of migrations/schema.sql, for the query builder, in a file for each floor. `timestamptz` is read and written as
 * Date, `bigint` as number.
 */

/** Tables whose rows belong to a partner: reached through a handle bound to one. */
export interface PartnerTables {
  portal_domains: PortalDomainsTable;
  api_keys: ApiKeysTable;
  sandbox_scenarios: SandboxScenariosTable;
  sign_in_tokens: SignInTokensTable;
  sessions: SessionsTable;
  alert_links: AlertLinksTable;
  known_devices: KnownDevicesTable;
  sign_in_failures: SignInFailuresTable;
  administrators: AdministratorsTable;
  administrator_invitations: AdministratorInvitationsTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  password_resets: PasswordResetsTable;
  brandings: BrandingsTable;
  customers: CustomersTable;
  services: ServicesTable;
  plans: PlansTable;
  unsubscribed_caps: UnsubscribedCapsTable;
  subscriptions: SubscriptionsTable;
  pro_rata_windows: ProRataWindowsTable;
  monitored_domains: MonitoredDomainsTable;
  domain_scans: DomainScansTable;
  domain_postures: DomainPosturesTable;
  record_templates: RecordTemplatesTable;
  leaked_credentials: LeakedCredentialsTable;
  dark_web_findings: DarkWebFindingsTable;
  prices: PricesTable;
  idempotency_keys: IdempotencyKeysTable;
  endpoints: EndpointsTable;
  address_additions: AddressAdditionsTable;
  address_addition_shares: AddressAdditionSharesTable;
  resource_state_changes: ResourceStateChangesTable;
  scans: ScansTable;
  archived_scans: ArchivedScansTable;
  observations: ObservationsTable;
  alerts: AlertsTable;
  alert_exposures: AlertExposuresTable;
  allowed_port_rules: AllowedPortRulesTable;
  public_service_answers: PublicServiceAnswersTable;
  channels: ChannelsTable;
  alert_inbox: AlertInboxTable;
  channel_alerts: ChannelAlertsTable;
  channel_inbox: ChannelInboxTable;
  channel_incidents: ChannelIncidentsTable;
  channel_messages: ChannelMessagesTable;
  mail_senders: MailSendersTable;
  notification_choices: NotificationChoicesTable;
  notification_recipients: NotificationRecipientsTable;
  notification_deliveries: NotificationDeliveriesTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  told_alerts: ToldAlertsTable;
  audit_entries: AuditEntriesTable;
  api_requests: ApiRequestsTable;
  events: EventsTable;
  vantage_views: VantageViewsTable;
  list_counts: ListCountsTable;
  list_count_changes: ListCountChangesTable;
}

/** Views of them. */
export interface PartnerViews {
  /** Scans of any age: `scans` and `archived_scans`. */
  scan_history: ScansTable;
}

export interface Tables extends PartnerTables, PartnerViews {
  partners: PartnersTable;
  rate_limit_windows: RateLimitWindowsTable;
  scan_workers: ScanWorkersTable;
  scan_exclusions: ScanExclusionsTable;
  scheduler_ticks: SchedulerTicksTable;
  installation_facts: InstallationFactsTable;
  nodes: NodesTable;
  leak_sources: LeakSourcesTable;
  version_feeds: VersionFeedsTable;
  leak_imports: LeakImportsTable;
  leak_blocks: LeakBlocksTable;
}
