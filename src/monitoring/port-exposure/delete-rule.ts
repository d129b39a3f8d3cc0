import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { hurryScans } from '../port-scans/index.ts';
import { getRule, isInForce, lockRule } from './rule-record.ts';

/**
 * Deletes a rule. Servers of which it covered open ports are scanned soon, which raises what is still open.
 * @throws Problem RULE_NOT_FOUND, ACCESS_DENIED
 */
export async function deleteRule(
  operation: Operation,
  id: string,
  billingCustomerId: number | undefined,
  cooldownSeconds: number,
): Promise<void> {
  await operation.transaction(async (tx) => {
    const covering = await getRule(tx, id, billingCustomerId);
    if (isInForce(covering, tx.clock.now())) await hurryScans(tx, covering, { cooldownSeconds, usesCooldown: false });
    const rule = await lockRule(tx, id, billingCustomerId);
    await tx.db.deleteFrom('allowed_port_rules').where('id', '=', id).execute();
    await recordFact(tx, {
      type: 'allowed_ports.deleted',
      subjectId: id,
      customerId: rule.customer_id,
      details: {
        port_start: rule.port_start,
        port_end: rule.port_end,
        protocol: rule.protocol,
        endpoint_id: rule.endpoint_id,
      },
    });
  });
}
