import { isLoopbackDomain } from '../../platform/http/request-host.ts';
import type { Operation } from '../../platform/operation.ts';
import { listPortalDomains } from '../partners/portal-domains.ts';

export interface PortalAddress {
  readonly domain: string;
  /** As a customer's browser reaches it, without a trailing slash. */
  readonly url: string;
}

/**
 * The portal that links in mails lead to. No request says which one the customer uses, so it is the partner's oldest domain:
 * the one that a change of the list leaves alone longest.
 * @param port of this installation, for portals on a loopback host, which have no proxy before them
 */
export async function portalAddress(operation: Operation, port: number): Promise<PortalAddress> {
  const domains = await listPortalDomains(operation);
  const [oldest] = domains.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  if (!oldest) throw new Error(`Partner ${operation.partnerId} has no portal domain.`);
  const { domain } = oldest;
  return { domain, url: isLoopbackDomain(domain) ? `http://${domain}:${port}` : `https://${domain}` };
}
