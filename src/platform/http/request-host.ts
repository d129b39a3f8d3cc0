import { isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';
import type { FastifyRequest } from 'fastify';

/** Names, IPv4 addresses and bracketed IPv6 addresses, as they go over the wire. */
const hostPattern = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * What is wrong with whom a request says it is for; null when nothing is. Links are made of it, and it decides whose portal
 * answers: a name is taken as it is written or not at all.
 */
export function problemWithHost(request: FastifyRequest): string | null {
  const { rawHeaders, headers, httpVersion } = request.raw;
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  // HTTP/1.0 knows no Host; load balancers ask for health by it.
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) return 'Send exactly one Host header.';
  if (hosts === 1 && !hostPattern.test(headers.host ?? '')) return 'The Host header is no host name.';
  // As the proxy before us told it, if it is one that is trusted; otherwise as it is.
  if (hosts === 1 && !hostPattern.test(request.host)) return 'The X-Forwarded-Host header is no host name.';
  if (request.protocol !== 'http' && request.protocol !== 'https')
    return 'The X-Forwarded-Proto header must be http or https.';
  return null;
}

/** A host of a request as the portal domain it names: port and trailing dot stripped, lower case (decisions §1.3). */
export function portalDomainOf(host: string): string {
  return host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
}

/** A portal domain as people write it: with blanks around it, or in letters that go over the wire as punycode. */
export function writtenPortalDomain(text: string): string {
  const name = portalDomainOf(text.trim());
  return /^[\x21-\x7e]*$/.test(name) ? name : domainToASCII(name);
}

/** Plain HTTP on this very machine, where browsers keep no `Secure` cookies. */
export function isLocalhost(request: FastifyRequest): boolean {
  return request.protocol === 'http' && portalDomainOf(request.host) === 'localhost';
}

/** Whether a portal domain is this very machine. */
export function isLoopbackDomain(domain: string): boolean {
  return domain === 'localhost' || (domain.startsWith('127.') && isIPv4(domain));
}

/** The portal as the customer's browser reaches it: HTTPS, except on a loopback host, where there is no proxy before us. */
export function portalUrlOf(request: FastifyRequest): string {
  const domain = portalDomainOf(request.host);
  return isLoopbackDomain(domain) ? `${request.protocol}://${request.host}` : `https://${domain}`;
}
