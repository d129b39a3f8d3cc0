import { type RawBuilder, sql } from 'kysely';
import { recordFact } from '../../core/audit/record-facts.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import { hurryScans } from '../port-scans/index.ts';

/** Rules in a run at the most; the next run takes the others. */
const batchSize = 500;

interface EndedRule {
  readonly partner_id: string;
  readonly id: string;
  readonly rescan_at: Date;
}

/**
 * Has the endpoints scanned soon that an Allowed Ports rule covered open ports of until it ended (decisions §6.2): the scan raises
 * what is open again. It counts as one by hand, so that rules which end cause no more scans than people may ask for, and waits for the
 * cooldown. Any number of nodes may do so at once.
 * @returns how many rules were dealt with
 * @throws AggregateError when it failed for some; all others are done
 */
export async function scanAfterEndedRules(resources: Resources, cooldownSeconds: number): Promise<number> {
  const { rows } = await endedRules(resources.clock).execute(resources.db);
  const errors: unknown[] = [];
  for (const rule of rows) {
    try {
      await scanAfter(Operation.bySystem(resources, rule.partner_id), rule, cooldownSeconds);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} rules that ended could not be dealt with.`);
  return rows.length;
}

/** The same of one partner alone. */
export async function scanAfterEndedRulesOf(operation: Operation, cooldownSeconds: number): Promise<void> {
  const { rows } = await operation.db.execute(endedRules(operation.clock, operation.partnerId));
  for (const rule of rows) await scanAfter(operation, rule, cooldownSeconds);
}

function endedRules(clock: Clock, partnerId?: string): RawBuilder<EndedRule> {
  const ofPartner = partnerId === undefined ? sql`` : sql`AND partner_id = ${partnerId}`;
  return sql<EndedRule>`
    SELECT partner_id, id, rescan_at FROM allowed_port_rules WHERE rescan_at <= ${clock.now()} ${ofPartner}
    ORDER BY rescan_at, id LIMIT ${batchSize}`;
}

async function scanAfter(operation: Operation, ended: EndedRule, cooldownSeconds: number): Promise<void> {
  await operation.transaction(async (tx) => {
    const rule = await tx.db.selectFrom('allowed_port_rules').selectAll().where('id', '=', ended.id).executeTakeFirst();
    // Deleted, or given another end meanwhile; or another node was faster.
    if (rule?.rescan_at?.getTime() !== ended.rescan_at.getTime()) return;
    // Endpoints before the rule (decision 9).
    const scans = await hurryScans(tx, rule, { cooldownSeconds, usesCooldown: true });
    const { numUpdatedRows } = await tx.db
      .updateTable('allowed_port_rules')
      .set({ rescan_at: null })
      .where('id', '=', ended.id)
      .where('rescan_at', '=', ended.rescan_at)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await recordFact(tx, {
      type: 'allowed_ports.expired',
      subjectId: rule.id,
      customerId: rule.customer_id,
      details: {
        port_start: rule.port_start,
        port_end: rule.port_end,
        protocol: rule.protocol,
        endpoint_id: rule.endpoint_id,
        scans,
      },
    });
  });
}
