import type { Paths } from '../../../client/client.ts';

type Ingest = Paths['/api/v1/firewall/ingest']['post'];

export type FirewallReading = Ingest['responses'][200]['content']['application/json']['data'];
export type OpenRange = FirewallReading['open_ports'][number];
export type PortRange = FirewallReading['restricted'][number];

/** Ranges are told apart by their ports. */
export type Chosen = ReadonlySet<string>;

/** What nobody should open to the world without a thought is chosen by hand. */
export function harmless({ open_ports: ranges }: FirewallReading): Chosen {
  return new Set(ranges.filter(({ severity }) => severity === 'low' || severity === 'medium').map(rangeOf));
}
export type Format = NonNullable<Ingest['requestBody']['content']['application/json']['format']>;

/** As much as the API takes, with room for the rest of the request. */
export const fileLimitBytes = 2_000_000;

export const dumpFormats: readonly (readonly [Format, string])[] = [
  ['auto', 'Find out by itself'],
  ['iptables', 'iptables'],
  ['nftables', 'nftables'],
  ['ufw', 'UFW'],
  ['firewalld', 'firewalld'],
];

const policies: Readonly<Record<FirewallReading['default_policy'], string>> = {
  accept: 'lets in what no rule names',
  drop: 'keeps out what no rule names',
  reject: 'keeps out what no rule names',
  unknown: 'does not say what happens to what no rule names',
};

export function policyOf({ default_policy: policy }: FirewallReading): string {
  return policies[policy];
}

export function rangeOf({ port_start: from, port_end: to, protocol }: Omit<PortRange, 'source' | 'lines'>): string {
  return `${from === to ? from : `${from}–${to}`}/${protocol}`;
}
