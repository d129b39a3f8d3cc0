import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeAdministrator } from '../../src/identity/administrators/remove-administrator.ts';
import { auditOf, auditOfPartner } from '../support/audit-log.ts';
import { MailServer } from '../support/mail-server.ts';
import { mailIsQuiet } from '../support/notifications.ts';
import { createAdministrator, goodPassword, PortalBrowser, signInAdministrator } from '../support/portal-browser.ts';
import { dumpTables } from '../support/rows.ts';
import { expectProblem, expectRefusal, expectSuccess, withoutRequestTraces } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';
import { totpCode } from '../support/totp.ts';

const otherPassword = 'several words that nobody guesses';

let mail: MailServer;
let service: TestService;
let partner: TestPartner;
let owner: PortalBrowser;
/** Another one for each test: mails are limited for each. */
let email: string;
let lastPerson = 0;

beforeAll(async () => {
  mail = await MailServer.start();
  service = await TestService.start({
    environment: { TRUST_PROXY: '127.0.0.1', SCAN_ENGINE: 'off', ...mail.environment },
  });
  partner = await service.partner();
  await createAdministrator(partner, 'owner@example.com');
});
afterAll(async () => {
  await service?.stop();
  await mail?.close();
});
beforeEach(async () => {
  // A rate-limit window of its own.
  service.clock.advanceSeconds(61);
  lastPerson += 1;
  email = `person${lastPerson}@example.com`;
  owner = await signInAdministrator(service, partner, 'owner@example.com');
});

const visitor = (account = partner) => new PortalBrowser(service, account.portalDomain);
const invite = (role: string, by = owner, address = email) => by.post('/api/v1/invitations', { email: address, role });
const invitations = async () => expectSuccess(await owner.get('/api/v1/invitations')).invitations;
const look = (token: string, by = visitor()) => by.post('/api/v1/session/invitation/look', { token });
const accept = (token: string, more: object = {}, by = visitor()) =>
  by.post('/api/v1/session/invitation', { token, password: goodPassword, ...more });
const askForReset = (address = email, by = visitor()) => by.post('/api/v1/session/password-reset', { email: address });
const choosePassword = (token: string, password = otherPassword) =>
  visitor().post('/api/v1/session/password-reset/complete', { token, password });
const signIn = (more: object = {}) => visitor().post('/api/v1/session', { email, password: goodPassword, ...more });

/** The tokens in the links that were mailed to an address, in the order of their mails. */
async function mailedTokens(path: string, address = email): Promise<string[]> {
  await mailIsQuiet(service);
  const link = new RegExp(`https://${partner.portalDomain}/console/${path}#([\\w-]{43})`);
  return mail.mailsTo(address).flatMap(({ text }) => link.exec(text)?.[1] ?? []);
}

/** Somebody with the owner's password, which need not be judged for each. */
async function join(role: 'owner' | 'manager' = 'owner'): Promise<string> {
  const { rows } = await service.store.database.pool.query<{ id: string }>(
    `INSERT INTO administrators (partner_id, id, email, name, password_hash, created_at, updated_at, role)
     SELECT partner_id, gen_random_uuid(), $2, 'Ada', password_hash, now(), now(), $3 FROM administrators
     WHERE partner_id = $1 AND email = 'owner@example.com' RETURNING id`,
    [partner.partnerId, email, role],
  );
  return rows[0]!.id;
}

