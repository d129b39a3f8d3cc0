export {
  /** What was looked at of a customer, and why the rest was not. */
  countLooks,
  type Looks,
} from './count-looks.ts';
export {
  /** The state of the look at a row of `monitored_domains`, in SQL. */
  domainLook,
  /** How often is looked where no plan says so. */
  type LookIntervals,
  type ServerLook,
  /** The state of the look at one server. */
  serverLookOf,
} from './look-sql.ts';
export {
  /** Whether anything may be said of all of what is monitored. */
  allLookedAt,
  type DomainLookState,
  /** What can become of looking at a domain. */
  domainLookStates,
  /** What can become of looking at a server. */
  serverLookStates,
} from './look-states.ts';
export {
  /** A message that reassures, if all of what it speaks of was looked at. */
  wellOr,
} from './reassuring-messages.ts';
export {
  /** What may be said of a customer. */
  type Standing,
  standingCodes,
  /** The one place that decides whether a customer is told that all is well. */
  standingOf,
  /** The same as a headline. */
  standingWords,
} from './standing.ts';
