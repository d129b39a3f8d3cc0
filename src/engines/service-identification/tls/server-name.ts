import { domainToASCII } from 'node:url';

const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const dottedName = new RegExp(`^(?=.{1,253}$)(?:${label}\\.)+(?=[a-z])${label}$`);

/**
 * The name that a TLS server is asked for, in ASCII and lower case; null when the text is an address, a single label or
 * anything else that the public DNS cannot hold.
 */
export function serverNameOf(hostname: string): string | null {
  const name = domainToASCII(hostname.slice(0, 1000).replace(/\.$/, '')).toLowerCase();
  return dottedName.test(name) ? name : null;
}
