import { t } from '../messages/messages.ts';
import type { Rule } from './data.ts';

export const protocols: readonly Rule['protocol'][] = ['tcp', 'udp', 'both'];

export function protocolName(protocol: Rule['protocol']): string {
  return protocol === 'both' ? t('portal.rule.tcp-and-udp') : protocol.toUpperCase();
}

/** `443 TCP`, `8000–8010 TCP and UDP`. */
export function portsOf({
  port_start: from,
  port_end: to,
  protocol,
}: Pick<Rule, 'port_start' | 'port_end' | 'protocol'>) {
  return `${from === to ? from : `${from}–${to}`} ${protocolName(protocol)}`;
}
