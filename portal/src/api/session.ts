import { queryOptions } from '@tanstack/react-query';
import type { Paths } from '../../../client/session.ts';
import { answered, api } from './api.ts';

type AnsweredSession = Paths['/api/v1/session']['get']['responses'][200]['content']['application/json']['data'];
export type SignedIn = NonNullable<AnsweredSession['signed_in']>;
export type Portal = AnsweredSession['portal'];
export type Session = AnsweredSession & {
  /** Who was signed in, while nobody is any more: the session ended on this page. */
  readonly ended?: SignedIn;
};

/** Tells people apart, whatever session they have. */
export function identityOf(who: SignedIn): string {
  switch (who.kind) {
    case 'customer':
      return `${who.sandbox ? 'sandbox customer' : 'customer'} ${who.billing_customer_id}`;
    case 'administrator':
      return `administrator ${who.id}`;
    case 'alert_link':
      return `alert ${who.alert_id}`;
  }
}

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

/** What the service has written into the page of whose portal this is, and who is signed in; undefined: it has to be asked for. */
export function carriedSession(): Session | undefined {
  const text = document.getElementById('session')?.textContent;
  return text ? (JSON.parse(text) as Session) : undefined;
}

/** Whose portal this is, and who is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session> => (await answered(api.GET('/api/v1/session', {}))).data,
  staleTime: 60_000,
});
