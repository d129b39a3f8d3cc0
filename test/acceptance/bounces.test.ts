import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dsn } from '../../src/engines/mail-bounces/testing/dsn.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { auditOfPartner } from '../support/audit-log.ts';
import { eventually } from '../support/eventually.ts';
import { MailServer, type ReceivedMail } from '../support/mail-server.ts';
import {
  exposeServer,
  linkIn,
  mailIsQuiet,
  newClientId,
  recipientsOf,
  recipientsPath,
} from '../support/notifications.ts';
import { ScriptedScanner } from '../support/scripted-scanner.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const token = 'a-token-of-more-than-thirty-two-characters';
const bounceAddress = 'bounces@mail.example.com';
const pauseSeconds = 300;
const daySeconds = 86_400;

const scanner = new ScriptedScanner();
let mailServer: MailServer;
let service: TestService;
let partner: TestPartner;
let clientId: number;
let email: string;

beforeAll(async () => {
  mailServer = await MailServer.start();
  service = await TestService.start({
    scanner,
    environment: { ...mailServer.environment, MAIL_BOUNCE_ADDRESS: bounceAddress, MAIL_BOUNCE_TOKEN: token },
  });
});
afterAll(async () => {
  await service?.stop();
  await mailServer?.close();
});
beforeEach(async () => {
  partner = await service.partner();
  clientId = newClientId();
  email = `jane-${clientId}@example.org`;
});
afterEach(() => {
  mailServer.refuseMail = () => undefined;
});

const expose = (ports: readonly number[]) => exposeServer(partner, scanner, clientId, ports, { client_email: email });

/** The mails to the customer, once there are so many, weekly summaries aside. */
async function mails(count: number): Promise<ReceivedMail[]> {
  const told = () => mailServer.mailsTo(email).filter(({ headers }) => !headers.get('list-id')?.startsWith('<week.'));
  await eventually(`${count} mails`, async () => told().length >= count);
  await mailIsQuiet(service);
  expect(told()).toHaveLength(count);
  return told();
}

/** What the operator's mail server does with a mail to MAIL_BOUNCE_ADDRESS. */
function hand(message: Buffer, shown: string | null = token, query = ''): Promise<ApiAnswer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return service
    .client('mail.example.com', shown)
    .send('POST', `/mail/bounce${query}`, message.toString('latin1'), headers);
}

const back = ({ envelopeFrom }: ReceivedMail, status: string, action = 'failed') =>
  hand(dsn({ to: envelopeFrom, status, action }));

const recipient = async () => (await recipientsOf(partner, clientId))[0]!;

async function deliveries(): Promise<unknown[]> {
  const { rows } = await service.store.database.pool.query(
    'SELECT status FROM notification_deliveries WHERE partner_id = $1 ORDER BY created_at, id',
    [partner.partnerId],
  );
  return rows.map(({ status }) => status);
}

describe('a mail that comes back', () => {
  it('has a return path of its own, at the address for bounces', async () => {
    await expose([3306]);
    const [first] = await mails(1);
    service.clock.advanceSeconds(pauseSeconds);
    await expose([6379]);
    const [, second] = await mails(2);
    for (const { envelopeFrom } of [first!, second!])
      expect(envelopeFrom).toMatch(/^bounces\+[a-z2-7]{42}@mail\.example\.com$/);
    expect(first!.envelopeFrom).not.toBe(second!.envelopeFrom);
    expect(first!.headers.get('from')).toContain('alerts@mail.example.com');
  });

  it('from an address that is dead ends its mail, says why where it is set up, and is undone by asking for it again', async () => {
    await expose([3306]);
    const [mail] = await mails(1);
    expect((await back(mail!, '5.1.1')).status).toBe(204);
    expect(await recipient()).toMatchObject({
      email,
      status: 'failing',
      failure: '5.1.1 550 5.1.1 The account that you tried to reach does not exist',
    });
    expect(await deliveries()).toEqual(['bounced']);
    const entries = await auditOfPartner(service, partner.partnerId);
    expect(entries.map(({ action }) => action)).toContain('notification_recipient.failed');
    service.clock.advanceSeconds(pauseSeconds);
    await expose([6379]);
    await mails(1);
    expectSuccess(await partner.api.post(recipientsPath, { client_id: clientId, email }), 200);
    expect((await recipient()).status).toBe('active');
    await expose([5432]);
    expect((await mails(2))[1]!.text).toContain('(port 5432/tcp)');
    // The same report once more is about the mail of before.
    await back(mail!, '5.1.1');
    expect((await recipient()).status).toBe('active');
  });

  it('from an address that was added ends its mail until it has confirmed again', async () => {
    await expose([3306]);
    await mails(1);
    const added = `joe-${clientId}@example.org`;
    const ask = async () => {
      expect((await partner.api.post(recipientsPath, { client_id: clientId, email: added })).status).toBeLessThan(300);
      await eventually('it is asked', async () => mailServer.mailsTo(added).length > asked);
      asked += 1;
      const { text } = mailServer.mailsTo(added).at(-1)!;
      const visitor = service.client(partner.portalDomain, null);
      await visitor.send('POST', linkIn(text, '/mail/confirm'), '', {
        'content-type': 'application/x-www-form-urlencoded',
      });
    };
    let asked = 0;
    await ask();
    await mailIsQuiet(service);
    await back(mailServer.mailsTo(added)[0]!, '5.1.1');
    const statusOf = async () => (await recipientsOf(partner, clientId)).find((one) => one.email === added)!.status;
    expect(await statusOf()).toBe('failing');
    service.clock.advanceSeconds(pauseSeconds);
    await ask();
    expect(await statusOf()).toBe('active');
  });

  it.each([
    ['5.7.1', 'failed', 'refused as spam'],
    ['4.4.1', 'delayed', 'still being tried'],
    ['2.0.0', 'delivered', 'that arrived'],
  ])('%s %s (%s) costs nobody their mail, and sends none', async (status, action) => {
    await expose([3306]);
    const [mail] = await mails(1);
    expect((await back(mail!, status, action)).status).toBe(204);
    service.clock.advanceSeconds(pauseSeconds);
    expect((await recipient()).status).toBe('active');
    await mails(1);
  });

  it('that was a link for an administrator is noted, and the address stays', async () => {
    const [administrator] = await signInWithLink();
    await back(administrator!, '5.1.1');
    expect(await deliveries()).toEqual(['bounced']);
  });
});

