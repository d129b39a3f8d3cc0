import { useRouteContext } from '@tanstack/react-router';
import type { SignedIn } from '../api/session.ts';
import { t } from '../messages/messages.ts';

type Own = Extract<SignedIn, { kind: 'administrator' }>;
export type Role = Own['role'];

/** From the least: each may do what those before may. */
export const roles: readonly Role[] = ['support', 'manager', 'owner'];

/** `Manager`, as the language has it. */
export function roleName(role: Role): string {
  return t(`console.role.${role}`);
}

/** What a role may do, as one sentence. */
export function roleMeaning(role: Role): string {
  return t(`console.role.${role}-meaning`);
}

/** Whether the administrator who is signed in may do what needs a role. What is not allowed is not offered; the server refuses it, too. */
export function useMay(needed: Role): boolean {
  return roles.indexOf(useOwnAccount().role) >= roles.indexOf(needed);
}

/** The administrator who is signed in; pages of the console are shown to nobody else. */
export function useOwnAccount(): Own {
  const { signed_in: signedIn } = useRouteContext({ from: '__root__' }).session;
  if (signedIn?.kind !== 'administrator') throw new Error('No administrator is signed in.');
  return signedIn;
}
