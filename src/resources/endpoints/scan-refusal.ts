import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import type { Messages } from '../../platform/messages/message.ts';

/** Why an address is never scanned; not by whose wish, nor how much else is excluded. */
export type ScanRefusal = 'excluded' | 'out_of_scope';

/** What scans of such an address end with, as `code: sentence`. */
export const refusalErrors: Readonly<Record<ScanRefusal, string>> = {
  excluded: 'excluded: the address is excluded from scanning by the operator',
  out_of_scope: 'not_scanned: the address is in a range that is not scanned',
};

/** @returns null when the address may be scanned */
export function scanRefusal(policy: AddressPolicy, address: string): ScanRefusal | null {
  const verdict = policy.verdict(address);
  if (verdict === 'scan') return null;
  return verdict === 'exclude' ? 'excluded' : 'out_of_scope';
}

/** The same as a sentence for people who ask about the endpoint. */
export function refusalNote(t: Messages, policy: AddressPolicy, address: string): string | null {
  const refusal = scanRefusal(policy, address);
  return refusal && t(`look.refusal.${refusal}`);
}

/** What is said of an address that is never scanned, wherever its endpoint is shown. */
export function noteOnRefusal(t: Messages, policy: AddressPolicy, address: string): { note?: string } {
  const note = refusalNote(t, policy, address);
  return note === null ? {} : { note };
}
