import { isIP } from 'node:net';

/** What becomes of an address: public ones are connected to by HTTPS, those that the operator admitted by plain HTTP, too. */
export type OutboundVerdict = 'public' | 'admitted' | 'denied';

export interface OutboundRules {
  /** @param address IPv4 or IPv6 text as a resolver or a URL has it */
  readonly judge: (address: string) => OutboundVerdict;
  /** Whether any address is admitted besides the public ones. */
  readonly admitsAny: boolean;
  /** First and last of each range. */
  readonly ports: readonly (readonly [number, number])[];
}

export const maxUrlLength = 2_048;

/** Services that are no web servers: who could send requests there would have a scanner, or a mail relay, of ours. */
const foreignPorts = [
  1433, 1521, 2049, 2375, 2376, 3306, 3389, 5432, 5672, 5900, 6379, 9200, 9300, 11211, 27017,
] as const;

/** HTTPS, and whatever users may listen on, without foreign services. */
export const defaultPorts: OutboundRules['ports'] = [
  [443, 443],
  ...[1_023, ...foreignPorts].map((port, index) => [port + 1, (foreignPorts[index] ?? 65_536) - 1] as const),
].filter(([first, last]) => first! <= last!) as OutboundRules['ports'];

/** The host of a URL without the brackets of IPv6. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** A machine's name for itself (RFC 6761), which name servers are not asked about. */
export function isLoopbackName(host: string): boolean {
  return /(^|\.)localhost\.?$/.test(host);
}

/**
 * What is wrong with a URL that requests shall go to, as a part of a sentence (`must …`); null when nothing is. A host's name is
 * judged by its addresses when a connection is made, since they can change.
 */
export function problemWithUrl({ judge, admitsAny, ports }: OutboundRules, text: string): string | null {
  if (text.length > maxUrlLength) return `must be at most ${maxUrlLength} characters long`;
  if (!URL.canParse(text)) return 'must be a URL such as https://hooks.example.com/breakwater';
  const url = new URL(text);
  const isPlain = url.protocol === 'http:';
  if (url.protocol !== 'https:' && !(isPlain && admitsAny)) return 'must start with https://';
  if (url.username !== '' || url.password !== '') return 'must have no user name or password in it';
  const host = hostOf(url);
  const port = Number(url.port || (isPlain ? 80 : 443));
  if (!(isPlain && port === 80) && !ports.some(([first, last]) => first <= port && port <= last))
    return `must use another port: ${port} is not open to it`;
  const known = isIP(host) !== 0 ? host : isLoopbackName(host) ? '127.0.0.1' : null;
  const verdict = known === null ? null : judge(known);
  if (verdict === 'denied') return 'must lead to a public address';
  if (verdict === 'public' && isPlain) return 'must start with https://';
  return null;
}
