import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAdministrator as createByOperator } from '../../src/identity/administrators/create-administrator.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { auditOf } from '../support/audit-log.ts';
import { goodPassword, type PortalBrowser, signInAdministrator } from '../support/portal-browser.ts';
import { dumpTables } from '../support/rows.ts';
import { expectProblem, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

type Role = 'owner' | 'manager' | 'support';

interface Person {
  readonly id: string;
  readonly browser: PortalBrowser;
}

const unknownId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
/** What a person does about itself, whatever the role. */
const ownAccount = /^\w+ \/api\/v1\/(session|administrator)(\/|$)/;
/** Everything else that support may ask for is a read. */
const forOwners = ['POST /api/v1/keys', 'POST /api/v1/keys/{id}/rotate', 'PUT /api/v1/settings/second-factor'];

let service: TestService;
let partner: TestPartner;
let owner: Person;
let manager: Person;
let support: Person;

beforeAll(async () => {
  service = await TestService.start({ role: 'api', environment: { TRUST_PROXY: '127.0.0.1' } });
  partner = await service.partner();
  owner = await join(partner, 'owner');
  manager = await join(partner, 'manager');
  support = await join(partner, 'support');
});
afterAll(async () => {
  await service?.stop();
});
beforeEach(() => {
  // A rate-limit window of its own.
  service.clock.advanceSeconds(61);
});

async function join(account: TestPartner, role: Role, name: string = role): Promise<Person> {
  const email = `${name}@example.com`;
  const { id } = await createByOperator(account.operation, { email, name: null, password: goodPassword, role });
  return { id, browser: await signInAdministrator(service, account, email) };
}

const giveRole = ({ browser }: Person, { id }: Pick<Person, 'id'>, role: Role) =>
  browser.send('PUT', `/api/v1/administrators/${id}/role`, { role });
const remove = ({ browser }: Person, { id }: Pick<Person, 'id'>) =>
  browser.send('DELETE', `/api/v1/administrators/${id}`);
const add = ({ browser }: Person, email: string, role?: Role) =>
  browser.post('/api/v1/administrators', { email, password: goodPassword, ...(role && { role }) });

const isRefusedByRole = ({ status, body }: ApiAnswer) =>
  status === 403 && body.error.message === 'Your role in the account does not allow this.';

/** Every operation of the API document, with ids of nothing. */
async function operations(): Promise<{ name: string; call: (by: Person) => Promise<ApiAnswer> }[]> {
  const document = await service.client('any.example', null).get('/openapi.json');
  return Object.entries<object>(document.body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      name: `${method.toUpperCase()} ${path}`,
      call: ({ browser }: Person) =>
        browser.send(
          method.toUpperCase() as 'GET',
          path.replaceAll(/\{\w+\}/g, unknownId),
          method === 'get' ? undefined : {},
        ),
    })),
  );
}

describe('every operation of the API document', () => {
  it('is open to support if it reads, or is about the own account; nothing else is, and nothing changes by trying', async () => {
    const unstable = ['public.nodes', 'public.sessions', 'public.rate_limit_windows', 'public.sign_in_failures'];
    const stableTables = async () => [...(await dumpTables(service))].filter(([table]) => !unstable.includes(table));
    const before = await stableTables();
    const all = await operations();
    expect(all.length).toBeGreaterThan(100);
    for (const { name, call } of all) {
      if (ownAccount.test(name)) continue;
      expect({ name, refused: isRefusedByRole(await call(support)) }).toEqual({
        name,
        refused: !name.startsWith('GET '),
      });
    }
    expect(await stableTables()).toEqual(before);
    for (const { name, call } of all.filter((each) => each.name.startsWith('PUT /api/v1/administrator/')))
      expect({ name, refused: isRefusedByRole(await call(support)) }).toEqual({ name, refused: false });
  });

  it('is open to managers, but for making keys; and to owners', async () => {
    for (const { name, call } of await operations()) {
      if (ownAccount.test(name) || name.startsWith('GET ')) continue;
      expect({ name, refused: isRefusedByRole(await call(manager)) }).toEqual({
        name,
        refused: forOwners.includes(name),
      });
      if (forOwners.includes(name)) expect(isRefusedByRole(await call(owner))).toBe(false);
    }
  });

  it('that is refused says which role it needs, in the words of its group', async () => {
    expectProblem(await support.browser.post('/api/v1/keys', { name: 'x' }), 403, 'INSUFFICIENT_ROLE', {
      needed_role: 'owner',
    });
    const change = await support.browser.post(`/api/v1/alerts/${unknownId}/resolve`);
    expectProblem(change, 403, 403, { needed_role: 'manager' });
  });
});

