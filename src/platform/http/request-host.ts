import { domainToASCII } from 'node:url';
import type { FastifyRequest } from 'fastify';

/** A Host header as the portal domain it names: port and trailing dot stripped, lower case, punycode (decisions §1.3). */
export function portalDomainOf(host: string): string {
  const name = host.trim().replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
  return domainToASCII(name) || name;
}

/** Plain HTTP on this very machine, where browsers keep no `Secure` cookies. */
export function isLocalhost(request: FastifyRequest): boolean {
  return request.protocol === 'http' && portalDomainOf(request.host) === 'localhost';
}

/** Whether a portal domain is this very machine. */
export function isLoopbackDomain(domain: string): boolean {
  return domain === 'localhost' || /^127\./.test(domain);
}

/** The portal as the customer's browser reaches it: HTTPS, except on a loopback host, where there is no proxy before us. */
export function portalUrlOf(request: FastifyRequest): string {
  const domain = portalDomainOf(request.host);
  return isLoopbackDomain(domain) ? `${request.protocol}://${request.host}` : `https://${domain}`;
}
