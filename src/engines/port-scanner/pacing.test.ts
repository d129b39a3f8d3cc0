import { describe, expect, it } from 'vitest';

import { AnswerTimeout } from './answer-timeout.ts';
import { BackOff } from './back-off.ts';

describe('an answer timeout', () => {
  it('is the initial one until the host answers', () => {
    expect(new AnswerTimeout(1300, 300).currentMs).toBe(1300);
  });

  it('falls to the minimum for a near host', () => {
    const timeout = new AnswerTimeout(1300, 300);
    timeout.learn(2);
    expect(timeout.currentMs).toBe(300);
  });

  it('is at least four round trips of a far one', () => {
    const timeout = new AnswerTimeout(1300, 300);
    for (let answer = 0; answer < 50; answer += 1) timeout.learn(200);
    expect(timeout.currentMs).toBeCloseTo(800);
  });

  it('is twice as patient at the last try, but never beyond three seconds', () => {
    const timeout = new AnswerTimeout(1300, 300);
    for (let answer = 0; answer < 50; answer += 1) timeout.learn(200);
    expect(timeout.patientMs).toBeCloseTo(1600);
    for (let answer = 0; answer < 50; answer += 1) timeout.learn(900);
    expect(timeout.patientMs).toBe(3000);
  });

  it('widens when round trips vary', () => {
    const timeout = new AnswerTimeout(1300, 300);
    for (let answer = 0; answer < 50; answer += 1) timeout.learn(answer % 2 ? 10 : 290);
    expect(timeout.currentMs).toBeGreaterThan(600);
  });

  it('learns nothing from an answer that may be one to a repeated SYN', () => {
    const timeout = new AnswerTimeout(1300, 300);
    timeout.learn(1010);
    expect(timeout.currentMs).toBe(1300);
  });
});

describe('a back-off', () => {
  it('counts all failures of one burst as one round', () => {
    const backOff = new BackOff();
    for (let failure = 0; failure < 1000; failure += 1) backOff.fail(0);
    expect([backOff.isWaiting(9), backOff.isWaiting(10), backOff.isHopeless]).toEqual([true, false, false]);
  });

  it('waits twice as long after each round, half a second at most, and then gives up', () => {
    const backOff = new BackOff();
    const waitsMs: number[] = [];
    let nowMs = 0;
    while (!backOff.isHopeless) {
      backOff.fail(nowMs);
      const failedAtMs = nowMs;
      while (backOff.isWaiting(nowMs)) nowMs += 1;
      waitsMs.push(nowMs - failedAtMs);
    }
    expect(waitsMs).toEqual([10, 20, 40, 80, 160, 320, 500, 500, 500, 500, 500]);
  });

  it('starts anew once something went well', () => {
    const backOff = new BackOff();
    for (let nowMs = 0; !backOff.isHopeless; nowMs += 1000) backOff.fail(nowMs);
    backOff.reset();
    expect(backOff.isHopeless).toBe(false);
  });
});
