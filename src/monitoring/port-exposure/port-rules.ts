import type { Selectable } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { AllowedPortRulesTable } from '../../core/operation/tables/monitoring.ts';

export type PortRule = Pick<Selectable<AllowedPortRulesTable>, 'port_start' | 'port_end' | 'protocol'>;

/** A rule in force, as far as it says why a port may be open. */
export type RuleInForce = PortRule & Pick<Selectable<AllowedPortRulesTable>, 'id' | 'created_at' | 'expires_at'>;

/** The Allowed Ports rules in force for an endpoint: its own, its customer's and the partner's, ascending by port. */
export async function portRulesFor(
  operation: Operation,
  endpoint: { id: string; customer_id: string },
): Promise<RuleInForce[]> {
  return operation.db
    .selectFrom('allowed_port_rules')
    .select(['id', 'port_start', 'port_end', 'protocol', 'created_at', 'expires_at'])
    .where((row) => row.or([row('endpoint_id', '=', endpoint.id), row('endpoint_id', 'is', null)]))
    .where((row) => row.or([row('customer_id', '=', endpoint.customer_id), row('customer_id', 'is', null)]))
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', operation.clock.now())]))
    .orderBy('port_start')
    .orderBy('port_end')
    .orderBy('protocol')
    .execute();
}

interface Port {
  readonly protocol: string;
  readonly port: number;
}

/** The first rule that covers a port. */
export function coveringRule<Rule extends PortRule>(
  rules: readonly Rule[],
  { protocol, port }: Port,
): Rule | undefined {
  return rules.find(
    (rule) =>
      (rule.protocol === 'both' || rule.protocol === protocol) && rule.port_start <= port && port <= rule.port_end,
  );
}

export function isAllowed(rules: readonly PortRule[], port: Port): boolean {
  return coveringRule(rules, port) !== undefined;
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
