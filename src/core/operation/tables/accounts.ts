import type { Generated } from 'kysely';

/** Row types of the tables for customers and what they pay for: see ../tables.ts. */

export interface CustomersTable {
  partner_id: string;
  id: string;
  billing_customer_id: number;
  name: string | null;
  email: string | null;
  language: string | null;
  created_at: Date;
  updated_at: Date;
  /** When its next weekly summary is made. The epoch: that was never planned. */
  weekly_summary_due_at: Generated<Date>;
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
  /** The first one scans, the others look again. */
  vantage_points: Generated<string[]>;
  updated_at: Date;
}

export type CappedProduct = 'port_monitoring' | 'domain_monitoring';

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
