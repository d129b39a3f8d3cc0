import { type Customer, requireCustomer } from '../../accounts/customers/index.ts';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { Tables } from '../../core/operation/tables.ts';
import type { Origin } from '../../platform/http/origin.ts';

/** What is read of a session that ends, so that the view it was in ends in the audit log, too. */
export const viewColumns = ['partner_id', 'administrator_id', 'viewed_customer_id'] as const;

type EndedSession = Pick<Tables['sessions'], 'partner_id' | 'administrator_id'> & {
  readonly viewed_customer_id: string | null;
};

/**
 * Turns an administrator's session into a view of a customer's portal (decision 30). It shows what the customer sees and changes
 * nothing, until the view or the session ends.
 * @throws Problem CUSTOMER_NOT_FOUND; VIEW_IS_READ_ONLY when the session is in a view by now; SESSION_NOT_FOUND when it ended meanwhile
 */
export async function viewCustomer(
  operation: Operation,
  sessionId: string,
  billingCustomerId: number,
  origin: Origin,
): Promise<Customer> {
  return operation.transaction(async (tx) => {
    const customer = await requireCustomer(tx, billingCustomerId);
    const session = await tx.db
      .selectFrom('sessions')
      .select('viewed_customer_id')
      .where('id', '=', sessionId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!session) throw new Problem('SESSION_NOT_FOUND');
    if (session.viewed_customer_id !== null) throw new Problem('VIEW_IS_READ_ONLY');
    await tx.db
      .updateTable('sessions')
      .set({ viewed_customer_id: customer.id })
      .where('id', '=', sessionId)
      .executeTakeFirst();
    await recordFact(tx, {
      type: 'customer.view_started',
      subjectId: customer.id,
      customerId: customer.id,
      details: { ...origin },
    });
    return customer;
  });
}

/** Gives an administrator the session back. None in a view is no error. */
export async function endView(operation: Operation, sessionId: string, customerId: string): Promise<void> {
  await operation.transaction(async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('sessions')
      .set({ viewed_customer_id: null })
      .where('id', '=', sessionId)
      .where('viewed_customer_id', '=', customerId)
      .executeTakeFirst();
    if (numUpdatedRows > 0n)
      await recordFact(tx, { type: 'customer.view_ended', subjectId: customerId, customerId, details: {} });
  });
}

/** Gives all administrators their sessions back who look at the customer's portal, within the caller's transaction. */
export async function endViewsOf(tx: Operation, customerId: string): Promise<void> {
  const looking = await tx.db
    .selectFrom('sessions')
    .select(['id', ...viewColumns])
    .where('viewed_customer_id', '=', customerId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await tx.db
    .updateTable('sessions')
    .set({ viewed_customer_id: null })
    .where('viewed_customer_id', '=', customerId)
    .execute();
  await recordEndedViews(tx, looking);
}

/** Notes the views that ended with their sessions, in the transaction that ends these. */
export async function recordEndedViews(tx: Operation, sessions: readonly EndedSession[]): Promise<void> {
  for (const { partner_id, administrator_id: id, viewed_customer_id: customerId } of sessions) {
    if (id === null || customerId === null) continue;
    const inTheirName = tx.actingFor(partner_id, { kind: 'administrator', id });
    const details = { ended_with: 'session' };
    await recordFact(inTheirName, { type: 'customer.view_ended', subjectId: customerId, customerId, details });
  }
}
