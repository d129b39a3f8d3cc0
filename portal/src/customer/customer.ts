import { useRouteContext } from '@tanstack/react-router';

/** The customer who is signed in; pages of the customer's side are shown to nobody else. */
export function useCustomerId(): number {
  const { session } = useRouteContext({ from: '__root__' });
  if (session.signed_in?.kind !== 'customer') throw new Error('Nobody is signed in as a customer.');
  return session.signed_in.billing_customer_id;
}

/** Whether the customer who is signed in is one of the account's sandbox, where nothing is real. */
export function useIsInSandbox(): boolean {
  const { session } = useRouteContext({ from: '__root__' });
  return session.signed_in?.kind === 'customer' && session.signed_in.sandbox;
}
