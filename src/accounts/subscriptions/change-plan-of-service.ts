import { InvalidInput } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { changeService, type ServiceChange } from '../customers/index.ts';
import { planCatalogue } from '../plans/index.ts';
import { unknownPlan } from './provision-subscription.ts';

/**
 * Changes plan and price of a service that carries a server: what change-subscription is where there is no subscription.
 * @throws Problem BILLING_CLIENT_NOT_FOUND; InvalidInput on plan_slug when the plan is unknown, or a subscription's
 */
export async function changePlanOfService(
  operation: Operation,
  billingCustomerId: number,
  billingServiceId: number,
  change: ServiceChange,
) {
  if (change.plan_slug !== undefined) {
    const plans = await planCatalogue(operation);
    if (!plans.has(change.plan_slug)) throw unknownPlan('plan_slug', [...plans.keys()]);
  }
  return operation.transaction(async (tx) => {
    const service = await changeService(tx, billingCustomerId, billingServiceId, change);
    const subscription = await tx.db
      .selectFrom('subscriptions')
      .select('id')
      .where('service_id', '=', service.id)
      .where('product_slug', '=', 'port_monitoring')
      .where('status', '<>', 'cancelled')
      .executeTakeFirst();
    if (subscription)
      throw new InvalidInput({ plan_slug: ['The service has a subscription: use change-subscription.'] });
    return service;
  });
}
