import type { Selectable } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { AllowedPortRulesTable } from '../../core/operation/tables/monitoring.ts';

export type PortRule = Pick<Selectable<AllowedPortRulesTable>, 'port_start' | 'port_end' | 'protocol'>;

/** The Allowed Ports rules in force for an endpoint: its own, its customer's and the partner's, ascending by port. */
export async function portRulesFor(
  operation: Operation,
  endpoint: { id: string; customer_id: string },
): Promise<PortRule[]> {
  return operation.db
    .selectFrom('allowed_port_rules')
    .select(['port_start', 'port_end', 'protocol'])
    .where((row) => row.or([row('endpoint_id', '=', endpoint.id), row('endpoint_id', 'is', null)]))
    .where((row) => row.or([row('customer_id', '=', endpoint.customer_id), row('customer_id', 'is', null)]))
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', operation.clock.now())]))
    .orderBy('port_start')
    .orderBy('port_end')
    .orderBy('protocol')
    .execute();
}

export function isAllowed(rules: readonly PortRule[], { protocol, port }: { protocol: string; port: number }): boolean {
  return rules.some(
    (rule) =>
      (rule.protocol === 'both' || rule.protocol === protocol) && rule.port_start <= port && port <= rule.port_end,
  );
}

/** `443:tcp`, `8000-8010:udp`: one string per rule and protocol, each once (decisions §2.12). */
export function describeRules(rules: readonly PortRule[]): string[] {
  const texts = rules.flatMap((rule) => {
    const range = rule.port_start === rule.port_end ? `${rule.port_start}` : `${rule.port_start}-${rule.port_end}`;
    const protocols = rule.protocol === 'both' ? ['tcp', 'udp'] : [rule.protocol];
    return protocols.map((protocol) => `${range}:${protocol}`);
  });
  return [...new Set(texts)];
}
