import { queryOptions } from '@tanstack/react-query';
import type { Paths } from '../../../client/session.ts';
import { answered, api } from '../api/api.ts';

type Answer = Paths['/api/v1/notifications/settings']['get']['responses'][200]['content']['application/json']['data'];

export type NotificationSettings = Answer['settings'];
export type Recipient = Answer['recipients'][number];

/** What the customer hears of by e-mail, and who gets it. */
export const notificationsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['notifications'],
    queryFn: async () =>
      (await answered(api.GET('/api/v1/notifications/settings', { params: { query: { client_id: customerId } } })))
        .data,
  });
