import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { lockRule } from './rule-record.ts';

/**
 * Deletes a rule; ports that are still open are alerted by the next scan.
 * @throws Problem RULE_NOT_FOUND, ACCESS_DENIED
 */
export async function deleteRule(
  operation: Operation,
  id: string,
  billingCustomerId: number | undefined,
): Promise<void> {
  await operation.transaction(async (tx) => {
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
