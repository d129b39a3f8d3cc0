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
