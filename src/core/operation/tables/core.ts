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

export interface InstallationFactsTable {
  name: string;
  value: string;
}
