import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import { domainType } from '../domains/index.ts';
import { createEndpointType } from '../endpoints/index.ts';
import type { ResourceType } from '../lifecycle/index.ts';

/** Every type of resource, each with a product that pays for it, in the order in which their rows are locked (decision 9). */
export function resourceTypes(policy: AddressPolicy): readonly ResourceType[] {
  return [createEndpointType(policy), domainType];
}
