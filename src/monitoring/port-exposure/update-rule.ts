import type { Selectable } from 'kysely';
import { InvalidInput, Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AllowedPortRulesTable } from '../../core/operation/tables/monitoring.ts';
import { hurryScans } from '../port-scans/index.ts';
import { endAllowedAlerts } from './end-allowed-alerts.ts';
import { getRule, isInForce, lockRule, type RuleRecord } from './rule-record.ts';
import { lockRules } from './rules-lock.ts';

/** What is not given stays; the scope of a rule is fixed. */
export interface RuleChange {
  readonly port_start?: number | undefined;
  readonly port_end?: number | undefined;
  readonly protocol?: AllowedPortRulesTable['protocol'] | undefined;
  readonly description?: string | undefined;
  readonly expires_at?: Date | undefined;
}

const uniqueViolation = '23505';

/**
 * Changes the ports or the description of a rule. What it covers now is resolved; servers with open ports that it may no longer cover are
 * scanned soon, which raises them. A change to what the rule is already changes nothing.
 * @throws Problem RULE_NOT_FOUND, ACCESS_DENIED, RULE_ALREADY_EXISTS; InvalidInput when port_end would be below port_start
 */
export async function updateRule(
  operation: Operation,
  id: string,
  billingCustomerId: number | undefined,
  change: RuleChange,
  cooldownSeconds: number,
): Promise<RuleRecord> {
  return operation.transaction(async (tx) => {
    const covering = await getRule(tx, id, billingCustomerId);
    if (isInForce(covering, tx.clock.now()) && !covers(portsAfter(covering, change), covering))
      await hurryScans(tx, covering, { cooldownSeconds, usesCooldown: false });
    await lockRules(tx, 'exclusive');
    const rule = await lockRule(tx, id, billingCustomerId);
    const ports = portsAfter(rule, change);
    if (ports.port_end < ports.port_start)
      throw new InvalidInput({ port_end: ['The port_end field must not be below port_start.'] });
    const expiresAt = change.expires_at ?? rule.expires_at;
    const values = { ...ports, description: change.description ?? rule.description, expires_at: expiresAt };
    if (describesAlready(rule, values)) return rule;
    await write(tx, id, { ...values, rescan_at: change.expires_at ?? rule.rescan_at });
    if (isInForce(values, tx.clock.now())) await endAllowedAlerts(tx, rule, ports);
    await recordFact(tx, {
      type: 'allowed_ports.updated',
      subjectId: id,
      customerId: rule.customer_id,
      details: { ...ports, ...(change.expires_at && { expires_at: change.expires_at }) },
    });
    return getRule(tx, id, undefined);
  });
}

type RuleValues = Pick<AllowedPortRulesTable, 'port_start' | 'port_end' | 'protocol' | 'description' | 'expires_at'>;
type RulePorts = Omit<RuleValues, 'description' | 'expires_at'>;

function portsAfter(rule: RuleRecord, change: RuleChange): RulePorts {
  const start = change.port_start ?? rule.port_start;
  // A rule for a single port stays one when only its start moves.
  const end = rule.port_start === rule.port_end ? start : rule.port_end;
  return { port_start: start, port_end: change.port_end ?? end, protocol: change.protocol ?? rule.protocol };
}

function covers(wider: RulePorts, { port_start, port_end, protocol }: RulePorts): boolean {
  const isSameProtocol = wider.protocol === 'both' || wider.protocol === protocol;
  return isSameProtocol && wider.port_start <= port_start && wider.port_end >= port_end;
}

function describesAlready(rule: RuleRecord, values: RuleValues): boolean {
  const { expires_at: expiresAt, ...rest } = values;
  const isSameEnd = rule.expires_at?.getTime() === expiresAt?.getTime();
  return isSameEnd && (Object.keys(rest) as (keyof typeof rest)[]).every((field) => rule[field] === rest[field]);
}

async function write(
  tx: Operation,
  id: string,
  values: RuleValues & Pick<Selectable<AllowedPortRulesTable>, 'rescan_at'>,
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
