import type { Rule } from './data.ts';

const protocols: Readonly<Record<Rule['protocol'], string>> = { tcp: 'TCP', udp: 'UDP', both: 'TCP and UDP' };

/** `443 TCP`, `8000–8010 TCP and UDP`. */
export function portsOf({
  port_start: from,
  port_end: to,
  protocol,
}: Pick<Rule, 'port_start' | 'port_end' | 'protocol'>) {
  return `${from === to ? from : `${from}–${to}`} ${protocols[protocol]}`;
}

export const protocolChoices = Object.entries(protocols) as readonly (readonly [Rule['protocol'], string])[];
