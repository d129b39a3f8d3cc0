export {
  /** Changes plan and price of a service that pays for a server by itself; what is not given stays. */
  changeService,
  /** Changes name, e-mail address and language of a customer, in the caller's transaction and behind the lock of its row. */
  overwriteCustomer,
  /** What is to change of a service that carries a single server. */
  type ServiceChange,
} from './change-customer.ts';
export {
  /**
   * The id of a billing client id's customer, for use inside another statement; it matches nothing when there is
   * none.
   */
  customerIdOf,
  /**
   * The id of a billing client id's customer; undefined for one that the account does not have, whose lists are empty
   * (decisions §1.8).
   */
  findCustomerId,
  /** Something of the account, which must belong to the customer that is named. */
  ownedBy,
  /** The customer, locked until the transaction ends if wanted. */
  requireCustomer,
} from './customer-of.ts';
export {
  /** A billing client of the partner, as stored. */
  type Customer,
  /** The customer of a billing client id, created on first use and locked until the transaction ends. */
  ensureCustomer,
  /** The customer of a billing client id, if the account has one. */
  findCustomer,
  /** The customer by its own id, if there is one. */
  getCustomer,
  /** Locks the customer's row, behind which creation, capacity and resume of its resources are serialised. */
  lockCustomer,
  /**
   * Locks several customers in the order of their ids, so that two callers that name the same ones never deadlock.
   */
  lockCustomers,
} from './ensure-customer.ts';
export {
  /** Deletes all customers of the account, with what exists for a customer alone. */
  forgetCustomers,
  /** Locks all customers of the account, in the order of their ids, until the transaction ends. */
  lockAllCustomers,
} from './forget-customers.ts';
export {
  /** Deletes the records of services of which nothing is left. */
  forgetServices,
  /** A service that another customer was given. */
  type HandedOverService,
  /** Two customers, by their own ids, of whom the rows are locked. */
  type HandOver,
  /** Gives a customer's services, or one of them, to another one. */
  handOverServices,
} from './hand-over-services.ts';
export {
  /** The service of a customer, when it is known. */
  findService,
  /** A service of a billing client, as far as it is on record. */
  type KnownService,
  /** A service that is known as this product pays for its own server, beside any plan (decisions §3.2). */
  type OwnProduct,
  /** Services that are known from now on to pay for their own servers. */
  recordOwnServices,
  /** The billing service of a customer, recorded on first use; what is given replaces what was recorded. */
  recordService,
} from './record-service.ts';
