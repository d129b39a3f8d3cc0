import type { Operation } from '../../core/operation/operation.ts';
import type { EndpointsTable } from '../../core/operation/tables/resources.ts';
import { inIds } from '../../platform/database/in-ids.ts';

export interface ServiceEndpoint {
  readonly id: string;
  readonly customerId: string;
  readonly serviceId: string;
  readonly billingServiceId: number;
  /** What its service is known as. */
  readonly serviceProduct: string | null;
  readonly createdAt: Date;
  readonly status: EndpointsTable['status'];
  readonly quota_paused: boolean;
}

/** The endpoints of customers that belong to a service, terminated ones included. */
export async function endpointsOfServices(tx: Operation, customerIds: readonly string[]): Promise<ServiceEndpoint[]> {
  return tx.db
    .selectFrom('endpoints')
    .innerJoin('services', (join) =>
      join.onRef('services.partner_id', '=', 'endpoints.partner_id').onRef('services.id', '=', 'endpoints.service_id'),
    )
    .select([
      'endpoints.id',
      'endpoints.customer_id as customerId',
      'services.id as serviceId',
      'services.billing_service_id as billingServiceId',
      'services.product_slug as serviceProduct',
      'endpoints.created_at as createdAt',
      'endpoints.status',
      'endpoints.quota_paused',
    ])
    .where(inIds('endpoints.customer_id', customerIds))
    .execute();
}
