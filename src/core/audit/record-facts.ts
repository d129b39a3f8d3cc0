import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import { type AccountChange, type Fact, type Hearers, hearersOf } from '../operation/facts.ts';
import type { Operation } from '../operation/operation.ts';

/**
 * Says what was done, in the transaction that does it: it is an entry of the audit log, and whoever else has to hear of it does
 * (`hearersOf`), exactly when it happened.
 */
export async function recordFact(operation: Operation, fact: Fact): Promise<void> {
  await recordFacts(operation, [fact]);
}

/** The same for any number of facts, in one statement: a parameter per column, since thousands of them cost more than the rows. */
export async function recordFacts(operation: Operation, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return;
  for (const fact of facts) tell(operation, fact);
  const { actor, requestId } = operation.caller;
  const actorId = 'id' in actor ? actor.id : null;
  await operation.db.execute(sql`
    INSERT INTO audit_entries (partner_id, at, actor_kind, actor_id, request_id, id, action, subject_id, customer_id, details)
    SELECT ${operation.partnerId}::uuid, ${operation.clock.now()}::timestamptz, ${actor.kind}, ${actorId}::uuid, ${requestId}, entry.*
    FROM unnest(
      ${facts.map(() => newId(operation.clock))}::uuid[],
      ${facts.map((fact) => fact.type)}::text[],
      ${facts.map((fact) => fact.subjectId)}::uuid[],
      ${facts.map((fact) => fact.customerId ?? null)}::uuid[],
      ${facts.map((fact) => JSON.stringify(fact.details ?? {}))}::jsonb[]
    ) AS entry`);
  for (const fact of facts) await tellOwners(operation, fact);
}

function tell(operation: Operation, { type, subjectId, customerId, event }: Fact): void {
  const hearers: Hearers = hearersOf[type];
  if (hearers.page && customerId) {
    const hasIds = hearers.page !== 'rules' && hearers.page !== 'account';
    operation.changed(customerId, hearers.page, hasIds ? subjectId : null);
  }
  if (hearers.event) {
    const [name, kind] = hearers.event;
    operation.happened({ type: name, subject: kind && { kind, id: subjectId! }, ...event });
  }
  for (const signal of hearers.wakes ?? []) operation.announce(signal);
}

async function tellOwners(operation: Operation, { type, subjectId, details, name }: Fact): Promise<void> {
  const { owners }: Hearers = hearersOf[type];
  if (owners === undefined) return;
  const known = owners === null ? name : (details?.[owners] as string);
  await operation.effects.accountChanged(operation, { change: type as AccountChange, subjectId, name: known ?? null });
}
