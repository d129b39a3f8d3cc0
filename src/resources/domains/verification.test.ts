import { describe, expect, it } from 'vitest';
import { lookUpRecord } from './look-up-record.ts';
import { challengeRecord, decideRecheck, type VerificationState } from './verification.ts';

const secretKey = 'a secret key that only tests ever use';
const domain = { partner_id: 'p', id: 'd', domain: 'example.com' };
const record = challengeRecord(secretKey, domain);

describe('challengeRecord', () => {
  it('is a TXT record below the domain whose value nobody can guess', () => {
    expect(record).toEqual({
      type: 'TXT',
      name: '_security-monitoring.example.com',
      value: expect.stringMatching(/^security-monitoring-verification=[0-9a-f]{32}$/),
    });
  });

  it('is always the same for one record under one name, and another for every other', () => {
    expect(challengeRecord(secretKey, domain)).toEqual(record);
    const others = [
      challengeRecord(secretKey, { ...domain, partner_id: 'q' }),
      challengeRecord(secretKey, { ...domain, id: 'e' }),
      challengeRecord(secretKey, { ...domain, domain: 'example.org' }),
      challengeRecord(`${secretKey}!`, domain),
    ];
    expect(new Set([record, ...others].map(({ value }) => value)).size).toBe(5);
  });

  it('stands at the domain itself where there is no room for a name below it', () => {
    const long = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(50)}.example.com`;
    expect(challengeRecord(secretKey, { ...domain, domain: long }).name).toBe(long);
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
  const fresh: VerificationState = { missingSince: null, misses: 0 };

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
