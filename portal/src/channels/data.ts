import { queryOptions } from '@tanstack/react-query';
import type { Paths } from '../../../client/session.ts';
import { answered, api } from '../api/api.ts';

type Answer = Paths['/api/v1/channels']['get']['responses'][200]['content']['application/json']['data'];
export type Channel = Answer['channels'][number];
export type ChannelType = Channel['type'];
export type Urgency = Channel['urgency'];
/** A kind of alerts, with what it is about as the reader's language has it. */
export type KindOfAlerts = Answer['alert_kinds'][number];
export type NewChannel = NonNullable<Paths['/api/v1/channels']['post']['requestBody']>['content']['application/json'];

/** Whose channels are shown: a customer's, or null for the account's own. */
export type Owner = number | null;

/** Names the owner in a query or body; the account's own channels are those of nobody. */
export const ownedBy = (owner: Owner) => (owner === null ? {} : { billing_customer_id: owner });

export const channelsQuery = (owner: Owner) =>
  queryOptions({
    queryKey: ['channels', owner],
    queryFn: async () => (await answered(api.GET('/api/v1/channels', { params: { query: ownedBy(owner) } }))).data,
  });