describe('an invitation', () => {
  it('goes by mail with a link; who follows it chooses a password and is signed in with the role, once', async () => {
    const { invitation } = expectSuccess(await invite('manager', owner, email.toUpperCase()), 201);
    expect(invitation).toMatchObject({ email, role: 'manager', status: 'pending' });
    expect(await invitations()).toContainEqual(invitation);
    const [token = ''] = await mailedTokens('invitation');
    const [received] = mail.mailsTo(email);
    expect(received!.headers.get('subject')).toBe('You are invited to the console of Acme Hosting');
    expect(received!.html).toContain(`/console/invitation#${token}`);
    // A scanner follows the link: what is behind # stays with it, and nothing is used up.
    await visitor().get('/console/invitation', { accept: 'text/html' });
    const shown = expectSuccess(await look(token));
    expect(shown).toEqual({ email, role: 'manager', expires_at: invitation.expires_at });
    expectRefusal(await accept(token, { password: 'short' }), 422, ['password']);
    const browser = visitor();
    const accepted = expectSuccess(await accept(token, { name: 'Grace' }, browser));
    expect(accepted.signed_in).toMatchObject({ kind: 'administrator', email, name: 'Grace', role: 'manager' });
    expectSuccess(await browser.get('/api/v1/keys'));
    for (const used of [await accept(token), await look(token)]) expectProblem(used, 410, 'LINK_NOT_VALID');
    expect(await invitations()).not.toContainEqual(expect.objectContaining({ email }));
    expect((await signIn()).status).toBe(200);
    expect(
      (await auditOf(service, accepted.signed_in.id)).map(({ action, actor_kind }) => [action, actor_kind]),
    ).toEqual([
      ['administrator.invitation_accepted', 'administrator'],
      ['administrator.signed_in', 'administrator'],
      ['administrator.signed_in', 'administrator'],
    ]);
    const tables = [...(await dumpTables(service)).values()].join('\n');
    expect(tables).not.toContain(token);
    expectProblem(await invite('support'), 409, 'ADMINISTRATOR_ALREADY_EXISTS');
  });

  it('is good until it is sent again, taken back, or 72 hours old', async () => {
    const { id } = expectSuccess(await invite('support'), 201).invitation;
    expectProblem(await invite('support'), 409, 'INVITATION_ALREADY_EXISTS');
    const [first = ''] = await mailedTokens('invitation');
    expectSuccess(await owner.post(`/api/v1/invitations/${id}/resend`));
    const [, second = ''] = await mailedTokens('invitation');
    expectProblem(await accept(first), 410, 'LINK_NOT_VALID');
    expectSuccess(await look(second));
    service.clock.advanceSeconds(72 * 3_600);
    owner = await signInAdministrator(service, partner, 'owner@example.com');
    expectProblem(await accept(second), 410, 'LINK_NOT_VALID');
    expect(await invitations()).toContainEqual(expect.objectContaining({ id, status: 'expired' }));
    expectSuccess(await owner.post(`/api/v1/invitations/${id}/resend`));
    const [, , third = ''] = await mailedTokens('invitation');
    expectSuccess(await look(third));
    expect(await owner.send('DELETE', `/api/v1/invitations/${id}`)).toMatchObject({ status: 204 });
    expectProblem(await accept(third), 410, 'LINK_NOT_VALID');
    for (const gone of [
      await owner.send('DELETE', `/api/v1/invitations/${id}`),
      await owner.post(`/api/v1/invitations/${id}/resend`),
    ])
      expectProblem(gone, 404, 'INVITATION_NOT_FOUND');
    expect((await auditOf(service, id)).map(({ action }) => action)).toEqual([
      'administrator.invited',
      'administrator.invited_again',
      'administrator.invited_again',
      'administrator.invitation_revoked',
    ]);
  });

  it('lets one in, of any number that use its link at once', async () => {
    await invite('support');
    const [token = ''] = await mailedTokens('invitation');
    const answers = await Promise.all([1, 2, 3, 4].map(() => accept(token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410]);
  });

  it('is of one account: on the portal of another its link is none', async () => {
    await invite('support');
    const [token = ''] = await mailedTokens('invitation');
    const foreign = visitor(await service.partner());
    expectProblem(await look(token, foreign), 410, 'LINK_NOT_VALID');
    expectProblem(await accept(token, {}, foreign), 410, 'LINK_NOT_VALID');
    expectSuccess(await look(token));
  });

  it('of an owner is for owners to send, and to take back', async () => {
    await join('manager');
    const manager = await signInAdministrator(service, partner, email);
    const [needed, address] = [{ needed_role: 'owner' }, `future.${email}`];
    expectProblem(await invite('owner', manager, address), 403, 'INSUFFICIENT_ROLE', needed);
    const { id } = expectSuccess(await invite('owner', owner, address), 201).invitation;
    const resent = await manager.post(`/api/v1/invitations/${id}/resend`);
    expectProblem(resent, 403, 'INSUFFICIENT_ROLE', needed);
    expectProblem(await manager.send('DELETE', `/api/v1/invitations/${id}`), 403, 'INSUFFICIENT_ROLE', needed);
    expectSuccess(await invite('manager', manager, `colleague.${email}`), 201);
  });

  it('ends with the right of whoever sent it, and can be sent again by somebody who has it', async () => {
    const giverId = await join();
    const giver = await signInAdministrator(service, partner, email);
    const address = (role: string) => `${role}.${email}`;
    const ids: Record<string, string> = {};
    for (const role of ['owner', 'manager', 'support'])
      ids[role] = expectSuccess(await invite(role, giver, address(role)), 201).invitation.id;
    const token = async (role: string) => (await mailedTokens('invitation', address(role))).at(-1)!;
    const links = { owner: await token('owner'), manager: await token('manager'), support: await token('support') };
    const open = async () =>
      (await invitations())
        .filter(
          (one: { id: string; status: string }) => Object.values(ids).includes(one.id) && one.status === 'pending',
        )
        .map((one: { role: string }) => one.role)
        .sort();
    const giveRole = (role: string) => owner.send('PUT', `/api/v1/administrators/${giverId}/role`, { role });
    expectSuccess(await giveRole('manager'));
    expect(await open()).toEqual(['manager', 'support']);
    // What has ended does not come back with the role.
    expectSuccess(await giveRole('owner'));
    expectProblem(await accept(links.owner), 410, 'LINK_NOT_VALID');
    expectSuccess(await owner.post(`/api/v1/invitations/${ids.manager}/resend`));
    expect((await owner.send('DELETE', `/api/v1/administrators/${giverId}`)).status).toBe(204);
    expect(await open()).toEqual(['manager']);
    for (const dead of [links.owner, links.manager, links.support]) {
      expectProblem(await look(dead), 410, 'LINK_NOT_VALID');
      expectProblem(await accept(dead), 410, 'LINK_NOT_VALID');
    }
    expectSuccess(await accept(await token('manager')));
    const ended = async (role: string) => (await auditOf(service, ids[role]!)).at(-1);
    for (const role of ['owner', 'support'])
      expect(await ended(role)).toMatchObject({
        action: 'administrator.invitation_ended',
        details: { email: address(role), role, invited_by: giverId },
      });
  });

  it('lets nobody in that whoever sent it could not let in, though a former release has left it open', async () => {
    const { id } = expectSuccess(await invite('owner'), 201).invitation;
    const [token = ''] = await mailedTokens('invitation');
    await service.store.database.pool.query(
      'UPDATE administrator_invitations SET invited_by = gen_random_uuid() WHERE id = $1',
      [id],
    );
    expectProblem(await accept(token), 410, 'LINK_NOT_VALID');
    expect((await signIn()).status).toBe(401);
  });

  it('fills nobody’s mailbox: a fourth mail to an address waits', async () => {
    const { id } = expectSuccess(await invite('support'), 201).invitation;
    for (let mails = 2; mails <= 3; mails += 1) expectSuccess(await owner.post(`/api/v1/invitations/${id}/resend`));
    expectRefusal(await owner.post(`/api/v1/invitations/${id}/resend`), 429);
    expect(await owner.send('DELETE', `/api/v1/invitations/${id}`)).toMatchObject({ status: 204 });
    expectRefusal(await invite('support'), 429);
  });
});

describe('a forgotten password', () => {
  it('is reset by a mailed link, once: other sessions end, the second factor is asked for still, and a mail tells of it', async () => {
    const id = await join();
    const before = await signInAdministrator(service, partner, email);
    const { key } = expectSuccess(await before.post('/api/v1/administrator/second-factor'), 201);
    const code = () => totpCode(key, service.clock.now());
    await before.post('/api/v1/administrator/second-factor/confirm', { code: code() });
    expect(await askForReset(` ${email.toUpperCase()} `)).toMatchObject({ status: 204 });
    const [token = ''] = await mailedTokens('new-password');
    expectRefusal(await choosePassword(token, 'Acme Hosting 2026'), 422, ['password']);
    expect(await choosePassword(token)).toMatchObject({ status: 204 });
    expectRefusal(await before.get('/api/v1/administrator'), 401);
    expectProblem(await signIn(), 401, 'SIGN_IN_FAILED');
    expectProblem(await signIn({ password: otherPassword }), 401, 'SECOND_FACTOR_REQUIRED');
    service.clock.advanceSeconds(30);
    expect((await signIn({ password: otherPassword, code: code() })).status).toBe(200);
    expectProblem(await choosePassword(token, `${otherPassword} again`), 410, 'LINK_NOT_VALID');
    await mailIsQuiet(service);
    const subjects = mail.mailsTo(email).map(({ headers }) => headers.get('subject'));
    expect(subjects).toContain('Your password was reset: console of Acme Hosting');
    expect((await auditOf(service, id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['administrator.password_reset_requested', 'administrator.password_reset']),
    );
    expect([...(await dumpTables(service)).values()].join('\n')).not.toContain(token);
  });

  it('of an address that nobody has is answered and written alike; only no mail is sent', async () => {
    await join();
    const rows = async () => {
      const dump = await dumpTables(service);
      const tables = ['password_resets', 'notification_deliveries', 'audit_entries', 'sign_in_failures'];
      return tables.map((table) => dump.get(`public.${table}`)!.split('\n').length);
    };
    const written = async (address: string) => {
      const before = await rows();
      const answer = withoutRequestTraces(await askForReset(address));
      return { answer, rows: (await rows()).map((count, index) => count - before[index]!) };
    };
    // Each of these tables has a row by now.
    await askForReset(`first.${email}`);
    const known = await written(email);
    expect(await written(`nobody.${email}`)).toEqual(known);
    expect(known).toMatchObject({ answer: { status: 204 }, rows: [1, 1, 1, 2] });
    expect(await mailedTokens('new-password')).toHaveLength(1);
    expect(mail.offered).not.toContain(`nobody.${email}`);
  });

  it('has an hour, and ends with whatever else changes the password or the access', async () => {
    const id = await join();
    const ask = async () => {
      service.clock.advanceSeconds(3_600);
      expect(await askForReset()).toMatchObject({ status: 204 });
      return (await mailedTokens('new-password')).at(-1)!;
    };
    const expired = await ask();
    service.clock.advanceSeconds(3_600);
    expectProblem(await choosePassword(expired), 410, 'LINK_NOT_VALID');
    const one = await ask();
    await askForReset();
    const two = (await mailedTokens('new-password')).at(-1)!;
    const answers = await Promise.all([choosePassword(one), choosePassword(two), choosePassword(one)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 410, 410]);
    const changed = await ask();
    const own = await signInAdministrator(service, partner, email, { password: otherPassword });
    const change = { current_password: otherPassword, new_password: goodPassword };
    expect(await own.send('PUT', '/api/v1/administrator/password', change)).toMatchObject({ status: 204 });
    expectProblem(await choosePassword(changed), 410, 'LINK_NOT_VALID');
    const removed = await ask();
    await removeAdministrator(partner.operation, id);
    await join();
    expectProblem(await choosePassword(removed), 410, 'LINK_NOT_VALID');
  });

  it('is asked for a few times only, of an address and of a network, whoever has it', async () => {
    await join();
    for (const address of [email, `nobody.${email}`]) {
      for (let mails = 1; mails <= 3; mails += 1) expect((await askForReset(address)).status).toBe(204);
      expectRefusal(await askForReset(address), 429);
    }
    const network = visitor();
    for (let asked = 1; asked <= 10; asked += 1)
      expect((await askForReset(`other${asked}.${email}`, network)).status).toBe(204);
    expectRefusal(await askForReset(`other11.${email}`, network), 429);
    // Others ask on.
    expect((await askForReset(`other11.${email}`)).status).toBe(204);
  });

  it('gives nobody more guesses at a code', async () => {
    await join();
    const browser = await signInAdministrator(service, partner, email);
    const { key } = expectSuccess(await browser.post('/api/v1/administrator/second-factor'), 201);
    const code = totpCode(key, service.clock.now());
    await browser.post('/api/v1/administrator/second-factor/confirm', { code });
    for (let guess = 0; guess < 3; guess += 1) await signIn({ code: '000000' });
    expectRefusal(await signIn({ code: '000000' }), 429);
    await askForReset();
    const [token = ''] = await mailedTokens('new-password');
    expect((await choosePassword(token)).status).toBe(204);
    expectRefusal(await signIn({ password: otherPassword, code: '000000' }), 429);
  });

  it('is nobody’s business elsewhere: another site cannot ask, and another portal does not know the link', async () => {
    await join();
    const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const asked = await visitor().send('POST', '/api/v1/session/password-reset', { email }, elsewhere);
    expectProblem(asked, 403, 'ORIGIN_MISMATCH');
    await askForReset();
    const [token = ''] = await mailedTokens('new-password');
    const foreign = visitor(await service.partner());
    const body = { token, password: otherPassword };
    expectProblem(await foreign.post('/api/v1/session/password-reset/complete', body), 410, 'LINK_NOT_VALID');
    const entries = await auditOfPartner(service, partner.partnerId);
    expect(JSON.stringify(entries)).not.toContain(token);
  });
});
