import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Paths } from '../../../../client/session.ts';
import { answered, api } from '../../api/api.ts';
import { type Data, sandboxHeader } from '../data.ts';

export type Webhook = Data<Paths['/api/v1/webhooks']['get']>['webhooks'][number];
export type Delivery = Data<Paths['/api/v1/webhooks/{id}/deliveries']['get']>['deliveries'][number];
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Makes a request about the world that a webhook is of. */
export function headersOf(world: Webhook['world']): Record<string, string> {
  return world === 'sandbox' ? sandboxHeader : {};
}

/** Everything that is known of webhooks. */
export const allOfWebhooks = { queryKey: ['webhooks'] };

/** Those of the real world, and behind them those of the sandbox while there is one. */
export const webhooksQuery = (hasSandbox: boolean) =>
  queryOptions({
    queryKey: ['webhooks', { hasSandbox }],
    queryFn: async () => {
      const worlds: Webhook['world'][] = hasSandbox ? ['live', 'sandbox'] : ['live'];
      const lists = await Promise.all(
        worlds.map((world) => answered(api.GET('/api/v1/webhooks', { headers: headersOf(world) }))),
      );
      return lists.flatMap(({ data }) => data.webhooks);
    },
  });

/** The newest first. */
export const deliveriesQuery = ({ id, world }: Webhook, status?: DeliveryStatus) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', id, 'deliveries', status],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: after }) => {
      const query = { ...(status && { status }), ...(after && { after }) };
      const input = { params: { path: { id }, query }, headers: headersOf(world) };
      return (await answered(api.GET('/api/v1/webhooks/{id}/deliveries', input))).data;
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

/** One of them, with request and answer. */
export const deliveryQuery = ({ id, world }: Webhook, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries', 'one', deliveryId],
    queryFn: async () => {
      const input = { params: { path: { id, delivery_id: deliveryId } }, headers: headersOf(world) };
      return (await answered(api.GET('/api/v1/webhooks/{id}/deliveries/{delivery_id}', input))).data.delivery;
    },
  });
