import { queryOptions } from '@tanstack/react-query';
import type { Paths } from '../../../client/client.ts';
import { answered, api } from './api.ts';

export type Session = Paths['/api/v1/session']['get']['responses'][200]['content']['application/json']['data'];
export type Portal = Session['portal'];
export type SignedIn = NonNullable<Session['signed_in']>;

/** Whose portal this is, and who is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => (await answered(api.GET('/api/v1/session', {}))).data,
  staleTime: 60_000,
});
