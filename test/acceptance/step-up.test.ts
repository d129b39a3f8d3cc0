import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { declaredRoutes } from '../../scripts/error-table.ts';
import { neededRole } from '../../src/core/api/roles.ts';
import { createAdministrator as createByOperator } from '../../src/identity/administrators/create-administrator.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { auditOf } from '../support/audit-log.ts';
import { goodPassword, type PortalBrowser, signInAdministrator, signInCustomer } from '../support/portal-browser.ts';
import { dumpTables } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';
import { totpCode } from '../support/totp.ts';

type Role = 'owner' | 'manager' | 'support';

const roles: readonly Role[] = ['owner', 'manager', 'support'];
const unknownId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const minutes = 60;

/** What outlives the session that asks for it. */
const lasting = [
  'addChannel',
  'addNotificationRecipient',
  'addPortalDomain',
  'changeChannel',
  'changeRole',
  'changeWebhook',
  'confirmSecondFactor',
  'createAdministrator',
  'createKey',
  'createWebhook',
  'invite',
  'mintSignInToken',
  'proposeSecondFactor',
  'removeAdministrator',
  'resendInvitation',
  'rotateKey',
  'rotateWebhookSecret',
  'setMailSender',
  'setSecondFactorDemand',
];

/** Every other change that a session may ask for, and why an open session is enough. */
const enough: Readonly<Record<string, readonly string[]>> = {
  'it asks for the password itself': [
    'changeOwnPassword',
    'confirmPasskey',
    'proposePasskey',
    'proveAgain',
    'removePasskey',
    'removeSecondFactor',
  ],
  'it is how somebody signs in, or shows a link from a mail': [
    'acceptInvitation',
    'beginPasskeySignIn',
    'completePasswordReset',
    'lookAtInvitation',
    'requestPasswordReset',
    'signIn',
    'signInByPasskey',
  ],
  'it ends with the session, or ends sessions': [
    'chooseLanguage',
    'endCustomerSessions',
    'endOwnSession',
    'endViewAsCustomer',
    'signOut',
    'viewAsCustomer',
  ],
  'it takes access or a destination away, which must not wait': [
    'deleteWebhook',
    'removeChannel',
    'removeMailSender',
    'removeNotificationRecipient',
    'removePortalDomain',
    'revokeInvitation',
    'revokeKey',
  ],
  'it looks at, or sends to, what was set up already': [
    'checkDomainVerification',
    'checkMailSender',
    'checkPortalDomain',
    'checkPortalReach',
    'getDomainVerification',
    'replayEvents',
    'retryWebhookDelivery',
    'sendTestMail',
    'testChannel',
    'testWebhook',
  ],
  'it is about how the account looks and sells: it lets nobody in and sends nothing elsewhere': [
    'changeCustomer',
    'changeNotificationRecipient',
    'changeService',
    'deletePrices',
    'removePlan',
    'setBranding',
    'setCustomerAdditions',
    'setNotificationSettings',
    'setPlan',
    'setPrices',
    'setRecordTemplate',
    'setSandboxMode',
    'setWeeklySummarySetting',
  ],
  'it is daily work with what is monitored': [
    'acknowledgeAlert',
    'acknowledgeDomainAlert',
    'acknowledgeMonitoringAlert',
    'actOnMonitoringAlerts',
    'addEndpoint',
    'answerPublicServices',
    'changeSubscription',
    'checkAlert',
    'createAllowedPorts',
    'deleteAllowedPorts',
    'deleteEndpoint',
    'describeDomain',
    'ingestFirewall',
    'markFalsePositive',
    'markMonitoringAlertFalsePositive',
    'mergeCustomer',
    'provisionDomain',
    'provisionEndpoint',
    'provisionSubscription',
    'releaseDomain',
    'reopenAlert',
    'reopenMonitoringAlert',
    'resolveAlert',
    'resolveDomainAlert',
    'resolveMonitoringAlert',
    'resumeDomain',
    'resumeEndpoint',
    'resumeSubscription',
    'scanEndpoint',
    'suspendDomain',
    'suspendEndpoint',
    'suspendSubscription',
    'syncServices',
    'terminateDomain',
    'terminateEndpoint',
    'terminateSubscription',
    'transferService',
    'updateAllowedPorts',
    'updateDomain',
    'updateEndpoint',
  ],
  'it is of the sandbox': ['advanceSandboxClock', 'resetSandbox', 'scanInSandbox', 'setScenario'],
};

