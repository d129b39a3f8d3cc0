/**
 * Fields that say whose data is meant. Present but empty, they never count as absent, and they count wherever they stand: a
 * variable that nobody filled in, or that stands in the wrong place, must not widen a call to all customers (decisions §1.7).
 */
export const scopeFields = [
  'billing_customer_id',
  'client_id',
  'endpoint_id',
  'domain_id',
  'monitored_domain_id',
  'service_id',
] as const;

export type ScopeField = (typeof scopeFields)[number];

export const scopeFieldNames: ReadonlySet<string> = new Set(scopeFields);

/** What the same thing is called in other operations. */
export const otherNames: Readonly<Partial<Record<ScopeField, ScopeField>>> = {
  billing_customer_id: 'client_id',
  client_id: 'billing_customer_id',
  domain_id: 'monitored_domain_id',
  monitored_domain_id: 'domain_id',
};
