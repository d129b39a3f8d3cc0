import type { Fault } from './exchange.ts';
import {
  judgeFullPlan,
  judgeInFlight,
  judgeLostAnswer,
  judgeSale,
  judgeScope,
  judgeSuspension,
  judgeThrottled,
  type Observation,
  type Order,
  type Rule,
  type Verdict,
} from './rules.ts';

/** Something that the integration is asked to do, and what it shows. */
export interface Step {
  readonly name: string;
  readonly rule: Rule;
  /** What goes wrong meanwhile; absent: nothing. */
  readonly fault?: Fault;
  /** Which order it is about, counted from 0: a suspension is of what was sold. */
  readonly order: number;
  readonly instruction: (order: Order) => string;
  readonly judge: (observation: Observation) => Verdict;
}

const sell = ({ clientId, serviceId, ipAddress }: Order) =>
  `Sell the monitoring of the server ${ipAddress} to customer ${clientId}, as service ${serviceId}.`;

/** In the order in which they are gone through. */
export const steps: readonly Step[] = [
  {
    name: 'sell',
    rule: {
      name: 'sale',
      sentence: 'A sale is told with the customer and the service.',
      page: 'sell-a-server',
    },
    order: 0,
    instruction: sell,
    judge: judgeSale,
  },
  {
    name: 'show',
    rule: { name: 'scope', sentence: 'What a customer sees is asked for that customer.', page: 'alerts' },
    order: 0,
    instruction: ({ clientId }) => `Open what customer ${clientId} sees of the monitoring.`,
    judge: judgeScope,
  },
  {
    name: 'suspend',
    rule: { name: 'suspension', sentence: 'A suspended service is suspended here, too.', page: 'sync' },
    order: 0,
    instruction: ({ clientId, serviceId }) => `Suspend service ${serviceId} of customer ${clientId}.`,
    judge: judgeSuspension,
  },
  {
    name: 'sell-full',
    rule: {
      name: 'full-plan',
      sentence: 'An order that a full plan refuses is not sent again, and fails.',
      page: 'sell-a-plan',
    },
    fault: 'full',
    order: 1,
    instruction: sell,
    judge: judgeFullPlan,
  },
  {
    name: 'sell-throttled',
    rule: { name: 'retry-after', sentence: 'After 429 it waits as long as Retry-After says.', page: 'limits' },
    fault: 'throttled',
    order: 2,
    instruction: sell,
    judge: judgeThrottled,
  },
  {
    name: 'sell-in-flight',
    rule: {
      name: 'key-in-use',
      sentence: 'After 409 IDEMPOTENCY_KEY_IN_USE it waits, and repeats with the same key.',
      page: 'errors',
    },
    fault: 'in_flight',
    order: 3,
    instruction: sell,
    judge: judgeInFlight,
  },
  {
    name: 'sell-lost',
    rule: {
      name: 'lost-answer',
      sentence: 'An order whose answer is lost is repeated with the same Idempotency-Key.',
      page: 'limits',
    },
    fault: 'lost',
    order: 4,
    instruction: sell,
    judge: judgeLostAnswer,
  },
];
