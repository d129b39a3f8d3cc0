import { createHash } from 'node:crypto';
import { abortable } from '../../common/abortable.ts';
import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type AddressPolicy, canonicalAddress } from '../../engines/address-policy/address-policy.ts';
import type { PermittedAddress } from './accept-address.ts';
import { policyIn } from './policy-in.ts';

/** The two questions that are put to DNS; `Resolver` of node:dns/promises answers them. */
export interface HostnameResolver {
  resolve4(hostname: string): Promise<string[]>;
  resolve6(hostname: string): Promise<string[]>;
}

/** Letters, digits and hyphens, and a last label that is not a number: `2130706433` and `10.1` are no names. */
const hostnamePattern = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

export function isHostname(text: string): boolean {
  return hostnamePattern.test(text.toLowerCase().replace(/\.$/, ''));
}

/**
 * The first address of a hostname that is scanned: an A record if there is one, else an AAAA record (decisions §2.2). It is
 * frozen from then on. A name that leads elsewhere is answered like one that does not exist: nobody reads our name servers.
 * @throws Problem DNS_RESOLUTION_FAILED
 */
export async function resolveHostname(
  operation: Operation,
  resolver: HostnameResolver,
  policy: AddressPolicy,
  hostname: string,
): Promise<PermittedAddress> {
  const addresses = operation.caller.sandbox
    ? pretendedAddresses(hostname)
    : isLoopbackName(hostname)
      ? ['127.0.0.1', '::1']
      : (await Promise.all([ask(resolver.resolve4(hostname)), ask(resolver.resolve6(hostname))])).flat();
  const here = policyIn(operation, policy);
  const text = addresses.map(canonicalAddress).find((address) => address !== null && here.verdict(address) === 'scan');
  if (!text) throw new Problem('DNS_RESOLUTION_FAILED', { hostname });
  return { text, scannable: true, note: null };
}

/** Names of the machine itself, which name servers are not asked for (RFC 6761). */
function isLoopbackName(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}

/**
 * What a hostname leads to in a sandbox, where nobody is asked: always the same address, of the space for documentation, and of
 * two names two. Below `.invalid` (RFC 6761) there is none, as everywhere.
 */
function pretendedAddresses(hostname: string): string[] {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (/(^|\.)invalid$/.test(name)) return [];
  const groups = createHash('sha256').update(name).digest('hex').match(/.{4}/g)!.slice(0, 6);
  return [canonicalAddress(`2001:db8:${groups.join(':')}`)!];
}

const timeoutMs = 5_000;

/** No such name, no such record, no answer in time: all the same to the caller. */
function ask(query: Promise<string[]>): Promise<string[]> {
  return abortable(query, AbortSignal.timeout(timeoutMs)).catch(() => []);
}
