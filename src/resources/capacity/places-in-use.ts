import type { PlacesInUse } from '../../accounts/subscriptions/index.ts';
import { occupying, type ResourceType } from '../lifecycle/index.ts';

/** How many places of a product a customer's resources take: all that are not terminated. */
export function placesInUse(types: readonly ResourceType[]): PlacesInUse {
  return async (tx, customerId, product) => {
    const type = types.find((each) => each.product === product)!;
    return (await occupying(tx, type, [customerId])).length;
  };
}
