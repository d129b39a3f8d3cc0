import { getServers } from 'node:dns';
import type { Config } from '../installation/config.ts';
import { version } from '../installation/version.ts';
import { policyFetcher } from '../monitoring/domain-posture/fetch-policy.ts';
import { type LookAtDomain, lookAtDomain } from '../monitoring/domain-posture/look-at-domain.ts';
import { maxRdapBytes, RdapClient } from '../monitoring/domain-posture/rdap-client.ts';
import type { Clock } from '../platform/clock.ts';
import { DnsClient } from '../platform/dns/dns-client.ts';
import { OutboundClient } from '../platform/http/outbound/outbound-client.ts';
import { outboundRules } from '../wiring/scan-policy.ts';
import { createResolver } from './create-resolver.ts';

/** Two that agree are worth more than one; more than two say nothing new. */
const askedResolvers = 2;

/** Whom looks at domains ask: none where nobody outside of this machine may be asked, or there is nobody. */
export function resolversOf({ evaluation, dnsServers }: Config): readonly string[] {
  return evaluation ? [] : (dnsServers ?? getServers()).slice(0, askedResolvers);
}

export interface DomainLooker {
  readonly look: LookAtDomain;
  close(): Promise<void>;
}

/** Looks at what everybody can see of domains, by the network that the configuration allows. */
export function createDomainLooker(config: Config, clock: Clock): DomainLooker {
  const rules = outboundRules(config);
  const resolver = createResolver(config);
  const outbound = new OutboundClient({
    rules,
    resolver,
    userAgent: `breakwater/${version}`,
    maxAnswerBytes: maxRdapBytes,
  });
  const rdap = new RdapClient({ client: outbound, clock });
  const dns = new DnsClient({
    clock,
    // Those of the configuration are the operator's own; others are reached through networks that could change what they say.
    trusts: (resolver) => config.dnsServers !== null || /^(?:127\.|\[?::1\]?(?::|$))/.test(resolver),
    mayAsk: (address) => rules.judge(address) !== 'denied',
  });
  const network = {
    dns,
    resolvers: resolversOf(config),
    fetchPolicy: policyFetcher({ client: outbound, resolver, clock }),
    askRegistration: (name: string) => rdap.ask(name),
    now: () => clock.now(),
  };
  return { look: (domain, known) => lookAtDomain(network, domain, known), close: () => outbound.close() };
}