const routes = declaredRoutes();
const stepUps = routes.filter(({ stepUp }) => stepUp);

let service: TestService;
let partner: TestPartner;
let people: Record<Role, { readonly id: string; readonly email: string; browser: PortalBrowser }>;

beforeAll(async () => {
  const environment = { TRUST_PROXY: '127.0.0.1', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'mail@example.com' };
  service = await TestService.start({ role: 'api', environment });
  // A second before a proof has grown old stays that, however long all routes take.
  service.clock.standAt(service.clock.now());
  partner = await service.partner();
});
afterAll(() => service?.stop());

let lastGroup = 0;

beforeEach(async () => {
  // A rate-limit window of its own.
  service.clock.advanceSeconds(61);
  lastGroup += 1;
  const joined = await Promise.all(
    roles.map(async (role) => {
      const email = `${role}${lastGroup}@example.com`;
      const { id } = await createByOperator(partner.operation, { email, name: null, password: goodPassword, role });
      return [role, { id, email, browser: await signInAdministrator(service, partner, email) }] as const;
    }),
  );
  people = Object.fromEntries(joined) as typeof people;
});

const prove = (by: PortalBrowser, proof: object = { password: goodPassword }) =>
  by.post('/api/v1/session/proof', proof);
const makeKey = (by: PortalBrowser) => by.post('/api/v1/keys', { name: 'billing' });

/** Some minutes after signing in, with the session still in use. */
async function wait(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 30 * minutes) {
    service.clock.advanceSeconds(Math.min(left, 30 * minutes));
    for (const { browser } of Object.values(people))
      expect((await browser.get('/api/v1/administrator')).status).toBe(200);
  }
}

const call = (by: PortalBrowser, { method, paths }: (typeof routes)[number]) =>
  by.send(method, paths[0]!.replaceAll(/:\w+/g, unknownId), {});

const codeOf = ({ status, body }: ApiAnswer) => (status === 403 ? body.error.code : null);

