import fc from 'fast-check';

/**
 * Random rulesets as their tools load them. Ports and addresses come from small pools, so that rules meet one another; the
 * addresses are told apart by the callers of the oracle's network.
 */

const tcpPorts = [22, 80, 443, 1_024, 8_000, 8_005, 8_010, 8_080, 60_000, 65_535];
export const port = fc.constantFrom(...tcpPorts);
export const portRange = fc
  .tuple(port, port)
  .map(([a, b]) => (a === b ? `${a}` : `${Math.min(a, b)}:${Math.max(a, b)}`));

export const prefixes = {
  ipv4: ['192.0.2.0/24', '192.0.2.16/28', '198.51.100.0/24', '198.51.100.7'],
  ipv6: ['2001:db8:2::/48', '2001:db8:2:1::/64', '2001:db8:3::/48', '2001:db8:3::7'],
} as const;

export type OracleFamily = keyof typeof prefixes;

/** Rare things: each makes a rule undecidable, or nearly so. */
export function rarely<T>(value: fc.Arbitrary<T>, otherwise: T, oneIn: number): fc.Arbitrary<T> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: value });
}

export const chainNames = ['one', 'two', 'three'];
