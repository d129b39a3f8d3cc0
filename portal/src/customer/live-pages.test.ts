import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { concerns, readAnew } from './live-pages.ts';

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

it('what was first being read when it changed is read again after its answer, which may be older than the change', async () => {
  const queryClient = new QueryClient();
  const answers: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  };
  const observer = new QueryObserver(queryClient, { queryKey: keys.alert, queryFn });
  const end = observer.subscribe(() => {});
  const read = readAnew(queryClient, { alerts: ['a1'] });
  answers[0]?.resolve('open');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.resolve('resolved');
  await read;
  expect(observer.getCurrentResult().data).toBe('resolved');
  end();
});
