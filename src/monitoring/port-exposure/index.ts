export {
  /** AdjacentPorts of an endpoint that its own firewall lets the world reach. */
  type AllowedRange,
  /** What became of the ranges of a firewall dump. */
  type AllowedRanges,
  /** Makes a rule of an endpoint for each range, and resolves exactly the alerts that the new ones cover. */
  allowRanges,
  /** What {@link allowRanges} would do. */
  previewRanges,
} from './allow-ranges.ts';
export {
  /** Deletes all Allowed AdjacentPorts rules of the account. */
  forgetRules,
} from './forget-rules.ts';
export {
  /** The first of the rules that covers a port. */
  coveringRule,
  /** The Allowed Ports rules in force for an endpoint: its own, its customer's and the partner's. */
  portRulesFor,
  /** A rule, as far as it says why a port may be open. */
  type RuleInForce,
} from './port-rules.ts';
export {
  /** AdjacentPorts that follow one another. */
  type AdjacentPorts,
  /** What allowing a range would mean. */
  type RangeRisk,
  /** How bad it is that strangers reach the worst port of each range, and the alerts about it. */
  risksOfRanges,
} from './range-severity.ts';
export {
  /** Has the endpoints of one partner scanned soon that a rule covered open ports of until it ended. */
  scanAfterEndedRulesOf,
} from './scan-after-ended-rules.ts';