describe('a role', () => {
  it('is shown with the person and to the person; whoever had access before there were roles is an owner', async () => {
    const { pool } = service.store.database;
    // As the previous release writes it.
    await pool.query(
      `INSERT INTO administrators (partner_id, id, email, password_hash, created_at, updated_at)
       SELECT partner_id, gen_random_uuid(), 'early@example.com', password_hash, now(), now() FROM administrators WHERE id = $1`,
      [owner.id],
    );
    const { administrators } = expectSuccess(await support.browser.get('/api/v1/administrators'));
    expect(
      Object.fromEntries(administrators.map((one: { email: string; role: Role }) => [one.email, one.role])),
    ).toEqual({
      'early@example.com': 'owner',
      'owner@example.com': 'owner',
      'manager@example.com': 'manager',
      'support@example.com': 'support',
    });
    expect(expectSuccess(await support.browser.get('/api/v1/session')).signed_in.role).toBe('support');
    await pool.query(`DELETE FROM administrators WHERE email = 'early@example.com'`);
  });

  it('that changes holds from the next request on, in sessions that are open', async () => {
    const change = () =>
      support.browser.send('PUT', '/api/v1/settings/customer-additions', { mode: 'within_capacity' });
    expectProblem(await change(), 403, 'INSUFFICIENT_ROLE', { needed_role: 'manager' });
    const changed = expectSuccess(await giveRole(owner, support, 'manager')).administrator;
    expect(changed).toMatchObject({ id: support.id, role: 'manager' });
    expectSuccess(await change());
    expectSuccess(await giveRole(owner, support, 'support'));
    expectSuccess(await giveRole(owner, support, 'support'));
    expectProblem(await change(), 403, 'INSUFFICIENT_ROLE', { needed_role: 'manager' });
    const log = (await auditOf(service, support.id)).filter(({ action }) => action === 'administrator.role_changed');
    expect(log.map(({ details }) => details)).toEqual([
      { email: 'support@example.com', from: 'support', to: 'manager' },
      { email: 'support@example.com', from: 'manager', to: 'support' },
    ]);
  });

  it('of a manager manages everybody but owners, and makes nobody an owner', async () => {
    const needsOwner = { needed_role: 'owner' };
    for (const refused of [
      await giveRole(manager, owner, 'support'),
      await giveRole(manager, support, 'owner'),
      await giveRole(manager, manager, 'owner'),
      await remove(manager, owner),
      await add(manager, 'new.owner@example.com', 'owner'),
    ])
      expectProblem(refused, 403, 'INSUFFICIENT_ROLE', needsOwner);
    const added = expectSuccess(await add(manager, 'helper@example.com', 'support'), 201).administrator;
    expect(added.role).toBe('support');
    expectSuccess(await giveRole(manager, added, 'manager'));
    expect(await remove(manager, added)).toMatchObject({ status: 204 });
    expectProblem(await giveRole(manager, added, 'support'), 404, 'ADMINISTRATOR_NOT_FOUND');
    const unnamed = expectSuccess(await add(manager, 'helper@example.com'), 201).administrator;
    expect(unnamed.role).toBe('manager');
    expect(await remove(manager, unnamed)).toMatchObject({ status: 204 });
  });
});

it('without a mail server nobody is invited and no password reset, and pages are told so', async () => {
  const invited = { email: 'grace@example.com', role: 'support' };
  expectProblem(await owner.browser.post('/api/v1/invitations', invited), 409, 'MAIL_NOT_AVAILABLE');
  const resent = await owner.browser.post(`/api/v1/invitations/${unknownId}/resend`);
  expectProblem(resent, 409, 'MAIL_NOT_AVAILABLE');
  const reset = await owner.browser.post('/api/v1/session/password-reset', { email: 'owner@example.com' });
  expectProblem(reset, 409, 'MAIL_NOT_AVAILABLE');
  for (const path of ['invitations', 'session'])
    expect(expectSuccess(await owner.browser.get(`/api/v1/${path}`)).mail_available).toBe(false);
});

describe('the last owner', () => {
  it('is neither removed nor given another role, by itself or by another', async () => {
    for (const refused of [
      await giveRole(owner, owner, 'manager'),
      await giveRole(owner, owner, 'support'),
      await remove(owner, owner),
    ])
      expectProblem(refused, 409, 'LAST_OWNER');
    const second = await join(partner, 'owner', 'second');
    expectSuccess(await giveRole(owner, owner, 'owner'));
    expectSuccess(await giveRole(second, owner, 'manager'));
    expectProblem(await remove(second, second), 409, 'LAST_OWNER');
    expectSuccess(await giveRole(second, owner, 'owner'));
    expect(await remove(owner, second)).toMatchObject({ status: 204 });
  });

  it('stays, whatever owners do to one another at once', async () => {
    const account = await service.partner();
    const people = [
      await join(account, 'owner', 'one'),
      await join(account, 'owner', 'two'),
      await join(account, 'owner', 'three'),
    ];
    const { pool } = service.store.database;
    const owners = async () =>
      (await pool.query(`SELECT id FROM administrators WHERE partner_id = $1 AND role = 'owner'`, [account.partnerId]))
        .rowCount;
    const one = fc.integer({ min: 0, max: 2 });
    const moves = fc.array(fc.tuple(one, one, fc.constantFrom<Role>('manager', 'support')), {
      minLength: 3,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(moves, async (chosen) => {
        await pool.query(`UPDATE administrators SET role = 'owner' WHERE partner_id = $1`, [account.partnerId]);
        const answers = await Promise.all(chosen.map(([by, of, role]) => giveRole(people[by]!, people[of]!, role)));
        for (const { status } of answers) expect(status).toBeOneOf([200, 403, 409]);
        expect(await owners()).toBeGreaterThan(0);
      }),
      { numRuns: 25 },
    );
    await pool.query(`UPDATE administrators SET role = 'owner' WHERE partner_id = $1`, [account.partnerId]);
    await Promise.all(people.map((person, index) => remove(person, people[(index + 1) % 3]!)));
    expect(await owners()).toBe(1);
  });
});
