import { describe, expect, it } from 'vitest';
import { type SubscriptionState, type SubscriptionTrigger, subscriptionMove } from './lifecycle.ts';

const states: SubscriptionState[] = ['active', 'suspended', 'cancelled'];
const triggers: SubscriptionTrigger[] = ['suspend', 'resume', 'terminate'];
const target = { suspend: 'suspended', resume: 'active', terminate: 'cancelled' } as const;
const every = states.flatMap((state) => triggers.map((trigger) => ({ state, trigger })));

describe('the life cycle of a subscription', () => {
  it.each([
    ['active', 'suspend', 'suspended'],
    ['suspended', 'resume', 'active'],
    ['active', 'terminate', 'cancelled'],
    ['suspended', 'terminate', 'cancelled'],
  ] as const)('%s: %s leads to %s', (state, trigger, to) => {
    expect(subscriptionMove(state, trigger)).toEqual({ kind: 'change', to });
  });

  it.each(['suspend', 'resume'] as const)('cancelled: %s is refused, only provisioning brings it back', (trigger) => {
    expect(subscriptionMove('cancelled', trigger)).toEqual({ kind: 'refuse', code: 'SUBSCRIPTION_NOT_CHANGEABLE' });
  });

  it.each(every)(
    '$state: $trigger is a repeat, with a note, exactly when it is there already',
    ({ state, trigger }) => {
      const move = subscriptionMove(state, trigger);
      expect(move.kind === 'repeat').toBe(state === target[trigger]);
      if (move.kind === 'repeat') expect(move.note).toMatch(/^The subscription is already \w+\.$/);
    },
  );

  it.each(every)('$state: once $trigger succeeded, it is a repeat', ({ state, trigger }) => {
    const move = subscriptionMove(state, trigger);
    if (move.kind === 'change') expect(subscriptionMove(move.to, trigger).kind).toBe('repeat');
  });
});
