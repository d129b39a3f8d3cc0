import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demandSecondFactor } from '../../src/identity/partners/second-factor-demand.ts';
import { auditOf } from '../support/audit-log.ts';
import { SoftwarePasskey } from '../support/passkey.ts';
import {
  createAdministrator,
  goodPassword,
  openConsole,
  type PortalBrowser,
  signInAdministrator,
  signInCustomer,
} from '../support/portal-browser.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';
import { totpCode } from '../support/totp.ts';

const settings = '/api/v1/settings/second-factor';
const factors = '/api/v1/administrator/second-factor';
const passkeys = '/api/v1/administrator/passkeys';

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api', environment: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(async () => {
  await service?.stop();
});
beforeEach(async () => {
  partner = await service.partner();
  // A rate-limit window of its own.
  service.clock.advanceSeconds(61);
});

async function addPasskey(browser: PortalBrowser): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey();
  const { options } = expectSuccess(await browser.post(passkeys, { password: goodPassword }), 201);
  const credential = passkey.create(options);
  expectSuccess(await browser.post(`${passkeys}/confirm`, { name: 'Laptop', credential }), 201);
  return passkey;
}

async function setUpApplication(browser: PortalBrowser): Promise<string> {
  const { key } = expectSuccess(await browser.post(factors), 201);
  const code = totpCode(key, service.clock.now());
  expect((await browser.post(`${factors}/confirm`, { code })).status).toBe(204);
  service.clock.advanceSeconds(30);
  return key;
}

/** An owner with a passkey. */
async function securedOwner(): Promise<PortalBrowser> {
  const owner = await openConsole(service, partner);
  await addPasskey(owner);
  return owner;
}

/** Another owner without a second factor, of whom one is demanded from now on. */
async function lackingOne(): Promise<PortalBrowser> {
  const lacking = await openConsole(service, partner);
  const owner = await securedOwner();
  expectSuccess(await owner.send('PUT', settings, { required: true }));
  return lacking;
}

