import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { requireCustomer } from './customer-of.ts';
import { type Customer, lockCustomer } from './ensure-customer.ts';
import { findService } from './record-service.ts';

export interface CustomerChange {
  readonly client_name?: string | undefined;
  readonly client_email?: string | undefined;
  /** Null: the browser's, and in mails the partner's. */
  readonly language?: string | null | undefined;
}

/** What is to change of a service that carries a single server. */
export interface ServiceChange {
  readonly plan_slug?: string | undefined;
  /** Exact decimal text. */
  readonly mrr?: string | undefined;
}

/**
 * Changes name, e-mail address and language of a customer; what is not given stays. Mails go to the new address from then on.
 * @throws Problem CUSTOMER_NOT_FOUND
 */
export async function changeCustomer(
  operation: Operation,
  billingCustomerId: number,
  change: CustomerChange,
): Promise<Customer> {
  return operation.transaction(async (tx) =>
    overwriteCustomer(tx, await requireCustomer(tx, billingCustomerId, 'locked'), change),
  );
}

/** The same within the caller's transaction, behind the lock of the customer's row. */
export async function overwriteCustomer(tx: Operation, customer: Customer, change: CustomerChange): Promise<Customer> {
  const name = change.client_name ?? customer.name;
  const email = change.client_email ?? customer.email;
  const language = change.language === undefined ? customer.language : change.language;
  if (name === customer.name && email === customer.email && language === customer.language) return customer;
  const changed = await tx.db
    .updateTable('customers')
    .set({ name, email, language, updated_at: tx.clock.now() })
    .where('id', '=', customer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordFact(tx, {
    type: 'customer.changed',
    subjectId: customer.id,
    customerId: customer.id,
    details: { from: detailsOf(customer), to: detailsOf({ name, email, language }) },
  });
  return changed;
}

/** What the audit log tells of a customer, who need not have chosen a language. */
function detailsOf({ name, email, language }: Pick<Customer, 'name' | 'email' | 'language'>) {
  return { name, email, ...(language === null ? {} : { language }) };
}

/**
 * Changes plan and price of a service that pays for a server by itself; what is not given stays. Scans go by the plan from the
 * next one on.
 * @throws Problem BILLING_CLIENT_NOT_FOUND
 */
export async function changeService(
  operation: Operation,
  billingCustomerId: number,
  billingServiceId: number,
  { plan_slug, mrr }: ServiceChange,
) {
  return operation.transaction(async (tx) => {
    const customer = await lockCustomer(tx, billingCustomerId);
    const known = customer && (await findService(tx, customer.id, billingServiceId));
    if (!customer || !known) throw new Problem('BILLING_CLIENT_NOT_FOUND');
    const before = await tx.db.selectFrom('services').selectAll().where('id', '=', known.id).executeTakeFirstOrThrow();
    const after = { plan_slug: plan_slug ?? before.plan_slug, mrr: mrr ?? before.mrr };
    if (after.plan_slug === before.plan_slug && after.mrr === before.mrr) return before;
    await recordFact(tx, {
      type: 'service.changed',
      subjectId: known.id,
      customerId: customer.id,
      details: { from: { plan_slug: before.plan_slug, mrr: before.mrr }, to: after },
    });
    const changed = await tx.db
      .updateTable('services')
      .set({ ...after, updated_at: tx.clock.now() })
      .where('id', '=', known.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (after.plan_slug !== before.plan_slug) await tx.effects.scanTermsChanged(tx, [customer.id]);
    return changed;
  });
}
