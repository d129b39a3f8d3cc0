import { beforeAll, describe, expect, it } from 'vitest';
import { loadMessages } from '../messages/messages.ts';
import type { Overview } from './data.ts';
import { gapsOf, lookedAtWords } from './standing-words.ts';

const none = { total: 0, looked_at: 0, failing: 0, never_scanned: 0, paused: 0, waiting_for_capacity: 0 };

const looks = (servers: Partial<Overview['servers']>, domains: Partial<Overview['domains']> = {}) => ({
  all_looked_at: true,
  servers: { ...none, all_looked_at: true, in_part: 0, outside_policy: 0, needs_action: 0, well: 0, ...servers },
  domains: { ...none, all_looked_at: true, no_source: 0, posture_only: 0, unverified: 0, ...domains },
});

beforeAll(async () => {
  await loadMessages('first', 'en');
});

describe('what was looked at', () => {
  it('is one sentence', () => {
    expect(lookedAtWords(looks({ total: 1, looked_at: 1 }))).toBe('We looked at your server: nothing has to be done.');
    expect(lookedAtWords(looks({ total: 3, looked_at: 3 }, { total: 2, looked_at: 2 }))).toBe(
      'We looked at all 3 servers and all 2 domains: nothing has to be done.',
    );
  });

  it('reassures nobody while something was not', () => {
    const overview = { ...looks({ total: 2, looked_at: 1, failing: 1 }), all_looked_at: false };
    expect(lookedAtWords(overview)).toBe('What we cannot tell');
  });

  it('leaves a gap for each reason that something was not', () => {
    for (const name of [
      'failing',
      'in_part',
      'never_scanned',
      'outside_policy',
      'paused',
      'waiting_for_capacity',
    ] as const)
      expect(gapsOf(looks({ total: 2, looked_at: 1, [name]: 1 }))).toHaveLength(1);
    for (const name of [
      'failing',
      'never_scanned',
      'no_source',
      'posture_only',
      'paused',
      'waiting_for_capacity',
    ] as const)
      expect(gapsOf(looks({}, { total: 2, looked_at: 1, [name]: 1 }))).toHaveLength(1);
    expect(gapsOf(looks({ total: 1, looked_at: 1 }, { total: 1, looked_at: 1 }))).toEqual([]);
  });
});
