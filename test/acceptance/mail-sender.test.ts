import { Resolver } from 'node:dns/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recheckMailSenders } from '../../src/notifications/mail-sender/recheck-mail-senders.ts';
import { auditOfPartner } from '../support/audit-log.ts';
import { isSigned } from '../support/dkim.ts';
import { eventually } from '../support/eventually.ts';
import { MailServer, type ReceivedMail } from '../support/mail-server.ts';
import { exposeServer, linkIn, mailIsQuiet, newClientId } from '../support/notifications.ts';
import { openConsole, PortalBrowser } from '../support/portal-browser.ts';
import { ScriptedScanner } from '../support/scripted-scanner.ts';
import { expectProblem, expectRefusal, expectSuccess, expectThrottled } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';
import { startTextNameServer, type TextNameServer } from '../support/text-name-server.ts';

const path = '/api/v1/mail-sender';
const operatorAddress = 'alerts@mail.example.com';
const scanner = new ScriptedScanner();

// biome-ignore lint/suspicious/noExplicitAny: a sender as the API shows it
type Sender = any;

let names: TextNameServer;
let mailServer: MailServer;
let service: TestService;
let partner: TestPartner;
let console: PortalBrowser;
let domain: string;

beforeAll(async () => {
  names = await startTextNameServer();
  names.zone.set('mail.example.com', ['v=spf1 ip4:192.0.2.1 -all']);
  mailServer = await MailServer.start();
  const environment = { ...mailServer.environment, DNS_SERVERS: names.server };
  service = await TestService.start({ scanner, environment });
});
afterAll(async () => {
  await service?.stop();
  await mailServer?.close();
  await names?.close();
});
beforeEach(async () => {
  mailServer.refuseMail = () => undefined;
  partner = await service.partner();
  console = await openConsole(service, partner);
  domain = `mail.acme-${newClientId()}.example`;
  service.clock.advanceSeconds(61);
});

const set = (address = `security@${domain}`) => console.send('PUT', path, { address });
const read = async (): Promise<Sender> => expectSuccess(await console.get(path)).sender;
const check = async (): Promise<Sender> => expectSuccess(await console.post(`${path}/check`)).sender;
const states = ({ spf, dkim, dmarc }: Sender) => [spf.state, dkim.state, dmarc.state];

function publish(sender: Sender): void {
  for (const { record } of [sender.spf, sender.dkim, sender.dmarc]) names.zone.set(record.name, [record.value]);
}

async function prove(): Promise<Sender> {
  publish(expectSuccess(await set()).sender);
  const sender = await check();
  expect(sender.status).toBe('verified');
  return sender;
}

/** What a worker does, until it has come to that: the service's own may have claimed the sender just before. */
async function recheck(expected: object): Promise<void> {
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([names.server]);
  await recheckMailSenders(service.service.resources, resolver, operatorAddress);
  // Sessions end within the day.
  console = await openConsole(service, partner);
  const checkedAt = service.clock.now().getTime();
  await eventually('the sender was looked at', async () => Date.parse((await read()).checked_at) >= checkedAt - 60_000);
  expect(await read()).toMatchObject(expected);
}

/** The mail about a new alert of a new customer. */
async function newMail(): Promise<ReceivedMail> {
  const clientId = newClientId();
  const email = `jane-${clientId}@example.org`;
  await exposeServer(partner, scanner, clientId, [3306], { client_email: email });
  await eventually('the mail is sent', async () => mailServer.mailsTo(email).length > 0);
  await mailIsQuiet(service);
  return mailServer.mailsTo(email)[0]!;
}

