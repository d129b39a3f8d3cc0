/** So many alerts of a list that is shown in part are fetched: a customer with thousands of them waits no longer than one with ten. */
export const lookedThrough = 10;

/** What a customer's overview asks for without naming the customer: of whoever is signed in. */
export const sessionReads = {
  newest: { path: '/api/v1/monitoring/alerts', query: { sort: 'created_at', limit: lookedThrough } },
  ended: {
    path: '/api/v1/monitoring/alerts',
    query: { status: 'resolved', sort: 'last_detected_at', limit: lookedThrough },
  },
  exposure: { path: '/api/v1/reports/exposure', query: {} },
} as const;

/**
 * What a customer's overview asks for. The page comes with the answers, and its program asks for the same, so that both sides have it
 * from here.
 */
export function overviewReads(customerId: number) {
  const customer = { billing_customer_id: customerId };
  return {
    overview: { path: '/api/v1/monitoring/overview', query: customer },
    causes: { path: '/api/v1/monitoring/causes', query: { ...customer, min_severity: 'medium', limit: 8 } },
    publicServices: { path: '/api/v1/monitoring/public-services', query: customer },
    domains: { path: '/api/v1/domain-monitoring/summary', query: customer },
    ...sessionReads,
  } as const;
}

/** Each as it is asked for, below the portal's address. */
export function overviewAddresses(customerId: number): string[] {
  return Object.values(overviewReads(customerId)).map(({ path, query }) => {
    const entries = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
    const search = String(new URLSearchParams(Object.fromEntries(entries)));
    return search === '' ? path : `${path}?${search}`;
  });
}
