import type { Operation } from '../../core/operation/operation.ts';
import { changeSetting, readSetting } from './partner-settings.ts';

/**
 * Which servers a partner's customers may add themselves, in the portal.
 * - `off`: none. - `within_capacity`: what they pay for; nothing as long as they never bought. - `on`: what the billing system
 *   may add for them, which has no limit for those who never bought.
 */
export const customerAdditionModes = ['off', 'within_capacity', 'on'] as const;
export type CustomerAdditions = (typeof customerAdditionModes)[number];

/** How far the partner lets its customers add servers themselves. */
export function customerAdditions(operation: Operation): Promise<CustomerAdditions> {
  return readSetting(operation, 'customer_additions');
}

/** What is in force from the next request on. */
export function setCustomerAdditions(operation: Operation, mode: CustomerAdditions): Promise<void> {
  return changeSetting(operation, 'customer_additions', mode);
}
