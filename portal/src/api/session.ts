import { queryOptions } from '@tanstack/react-query';
import type { Paths } from '../../../client/client.ts';
import { answered, api } from './api.ts';

export type Session = Paths['/api/v1/session']['get']['responses'][200]['content']['application/json']['data'];
export type Portal = Session['portal'];
export type SignedIn = NonNullable<Session['signed_in']>;

let tabs: BroadcastChannel | null = null;

/** Loads this tab anew when another one has changed who is signed in. */
export function followOtherTabs(): void {
  tabs = new BroadcastChannel('session');
  tabs.addEventListener('message', () => location.reload());
}

/** Who is signed in has changed: what other tabs show is somebody else's by now, and what they would do is not meant so. */
export function reloadOtherTabs(): void {
  tabs?.postMessage('changed');
}

/** Whose portal this is, and who is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => (await answered(api.GET('/api/v1/session', {}))).data,
  staleTime: 60_000,
});
