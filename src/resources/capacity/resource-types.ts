import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import { domainType } from '../domains/domain-type.ts';
import { createEndpointType } from '../endpoints/endpoint-type.ts';
import type { ResourceType } from '../lifecycle/resource-type.ts';

/** Every type of resource, each with a product that pays for it, in the order in which their rows are locked (decision 9). */
export function resourceTypes(policy: AddressPolicy): readonly ResourceType[] {
  return [createEndpointType(policy), domainType];
}
