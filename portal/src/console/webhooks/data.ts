import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Paths } from '../../../../client/client.ts';
import { answered, api } from '../../api/api.ts';

type Data<Operation> = Operation extends {
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly data: infer D } } };
  };
}
  ? D
  : never;

export type Webhook = Data<Paths['/api/v1/webhooks']['get']>['webhooks'][number];
export type Delivery = Data<Paths['/api/v1/webhooks/{id}/deliveries']['get']>['deliveries'][number];
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async () => (await answered(api.GET('/api/v1/webhooks', {}))).data.webhooks,
});

/** The newest first. */
export const deliveriesQuery = (id: string, status?: DeliveryStatus) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', id, 'deliveries', status],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: after }) => {
      const query = { ...(status && { status }), ...(after && { after }) };
      return (await answered(api.GET('/api/v1/webhooks/{id}/deliveries', { params: { path: { id }, query } }))).data;
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

/** One of them, with request and answer. */
export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries', 'one', deliveryId],
    queryFn: async () => {
      const path = { id, delivery_id: deliveryId };
      return (await answered(api.GET('/api/v1/webhooks/{id}/deliveries/{delivery_id}', { params: { path } }))).data
        .delivery;
    },
  });
