import { useRouteContext } from '@tanstack/react-router';
import type { SignedIn } from '../api/session.ts';

type Own = Extract<SignedIn, { kind: 'administrator' }>;
export type Role = Own['role'];

/** From the least: each may do what those before may. */
export const roles: readonly Role[] = ['support', 'manager', 'owner'];

export const roleNames: Readonly<Record<Role, string>> = { support: 'Support', manager: 'Manager', owner: 'Owner' };
export const roleMeanings: Readonly<Record<Role, string>> = {
  support: 'Sees everything in this console and changes nothing.',
  manager: 'Looks after customers, plans, domains, branding and people, but not owners; makes no API keys.',
  owner: 'Does everything, API keys and owners included.',
};

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
