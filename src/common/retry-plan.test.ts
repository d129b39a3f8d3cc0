import { describe, expect, it } from 'vitest';
import { type RetryPlan, retryDelaySeconds } from './retry-plan.ts';

const ending: RetryPlan = { delays: [5, 300, 3_600], goesOn: false };

describe('a plan of retries', () => {
  it('has its delays, 20 % around what is planned, so that what failed together does not come back together', () => {
    for (const [index, planned] of ending.delays.entries()) {
      expect(retryDelaySeconds(ending, index + 1, 0)).toBeCloseTo(0.8 * planned);
      expect(retryDelaySeconds(ending, index + 1, 0.5)).toBeCloseTo(planned);
      expect(retryDelaySeconds(ending, index + 1, 1)).toBeCloseTo(1.2 * planned);
    }
  });

  it('ends behind its last delay, or goes on with it', () => {
    expect(retryDelaySeconds(ending, 4, 0.5)).toBeNull();
    expect(retryDelaySeconds({ ...ending, goesOn: true }, 4, 0.5)).toBeCloseTo(3_600);
    expect(retryDelaySeconds({ ...ending, goesOn: true }, 10_000, 0.5)).toBeCloseTo(3_600);
  });
});
