import type { Operation } from '../../core/operation/operation.ts';
import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';

const everyAddress: AddressPolicy = { verdict: () => 'scan' };

/** The policy as it holds in the operation's world: in a sandbox no packet leaves, so every address has its scenario (decisions §10.3). */
export function policyIn({ caller }: Operation, policy: AddressPolicy): AddressPolicy {
  return caller.sandbox ? everyAddress : policy;
}
