import { domainToASCII } from 'node:url';

/** A Host header as the portal domain it names: port and trailing dot stripped, lower case, punycode (decisions §1.3). */
export function portalDomainOf(host: string): string {
  const name = host.trim().replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
  return domainToASCII(name) || name;
}
