import type { RetryPlan } from '../../common/retry-plan.ts';

/** How long a mail is tried before it is given up. */
export const deliverySeconds = 86_400;

/** Of a mail that the server does not take for now: a minute, doubled each time up to an hour. */
export const mailRetries: RetryPlan = { delays: [60, 120, 240, 480, 960, 1_920, 3_600], goesOn: true };
