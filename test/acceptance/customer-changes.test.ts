import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { act, dataRows, portMonitoring, subscribe } from '../support/billing.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({
    role: 'api',
    environment: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'alerts@example.com' },
  });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
});

const change = (path: string, body: object) => partner.api.send('PUT', `/api/v1/customers/${path}`, body);
const customer = async (id: number) => expectSuccess(await partner.api.get(`/api/v1/customers/${id}`));
const recipients = async (id: number): Promise<{ email: string }[]> =>
  expectSuccess(await partner.api.get(`/api/v1/notifications/settings?client_id=${id}`)).recipients;

describe('name and e-mail address of a customer', () => {
  it('are changed by PUT; what is not given stays, and mail goes to the new address', async () => {
    const names = { client_name: 'Ada', client_email: 'old@example.com' };
    await provision(partner.api, loopbackAddress(), { client_id: 1, ...names });
    const answer = expectSuccess(await change('1', { client_email: 'new@example.com' }));
    expect(answer).toMatchObject({ billing_customer_id: 1, name: 'Ada', email: 'new@example.com' });
    expect(await customer(1)).toMatchObject({ name: 'Ada', email: 'new@example.com' });
    expect((await recipients(1)).map(({ email }) => email)).toEqual(['new@example.com']);
    await provision(partner.api, loopbackAddress(), { client_id: 1, client_email: 'late@example.com' });
    expect(await customer(1)).toMatchObject({ email: 'new@example.com' });
  });

  it('are changed by sso/token, both of them', async () => {
    const before = { client_name: 'Ada', client_email: 'old@example.com' };
    await provision(partner.api, loopbackAddress(), { client_id: 2, ...before });
    const after = { client_name: 'Ada King', client_email: 'new@example.com' };
    expectSuccess(await partner.api.post('/api/v1/sso/token', { client_id: 2, ...after }), 201);
    expect(await customer(2)).toMatchObject({ name: 'Ada King', email: 'new@example.com' });
    expectSuccess(await partner.api.post('/api/v1/sso/token', { client_id: 2 }), 201);
    expect(await customer(2)).toMatchObject({ name: 'Ada King', email: 'new@example.com' });
  });

  it('nothing given, or nothing new, changes no row; who is unknown is 404, and what is no address 422', async () => {
    const before = await dataRows(service);
    expectSuccess(await change('1', {}));
    expectSuccess(await change('1', { client_name: ' Ada ', client_email: '' }));
    expectProblem(await change('404', { client_name: 'X' }), 404, 'CUSTOMER_NOT_FOUND');
    expectProblem(await change('x', { client_name: 'X' }), 404, 'CUSTOMER_NOT_FOUND');
    expectRefusal(await change('1', { client_name: 'x'.repeat(256), client_email: 'nobody' }), 422, [
      'client_name',
      'client_email',
    ]);
    expect(await dataRows(service)).toEqual(before);
  });
});

describe('plan and price of a service', () => {
  it('are changed where there is no subscription; what is not given stays', async () => {
    const order = { client_id: 3, service_id: 30, product_slug: 'endpoint', plan_slug: 'basic', mrr: 5 };
    await provision(partner.api, loopbackAddress(), order);
    const answer = expectSuccess(await change('3/services/30', { plan_slug: 'business' }));
    expect(answer).toMatchObject({
      client_id: 3,
      service_id: 30,
      product_slug: 'endpoint',
      plan_slug: 'business',
      mrr: 5,
    });
    expectSuccess(await change('3/services/30', { mrr: '7.50' }));
    expect((await customer(3)).services).toMatchObject([{ plan_slug: 'business', mrr: 7.5 }]);
  });

  it('an unknown plan is 422, an unknown customer or service 404, and a plan that a subscription has is left to that', async () => {
    const before = await dataRows(service);
    expectRefusal(await change('3/services/30', { plan_slug: 'platinum' }), 422, ['plan_slug']);
    for (const path of ['3/services/31', '404/services/30', '3/services/x'])
      expectProblem(await change(path, { mrr: 1 }), 404, 'BILLING_CLIENT_NOT_FOUND');
    expect(await dataRows(service)).toEqual(before);
    await subscribe(partner.api, portMonitoring(3, 32), { plan_slug: 'starter' });
    expectRefusal(await change('3/services/32', { plan_slug: 'business' }), 422, ['plan_slug']);
    await act(partner.api, 'terminate-subscription', portMonitoring(3, 32));
    expectSuccess(await change('3/services/32', { plan_slug: 'business' }));
  });
});
