import { describe, expect, it } from 'vitest';
import { type DomainAlertState, type DomainAlertTrigger, domainAlertMove } from './lifecycle.ts';

describe('domainAlertMove', () => {
  it.each<[DomainAlertState, DomainAlertTrigger, string]>([
    ['open', 'acknowledge', 'acknowledged'],
    ['open', 'resolve', 'resolved'],
    ['open', 'new_evidence', 'repeat'],
    ['acknowledged', 'acknowledge', 'repeat'],
    ['acknowledged', 'resolve', 'resolved'],
    ['acknowledged', 'new_evidence', 'open'],
    ['resolved', 'acknowledge', 'refuse'],
    ['resolved', 'resolve', 'repeat'],
    ['resolved', 'new_evidence', 'raise'],
  ])('%s, %s → %s', (state, trigger, expected) => {
    const move = domainAlertMove(state, trigger);
    expect(move.kind === 'change' ? move.to : move.kind).toBe(expected);
  });
});
