import type { ColumnType, Generated } from 'kysely';
import type { ResourceKind } from '../resource-kinds.ts';
import type { CappedProduct } from './accounts.ts';

/** Row types of the tables for what a customer has monitored: see ../tables.ts. */

export interface UnsubscribedCapsTable {
  partner_id: string;
  product_slug: CappedProduct;
  capacity: number;
  updated_at: Date;
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
  /** Of each source that was asked last; empty: there was none that could find anything; null: nobody was asked yet. */
  sources: ColumnType<AskedSource[] | null, string | null | undefined, string | null>;
  /** How often it was given to another customer, who proves control by another record. */
  transfers: Generated<number>;
}

/** What a source of leaks answered when it was last asked about a domain, as stored. */
export interface AskedSource {
  source: string;
  /** `truncated`: it had more than a scan takes. */
  outcome: 'complete' | 'truncated' | 'failed';
  failure: 'not_authorised' | 'domain_not_verified' | 'rate_limited' | 'unavailable' | 'malformed' | null;
  /** The scan that asked: when that was stands there. */
  scan_id: string;
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

export interface AddressAdditionsTable {
  partner_id: string;
  customer_id: string | null;
  /** A day of UTC. */
  day: ColumnType<Date, string, string>;
  added: number;
}

export interface AddressAdditionSharesTable {
  partner_id: string;
  share: number;
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
  kind: ResourceKind;
  resource_id: string;
  state: 'active' | 'paused' | 'quota_paused' | 'terminated';
  at: Date;
  assumed_until: Date | null;
  /** `Infinity` while it lasts. */
  ended_at: Generated<Date>;
}
