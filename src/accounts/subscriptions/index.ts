export {
  /** Capacity report (contract, Other records; decisions §3.5). */
  capacityReport,
  /** How many places of a product a customer's resources take. */
  type PlacesInUse,
  /** A number where the contract names one. */
  toCapacityReport,
} from './capacity-report.ts';
export {
  /** Gives the subscriptions of services that were handed over to the other customer. */
  handOverSubscriptions,
  /** A subscription that two customers had of the same service. */
  type JoinedSubscription,
} from './hand-over-subscriptions.ts';
export {
  /** A subscription with the billing ids of its customer and service. */
  type ListedSubscription,
  /** One page of the partner's subscriptions, of every status, newest first. */
  listSubscriptions,
  /** A stretch of time with the same terms, as it is billed. */
  type ProRataWindow,
  /**
   * All subscriptions of a customer, oldest first, each with its pro-rata windows from the first to the open one.
   */
  subscriptionsOfCustomer,
} from './list-subscriptions.ts';
export {
  /** What one customer's terms pay for. */
  capacityOfPaidTerms,
  /** The products whose resources are counted against what is paid for. */
  cappedProducts,
  type PaidTerms,
  /** What customers pay for (decisions §3.2). */
  paidCapacities,
  /** What one customer pays for, by product. */
  paidCapacity,
  /** The terms of a customer, as a value of a statement. */
  paidTermsOf,
} from './paid-capacity.ts';
export {
  /** Whether no other service of the customer has a subscription to the product, while this one has. */
  soleSubscription,
} from './subscription-record.ts';
export {
  /** The subscriptions of customers with the billing ids of their services. */
  subscriptionsOfServices,
  /** Writes reported states with their pro-rata windows. */
  writeSubscriptionStates,
} from './sync-subscriptions.ts';
