export {
  /** Which servers a partner's customers may add themselves, in the portal. */
  customerAdditionModes,
  /** How far the partner lets its customers add servers themselves. */
  customerAdditions,
  /** What is in force from the next request on. */
  setCustomerAdditions,
} from './customer-additions.ts';
export {
  /** Whether the partner's customers get a mail each week in which they heard nothing else. */
  sendsWeeklySummaries,
  /** What is in force for all mails from then on. */
  setWeeklySummaries,
} from './weekly-summaries.ts';
export {
  /** Whether the partner, or the one whose sandbox it is, is suspended, and which world it is. */
  worldOf,
} from './world-of.ts';
