import { expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import type { OutboundAnswer, OutboundRequest } from '../../platform/http/outbound/outbound-client.ts';
import { OutboundFailure, type OutboundFailureKind } from '../../platform/http/outbound/outbound-failure.ts';
import { fetchPolicy } from './fetch-policy.ts';

const policy = 'version: STSv1\nmode: none\nmax_age: 86400\n';
const answer = (more: Partial<OutboundAnswer>): OutboundAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(policy),
  isCut: false,
  ...more,
});
const fetchOf = async (given: OutboundAnswer | OutboundFailureKind) => {
  const asked: OutboundRequest[] = [];
  const client = {
    async request(request: OutboundRequest) {
      asked.push(request);
      if (typeof given === 'string') throw new OutboundFailure(given, given);
      return given;
    },
  };
  return { asked, told: await fetchPolicy(client, systemClock, 'ex.test') };
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
