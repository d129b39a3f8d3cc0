import { expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import type { OutboundAnswer, OutboundRequest } from '../../platform/http/outbound/outbound-client.ts';
import { OutboundFailure, type OutboundFailureKind } from '../../platform/http/outbound/outbound-failure.ts';
import { policyFetcher } from './fetch-policy.ts';

const policy = 'version: STSv1\nmode: none\nmax_age: 86400\n';
const answer = (more: Partial<OutboundAnswer>): OutboundAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(policy),
  isCut: false,
  ...more,
});
/** A resolver by which every policy is at one of two hosts. */
const resolver = {
  resolve4: async (name: string) => [name.includes('hung') ? '192.0.2.1' : '192.0.2.2'],
  resolve6: () => Promise.reject(new Error('no such record')),
};
const fetchOf = async (given: OutboundAnswer | OutboundFailureKind) => {
  const asked: OutboundRequest[] = [];
  const client = {
    async request(request: OutboundRequest) {
      asked.push(request);
      if (typeof given === 'string') throw new OutboundFailure(given, given);
      return given;
    },
  };
  return { asked, told: await policyFetcher({ client, resolver, clock: systemClock })('ex.test') };
};

it('asks the one host and path once, and keeps where and when', async () => {
  const { asked, told } = await fetchOf(answer({}));
  const url = 'https://mta-sts.ex.test/.well-known/mta-sts.txt';
  expect(asked).toMatchObject([{ url, method: 'GET' }]);
  expect(told).toEqual({ outcome: 'policy', text: policy, url, at: expect.any(Date) });
});

it.each([
  [answer({ headers: { 'content-type': 'Text/Plain; charset=utf-8' } }), 'policy'],
  [answer({ headers: { 'content-type': 'text/html' } }), 'none'],
  [answer({ headers: {} }), 'none'],
  [answer({ status: 301, headers: { location: 'https://ex.test/' } }), 'none'],
  [answer({ status: 404 }), 'none'],
  [answer({ status: 204 }), 'none'],
  [answer({ status: 429 }), 'silent'],
  [answer({ status: 503 }), 'silent'],
  [answer({ isCut: true }), 'none'],
  [answer({ body: Buffer.alloc(65_536, ' ') }), 'policy'],
  [answer({ body: Buffer.alloc(65_537, ' ') }), 'none'],
  ['tls', 'none'],
  ['denied', 'none'],
  ['timeout', 'silent'],
  ['connection', 'silent'],
  ['unresolved', 'silent'],
] as const)('%j is %s', async (given, outcome) => {
  expect((await fetchOf(given)).told.outcome).toBe(outcome);
});

it('four wait for a host that hangs, whatever its domains; the rest go without, but for those of another host', async () => {
  const asked: string[] = [];
  const { promise: end, resolve: giveUp } = Promise.withResolvers<void>();
  const client = {
    async request({ url }: OutboundRequest) {
      asked.push(new URL(url).host.replace('mta-sts.', ''));
      if (url.includes('hung')) await end;
      return answer({});
    },
  };
  const fetch = policyFetcher({ client, resolver, clock: systemClock });
  const hung = [1, 2, 3, 4, 5, 6].map((number) => fetch(`hung-${number}.test`));
  const without = await Promise.all(hung.slice(4));
  expect(without.map(({ outcome }) => outcome)).toEqual(['silent', 'silent']);
  expect((await fetch('well.test')).outcome).toBe('policy');
  expect(asked).toEqual(['hung-1.test', 'hung-2.test', 'hung-3.test', 'hung-4.test', 'well.test']);
  giveUp();
  await Promise.all(hung);
  expect((await fetch('hung-5.test')).outcome).toBe('policy');
});
