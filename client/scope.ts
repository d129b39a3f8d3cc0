/** Names that say whose data is meant: what one of them leaves open is never everybody's. */
const scopeNames: ReadonlySet<string> = new Set([
  'billing_customer_id',
  'client_id',
  'endpoint_id',
  'domain_id',
  'monitored_domain_id',
  'service_id',
]);

/** @throws TypeError when a query has one of the names without a value, which would not be sent */
export function refuseOpenScope(query: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(query))
    if (scopeNames.has(name) && (value === undefined || value === null)) throw openScope(name, value);
}

/**
 * A body as JSON. Null is sent and refused; undefined would not be sent.
 * @throws TypeError when one of the names is undefined, at any depth
 */
export function jsonOf(body: unknown): string {
  return JSON.stringify(body, (name, value: unknown) => {
    if (value === undefined && scopeNames.has(name)) throw openScope(name, value);
    return value;
  });
}

function openScope(name: string, value: null | undefined): TypeError {
  return new TypeError(`${name} is ${value}: it says whose data is meant. Leave the name out where everybody's is.`);
}
