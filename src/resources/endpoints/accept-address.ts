import { InvalidInput } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type AddressPolicy, canonicalAddress } from '../../engines/address-policy/address-policy.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { policyIn } from './policy-in.ts';
import { refusalNote } from './scan-refusal.ts';

export interface PermittedAddress {
  /** Canonical text. */
  readonly text: string;
  readonly scannable: boolean;
  /** Says that the address is never scanned, and why. */
  readonly note: string | null;
}

/** @throws InvalidInput naming the field when the text is no address, or one that cannot be monitored (decisions §2.1, §2.2) */
export function acceptAddress(
  operation: Operation,
  policy: AddressPolicy,
  field: string,
  text: string,
): PermittedAddress {
  const address = canonicalAddress(text);
  if (address === null)
    throw new InvalidInput({ [field]: [`The ${field} field must be a single IPv4 or IPv6 address.`] });
  const here = policyIn(operation, policy);
  const verdict = here.verdict(address);
  if (verdict === 'refuse') {
    throw new InvalidInput({
      [field]: [
        `The ${field} field must be a server's address, not a loopback, link-local, multicast, broadcast or metadata address.`,
      ],
    });
  }
  return {
    text: address,
    scannable: verdict === 'scan',
    note: refusalNote(messagesIn(operation.language), here, address),
  };
}
