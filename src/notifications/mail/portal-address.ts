import type { Operation } from '../../core/operation/operation.ts';
import { listPortalDomains } from '../../identity/portal-domains/index.ts';
import { isLoopbackDomain } from '../../platform/http/request-host.ts';

export interface PortalAddress {
  readonly domain: string;
  /** As a customer's browser reaches it, without a trailing slash. */
  readonly url: string;
}

/**
 * The portal that links in mails lead to. No request says which one the customer uses, so it is the oldest of the partner's
 * domains that serve: the one that a change of the list leaves alone longest.
 * @param port of this installation, for portals on a loopback host, which have no proxy before them
 * @throws when the proof of all of them has lapsed
 */
export async function portalAddress(operation: Operation, port: number): Promise<PortalAddress> {
  const domains = (await listPortalDomains(operation)).filter(({ status }) => status === 'verified');
  const [oldest] = domains.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
  if (!oldest) throw new Error('No portal domain of the partner is verified.');
  const { domain } = oldest;
  return { domain, url: isLoopbackDomain(domain) ? `http://${domain}:${port}` : `https://${domain}` };
}
