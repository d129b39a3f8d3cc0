import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newSecret, signatureHeader } from './sign.ts';

/** Computed apart from this code. */
const message = {
  id: '01990b6e-7a10-7c3e-9f55-2f6b8f0c1a2d',
  timestamp: 1_774_000_000,
  body: Buffer.from('{"type":"webhook.test","timestamp":"2026-03-20T09:46:40.000Z","data":{}}'),
};
const first = 'whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=';
const second = 'whsec_AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=';

describe('the signature of a request', () => {
  it('is the one of Standard Webhooks', () => {
    expect(signatureHeader([first], message)).toBe('v1,FrkRDzedM9eXu/3iMK58ZFjJo2m53CP5G0dBWtjIM2Y=');
    expect(signatureHeader([second], message)).toBe('v1,udB6WSTY7S3F1pb+Q3XEsqHUsUgzvvCpc/sfWrkRYH0=');
  });

  it('has one part for each secret, and each secret verifies it', () => {
    const timestamp = Math.floor(Date.now() / 1_000);
    const [one, other] = [newSecret(), newSecret()];
    const headers = {
      'webhook-id': message.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureHeader([one, other], { ...message, timestamp }),
    };
    const body = message.body.toString();
    for (const secret of [one, other]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow();
    expect(() => new Webhook(one).verify(`${body} `, headers)).toThrow();
  });

  it('is made with secrets of 32 bytes in standard base64', () => {
    for (let i = 0; i < 50; i += 1) expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });
});
