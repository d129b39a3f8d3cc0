import { expect, it } from 'vitest';
import { mostUrgent } from './most-urgent.ts';

const alert = (name: string, severity: 'critical' | 'high', unauthenticated: boolean | null) => ({
  name,
  severity,
  evidence: { unauthenticated },
});

it('of equally severe alerts the one about a service that asks nobody for a password comes first, whatever their dates', () => {
  const vnc = alert('VNC', 'critical', null);
  const docker = alert('Docker', 'critical', true);
  const redis = alert('Redis', 'high', true);
  // Lists come with the newest first.
  for (const list of [
    [vnc, docker, redis],
    [redis, docker, vnc],
    [docker, vnc, redis],
  ])
    expect(mostUrgent(list)).toBe(docker);
  expect(mostUrgent([redis, vnc])).toBe(vnc);
  expect(mostUrgent([])).toBeUndefined();
});
