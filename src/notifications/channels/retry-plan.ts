import type { RetryPlan } from '../../common/retry-plan.ts';

/** A destination that takes nothing for so long is disabled. */
export const givenUpSeconds = 5 * 86_400;

/** Where the destination asks for no pause of its own: ten seconds, tripled each time up to an hour. */
export const channelRetries: RetryPlan = { delays: [10, 30, 90, 270, 810, 2_430, 3_600], goesOn: true };
