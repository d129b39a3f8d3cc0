import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { domainMonitoring, portMonitoring, subscribe } from '../support/billing.ts';
import { openConsole, type PortalBrowser, signInCustomer } from '../support/portal-browser.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const path = '/api/v1/upgrade';

let service: TestService;
let partner: TestPartner;
let console: PortalBrowser;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
});
afterAll(async () => {
  await service?.stop();
});
beforeEach(async () => {
  partner = await service.partner();
  console = await openConsole(service, partner);
});

const offer = async (clientId: number, product = 'port_monitoring') =>
  expectSuccess(await partner.api.get(`${path}?billing_customer_id=${clientId}&product_slug=${product}`));
const sellAt = (order_url?: string) => console.send('PUT', '/api/v1/branding', { ...(order_url && { order_url }) });
const price = (plan_slug: string | null, currency: string, amount: number, billing_cycle = 'monthly') => ({
  product_slug: 'port_monitoring',
  ...(plan_slug && { plan_slug }),
  currency,
  billing_cycle,
  amount,
});
const tell = (...prices: object[]) => partner.api.post('/api/v1/billing/pricing', { prices });

/** A customer with one server, on a plan for one. */
async function fullCustomer(clientId: number, mrr?: number): Promise<void> {
  await console.send('PUT', '/api/v1/plans/port_monitoring/tiny', { capacity: 1 });
  await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'tiny', ...(mrr && { mrr }) });
  await provision(partner.api, '192.0.2.1', { client_id: clientId });
}

describe('the way to more servers', () => {
  it('is the next plan with its price and where to order it, for a customer at the limit', async () => {
    await fullCustomer(7);
    await sellAt('https://acme.example/order?from=portal');
    await console.send('PUT', '/api/v1/plans/port_monitoring/professional', {
      capacity: 25,
      scan_interval_seconds: 3_600,
      ports: '22,80',
    });
    await tell(
      price('professional', 'EUR', 29, 'annually'),
      price('professional', 'EUR', 2.9),
      price('tiny', 'EUR', 1),
    );
    expect(await offer(7)).toEqual({
      product_slug: 'port_monitoring',
      capacity: 1,
      usage: 1,
      current_plan: {
        plan_slug: 'tiny',
        capacity: 1,
        scan_interval_seconds: null,
        tcp_ports: expect.any(Number),
        udp_ports: 0,
      },
      offer: {
        plan: { plan_slug: 'professional', capacity: 25, scan_interval_seconds: 3_600, tcp_ports: 2, udp_ports: 0 },
        capacity: 25,
        prices: [
          expect.objectContaining({ billing_cycle: 'monthly', currency: 'EUR', amount: 2.9 }),
          expect.objectContaining({ billing_cycle: 'annually', currency: 'EUR', amount: 29 }),
        ],
        order_url: 'https://acme.example/order?from=portal&customer=7&product=port_monitoring&plan=professional',
      },
    });
  });

  it('is not offered to whoever has room or no limit, nor where the partner names no place to order', async () => {
    await fullCustomer(7);
    expect(await offer(7)).toMatchObject({ capacity: 1, usage: 1, offer: null });
    await sellAt('https://acme.example/order');
    expect((await offer(7)).offer).toMatchObject({ plan: { plan_slug: 'starter' }, prices: [] });
    await subscribe(partner.api, portMonitoring(8), { plan_slug: 'starter' });
    expect(await offer(8)).toMatchObject({ capacity: 5, usage: 0, offer: null });
    await provision(partner.api, '192.0.2.9', { client_id: 9 });
    expect(await offer(9)).toMatchObject({ capacity: null, usage: 1, offer: null });
    expectProblem(await partner.api.get(`${path}?billing_customer_id=999`), 404, 'CUSTOMER_NOT_FOUND');
  });

  it('ends with the largest plan', async () => {
    await console.send('PUT', '/api/v1/plans/port_monitoring/enterprise', { capacity: 1 });
    await sellAt('https://acme.example/order');
    await fullCustomer(7);
    await tell(price('enterprise', 'EUR', 1));
    expect(await offer(7)).toMatchObject({ offer: null });
  });

  it.each([
    ['the only one with prices', [price('starter', 'EUR', 5)], undefined, ['EUR']],
    [
      'the one in which the present plan costs what is paid',
      [price('starter', 'EUR', 5), price('starter', 'USD', 6), price('tiny', 'EUR', 1), price('tiny', 'USD', 1.2)],
      1.2,
      ['USD'],
    ],
    [
      'not known when it costs the same in two',
      [price('starter', 'EUR', 5), price('starter', 'USD', 6), price('tiny', 'EUR', 1), price('tiny', 'USD', 1)],
      1,
      ['EUR', 'USD'],
    ],
  ])('the currency is %s', async (_what, prices, mrr, currencies) => {
    await fullCustomer(7, mrr);
    await sellAt('https://acme.example/order');
    await tell(...prices);
    const shown: { currency: string }[] = (await offer(7)).offer.prices;
    expect(shown.map(({ currency }) => currency).toSorted()).toEqual(currencies);
  });

  it('is one more domain for domains, which have no plans', async () => {
    await sellAt('https://acme.example/order');
    await subscribe(partner.api, domainMonitoring(7), { quantity: 1 });
    await partner.api.post('/api/v1/billing/provision-domain', { client_id: 7, service_id: 2, domain: 'shop.example' });
    await tell({ ...price(null, 'EUR', 3), product_slug: 'domain_monitoring' });
    expect(await offer(7, 'domain_monitoring')).toMatchObject({
      current_plan: null,
      offer: {
        plan: null,
        capacity: 2,
        prices: [{ currency: 'EUR', amount: 3 }],
        order_url: 'https://acme.example/order?customer=7&product=domain_monitoring',
      },
    });
  });

  it('is shown to the customer, and to no other', async () => {
    await fullCustomer(7);
    await subscribe(partner.api, portMonitoring(8), { plan_slug: 'starter' });
    await sellAt('https://acme.example/order');
    const customer = await signInCustomer(service, partner, 7);
    expect(expectSuccess(await customer.get(path)).offer.order_url).toContain('customer=7');
    expectProblem(await customer.get(`${path}?billing_customer_id=8`), 403, 'ACCESS_DENIED');
    const stranger = await service.partner('Other Hosting');
    expectProblem(await stranger.api.get(`${path}?billing_customer_id=7`), 404, 'CUSTOMER_NOT_FOUND');
  });
});
