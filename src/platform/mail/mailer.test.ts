import { afterEach, describe, expect, it } from 'vitest';
import { MailServer } from '../../../test/support/mail-server.ts';
import { createSmtpMailer, type Mail, MailRefused } from './mailer.ts';

const mail: Mail = {
  from: { name: 'Grüne Wolke, Inc.', address: 'alerts@mail.example.com' },
  to: 'jane@example.org',
  returnPath: null,
  replyTo: null,
  subject: 'Zwölf Boxkämpfer: a subject that is so long that it has to be folded over more than one line of the header',
  text: 'Plain — text\n.\nwith a line that is only a dot',
  html: '<p>Markup — text</p>',
  messageId: '0190@mail.example.com',
  date: new Date('2026-01-02T03:04:05Z'),
  headers: { 'Auto-Submitted': 'auto-generated' },
  images: [],
  dkim: null,
};
const ready = async () => {};

let server: MailServer;
afterEach(async () => {
  await server?.close();
});

describe('the SMTP mailer', () => {
  it('hands over a mail with both texts and all headers as they were meant', async () => {
    server = await MailServer.start();
    await createSmtpMailer(server.url).send(mail, ready);
    const [taken] = server.mails;
    expect(taken).toMatchObject({ to: mail.to, envelopeFrom: mail.from.address });
    expect(taken!.text.trimEnd()).toBe(mail.text);
    expect(taken!.html.trimEnd()).toBe(mail.html);
    expect(taken!.headers.get('subject')).toBe(mail.subject);
    expect(taken!.headers.get('from')).toContain('Grüne Wolke, Inc.');
    expect(taken!.headers.get('message-id')).toBe('<0190@mail.example.com>');
    expect(taken!.headers.get('auto-submitted')).toBe('auto-generated');
    expect(taken!.headers.has('reply-to')).toBe(false);
  });

  it('has what cannot be delivered sent back to the return path', async () => {
    server = await MailServer.start();
    await createSmtpMailer(server.url).send({ ...mail, returnPath: 'bounces+abc@mail.example.com' }, ready);
    expect(server.mails[0]!.envelopeFrom).toBe('bounces+abc@mail.example.com');
    expect(server.mails[0]!.headers.get('from')).toContain(mail.from.address);
  });

  it('sends mails one after the other on one connection, and as many at once as there are connections', async () => {
    server = await MailServer.start();
    const mailer = createSmtpMailer(server.url);
    for (let number = 0; number < 5; number += 1) await mailer.send(mail, ready);
    expect([server.mails.length, server.connections]).toEqual([5, 1]);
    await Promise.all(Array.from({ length: 3 }, () => mailer.send(mail, ready)));
    expect([server.mails.length, server.connections]).toEqual([8, 3]);
    mailer.close();
  });

  it('sends a mail once on a new connection where the one that waited is gone, and after a refusal', async () => {
    server = await MailServer.start();
    const mailer = createSmtpMailer(server.url);
    await mailer.send(mail, ready);
    let handedOver = 0;
    const sending = mailer.send(mail, async () => {
      handedOver += 1;
    });
    server.hangUp();
    await sending;
    expect([server.mails.length, handedOver]).toEqual([2, 1]);
    server.refuseAddress = () => ({ code: 550, message: 'no such user' });
    await expect(mailer.send(mail, ready)).rejects.toBeInstanceOf(MailRefused);
    server.refuseAddress = () => undefined;
    await mailer.send(mail, ready);
    expect(server.mails).toHaveLength(3);
    mailer.close();
  });

  it('does not send a mail again whose text was on its way when the connection broke', async () => {
    server = await MailServer.start();
    const mailer = createSmtpMailer(server.url);
    await mailer.send(mail, ready);
    let handedOver = 0;
    const sending = mailer.send(mail, async () => {
      handedOver += 1;
      server.hangUp();
    });
    await expect(sending).rejects.not.toBeInstanceOf(MailRefused);
    expect([server.mails.length, handedOver]).toEqual([1, 1]);
    mailer.close();
  });

  it('a line break in a subject or name makes no header', async () => {
    server = await MailServer.start();
    const hostile = 'Hello\r\nBcc: victim@example.net';
    await createSmtpMailer(server.url).send(
      { ...mail, subject: hostile, from: { ...mail.from, name: hostile } },
      ready,
    );
    expect(server.mails[0]!.headers.has('bcc')).toBe(false);
    expect(server.offered).toEqual([mail.to]);
  });

  it('signs in when the address has a user, and says so when the server refuses', async () => {
    server = await MailServer.start({ login: { user: 'me', password: 'p@ss/word' } });
    const url = server.url.replace('me:p@ss/word', 'me:p%40ss%2Fword');
    await createSmtpMailer(url).check();
    await createSmtpMailer(url).send(mail, ready);
    expect(server.mails).toHaveLength(1);
    const wrong = createSmtpMailer(url.replace('p%40ss', 'other'));
    await expect(wrong.check()).rejects.toThrow(/535/);
    await expect(wrong.send(mail, ready)).rejects.not.toBeInstanceOf(MailRefused);
  });

  it.each([
    ['an unknown user', 'address', 550, '5.1.1 no such user', true],
    ['a refused address without further code', 'address', 553, 'no thank you', true],
    ['a relay that does not know us', 'address', 554, '5.7.1 Relay access denied', false],
    ['a relay that wants us to sign in', 'address', 530, 'authentication required', false],
    ['greylisting', 'address', 450, '4.2.0 come back later', false],
    ['a refused text', 'mail', 554, 'transaction failed', true],
    ['a text that our missing signature spoils', 'mail', 550, '5.7.26 unauthenticated mail', false],
    ['a full disk', 'mail', 452, '4.3.1 out of storage', false],
  ] as const)('%s (%s: %i %s) is for good: %s', async (_what, step, code, message, isForGood) => {
    server = await MailServer.start();
    const refusal = { code, message };
    if (step === 'address') server.refuseAddress = () => refusal;
    else server.refuseMail = () => refusal;
    const failure = await createSmtpMailer(server.url)
      .send(mail, ready)
      .catch((error: Error) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure instanceof MailRefused).toBe(isForGood);
    expect((failure as Error).message).toContain(`${code}`);
  });

  it('a server that is not there, or hangs up, refuses nothing for good', async () => {
    await expect(createSmtpMailer('smtp://127.0.0.1:9').send(mail, ready)).rejects.toThrow(/ECONNREFUSED/);
    server = await MailServer.start();
    server.refuseAddress = () => ({ code: 421, message: 'going down' });
    await expect(createSmtpMailer(server.url).send(mail, ready)).rejects.not.toBeInstanceOf(MailRefused);
  });

  it('asks before the first byte of the text, and not before the server wants it', async () => {
    server = await MailServer.start();
    server.refuseAddress = () => ({ code: 450, message: 'later' });
    let asked = 0;
    const count = async () => {
      asked += 1;
      expect(server.mails).toHaveLength(0);
    };
    await createSmtpMailer(server.url)
      .send(mail, count)
      .catch(() => {});
    expect(asked).toBe(0);
    server.refuseAddress = () => undefined;
    await createSmtpMailer(server.url).send(mail, count);
    expect(asked).toBe(1);
  });

  it('when that is refused, the server takes nothing, and the caller gets its own error', async () => {
    server = await MailServer.start();
    const lapsed = new RangeError('not mine any more');
    const sending = createSmtpMailer(server.url).send(mail, async () => {
      throw lapsed;
    });
    await expect(sending).rejects.toBe(lapsed);
    await server.close();
    expect(server.mails).toEqual([]);
  });
});
