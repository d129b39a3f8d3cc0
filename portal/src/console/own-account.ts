import { useRouteContext } from '@tanstack/react-router';
import type { SignedIn } from '../api/session.ts';

/** The administrator who is signed in; pages of the console are shown to nobody else. */
export function useOwnAccount(): Extract<SignedIn, { kind: 'administrator' }> {
  const { signed_in: signedIn } = useRouteContext({ from: '__root__' }).session;
  if (signedIn?.kind !== 'administrator') throw new Error('No administrator is signed in.');
  return signedIn;
}
