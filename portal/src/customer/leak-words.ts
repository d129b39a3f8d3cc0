import type { DarkWebFinding, DomainAlert, LeakedCredential } from './domain-data.ts';

/** Where something came to light. */
export const kindLabels: Readonly<Record<DomainAlert['kind'], string>> = {
  breach: 'Data breach',
  stealer_log: 'Stolen by malware',
  combolist: 'Password list',
  paste: 'Public paste',
  ransomware_claim: 'Ransomware claim',
  forum: 'Criminal forum',
  market: 'Criminal market',
};

const secretFormats: Readonly<Record<NonNullable<LeakedCredential['secret_format']>, string>> = {
  clear_text: 'Password in clear text',
  hashed: 'Password, hashed',
  encrypted: 'Password, encrypted',
  unknown: 'Password in an unknown form',
};

/** What of a secret leaked, in words; the secret itself is known to nobody here. */
export function secretOf({ secret_present, secret_format }: LeakedCredential): string {
  return secret_present ? secretFormats[secret_format ?? 'unknown'] : 'No password';
}

/** Whose credential it is. */
export function identityOf({ identity, unnamed_identities: unnamed }: LeakedCredential): string {
  if (identity !== null) return identity;
  return unnamed === 1 ? 'One account, not named by the source' : `${unnamed} accounts, not named by the source`;
}

/** The fields of a breach are written `email_addresses`. */
export function dataClasses(classes: readonly string[]): string {
  return classes.map((name) => name.replaceAll('_', ' ').toLowerCase()).join(', ');
}

export const matchLabels: Readonly<Record<DarkWebFinding['match_type'], string>> = {
  exact_domain: 'Names your domain',
  keyword: 'May be about you: it matches your name',
};
