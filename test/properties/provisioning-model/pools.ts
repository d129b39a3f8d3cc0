/**
 * What the commands pick from: few values, so that the same address, service or domain turns up again and again. The
 * canonical texts are written out by hand, so that the model does not share the service's normalisation.
 */
export interface Address {
  readonly spelling: string;
  /** Null: refused by the address policy, or no address at all. */
  readonly canonical: string | null;
  /** Whether scans of it are allowed: tests allow loopback only. */
  readonly scannable: boolean;
}

export const addresses: readonly Address[] = [
  { spelling: '127.0.0.1', canonical: '127.0.0.1', scannable: true },
  { spelling: '127.0.0.2', canonical: '127.0.0.2', scannable: true },
  { spelling: '127.0.0.3', canonical: '127.0.0.3', scannable: true },
  { spelling: '::ffff:127.0.0.1', canonical: '127.0.0.1', scannable: true },
  { spelling: '2001:db8::1', canonical: '2001:db8::1', scannable: false },
  { spelling: '2001:0DB8:0:0:0::0001', canonical: '2001:db8::1', scannable: false },
];

export const refusedAddresses: readonly Address[] = [
  { spelling: '169.254.169.254', canonical: null, scannable: false },
  { spelling: '127.0.0.1/32', canonical: null, scannable: false },
];

export interface DomainName {
  readonly spelling: string;
  /** Null: no name that can be monitored. */
  readonly canonical: string | null;
}

export const domainNames: readonly DomainName[] = [
  { spelling: 'one.example.com', canonical: 'one.example.com' },
  { spelling: 'https://ONE.example.com:8443/login?x=1', canonical: 'one.example.com' },
  { spelling: 'example.net.', canonical: 'example.net' },
  { spelling: 'bücher.example', canonical: 'xn--bcher-kva.example' },
  { spelling: 'example.org', canonical: 'example.org' },
];

export const refusedDomainNames: readonly DomainName[] = [
  { spelling: 'co.uk', canonical: null },
  { spelling: '192.0.2.1', canonical: null },
];

/** Endpoints that a plan pays for. The partners of the test have these plans beside the default ones. */
export const ownPlans = { nano: 1, duo: 2, pair: 2 } as const;
export const planCapacities: Readonly<Record<string, number>> = { ...ownPlans, starter: 5 };
export const unknownPlan = 'platinum';

/** What partner B's customers may have before they subscribe; partner A sets no cap. */
export const unsubscribedCaps = { port_monitoring: 2, domain_monitoring: 1 } as const;

export const unknownId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
