import { beforeEach, describe, expect, it } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

describe('the circuit breaker', () => {
  let breaker: CircuitBreaker;
  const fail = (nowMs: number, times: number) => {
    for (let count = 0; count < times; count += 1) breaker.failed(nowMs);
  };

  beforeEach(() => {
    breaker = new CircuitBreaker({ failures: 3, openMs: 1_000 });
  });

  it('opens after failures in a row', () => {
    fail(0, 2);
    expect(breaker.enter(0)).toBe(0);
    fail(100, 1);
    expect(breaker.enter(200)).toBe(900);
  });

  it('stays closed while a success comes in between', () => {
    fail(0, 2);
    breaker.succeeded();
    fail(0, 2);
    expect(breaker.enter(0)).toBe(0);
  });

  it('lets one try after a while, the others wait', () => {
    fail(0, 3);
    expect(breaker.enter(1_000)).toBe(0);
    expect(breaker.enter(1_000)).toBe(1_000);
  });

  it('closes when the try succeeds, and opens again when it fails', () => {
    fail(0, 3);
    breaker.enter(1_000);
    breaker.failed(1_500);
    expect(breaker.enter(2_400)).toBe(100);
    breaker.enter(2_500);
    breaker.succeeded();
    expect([breaker.enter(2_500), breaker.enter(2_500)]).toEqual([0, 0]);
  });

  it('lets another try when the first never tells', () => {
    fail(0, 3);
    breaker.enter(1_000);
    expect(breaker.enter(2_000)).toBe(0);
  });
});
