import { sql } from 'kysely';
import { customerIdOf } from '../../accounts/customers/index.ts';
import type { Severity } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { portKind } from './kind.ts';

/** The same port with the same urgency, open on several servers of a customer. */
export interface PortGroup {
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
  readonly severity: Severity;
  /** What answers there on most of them; null: on none it said so itself. */
  readonly service: string | null;
  /** At least two. */
  readonly servers: number;
}

/** So many are told; nobody deals with more at once. */
const maxGroups = 50;

/** Open alerts about ports, in groups: the most urgent first, then those on most servers. */
export async function portGroups(operation: Operation, billingCustomerId: number): Promise<PortGroup[]> {
  const rows = await operation.db
    .selectFrom('alerts')
    .select([
      'protocol',
      'port',
      'severity',
      sql<string | null>`mode() WITHIN GROUP (ORDER BY evidence->>'service')
        FILTER (WHERE evidence->>'method' = 'probed')`.as('service'),
      sql<number>`count(*)::int`.as('servers'),
    ])
    .where('customer_id', '=', customerIdOf(operation, billingCustomerId))
    .where('kind', '=', portKind.name)
    .where('status', '=', 'open')
    .groupBy(['protocol', 'port', 'severity'])
    .having(sql<number>`count(*)`, '>', 1)
    .orderBy('severity', 'desc')
    .orderBy('servers', 'desc')
    .orderBy('port')
    .orderBy('protocol')
    .limit(maxGroups)
    .execute();
  return rows.map(({ protocol, port, ...group }) => ({ ...group, protocol: protocol!, port: port! }));
}
