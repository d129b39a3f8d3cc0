import { describe, expect, it } from 'vitest';
import { challengeRecord } from './challenge-record.ts';
import { decideRecheck, type ProofState } from './decide-recheck.ts';
import { lookUpRecord } from './look-up-record.ts';

const record = challengeRecord('example.com', '0123456789abcdef');

describe('challengeRecord', () => {
  it('is a TXT record below the domain with the token in it', () => {
    expect(record).toEqual({
      type: 'TXT',
      name: '_security-monitoring.example.com',
      value: 'security-monitoring-verification=0123456789abcdef',
    });
  });

  it('stands at the domain itself where there is no room for a name below it', () => {
    const long = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(50)}.example.com`;
    expect(challengeRecord(long, 'token').name).toBe(long);
  });
});

describe('lookUpRecord', () => {
  const answering = (records: string[][]) => ({ resolveTxt: async () => records });
  const failing = (code: string) => ({ resolveTxt: () => Promise.reject(Object.assign(new Error(code), { code })) });

  it.each<[string, string[][], string]>([
    ['the value', [[record.value]], 'present'],
    ['the value among others', [['v=spf1 -all'], [record.value]], 'present'],
    ['the value in pieces', [[record.value.slice(0, 10), record.value.slice(10)]], 'present'],
    ['the value in quotes and blanks', [[` "${record.value}"`.trim()], []], 'present'],
    ['other values', [['v=spf1 -all']], 'missing'],
    ['the value with more behind it', [[`${record.value}0`]], 'missing'],
    ['nothing', [], 'missing'],
  ])('%s is %#', async (_what, records, expected) => {
    expect(await lookUpRecord(answering(records), record)).toBe(expected);
  });

  it.each([
    ['ENOTFOUND', 'missing'],
    ['ENODATA', 'missing'],
    ['ESERVFAIL', 'unknown'],
    ['ETIMEOUT', 'unknown'],
    ['EREFUSED', 'unknown'],
    ['ECONNREFUSED', 'unknown'],
    ['', 'unknown'],
  ])('%s means %s', async (code, expected) => {
    expect(await lookUpRecord(failing(code), record)).toBe(expected);
  });
});

describe('decideRecheck', () => {
  const hours = (count: number) => new Date(Date.UTC(2026, 0, 1, count));
  const fresh: ProofState = { missingSince: null, misses: 0 };

  /** Looks at the given hours and tells what came of it. */
  function run(looks: readonly (readonly [hour: number, found: 'present' | 'missing' | 'unknown'])[]): string {
    let state = fresh;
    for (const [hour, found] of looks) {
      const outcome = decideRecheck(state, found, hours(hour));
      if (outcome.kind === 'withdraw') return `withdrawn at ${hour}`;
      state = outcome.state;
    }
    return `kept after ${state.misses} misses`;
  }

  it('a record that is there is looked at again after a day', () => {
    expect(decideRecheck({ missingSince: hours(0), misses: 2 }, 'present', hours(1))).toEqual({
      kind: 'keep',
      state: fresh,
      nextAt: hours(25),
    });
  });

  it('name servers that do not answer are asked again after an hour, and prove nothing', () => {
    const state = { missingSince: hours(0), misses: 2 };
    expect(decideRecheck(state, 'unknown', hours(100))).toEqual({ kind: 'keep', state, nextAt: hours(101) });
  });

  it.each<[string, Parameters<typeof run>[0], string]>([
    ['once', [[0, 'missing']], 'kept after 1 misses'],
    [
      'three times in two days',
      [
        [0, 'missing'],
        [24, 'missing'],
        [48, 'missing'],
      ],
      'withdrawn at 48',
    ],
    [
      'many times in one day',
      Array.from({ length: 20 }, (_, hour) => [hour, 'missing'] as const),
      'kept after 20 misses',
    ],
    [
      'twice, far apart',
      [
        [0, 'missing'],
        [100, 'missing'],
      ],
      'kept after 2 misses',
    ],
    [
      'three times with an answer between',
      [
        [0, 'missing'],
        [24, 'missing'],
        [36, 'present'],
        [48, 'missing'],
      ],
      'kept after 1 misses',
    ],
    [
      'three times with silence between',
      [
        [0, 'missing'],
        [24, 'missing'],
        [30, 'unknown'],
        [48, 'missing'],
      ],
      'withdrawn at 48',
    ],
  ])('a record that is missing %s: %#', (_what, looks, expected) => {
    expect(run(looks)).toBe(expected);
  });
});
