import { useRouteContext } from '@tanstack/react-router';

/** Whether sandbox mode is on. */
export function useSandbox(): boolean {
  const { session } = useRouteContext({ from: '__root__' });
  return session.signed_in?.kind === 'administrator' && session.signed_in.sandbox_enabled;
}
