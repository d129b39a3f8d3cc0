import { dataClassKey } from '../../../src/common/data-class.ts';
import { isMessage, t } from '../messages/messages.ts';
import type { DarkWebFinding, DomainAlert, LeakedCredential } from './domain-data.ts';

/** Where something came to light. */
export function kindLabel(kind: DomainAlert['kind']): string {
  return t(`portal.leak-kind.${kind}`);
}

/** What of a secret leaked, in words; the secret itself is known to nobody here. */
export function secretOf({ secret_present, secret_format }: LeakedCredential): string {
  return t(secret_present ? `portal.leak-secret.${secret_format ?? 'unknown'}` : 'portal.leak-secret.none');
}

/** Whose credential it is. */
export function identityOf({ identity, unnamed_identities: unnamed }: LeakedCredential): string {
  if (identity !== null) return identity;
  return t('portal.leaks.unnamed', { count: unnamed });
}

/** The fields of a breach are written `email_addresses`; of those that sources invent, their names are all that is known. */
function dataClass(name: string): string {
  const key = dataClassKey(name);
  return isMessage(key) ? t(key) : name.replaceAll('_', ' ').toLowerCase();
}

export function dataClasses(classes: readonly string[]): string {
  return classes.map(dataClass).join(', ');
}

export function matchLabel(match: DarkWebFinding['match_type']): string {
  return t(`portal.leak-match.${match}`);
}
