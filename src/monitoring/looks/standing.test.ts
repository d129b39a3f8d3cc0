import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../platform/messages/messages.ts';
import type { Looks } from './count-looks.ts';
import { standingOf, standingWords } from './standing.ts';

const none = { total: 0, looked_at: 0, failing: 0, never_scanned: 0, paused: 0, waiting_for_capacity: 0 };
const looks = (servers: Partial<Looks['servers']> = {}, domains: Partial<Looks['domains']> = {}) => ({
  servers: { ...none, in_part: 0, outside_policy: 0, needs_action: 0, well: 0, ...servers },
  domains: { ...none, no_source: 0, posture_only: 0, unverified: 0, ...domains },
});
const calm = { total: 0, open_ports: 0 };
const well = { total: 3, looked_at: 3 };

describe('what may be said of a customer', () => {
  it.each([
    ['One open port needs your attention', { total: 1, open_ports: 1 }, looks(well)],
    ['1,200 open ports need your attention', { total: 1_200, open_ports: 1_200 }, looks(well)],
    ['2 alerts need your attention', { total: 2, open_ports: 1 }, looks(well)],
    ['One alert needs your attention', { total: 1, open_ports: 0 }, looks(well)],
    ['Welcome. Which server shall we watch?', calm, looks()],
    ['2 servers are not scanned', calm, looks({ total: 3, looked_at: 1, paused: 1, failing: 1 })],
    ['One server waits for its first scan', calm, looks({ total: 1, never_scanned: 1 })],
    ['Nobody looks for leaks of one domain: no source is set up', calm, looks(well, { total: 1, no_source: 1 })],
    [
      'Nobody looks for leaks of one domain; what everybody can see of it is looked at',
      calm,
      looks(well, { total: 2, looked_at: 1, posture_only: 1 }),
    ],
    ['One domain has not been looked through', calm, looks(well, { total: 2, posture_only: 1, failing: 1 })],
    ['One domain has not been looked through', calm, looks(well, { total: 1, paused: 1 })],
    ['Prove that you control your domain', calm, looks(well, { total: 1, looked_at: 1, unverified: 1 })],
    ['Nothing needs your attention', calm, looks(well, { total: 1, looked_at: 1 })],
  ])('%s', (expected, needsAction, given) => {
    expect(standingWords(messagesIn('en'), standingOf(needsAction, given), 0)).toBe(expected);
  });

  it('of alerts in two lists says how many are in the other one', () => {
    const standing = standingOf({ total: 76, open_ports: 70 }, looks(well));
    expect(standingWords(messagesIn('en'), standing, 4)).toBe('76 alerts need your attention, 4 of them leaks');
  });
});
