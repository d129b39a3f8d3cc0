import { describe, expect, it } from 'vitest';
import { concerns } from './live-pages.ts';

const keys = {
  alert: ['exposure', 'alerts', 'one', 'a1'],
  alerts: ['exposure', 'alerts', 'list', 'endpoint', {}],
  badges: ['exposure', 'alerts', 'some', {}],
  server: ['exposure', 'servers', 'one', 's1'],
  scans: ['exposure', 'servers', 'scans', 's1'],
  servers: ['exposure', 'servers', 'list', {}],
  rules: ['exposure', 'rules', 'all'],
  domains: ['exposure', 'domains', 'summary'],
  later: ['exposure', 'weather', 's1'],
};

describe('what is read anew', () => {
  it.each([
    ['an alert', { alerts: ['a1'] }, ['alert', 'alerts', 'badges', 'server', 'servers', 'domains']],
    ['another alert', { alerts: ['a2'] }, ['alerts', 'badges', 'server', 'servers', 'domains']],
    ['any alert', { alerts: null }, ['alert', 'alerts', 'badges', 'server', 'servers', 'domains']],
    ['a scan of the server', { scans: ['s1'] }, ['alert', 'server', 'scans', 'servers']],
    ['a scan of another one', { scans: ['s2'] }, ['alert', 'servers']],
    ['another server', { servers: ['s2'] }, ['servers']],
    ['a rule', { rules: null }, ['server', 'rules']],
    ['a domain', { domains: ['d1'] }, ['domains']],
    ['the plan', { account: null }, Object.keys(keys)],
  ])('after a change of %s is what shows it, and what is not known', (_, changed, expected) => {
    const read = Object.entries(keys).flatMap(([name, key]) => (concerns(key, changed) ? [name] : []));
    expect(read).toEqual(Object.keys(keys).filter((name) => expected.includes(name) || name === 'later'));
  });
});