describe('what outlives a session', () => {
  it('asks for a proof; every other change that a session may ask for is listed with the reason why not', () => {
    const bySession = routes.filter(({ method, group }) => method !== 'GET' && group.access !== 'public');
    expect(stepUps.map(({ operationId }) => operationId).sort()).toEqual(lasting);
    const listed = [...lasting, ...Object.values(enough).flat()];
    expect(listed.toSorted()).toEqual(bySession.map(({ operationId }) => operationId).sort());
    expect(stepUps.every(({ method }) => method !== 'GET')).toBe(true);
  });

  it.each([
    { age: 0, isAsked: false },
    { age: 10 * minutes - 1, isAsked: false },
    { age: 10 * minutes, isAsked: true },
    { age: 65 * minutes, isAsked: true },
  ])(
    'is for a session of $age seconds asked for again: $isAsked, by every route and role',
    async ({ age, isAsked }) => {
      await wait(age);
      const before = await keptTables();
      const seen: unknown[] = [];
      const wanted: unknown[] = [];
      // Of those that are not asked one changes something with an empty body.
      for (const role of roles)
        for (const route of isAsked
          ? stepUps
          : stepUps.filter(({ operationId }) => operationId !== 'proposeSecondFactor')) {
          const needed = neededRole(route);
          const isAllowed = needed === null || roles.indexOf(role) <= roles.indexOf(needed);
          const refusal = isAllowed ? (isAsked ? 'PROOF_REQUIRED' : null) : 'INSUFFICIENT_ROLE';
          wanted.push([role, route.operationId, refusal]);
          seen.push([role, route.operationId, codeOf(await call(people[role].browser, route))]);
        }
      expect(seen).toEqual(wanted);
      expect(await keptTables()).toEqual(before);
    },
  );

  it('is made after the password was shown again, for ten minutes', async () => {
    const { browser, id } = people.owner;
    await wait(10 * minutes);
    expectProblem(await makeKey(browser), 403, 'PROOF_REQUIRED');
    expect((await prove(browser)).status).toBe(204);
    await wait(10 * minutes - 1);
    expectSuccess(await makeKey(browser), 201);
    await wait(1);
    expectProblem(await makeKey(browser), 403, 'PROOF_REQUIRED');
    expect((await auditOf(service, id)).at(-1)).toMatchObject({
      action: 'administrator.proved',
      details: { by: 'password', address: expect.any(String) },
    });
  });

  it('is made after a code of the second factor was shown again, which counts once', async () => {
    const { browser, email } = people.owner;
    const { key } = expectSuccess(await browser.post('/api/v1/administrator/second-factor'), 201);
    const code = () => totpCode(key, service.clock.now());
    expect((await browser.post('/api/v1/administrator/second-factor/confirm', { code: code() })).status).toBe(204);
    await wait(10 * minutes);
    const shown = code();
    expect((await prove(browser, { code: `${shown.slice(0, 3)} ${shown.slice(3)}` })).status).toBe(204);
    expectSuccess(await makeKey(browser), 201);
    expectRefusal(await prove(browser, { code: shown }), 422, ['code']);
    const again = { email, password: goodPassword, code: shown };
    expectProblem(await people.manager.browser.post('/api/v1/session', again), 401, 'SIGN_IN_FAILED');
  });

  it('is not asked of API keys, nor of customers, who have no password', async () => {
    await provision(partner.api, `127.0.9.${lastGroup}`, { client_id: 42 });
    const customer = await signInCustomer(service, partner, 42);
    await wait(30 * minutes);
    expectSuccess(await customer.post('/api/v1/notifications/recipients', { email: 'me@example.com' }), 201);
    expectSuccess(await partner.api.post('/api/v1/webhooks', { url: 'https://hooks.example.com/a' }), 201);
  });

  it('is asked for by the session that showed it, not by another one of the same person', async () => {
    await wait(10 * minutes);
    const other = await signInAdministrator(service, partner, people.owner.email);
    expectSuccess(await makeKey(other), 201);
    expectProblem(await makeKey(people.owner.browser), 403, 'PROOF_REQUIRED');
  });

  it('counts from signing in where a former release opened the session', async () => {
    const { id, browser } = people.owner;
    const { rows } = await service.store.database.pool.query(
      'SELECT proved_at FROM sessions WHERE administrator_id = $1',
      [id],
    );
    expect(rows).toEqual([{ proved_at: null }]);
    expectSuccess(await makeKey(browser), 201);
  });
});

describe('a proof', () => {
  it('is either the password or a code, and right', async () => {
    const { browser, id } = people.owner;
    expectRefusal(await prove(browser, {}), 422, ['password']);
    expectRefusal(await prove(browser, { password: goodPassword, code: '123456' }), 422, ['code']);
    expectRefusal(await prove(browser, { password: 'something else' }), 422, ['password']);
    // Without a second factor no code is right.
    expectRefusal(await prove(browser, { code: '123456' }), 422, ['code']);
    await wait(10 * minutes);
    expectProblem(await makeKey(browser), 403, 'PROOF_REQUIRED');
    const failed = (await auditOf(service, id)).filter(({ action }) => action === 'administrator.proof_failed');
    expect(failed.map(({ details }) => details)).toEqual([
      expect.objectContaining({ wrong: 'password' }),
      expect.objectContaining({ wrong: 'code' }),
    ]);
  });

  it('is not guessed in an open session: after a few wrong ones the next waits', async () => {
    const { browser } = people.owner;
    for (let guess = 0; guess < 10; guess += 1)
      expectRefusal(await prove(browser, { password: `guess ${guess}` }), 422, ['password']);
    expectRefusal(await prove(browser), 429);
    const { browser: other } = people.manager;
    for (let guess = 0; guess < 3; guess += 1) expectRefusal(await prove(other, { code: '000000' }), 422, ['code']);
    expectRefusal(await prove(other, { code: '000000' }), 429);
  });

  it('is for administrators only', async () => {
    expectProblem(await partner.api.post('/api/v1/session/proof', { password: goodPassword }), 403, 'ACCESS_DENIED');
  });
});

/** What a refused request must leave alone. */
async function keptTables(): Promise<unknown> {
  const unstable = /^public\.(nodes|sessions|rate_limit_windows|sign_in_failures|audit_entries|audit_refusals)$/;
  return [...(await dumpTables(service))].filter(([table]) => !unstable.test(table));
}
