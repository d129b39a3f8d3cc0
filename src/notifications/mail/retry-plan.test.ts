import { expect, it } from 'vitest';
import { retryDelaySeconds } from '../../common/retry-plan.ts';
import { deliverySeconds, mailRetries } from './retry-plan.ts';

it('a mail that the server does not take for now is tried fewer than forty times in a day, however often workers die at it', () => {
  let [attempts, age] = [1, 0];
  for (; age < deliverySeconds; attempts += 1) age += retryDelaySeconds(mailRetries, attempts, 0)!;
  expect(attempts).toBeLessThan(40);
});