describe('an owner', () => {
  it('demands a second factor of everybody, and lifts that again', async () => {
    const owner = await securedOwner();
    expect(expectSuccess(await owner.get(settings))).toEqual({ required: false, required_by_operator: false });
    const demanded = { required: true, required_by_operator: false };
    expect(expectSuccess(await owner.send('PUT', settings, { required: true }))).toEqual(demanded);
    expect(expectSuccess(await owner.send('PUT', settings, { required: true }))).toEqual(demanded);
    expect(expectSuccess(await owner.get(settings))).toEqual(demanded);
    expect(expectSuccess(await owner.send('PUT', settings, { required: false }))).toMatchObject({ required: false });
    expect((await auditOf(service, partner.partnerId)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.second_factor_demanded', 'account.second_factor_left_open']),
    );
  });

  it('without one cannot demand it', async () => {
    const owner = await openConsole(service, partner);
    expectProblem(await owner.send('PUT', settings, { required: true }), 403, 'SECOND_FACTOR_NOT_SET_UP');
    expect(expectSuccess(await owner.get(settings))).toMatchObject({ required: false });
  });

  it('is asked for it: a manager cannot', async () => {
    const owner = await securedOwner();
    const email = `manager-${randomUUID()}@example.com`;
    const body = { email, password: goodPassword, role: 'manager' };
    expectSuccess(await owner.post('/api/v1/administrators', body), 201);
    const manager = await signInAdministrator(service, partner, email);
    const needed = { needed_role: 'owner' };
    expectProblem(await manager.send('PUT', settings, { required: true }), 403, 'INSUFFICIENT_ROLE', needed);
    expect(expectSuccess(await manager.get(settings))).toMatchObject({ required: false });
  });
});

describe('whoever has no second factor where one is demanded', () => {
  it('can do nothing but set one up, from the next request on', async () => {
    const lacking = await lackingOne();
    const closed = [
      lacking.get('/api/v1/customers'),
      lacking.get('/api/v1/administrator'),
      lacking.get('/api/v1/administrators'),
      lacking.get(settings),
      lacking.send('PUT', settings, { required: false }),
      lacking.send('PUT', '/api/v1/administrator/password', { current_password: goodPassword, new_password: 'x' }),
      lacking.post('/api/v1/keys', { name: 'Billing' }),
      lacking.post('/api/v1/session/view', { billing_customer_id: 1 }),
    ];
    for (const answer of await Promise.all(closed)) expectProblem(answer, 403, 'SECOND_FACTOR_NOT_SET_UP');
    expect(expectSuccess(await lacking.get('/api/v1/session')).signed_in).toMatchObject({
      second_factor: false,
      second_factor_required: true,
    });
    expect(expectSuccess(await lacking.get(factors))).toEqual({ authenticator: false, passkeys: [], required: true });
    await setUpApplication(lacking);
    expectSuccess(await lacking.get('/api/v1/customers'));
  });

  it('signs in, sets up a passkey, and signs out', async () => {
    await lackingOne();
    const email = `late-${randomUUID()}@example.com`;
    await createAdministrator(partner, email);
    const browser = await signInAdministrator(service, partner, email);
    expectProblem(await browser.get('/api/v1/customers'), 403, 'SECOND_FACTOR_NOT_SET_UP');
    await addPasskey(browser);
    expectSuccess(await browser.get('/api/v1/customers'));
    expect((await browser.send('DELETE', '/api/v1/session')).status).toBe(204);
  });

  it("sees no customer's portal any longer", async () => {
    await provision(partner.api, '127.0.3.1', { client_id: 1 });
    const lacking = await openConsole(service, partner);
    expectSuccess(await lacking.post('/api/v1/session/view', { billing_customer_id: 1 }));
    expect((await lacking.get('/api/v1/endpoints')).status).toBe(200);
    await demandSecondFactor(partner.operation, true);
    expectProblem(await lacking.get('/api/v1/endpoints'), 403, 'SECOND_FACTOR_NOT_SET_UP');
    expect((await lacking.send('DELETE', '/api/v1/session/view')).status).toBe(204);
  });

  it('is no key and no customer', async () => {
    await provision(partner.api, '127.0.3.1', { client_id: 1 });
    await lackingOne();
    expectSuccess(await partner.api.get('/api/v1/customers'));
    const customer = await signInCustomer(service, partner, 1);
    expect((await customer.get('/api/v1/endpoints')).status).toBe(200);
  });
});

describe('the last second factor', () => {
  it('stays while one is demanded', async () => {
    const owner = await securedOwner();
    expectSuccess(await owner.send('PUT', settings, { required: true }));
    const { passkeys: own } = expectSuccess(await owner.get(factors));
    const remove = () => owner.send('DELETE', `${passkeys}/${own[0].id}`, { password: goodPassword });
    expectProblem(await remove(), 409, 'LAST_SECOND_FACTOR');
    expect(expectSuccess(await owner.get(factors)).passkeys).toEqual(own);
    const key = await setUpApplication(owner);
    expect((await remove()).status).toBe(204);
    const proof = () => ({ password: goodPassword, code: totpCode(key, service.clock.now()) });
    expectProblem(await owner.send('DELETE', factors, proof()), 409, 'LAST_SECOND_FACTOR');
    expectSuccess(await owner.send('PUT', settings, { required: false }));
    service.clock.advanceSeconds(30);
    expect((await owner.send('DELETE', factors, proof())).status).toBe(204);
  });
});

describe("the operator's demand", () => {
  it('cannot be lifted by the partner, and stands beside its own', async () => {
    const owner = await securedOwner();
    expect(await demandSecondFactor(partner.operation, true)).toBe(true);
    expect(await demandSecondFactor(partner.operation, true)).toBe(false);
    const demanded = { required: true, required_by_operator: true };
    expect(expectSuccess(await owner.get(settings))).toEqual(demanded);
    expectRefusal(await owner.send('PUT', settings, { required: false }), 422, ['required']);
    expect(expectSuccess(await owner.send('PUT', settings, { required: true }))).toEqual(demanded);
    expect(await demandSecondFactor(partner.operation, false)).toBe(true);
    expect(expectSuccess(await owner.get(settings))).toEqual({ required: true, required_by_operator: false });
    expect(expectSuccess(await owner.send('PUT', settings, { required: false }))).toMatchObject({ required: false });
  });
});
