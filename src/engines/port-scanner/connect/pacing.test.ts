import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AdaptiveRate, type ProbeFate } from './adaptive-rate.ts';

import { parseDescriptorLimit } from './descriptor-limit.ts';

describe('an adaptive rate', () => {
  const range = { start: 1000, fewest: 100, most: 5000 };

  /** Notes so many windows of fates, from when it no longer settles; the rest of each window is answered. */
  function afterWindows(windows: readonly Partial<Record<ProbeFate, number>>[]): number[] {
    const rate = new AdaptiveRate(range, 0);
    for (let nowMs = 0; nowMs <= 1000; nowMs += 1) rate.attempted(1, nowMs);
    return windows.map((window, index) => {
      const fates = (Object.entries(window) as [ProbeFate, number][]).flatMap(([fate, count]) =>
        Array<ProbeFate>(count).fill(fate),
      );
      const nowMs = 2000 + 300 * index;
      for (const fate of [...fates, ...Array<ProbeFate>(200 - fates.length).fill('answered')])
        rate.note(fate, 1, nowMs);
      return rate.perSecond;
    });
  }

  it('rises step by step while everything is answered, and stays at its ceiling', () => {
    expect(afterWindows([{}, {}, {}])).toEqual([1250, 1500, 1750]);
    expect(afterWindows(Array.from({ length: 30 }, () => ({}))).at(-1)).toBe(5000);
  });

  it('does not rise beside a firewall that drops most ports, nor fall', () => {
    expect(afterWindows([{ silent: 199 }, { silent: 200 }, { silent: 198 }])).toEqual([1000, 1000, 1000]);
    expect(afterWindows([{ silent: 2 }, { silent: 2 }])).toEqual([1000, 1000]);
  });

  it('halves when answers go missing that came before', () => {
    expect(afterWindows([{ silent: 20 }, { silent: 150 }])).toEqual([1000, 500]);
  });

  it('halves while ICMP says no, down to its floor', () => {
    const rates = afterWindows(Array.from({ length: 6 }, () => ({ rejected: 100 })));
    expect(rates).toEqual([500, 250, 125, 100, 100, 100]);
  });

  interface Pass {
    readonly attempts: number;
    readonly answers: number;
    readonly ms: number;
  }

  /** The rate after each pass; a further pass that is never answered follows. */
  function afterPasses(passes: readonly Pass[], start = 1000): number[] {
    const rate = new AdaptiveRate({ start, fewest: 100, most: start }, 0);
    let nowMs = 0;
    return passes.map(({ attempts, answers, ms }, index) => {
      for (let attempt = 0; attempt < attempts; attempt += 1)
        rate.attempted(index + 1, nowMs + (ms * attempt) / (attempts - 1));
      nowMs += ms;
      for (let answer = 0; answer < answers; answer += 1) rate.note('answered', index + 1, nowMs);
      rate.attempted(index + 2, nowMs);
      return Math.round(rate.perSecond / 10) * 10;
    });
  }

  it('halves for each pass of which more than a few answers came to repetitions only', () => {
    const first = { attempts: 2000, answers: 1000, ms: 2000 };
    const [, few] = afterPasses([first, { attempts: 1000, answers: 20, ms: 1000 }]);
    expect(few).toBe(1000);
    const [, more, evenMore] = afterPasses([
      first,
      { attempts: 1000, answers: 50, ms: 1000 },
      { attempts: 950, answers: 10, ms: 1900 },
    ]);
    expect([more, evenMore]).toEqual([500, 250]);
  });

  it('halves what was made use of where hardly a limit is set', () => {
    const passes = [
      { attempts: 10_000, answers: 1000, ms: 250 },
      { attempts: 9000, answers: 100, ms: 225 },
    ];
    expect(afterPasses(passes, 1_000_000)).toEqual([1_000_000, 20_000]);
  });

  it('falls to what is let through where most answers are lost, but not too far at once', () => {
    const passes = [
      { attempts: 10_000, answers: 500, ms: 250 },
      { attempts: 9500, answers: 500, ms: 237.5 },
      { attempts: 9000, answers: 3600, ms: 1800 },
      { attempts: 5400, answers: 4320, ms: 2160 },
    ];
    expect(afterPasses(passes, 1_000_000)).toEqual([1_000_000, 5000, 2500, 1250]);
  });

  it('is judged by the first hundreds of answers of a long pass, and not once more at its end', () => {
    const rate = new AdaptiveRate(range, 0);
    for (let attempt = 0; attempt < 1000; attempt += 1) rate.attempted(1, attempt);
    for (let answer = 0; answer < 500; answer += 1) rate.note('answered', 1, 1000);
    for (let attempt = 0; attempt < 500; attempt += 1) rate.attempted(2, 1000 + attempt);
    for (let answer = 0; answer < 199; answer += 1) rate.note('answered', 2, 1500);
    expect(rate.perSecond).toBe(1000);
    rate.note('answered', 2, 1500);
    const judged = rate.perSecond;
    expect(judged).toBeCloseTo(500, -1);
    rate.attempted(3, 1500);
    expect(rate.perSecond).toBe(judged);
  });

  it('judges nothing before silence could have been noticed', () => {
    const rate = new AdaptiveRate(range, 0);
    for (let nowMs = 0; nowMs < 1500; nowMs += 1) rate.note('answered', 1, nowMs);
    expect(rate.perSecond).toBe(1000);
  });

  it('never leaves its range, whatever happens', () => {
    const fate = fc.constantFrom<ProbeFate>('answered', 'silent', 'rejected');
    const stretch = fc.record({ fate, count: fc.nat(400), pass: fc.integer({ min: 1, max: 4 }) });
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 40 }), (stretches) => {
        const rate = new AdaptiveRate(range, 0);
        for (const [index, { fate, count, pass }] of stretches.entries()) {
          for (let n = 0; n < count; n += 1) {
            rate.attempted(pass, 2000 + 300 * index);
            rate.note(fate, pass, 2000 + 300 * index);
          }
          expect(rate.perSecond).toBeGreaterThanOrEqual(100);
          expect(rate.perSecond).toBeLessThanOrEqual(5000);
        }
      }),
    );
  });
});

describe('the descriptor limit', () => {
  it('is the soft limit of /proc/self/limits', () => {
    expect(
      parseDescriptorLimit('Max open files            20000                524288               files     \n'),
    ).toBe(20_000);
    expect(
      parseDescriptorLimit('Max open files            unlimited            unlimited            files     \n'),
    ).toBe(Infinity);
  });

  it('is what POSIX systems usually allow when nothing is said', () => {
    expect(parseDescriptorLimit('')).toBe(1024);
  });
});
