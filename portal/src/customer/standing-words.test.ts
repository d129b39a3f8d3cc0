import { beforeAll, describe, expect, it } from 'vitest';
import { loadMessages } from '../messages/messages.ts';
import type { Overview } from './data.ts';
import { gapsOf, headlineOf, lookedAtWords } from './standing-words.ts';

const none = { total: 0, looked_at: 0, failing: 0, never_scanned: 0, paused: 0, waiting_for_capacity: 0 };

function overview(
  needs: Partial<Overview['needs_action']>,
  servers: Partial<Overview['servers']> = {},
  domains: Partial<Overview['domains']> = {},
): Pick<Overview, 'needs_action' | 'servers' | 'domains'> {
  return {
    needs_action: { total: 0, open_ports: 0, leaks: 0, other: 0, ...needs },
    servers: { ...none, outside_policy: 0, ...servers },
    domains: { ...none, unverified: 0, ...domains },
  };
}

beforeAll(async () => {
  await loadMessages('portal', 'en');
});

describe('the headline', () => {
  const well = { total: 3, looked_at: 3 };
  it.each([
    ['One open port needs your attention', overview({ total: 1, open_ports: 1 }, well)],
    ['1,200 open ports need your attention', overview({ total: 1_200, open_ports: 1_200 }, well)],
    ['2 alerts need your attention', overview({ total: 2, open_ports: 1, leaks: 1 }, well)],
    ['One alert needs your attention', overview({ total: 1, leaks: 1 }, well)],
    ['Welcome. Which server shall we watch?', overview({})],
    ['2 servers are not scanned', overview({}, { total: 3, looked_at: 1, paused: 1, failing: 1 })],
    ['One server waits for its first scan', overview({}, { total: 1, never_scanned: 1 })],
    ['One domain has not been looked through', overview({}, well, { total: 1, paused: 1 })],
    ['Prove that you control your domain', overview({}, well, { total: 1, looked_at: 1, unverified: 1 })],
    ['Nothing needs your attention', overview({}, well, { total: 1, looked_at: 1 })],
  ])('%s', (expected, given) => {
    expect(headlineOf(given)).toBe(expected);
  });

  it('says that nothing needs attention exactly when no gap is left and no alert needs action', () => {
    const names = ['failing', 'never_scanned', 'outside_policy', 'paused', 'waiting_for_capacity'] as const;
    for (const name of names) {
      const gap = overview({}, { total: 2, looked_at: 1, [name]: 1 });
      expect(headlineOf(gap)).not.toContain('Nothing needs');
      expect(gapsOf(gap)).toHaveLength(1);
    }
    expect(gapsOf(overview({}, well, { total: 1, looked_at: 1 }))).toEqual([]);
  });

  it('what was looked at is one sentence', () => {
    expect(lookedAtWords(overview({}, { total: 1, looked_at: 1 }))).toBe(
      'We looked at your server: nothing has to be done.',
    );
    expect(lookedAtWords(overview({}, well, { total: 2, looked_at: 2 }))).toBe(
      'We looked at all 3 servers and all 2 domains: nothing has to be done.',
    );
  });
});
