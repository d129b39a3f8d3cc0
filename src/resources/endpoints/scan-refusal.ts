import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';

/** Why an address is never scanned. */
export interface ScanRefusal {
  /** For people who ask about the endpoint. */
  readonly note: string;
  /** What its scans end with, as `code: sentence`. */
  readonly error: string;
}

/** Not by whose wish, nor how much else is excluded. */
export const excluded: ScanRefusal = {
  note: 'The address is excluded from scanning by the operator, so no scan is scheduled.',
  error: 'excluded: the address is excluded from scanning by the operator',
};

const outOfScope: ScanRefusal = {
  note: 'The address is in a range that is not scanned, so no scan is scheduled.',
  error: 'not_scanned: the address is in a range that is not scanned',
};

/** @returns null when the address may be scanned */
export function scanRefusal(policy: AddressPolicy, address: string): ScanRefusal | null {
  const verdict = policy.verdict(address);
  if (verdict === 'scan') return null;
  return verdict === 'exclude' ? excluded : outOfScope;
}

/** What is said of an address that is never scanned, wherever its endpoint is shown. */
export function noteOnRefusal(policy: AddressPolicy, address: string): { note?: string } {
  const refusal = scanRefusal(policy, address);
  return refusal ? { note: refusal.note } : {};
}
