import type { AllowedPortRulesTable } from '../../platform/database/tables.ts';
import { InvalidInput, Problem } from '../../platform/http/problems.ts';
import type { Operation } from '../../platform/operation.ts';
import { resolveAllowedAlerts } from '../alerts/resolve-alerts.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { getRule, type RuleRecord } from './rule-record.ts';

/** What is not given stays; the scope of a rule is fixed. */
export interface RuleChange {
  readonly port_start?: number | undefined;
  readonly port_end?: number | undefined;
  readonly protocol?: AllowedPortRulesTable['protocol'] | undefined;
  readonly description?: string | undefined;
}

const uniqueViolation = '23505';

/**
 * Changes the ports or the description of a rule. What it covers now is resolved; what it no longer covers is raised by the
 * next scan.
 * @throws Problem RULE_NOT_FOUND, ACCESS_DENIED, RULE_ALREADY_EXISTS; InvalidInput when port_end would be below port_start
 */
export async function updateRule(
  operation: Operation,
  id: string,
  billingCustomerId: number | undefined,
  change: RuleChange,
): Promise<RuleRecord> {
  return operation.transaction(async (tx) => {
    const rule = await getRule(tx, id, billingCustomerId);
    const ports = {
      port_start: change.port_start ?? rule.port_start,
      // A rule for a single port stays one when only its start moves.
      port_end:
        change.port_end ?? (rule.port_start === rule.port_end ? (change.port_start ?? rule.port_end) : rule.port_end),
      protocol: change.protocol ?? rule.protocol,
    };
    if (ports.port_end < ports.port_start)
      throw new InvalidInput({ port_end: ['The port_end field must not be below port_start.'] });
    const description = change.description ?? rule.description;
    await write(tx, id, { ...ports, description });
    await resolveAllowedAlerts(tx, rule, ports);
    await recordAudit(tx, {
      action: 'allowed_ports.updated',
      subjectId: id,
      customerId: rule.customer_id,
      details: { ...ports },
    });
    return getRule(tx, id, undefined);
  });
}

async function write(
  tx: Operation,
  id: string,
  values: Pick<AllowedPortRulesTable, 'port_start' | 'port_end' | 'protocol' | 'description'>,
): Promise<void> {
  try {
    await tx.db
      .updateTable('allowed_port_rules')
      .set({ ...values, updated_at: tx.clock.now() })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    if ((error as { code?: string }).code === uniqueViolation)
      throw new Problem('RULE_ALREADY_EXISTS', {}, { cause: error });
    throw error;
  }
}
