import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { readBounce } from './read-bounce.ts';
import { dsn } from './testing/dsn.ts';

const address = 'bounces+abc@mail.example.com';

it.each([
  ['5.1.1', 'failed', 'dead'],
  ['5.1.2', 'failed', 'dead'],
  ['5.1.10', 'failed', 'dead'],
  ['5.2.1', 'failed', 'dead'],
  ['5.0.0', 'failed', 'dead'],
  ['5.2.2', 'failed', 'soft'],
  ['5.3.0', 'failed', 'soft'],
  ['5.4.4', 'failed', 'soft'],
  ['4.4.7', 'failed', 'soft'],
  ['5.1.8', 'failed', 'ours'],
  ['5.6.0', 'failed', 'ours'],
  ['5.7.1', 'failed', 'ours'],
  ['4.4.1', 'delayed', 'delayed'],
  ['2.0.0', 'delivered', 'arrived'],
  ['2.0.0', 'relayed', 'arrived'],
])('status %s of an action "%s" is %s', async (status, action, verdict) => {
  const { bounce, recipients } = await readBounce(dsn({ to: address, status, action }));
  expect(bounce).toEqual({ verdict, status, reason: '550 5.1.1 The account that you tried to reach does not exist' });
  expect(recipients).toEqual([address]);
});

it('takes the gravest of several recipients, reports in UTF-8 and fields that are folded or have comments', async () => {
  const two = dsn({
    to: address,
    status: '4.2.2 (mailbox full)',
    action: 'failed',
    second: { status: '5.1.1', action: 'Failed' },
  });
  expect((await readBounce(two)).bounce?.verdict).toBe('dead');
  const utf8 = Buffer.from(
    dsn({ to: address, status: '5.1.1', action: 'failed' })
      .toString()
      .replace('message/delivery-status', 'message/global-delivery-status'),
  );
  expect((await readBounce(utf8)).bounce?.verdict).toBe('dead');
});

it('finds the address where mail servers note it', async () => {
  for (const header of ['Delivered-To', 'X-Original-To', 'Envelope-To']) {
    const message = dsn({ to: 'postmaster@mail.example.com', status: '5.1.1', action: 'failed' });
    const { recipients } = await readBounce(Buffer.concat([Buffer.from(`${header}: <${address}>\r\n`), message]));
    expect(recipients).toContain(address);
  }
});

it('takes no automatic answer, nor a report within the mail that came back, for a bounce', async () => {
  const answer = `From: jane@example.org\r\nTo: ${address}\r\nAuto-Submitted: auto-replied\r\nSubject: Away\r\n\r\nStatus: 5.1.1\r\nAction: failed\r\n`;
  expect(await readBounce(Buffer.from(answer))).toEqual({ recipients: [address], bounce: null });
  const inner = dsn({ to: 'x@example.org', status: '5.1.1', action: 'failed' });
  const forwarded = Buffer.concat([
    Buffer.from(`To: ${address}\r\nMIME-Version: 1.0\r\nContent-Type: message/rfc822\r\n\r\n`),
    inner,
  ]);
  expect(await readBounce(forwarded)).toEqual({ recipients: [address], bounce: null });
});

it('makes something of whatever comes, within bounds', async () => {
  const whole = dsn({ to: address, status: '5.1.1', action: 'failed' });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length),
      fc.uint8Array({ maxLength: 200 }),
      fc.nat(whole.length),
      async (from, noise, to) => {
        const { recipients, bounce } = await readBounce(
          Buffer.concat([whole.subarray(0, from), noise, whole.subarray(to)]),
        );
        expect(recipients.length).toBeLessThanOrEqual(20);
        expect([...(bounce?.reason ?? '')].length).toBeLessThanOrEqual(200);
        expect(bounce?.reason ?? '').not.toMatch(/[\r\n\0]/);
      },
    ),
    { numRuns: propertyRuns(200) },
  );
  const nested = Array.from(
    { length: 2_000 },
    (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`,
  );
  expect((await readBounce(Buffer.from(nested.join('')))).bounce).toBeNull();
  const many = `To: ${Array.from({ length: 50_000 }, (_, number) => `a${number}@example.org`).join(', ')}\r\n\r\n`;
  expect((await readBounce(Buffer.from(many))).recipients.length).toBeLessThanOrEqual(20);
});
