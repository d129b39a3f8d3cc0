import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from './webhooks.ts';

/** The known answer of reference: computed with another implementation. */
const known = {
  body: '{"type":"webhook.test","timestamp":"2026-03-20T09:46:40.000Z","data":{}}',
  headers: {
    'webhook-id': '01990b6e-7a10-7c3e-9f55-2f6b8f0c1a2d',
    'webhook-timestamp': '1774000000',
    'webhook-signature': 'v1,FrkRDzedM9eXu/3iMK58ZFjJo2m53CP5G0dBWtjIM2Y=',
  },
  secrets: ['whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE='],
  now: 1_774_000_000_000,
};
const otherSecret = 'whsec_AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=';
const otherSignature = 'v1,udB6WSTY7S3F1pb+Q3XEsqHUsUgzvvCpc/sfWrkRYH0=';

describe('verifyWebhook', () => {
  it('gives the event of a request that is signed', async () => {
    expect(await verifyWebhook(known)).toEqual({
      id: known.headers['webhook-id'],
      type: 'webhook.test',
      timestamp: '2026-03-20T09:46:40.000Z',
      data: {},
    });
  });

  it('takes headers and bodies as every framework gives them', async () => {
    await verifyWebhook({ ...known, headers: new Headers(known.headers) });
    const upper = Object.fromEntries(Object.entries(known.headers).map(([name, value]) => [name.toUpperCase(), value]));
    await verifyWebhook({ ...known, headers: upper, body: Buffer.from(known.body) });
  });

  it('takes either secret while it is being rotated, and passes over signatures of other versions', async () => {
    await verifyWebhook({ ...known, secrets: [otherSecret, ...known.secrets] });
    const both = {
      ...known.headers,
      'webhook-signature': `v1a,AAAA v1,%% ${otherSignature} ${known.headers['webhook-signature']}`,
    };
    await verifyWebhook({ ...known, headers: both });
    await verifyWebhook({ ...known, headers: both, secrets: [otherSecret] });
  });

  it.each([
    ['another secret', { secrets: [otherSecret] }],
    ['another body', { body: known.body.replace('{}', '{ }') }],
    ['another id', { headers: { ...known.headers, 'webhook-id': 'x' } }],
    ['another time', { headers: { ...known.headers, 'webhook-timestamp': '1774000001' } }],
    ['no signature', { headers: { ...known.headers, 'webhook-signature': '' } }],
    [
      'signatures that are not separated by blanks',
      { headers: { ...known.headers, 'webhook-signature': `${otherSignature},${known.headers['webhook-signature']}` } },
    ],
    ['a time that is none', { headers: { ...known.headers, 'webhook-timestamp': '1e9' } }],
    ['no header at all', { headers: {} }],
    ['301 s ahead', { now: known.now - 301_000 }],
    ['301 s late', { now: known.now + 301_000 }],
  ])('refuses %s', async (_, change) => {
    await expect(verifyWebhook({ ...known, ...change })).rejects.toThrow(
      expect.objectContaining({ name: 'WebhookError' }),
    );
  });

  it('says that a secret is none, whatever was received', async () => {
    for (const secret of ['', 'secret', 'whsec_', 'whsec_%%'])
      await expect(verifyWebhook({ ...known, secrets: [secret] })).rejects.toThrow(TypeError);
  });

  it('agrees with HMAC-SHA256 over bytes that are no text', async () => {
    const body = Buffer.concat([Buffer.from('{"type":"t","timestamp":"","data":{"a":"'), Buffer.from('ü\\u0000"}}')]);
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = known.headers;
    const key = Buffer.from(known.secrets[0]!.slice(6), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
    const headers = { ...known.headers, 'webhook-signature': `v1,${signature}` };
    expect((await verifyWebhook({ ...known, headers, body })).data).toEqual({ a: 'ü\0' });
  });
});