describe('the sender of a partner’s mail', () => {
  it('is the installation’s until one is set, with the records that it needs', async () => {
    expect(expectSuccess(await console.get(path))).toEqual({
      default_address: operatorAddress,
      sender: null,
      test_seen_at: null,
    });
    expectProblem(await console.post(`${path}/check`), 404, 'MAIL_SENDER_NOT_FOUND');
    const { sender } = expectSuccess(await set());
    const unknown = { state: 'unknown', found: [], problem: null };
    const txt = (name: string, value: unknown) => ({ ...unknown, record: { type: 'TXT', name, value } });
    expect(sender).toEqual({
      address: `security@${domain}`,
      status: 'pending',
      spf: txt(domain, 'v=spf1 include:mail.example.com ~all'),
      dkim: txt(
        expect.stringMatching(new RegExp(`^sm[0-9a-f]{8}\\._domainkey\\.${domain}$`)),
        expect.stringMatching(/^v=DKIM1; k=rsa; p=[\w+/=]{390,}$/),
      ),
      dmarc: txt(`_dmarc.${domain}`, 'v=DMARC1; p=none'),
      created_at: expect.any(String),
      verified_at: null,
      checked_at: null,
    });
    expect(await read()).toEqual(sender);
    const { rows } = await service.store.database.pool.query(
      'SELECT dkim_private_key FROM mail_senders WHERE partner_id = $1',
      [partner.partnerId],
    );
    expect(rows[0].dkim_private_key.toString('latin1')).not.toContain('PRIVATE KEY');
    for (const address of ['nobody', 'a@localhost', 'a@com', 'a@192.0.2.1', 'a@co.uk'])
      expectRefusal(await set(address), 422, ['address']);
  });

  it('is used once SPF, DKIM and DMARC are all there, signed, and no sooner', async () => {
    await console.send('PUT', '/api/v1/branding', { support_email: 'help@acme.example' });
    const { sender } = expectSuccess(await set());
    expect(states(await check())).toEqual(['missing', 'missing', 'missing']);
    names.zone.set(sender.spf.record.name, ['v=spf1 mx -all']);
    names.zone.set(sender.dkim.record.name, [sender.dkim.record.value]);
    const half = await check();
    expect(states(half)).toEqual(['wrong', 'present', 'missing']);
    expect(half.spf).toMatchObject({ found: ['v=spf1 mx -all'], problem: 'It does not include mail.example.com.' });
    expect(half.status).toBe('pending');
    const before = await newMail();
    expect(before).toMatchObject({ envelopeFrom: operatorAddress });
    expect(before.headers.get('reply-to')).toBe('help@acme.example');
    expect(before.headers.has('dkim-signature')).toBe(false);
    publish(sender);
    expect(await check()).toMatchObject({ status: 'verified', verified_at: expect.any(String) });
    const mail = await newMail();
    expect(mail.envelopeFrom).toBe(`security@${domain}`);
    expect(mail.headers.get('from')).toBe(`Acme Hosting <security@${domain}>`);
    expect(mail.headers.get('reply-to')).toBe('help@acme.example');
    expect(mail.headers.get('dkim-signature')).toContain(`d=${domain}`);
    // Without that, large mailbox providers offer no one-click unsubscribe.
    expect(mail.headers.get('dkim-signature')?.toLowerCase()).toMatch(/list-unsubscribe:\s*list-unsubscribe-post/);
    const key = sender.dkim.record.value.split('p=')[1];
    expect(isSigned(mail.raw, key)).toBe(true);
    expect(isSigned(mail.raw.replace('3306', '3307'), key)).toBe(false);
    const actions = (await auditOfPartner(service, partner.partnerId)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('mail_sender'))).toEqual([
      'mail_sender.set',
      'mail_sender.verified',
    ]);
  });

  it('falls back as soon as a record is found gone, and comes back with it; silence changes nothing', async () => {
    const sender = await prove();
    names.zone.set(sender.dkim.record.name, 'silence');
    service.clock.advanceSeconds(86_401);
    await recheck({ status: 'verified', dkim: { state: 'unknown' } });
    names.zone.delete(sender.dkim.record.name);
    service.clock.advanceSeconds(3_601);
    await recheck({ status: 'failing', dkim: { state: 'missing' } });
    expect((await newMail()).envelopeFrom).toBe(operatorAddress);
    publish(sender);
    service.clock.advanceSeconds(3_601);
    await recheck({ status: 'verified' });
    expect((await newMail()).envelopeFrom).toBe(`security@${domain}`);
  });

  it('of a mail that the mail server does not take from it is the installation’s at the third attempt', async () => {
    await prove();
    // Owners have heard of it.
    await mailIsQuiet(service);
    const refused: string[] = [];
    mailServer.refuseMail = ({ envelopeFrom }) => {
      if (envelopeFrom === operatorAddress) return undefined;
      refused.push(envelopeFrom);
      return { code: 554, message: '5.7.60 not allowed to send as this sender' };
    };
    const clientId = newClientId();
    const email = `jane-${clientId}@example.org`;
    await exposeServer(partner, scanner, clientId, [3306], { client_email: email });
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await eventually('an attempt was made', async () => refused.length === attempt);
      await mailIsQuiet(service);
      service.clock.advanceSeconds(3_600);
    }
    await eventually('the mail is sent', async () => mailServer.mailsTo(email).length > 0);
    expect(mailServer.mailsTo(email)[0]).toMatchObject({ envelopeFrom: operatorAddress });
    await mailIsQuiet(service);
  });

  it('keeps its key within a domain, gets another one with another domain, and is gone when it is removed', async () => {
    const first = await prove();
    const second = expectSuccess(await set(`alerts@${domain}`)).sender;
    expect(second).toMatchObject({ status: 'verified', dkim: { record: first.dkim.record } });
    const other = expectSuccess(await set(`alerts@other.${domain}`)).sender;
    expect(other).toMatchObject({ status: 'pending', verified_at: null });
    expect(other.dkim.record.value).not.toBe(first.dkim.record.value);
    expect((await console.send('DELETE', path)).status).toBe(204);
    expectProblem(await console.send('DELETE', path), 404, 'MAIL_SENDER_NOT_FOUND');
    expect(await read()).toBeNull();
  });

  it('is one’s own: what another account proves for the domain proves nothing here', async () => {
    const sender = await prove();
    const stranger = await service.partner('Other Hosting');
    const theirs = await openConsole(service, stranger);
    expect(expectSuccess(await theirs.get(path)).sender).toBeNull();
    const claimed = expectSuccess(await theirs.send('PUT', path, { address: sender.address })).sender;
    expect(claimed.dkim.record).not.toEqual(sender.dkim.record);
    const looked = expectSuccess(await theirs.post(`${path}/check`)).sender;
    expect([looked.status, ...states(looked)]).toEqual(['pending', 'present', 'missing', 'present']);
    expect((await read()).status).toBe('verified');
  });

  it('is looked up ten times a minute at most', async () => {
    await set();
    for (let count = 0; count < 10; count += 1) expect((await console.post(`${path}/check`)).status).toBe(200);
    expectThrottled(await console.post(`${path}/check`));
  });
});

