import { sql } from 'kysely';
import { lockAllCustomers } from '../../accounts/customers/index.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { reserveSandbox } from './reserve-sandbox.ts';

/**
 * Lets time pass in the sandbox: all that it has becomes older, since its clock is the service's own. What has become due by
 * that, such as scans, windows and the end of snoozes, happens as it would have then, once.
 * @param operation of the sandbox's world
 * @throws Problem SANDBOX_BUSY
 */
export async function advanceClock(operation: Operation, seconds: number): Promise<void> {
  await operation.transaction(async (tx) => {
    await reserveSandbox(tx);
    await lockAllCustomers(tx);
    await tx.db.execute(sql`SELECT age_sandbox(${tx.partnerId}, make_interval(secs => ${seconds}))`);
    tx.announce('endpoint-due');
    tx.announce('domain-due');
    await recordFact(tx, { type: 'sandbox.clock_advanced', subjectId: tx.partnerId, details: { seconds } });
  });
}
