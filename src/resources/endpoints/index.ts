export {
  /** `next_scan_at` of an endpoint that comes back to the schedule. */
  dueAgain,
} from './due-again.ts';
export {
  /** An endpoint with its customer's billing id. */
  type EndpointRecord,
  /** Locks the customer's row, then the endpoint's, until the transaction ends. */
  lockEndpoint,
  /** Notes what an endpoint was told to run. */
  setPlatform,
} from './endpoint-record.ts';
export {
  /** The endpoint's life cycle (contract, States; decisions §2.4–2.8). */
  createEndpointType,
  /** Servers, by the addresses that may be monitored and scanned. */
  type EndpointType,
} from './endpoint-type.ts';
export {
  /** The endpoints of customers that belong to a service, terminated ones included. */
  endpointsOfServices,
} from './endpoints-of-services.ts';
export {
  /** Deletes all endpoints of the account, terminated ones too, with what was found about them. */
  forgetEndpoints,
} from './forget-endpoints.ts';
export {
  /** An endpoint that is not terminated. */
  getEndpoint,
  /** An endpoint that a customer owns, with its customer's row and its own locked until the transaction ends. */
  lockOwnEndpoint,
} from './get-endpoint.ts';
export {
  /** Ends the monitoring of servers and deletes their records, with all that was found. */
  giveUpEndpoints,
} from './give-up-endpoints.ts';
export {
  /** The policy as it holds in the operation's world. */
  policyIn,
} from './policy-in.ts';
export {
  /** What is said of an address that is never scanned. */
  noteOnRefusal,
  /** What scans of such an address end with, as `code: sentence`. */
  refusalErrors,
  /** Why an address is never scanned, as a sentence. */
  refusalNote,
  /** Why an address is never scanned. */
  type ScanRefusal,
  /** @returns null when the address may be scanned. */
  scanRefusal,
} from './scan-refusal.ts';
export {
  /** Monitored endpoint (contract, Resources). */
  endpointResource,
  /** An endpoint as the API shows it. */
  toEndpointResource,
} from './schema.ts';