/** The mails with which an administrator is let in. */
async function signInWithLink(): Promise<ReceivedMail[]> {
  const { notifyAdministrator } = await import('../../src/notifications/mail/notify-administrator.ts');
  const notice = { event: 'new_device', address: null, user_agent: null } as const;
  await partner.operation.transaction((tx) =>
    notifyAdministrator(tx, { id: '01990b6e-7a10-7c3e-9f55-2f6b8f0c1a2d', email }, notice),
  );
  return mails(1);
}

describe('what is handed to the intake', () => {
  it('counts for nobody without a return path that was made here', async () => {
    await expose([3306]);
    const [mail] = await mails(1);
    const [before, at] = mail!.envelopeFrom.split('@');
    const forged = [
      bounceAddress,
      `${before!.slice(0, -3)}aaa@${at}`,
      `${before}@mail.example.net`,
      `bounces+${'a'.repeat(42)}@${at}`,
    ];
    for (const to of forged) expect((await hand(dsn({ to, status: '5.1.1', action: 'failed' }))).status).toBe(204);
    expect((await recipient()).status).toBe('active');
  });

  it('has to come with the token', async () => {
    await expose([3306]);
    const [mail] = await mails(1);
    const message = dsn({ to: mail!.envelopeFrom, status: '5.1.1', action: 'failed' });
    for (const shown of [null, '', 'another', partner.apiKey]) expect((await hand(message, shown)).status).toBe(401);
    expect((await recipient()).status).toBe('active');
  });

  it('may name its address beside it, where no header of it does', async () => {
    await expose([3306]);
    const [mail] = await mails(1);
    const message = dsn({ to: 'postmaster@mail.example.com', status: '5.1.1', action: 'failed' });
    const query = `?recipient=${encodeURIComponent(mail!.envelopeFrom)}`;
    expect((await hand(message, token, query)).status).toBe(204);
    expect((await recipient()).status).toBe('failing');
  });

  it('is looked at whatever it is, and an automatic answer changes nothing', async () => {
    await expose([3306]);
    const [mail] = await mails(1);
    const answer = `To: ${mail!.envelopeFrom}\r\nAuto-Submitted: auto-replied\r\nSubject: Away\r\n\r\nUntil Monday.\r\n`;
    for (const message of [answer, '', '\0\0\0', 'Content-Type: multipart/report; boundary=\r\n\r\n'])
      expect((await hand(Buffer.from(message))).status).toBe(204);
    expect((await hand(Buffer.alloc(2 * 1_024 * 1_024, 'x'))).status).toBe(413);
    expect((await recipient()).status).toBe('active');
    await mails(1);
  });

  it('comes again when the mail is not settled yet', async () => {
    let report: ApiAnswer | undefined;
    mailServer.refuseMail = async (mail) => {
      report ??= await back(mail, '5.1.1');
      return undefined;
    };
    await expose([3306]);
    const [mail] = await mails(1);
    expect(report!.status).toBe(503);
    expect((await back(mail!, '5.1.1')).status).toBe(204);
    expect((await recipient()).status).toBe('failing');
  });
});

// Last, since scans of the tests behind it would find themselves months later.
describe('a mail that comes back for a reason that may pass', () => {
  it('has what it told told again, and ends the mail at the third time within a month of each other', async () => {
    await expose([3306]);
    for (let count = 1; count < 3; count += 1) {
      const all = await mails(count);
      expect(all.at(-1)!.text).toContain('(port 3306/tcp)');
      expect((await back(all.at(-1)!, '5.2.2')).status).toBe(204);
      expect((await recipient()).status).toBe('active');
      service.clock.advanceSeconds(5 * daySeconds);
    }
    await back((await mails(3)).at(-1)!, '4.4.7');
    expect((await recipient()).status).toBe('failing');
    service.clock.advanceSeconds(5 * daySeconds);
    await mails(3);
  });

  it('once a month does no harm', async () => {
    await expose([3306]);
    for (let count = 1; count < 4; count += 1) {
      await back((await mails(count)).at(-1)!, '4.4.7');
      expect((await recipient()).status).toBe('active');
      service.clock.advanceSeconds(31 * daySeconds);
    }
  });
});
