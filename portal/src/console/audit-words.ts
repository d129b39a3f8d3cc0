import { browserName } from './browser-name.ts';
import type { Administrator, ApiKey, AuditEntry } from './data.ts';

const acronyms: Readonly<Record<string, string>> = { Api: 'API' };
const others: Readonly<Record<string, string>> = {
  'sign_in.token_minted': 'Sign-in link made',
  'customer.sessions_ended': 'Customer signed out everywhere',
  'administrator.sign_in_failed': 'Sign-in failed',
  'administrator.sign_in_incomplete': 'Sign-in without a code',
  'administrator.sign_in_throttled': 'Sign-in refused: too many attempts',
  'administrator.proof_failed': 'Wrong password or code within a session',
};

/** `api_key.created` as people read it: "API key created". */
export function actionWords(action: string): string {
  if (others[action] !== undefined) return others[action];
  const words = action.replaceAll(/[._]/g, ' ');
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return sentence.replace(/^\w+/, (first) => acronyms[first] ?? first);
}

/** Who did it, by name where the name is known. */
export function actorWords(
  { kind, id }: AuditEntry['actor'],
  administrators: readonly Administrator[],
  keys: readonly ApiKey[],
): string {
  switch (kind) {
    case 'administrator': {
      const known = administrators.find((administrator) => administrator.id === id);
      return known ? (known.name ?? known.email) : 'A former administrator';
    }
    case 'api_key': {
      const known = keys.find((key) => key.id === id);
      return known ? `API key “${known.name}”` : 'An API key';
    }
    case 'customer':
      return 'The customer';
    case 'operator':
      return 'The operator';
    case 'system':
      return 'The service';
  }
}

/** Where it came from: "192.0.2.7, Firefox on Windows"; null where that is not noted. */
export function originWords({ address, user_agent: userAgent }: AuditEntry['details']): string | null {
  if (typeof address !== 'string') return null;
  return typeof userAgent === 'string' ? `${address}, ${browserName(userAgent)}` : address;
}
