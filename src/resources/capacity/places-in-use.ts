import type { PlacesInUse } from '../../accounts/subscriptions/capacity-report.ts';
import { occupying } from '../lifecycle/occupying.ts';
import type { ResourceType } from '../lifecycle/resource-type.ts';

/** How many places of a product a customer's resources take: all that are not terminated. */
export function placesInUse(types: readonly ResourceType[]): PlacesInUse {
  return async (tx, customerId, product) => {
    const type = types.find((each) => each.product === product)!;
    return (await occupying(tx, type, [customerId])).length;
  };
}
