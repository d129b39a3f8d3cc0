import type { Paths } from '../../../client/session.ts';
import { type MessageKey, t } from '../messages/messages.ts';

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

/** Those that have a name. */
export const dumpFormats: readonly (readonly [Format, name: string | null])[] = [
  ['auto', null],
  ['iptables', 'iptables'],
  ['nftables', 'nftables'],
  ['ufw', 'UFW'],
  ['firewalld', 'firewalld'],
  ['aws_sg', 'AWS'],
  ['gcp_fw', 'Google Cloud'],
  ['azure_nsg', 'Azure'],
  ['hetzner_fw', 'Hetzner Cloud'],
];

const policies: Readonly<Record<FirewallReading['default_policy'], MessageKey>> = {
  accept: 'portal.firewall.read-as.open',
  drop: 'portal.firewall.read-as.closed',
  reject: 'portal.firewall.read-as.closed',
  unknown: 'portal.firewall.read-as.unknown',
};

/** As what the rules were read, and what happens to what none of them names. */
export function readAs({ default_policy: policy, format }: FirewallReading): string {
  const name = dumpFormats.find(([value]) => value === format)?.[1] ?? format;
  return t(policies[policy], { format: name });
}

export function rangeOf({ port_start: from, port_end: to, protocol }: Omit<PortRange, 'source' | 'lines'>): string {
  return `${from === to ? from : `${from}–${to}`}/${protocol}`;
}
