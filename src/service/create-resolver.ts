import { Resolver } from 'node:dns/promises';
import type { Config } from '../installation/config.ts';

export function createResolver({ dnsServers }: Config): Resolver {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  if (dnsServers) resolver.setServers(dnsServers);
  return resolver;
}
