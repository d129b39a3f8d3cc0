export {
  /** What the scans of a server look at, as the API shows it: the shape. */
  coverageSchema,
  /** Terms as the API shows them. */
  toCoverage,
} from './coverage.ts';
export {
  /** Scans per second that keep the interval of every endpoint on the schedule, in SQL. */
  fleetPace,
  /** The interval of the endpoint `e` in SQL, a scalar. */
  intervalInForce,
  /** The installation's interval, and the shortest that a plan may have. */
  type ScanIntervals,
} from './scan-intervals.ts';
export {
  /** A plan that a server could be scanned by. */
  type PlanInForce,
  /** The plans of the endpoint `e` in SQL, as `PlanInForce[]`. */
  plansInForce,
  /** What the installation sets where plans say nothing, and how far they may go. */
  type ScanLimits,
  /** How one server is scanned, by the plans in force. */
  type ScanTerms,
  /** Which of the plans count, and what they say together. */
  scanTermsOf,
  /** The terms of endpoints, by id. */
  scanTermsOfEndpoints,
} from './scan-terms.ts';
export {
  /** From where the endpoint `e` is scanned, in SQL. */
  vantagePointInForce,
  /** From where one endpoint is scanned; null: from anywhere. */
  vantagePointOf,
  /** From where the endpoint `e` is looked at, in SQL: the first one scans. */
  vantagePointsInForce,
} from './vantage-point.ts';
