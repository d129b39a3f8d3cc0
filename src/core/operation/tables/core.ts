import type { Generated } from 'kysely';
import type { Severity } from '../../../common/severity.ts';
import type { Json } from './json.ts';

/** Row types of the tables for what every verb stands on: see ../tables.ts. */

export interface RateLimitWindowsTable {
  bucket: string;
  started_at: Date;
  hits: number;
}

export interface IdempotencyKeysTable {
  partner_id: string;
  key: string;
  request_hash: Buffer;
  created_at: Date;
  status: number | null;
  body: string | null;
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

export interface EventsTable {
  partner_id: string;
  id: string;
  written: Generated<number>;
  sequence: number | null;
  is_sandbox: boolean;
  customer_id: string | null;
  billing_customer_id: number | null;
  type:
    | 'alert.opened'
    | 'alert.resolved'
    | 'alert.reopened'
    | 'domain_alert.opened'
    | 'domain_alert.resolved'
    | 'endpoint.created'
    | 'endpoint.paused'
    | 'endpoint.resumed'
    | 'endpoint.terminated'
    | 'domain.created'
    | 'domain.paused'
    | 'domain.resumed'
    | 'domain.terminated'
    | 'subscription.changed'
    | 'capacity.enforced'
    | 'scan.completed'
    | 'scan.failed'
    | 'webhook.test';
  alert_id: string | null;
  endpoint_id: string | null;
  domain_id: string | null;
  occurred_at: Date;
  data: Json<Record<string, unknown>>;
}

export interface ApiRequestsTable {
  partner_id: string;
  id: string;
  key_id: string;
  at: Date;
  method: string;
  path: string;
  status: number;
  duration_ms: number;
  request_id: string;
  sandbox: boolean;
  error_code: string | null;
  details: Json<ApiRequestDetails>;
}

/** What a request was made of, and what its error said. */
export interface ApiRequestDetails {
  /** Keys and types of the body; null: there was none that could be read. */
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly user_agent: string | null;
  /** Null: the answer is no error. */
  readonly message: string | null;
  /** Sentences by field, when the input was refused. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

export interface InstallationFactsTable {
  name: string;
  value: string;
}

export interface NodesTable {
  id: string;
  role: string;
  host: string;
  pid: number;
  version: string;
  ready: boolean;
  checks: Json<Readonly<Record<string, string>>>;
  clock_ahead_ms: number;
  scanner: Json<NodeScanner> | null;
  last_error: Json<NodeError> | null;
  /** The name of a key: it tells nothing of it. Null: of a release that does not say so. */
  seals_under: string | null;
  started_at: Date;
  heartbeat_at: Date;
}

/** What scans on a node. */
export interface NodeScanner {
  readonly engine: string;
  readonly concurrency: number;
  readonly running: number;
  /** From where it looks; null, or absent in what an older release wrote: it does not say. */
  readonly vantage_point?: string | null;
}

export interface NodeError {
  readonly message: string;
  /** RFC 3339. */
  readonly at: string;
}

export interface ListCountsTable {
  partner_id: string;
  customer_id: string | null;
  list: 'endpoints' | 'alerts';
  kind: string | null;
  severity: Severity | null;
  status: string;
  count: number;
}

export interface ListCountChangesTable {
  partner_id: string;
  id: Generated<number>;
  customer_id: string | null;
  list: 'endpoints' | 'alerts';
  kind: string | null;
  severity: Severity | null;
  status: string;
  change: number;
}