describe('a test mail', () => {
  const seenAt = async (): Promise<string | null> => expectSuccess(await console.get(path)).test_seen_at;
  const visit = (method: 'GET' | 'POST', link: string, portalDomain = partner.portalDomain) =>
    new PortalBrowser(service, portalDomain).send(method, link);

  /** Has one sent, and follows nothing yet. */
  async function sent(): Promise<{ readonly mail: ReceivedMail; readonly link: string }> {
    const before = mailServer.mails.length;
    const { address } = expectSuccess(await console.post(`${path}/test`), 202);
    // Owners are written to about the sender, too.
    const mail = await eventually('it is sent', async () =>
      mailServer.mails
        .slice(before)
        .find(({ to, headers }) => to === address && headers.get('subject')?.startsWith('Test mail')),
    );
    await mailIsQuiet(service);
    return { mail, link: linkIn(mail.text, '/mail/test') };
  }

  it('goes to whoever asks for it, from the sender of all mails, and its button says that it has arrived', async () => {
    const { mail, link } = await sent();
    expect(mail.envelopeFrom).toBe(operatorAddress);
    expect(mail.headers.get('subject')).toBe('Test mail from Acme Hosting');
    // Mail scanners follow links.
    const page = await visit('GET', link);
    expect([page.status, `${page.body}`]).toEqual([200, expect.stringContaining('I see this mail')]);
    expect(await seenAt()).toBeNull();
    for (const _press of ['first', 'second']) expect((await visit('POST', link)).status).toBe(200);
    expect(await seenAt()).not.toBeNull();
    const actions = (await auditOfPartner(service, partner.partnerId)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('mail_sender'))).toEqual([
      'mail_sender.test_sent',
      'mail_sender.test_seen',
    ]);
  });

  it('proves the sender that it came from, and none that there is since', async () => {
    const { link: early } = await sent();
    const { link } = await sent();
    expect((await visit('POST', link)).status).toBe(200);
    expect(await seenAt()).not.toBeNull();
    service.clock.advanceSeconds(61);
    await prove();
    expect(await seenAt()).toBeNull();
    expect((await visit('POST', early)).status).toBe(410);
    service.clock.advanceSeconds(61);
    const { mail, link: own } = await sent();
    expect(mail.envelopeFrom).toBe(`security@${domain}`);
    expect((await visit('POST', own)).status).toBe(200);
    expect(await seenAt()).not.toBeNull();
    service.clock.advanceSeconds(1);
    await console.send('DELETE', path);
    expect(await seenAt()).toBeNull();
  });

  it('comes from no other address, though the mail server does not take it', async () => {
    await prove();
    await mailIsQuiet(service);
    const refused: string[] = [];
    mailServer.refuseMail = ({ envelopeFrom }) => {
      refused.push(envelopeFrom);
      return { code: 554, message: '5.7.60 not allowed to send as this sender' };
    };
    expectSuccess(await console.post(`${path}/test`), 202);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await eventually('an attempt was made', async () => refused.length === attempt);
      await mailIsQuiet(service);
      service.clock.advanceSeconds(3_600);
    }
    expect(new Set(refused)).toEqual(new Set([`security@${domain}`]));
  });

  it('is seen by its own link alone, for seven days', async () => {
    const { link } = await sent();
    const stranger = await service.partner('Other Hosting');
    for (const method of ['GET', 'POST'] as const) {
      expect((await visit(method, link, stranger.portalDomain)).status).toBe(410);
      expect((await visit(method, `${link}x`)).status).toBe(410);
      expect((await visit(method, '/mail/test')).status).toBe(410);
    }
    service.clock.advanceSeconds(7 * 86_400 + 1);
    for (const method of ['GET', 'POST'] as const) expect((await visit(method, link)).status).toBe(410);
    console = await openConsole(service, partner);
    expect(await seenAt()).toBeNull();
  });

  it('is sent three times a minute at most', async () => {
    for (let count = 0; count < 3; count += 1) expect((await console.post(`${path}/test`)).status).toBe(202);
    expectThrottled(await console.post(`${path}/test`));
    await mailIsQuiet(service);
  });
});

it('where no mail server is set up there is no sender to set', async () => {
  const silent = await TestService.start({ role: 'api', sharedWith: service });
  try {
    const browser = await openConsole(silent, await silent.partner());
    expect(expectSuccess(await browser.get(path))).toEqual({
      default_address: null,
      sender: null,
      test_seen_at: null,
    });
    expectProblem(await browser.post(`${path}/test`), 409, 'MAIL_NOT_AVAILABLE');
    expectRefusal(await browser.send('PUT', path, { address: 'a@acme.example' }), 422, ['address']);
    expectProblem(await browser.post(`${path}/check`), 404, 'MAIL_SENDER_NOT_FOUND');
  } finally {
    await silent.stop();
  }
});
