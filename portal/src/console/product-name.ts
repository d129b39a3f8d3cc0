import { type MessageKey, t } from '../messages/messages.ts';

const names: Readonly<Record<string, MessageKey>> = {
  endpoint: 'console.product.endpoint',
  port_monitoring: 'console.product.port-monitoring',
  domain_monitoring: 'console.product.domain-monitoring',
};

/** A product as people read it, by its name in the API; what is known by no other name, by that. */
export function productName(slug: string): string {
  const key = names[slug];
  return key === undefined ? slug : t(key);
}
