import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fossbillingFiles } from '../../scripts/package-fossbilling.ts';
import { propertyRuns } from '../../src/common/testing/property-runs.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import type { ApiClient } from '../support/api-client.ts';
import { FossBilling, type FossBillingBrowser } from '../support/fossbilling.ts';
import { succeeds } from '../support/succeeds.ts';
import { TcpRelay } from '../support/tcp-relay.ts';
import { TestService } from '../support/test-service.ts';

/** FOSSBilling as a release is unpacked, with the libraries in vendor/. Nothing of it is in this repository. */
const source = process.env.FOSSBILLING_DIR;
/** FOSSBilling wants PHP 8.3 or later. */
const php = process.env.FOSSBILLING_PHP ?? 'php';
const extensions = ['pdo_mysql', 'intl', 'mbstring', 'curl'].map((name) => `extension_loaded("${name}")`).join(' && ');
const missing =
  source === undefined
    ? 'FOSSBILLING_DIR is not set'
    : !existsSync(join(source, 'vendor/autoload.php'))
      ? `${source} has no libraries in vendor/`
      : !succeeds(php, '-r', `exit(PHP_VERSION_ID >= 80300 && ${extensions} ? 0 : 1);`)
        ? `${php} (FOSSBILLING_PHP) is no PHP 8.3 with pdo_mysql, intl, mbstring and curl`
        : !succeeds('mariadbd', '--version') || !succeeds('my_print_defaults', '--help')
          ? 'there is no mariadbd, or no my_print_defaults, without which no database is made'
          : undefined;
if (missing !== undefined) console.warn(`No real FOSSBilling sells here: ${missing}.`);

const server = { kind: 'endpoint', plan_slug: 'starter' };
const plan = { kind: 'port_monitoring', plan_slug: 'professional' };
const domains = { kind: 'domain_monitoring', domains: 2 };

interface Order {
  readonly id: number;
  readonly status: string;
  readonly unpaid_invoice_id: number | null;
  readonly config: Readonly<Record<string, unknown>>;
}

interface Differences {
  readonly problem: string | null;
  readonly count: number;
  readonly lines: readonly { readonly key: string; readonly sentence: string; readonly is_safe: boolean }[];
}

const tags = ['mariadb-client-core', 'mariadb-server-core'];
describe.skipIf(missing !== undefined)('the module in a real FOSSBilling', { tags }, () => {
  let service: TestService;
  let relay: TcpRelay;
  let api: ApiClient;
  let apiKey: string;
  let fossBilling: FossBilling;
  let products: { server: number; plan: number; domains: number };
  let lastAddress = 0;
  let lastClient = 0;

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    relay = await TcpRelay.start({ host: '127.0.0.1', port: service.service.address!.port });
    const partner = { name: 'Northwind Hosting', portalDomain: 'localhost' };
    ({ apiKey } = await createPartner(service.service.resources, partner));
    api = service.client('localhost', apiKey);
    const branded = await fossbillingFiles({ name: 'acme', displayName: 'Acme Security' });
    fossBilling = await FossBilling.install(source!, php, new Map([...(await fossbillingFiles()), ...branded]));
    await fossBilling.staff('extension/activate', { id: 'servicebreakwater', type: 'mod' });
    await saveSettings();
    products = {
      server: await product('One server', server),
      plan: await product('Many servers', plan),
      domains: await product('Domains', domains),
    };
  });
  afterAll(async () => {
    await fossBilling?.stop();
    await relay?.cut();
    await service?.stop();
  });

  const saveSettings = (key = apiKey) =>
    fossBilling.staff('servicebreakwater/save_settings', { url: `http://localhost:${relay.port}`, api_key: key });
  const newCustomer = (name = 'Ada') => fossBilling.customer(name, `client-${++lastClient}@example.org`);
  const newAddress = () => `127.20.${++lastAddress >> 8}.${lastAddress & 255}`;
  const order = (id: number) => fossBilling.staff<Order>('order/get', { id });
  const act = (action: string, id: number, more: object = {}) => fossBilling.staff(`order/${action}`, { id, ...more });
  const differences = () => fossBilling.staff<Differences>('servicebreakwater/differences');
  const refusal = (work: Promise<unknown>) => work.then(String, (error: Error) => error.message);

  async function product(title: string, config: object, price = 10): Promise<number> {
    const id = await fossBilling.staff<number>('product/prepare', { title, type: 'breakwater' });
    const pricing = { type: 'recurrent', recurrent: { '1M': { price, setup: 0, enabled: 1 } } };
    await fossBilling.staff('product/update', { id, status: 'enabled', hidden: 0, setup: 'after_payment', pricing });
    await fossBilling.staff('servicebreakwater/save_product', { id, config });
    return id;
  }

  /** From the cart on, until the invoice is there. */
  async function ordered(customer: FossBillingBrowser, productId: number, said: object = {}): Promise<number> {
    await customer.call('guest/cart/add_item', { id: productId, period: '1M', ...said });
    return Number((await customer.call<{ order_id: string }>('client/cart/checkout')).order_id);
  }

  async function pay(id: number): Promise<void> {
    const { unpaid_invoice_id } = await order(id);
    const payment = { gateway_id: 1, transactionId: `payment-${id}-${unpaid_invoice_id}`, execute: true };
    await fossBilling.staff('invoice/mark_as_paid', { id: unpaid_invoice_id, ...payment });
  }

  async function sold(customer: FossBillingBrowser, productId: number, said: object = {}): Promise<number> {
    const id = await ordered(customer, productId, said);
    await pay(id);
    return id;
  }

  async function history(id: number): Promise<string> {
    const { list } = await fossBilling.staff<{ list: { notes: string }[] }>('order/status_history_get_list', { id });
    return list.map(({ notes }) => notes).join('\n');
  }

  /** What the monitoring service has for an order, and the states of its subscription or server. */
  async function serviceOf(clientId: number, serviceId: number) {
    const path = `/api/v1/services?billing_customer_id=${clientId}&service_id=${serviceId}`;
    const [service] = (await api.get(path)).body.data.services;
    const states = [...(service?.subscriptions ?? []), ...(service?.servers ?? [])].map(({ status }) => status);
    return { ...service, status: states.join() };
  }

  async function expectEqualSides(): Promise<void> {
    expect(await differences()).toMatchObject({ problem: null, count: 0 });
  }

  /** The monitoring service cannot be reached meanwhile. */
  async function whileAway(work: () => Promise<unknown>): Promise<void> {
    await relay.cut();
    try {
      await work();
    } finally {
      await relay.restore();
    }
  }

  it('is installed, keeps settings that lead to an account, and shows the key on no page', async () => {
    expect(await refusal(saveSettings(`${apiKey}x`))).toContain('API key is not valid');
    const pages = ['/extension/settings/servicebreakwater', '/servicebreakwater', `/product/manage/${products.plan}`];
    for (const path of pages) {
      const page = await fossBilling.staffPage(path);
      expect(page).not.toContain(apiKey);
      expect(page).toMatch(/Breakwater|Security monitoring/);
    }
    expect(JSON.stringify(await fossBilling.staff('servicebreakwater/settings'))).not.toContain(apiKey);
  });

  it('stands under a name of one’s own beside itself', async () => {
    await fossBilling.staff('extension/activate', { id: 'serviceacme', type: 'mod' });
    expect(await fossBilling.staff('product/get_types')).toMatchObject({ acme: expect.anything() });
    const page = await fossBilling.staffPage('/extension/settings/serviceacme');
    expect(page).toContain('serviceacme/save_settings');
    expect(page).not.toContain('servicebreakwater/save_settings');
    await fossBilling.staff('extension/deactivate', { id: 'serviceacme', type: 'mod' });
  });

  it.each([
    ['a server', 'server', 'endpoint'],
    ['a plan', 'plan', 'port_monitoring'],
    ['domains', 'domains', 'domain_monitoring'],
  ] as const)(
    'leads the life of %s from the cart to the end, by invoices and by cron',
    async (_, kind, productSlug) => {
      const customer = await newCustomer();
      const said = kind === 'server' ? { ip_address: newAddress(), hostname: 'web1.example.com' } : {};
      const id = await ordered(customer, products[kind], said);
      expect((await order(id)).status).toBe('pending_setup');
      await pay(id);
      expect((await order(id)).status).toBe('active');
      expect(await serviceOf(customer.id, id)).toMatchObject({ product_slug: productSlug, status: 'active', mrr: 10 });

      await act('update', id, { expires_at: '2020-01-01' });
      await fossBilling.cron();
      expect((await order(id)).status).toBe('suspended');
      expect((await serviceOf(customer.id, id)).status).toMatch(/^(suspended|paused)$/);

      await fossBilling.staff('invoice/renewal_invoice', { id });
      await pay(id);
      expect((await order(id)).status).toBe('active');
      expect(await serviceOf(customer.id, id)).toMatchObject({ status: 'active' });

      for (const [action, status] of [
        ['suspend', 'suspended'],
        ['unsuspend', 'active'],
        ['cancel', 'canceled'],
        ['uncancel', 'active'],
      ] as const) {
        await act(action, id);
        expect((await order(id)).status).toBe(status);
        await expectEqualSides();
      }
      await act('delete', id);
      await expectEqualSides();
    },
  );

  it('sells what is free, and what is dearer than a price that can be told', async () => {
    for (const price of [0, 20_000]) {
      const customer = await newCustomer();
      const id = await ordered(customer, await product(`At ${price}`, server, price), { ip_address: newAddress() });
      if (price > 0) await pay(id);
      else if ((await order(id)).status !== 'active') await act('activate', id);
      await act('renew', id);
      expect((await order(id)).status).toBe('active');
      expect(await serviceOf(customer.id, id)).toMatchObject({ status: 'active', mrr: null });
    }
    await expectEqualSides();
  });

  it('takes what the product says, whatever a customer puts into the cart', async () => {
    const customer = await newCustomer();
    const id = await sold(customer, products.server, {
      ip_address: newAddress(),
      kind: 'domain_monitoring',
      plan_slug: 'enterprise',
      domains: 500,
    });
    expect((await order(id)).config).toMatchObject({ kind: 'endpoint', plan_slug: 'starter' });
    expect((await order(id)).config).not.toHaveProperty('domains');
    expect(await serviceOf(customer.id, id)).toMatchObject({ product_slug: 'endpoint', plan_slug: 'starter' });
  });

  it('refuses in the cart what is no address, what is never scanned, and what is monitored already', async () => {
    const customer = await newCustomer();
    const address = newAddress();
    await sold(customer, products.server, { ip_address: address });
    const told = [];
    for (const ip_address of ['web1.example.com', '10.0.0.1', address])
      told.push(await refusal(customer.call('guest/cart/add_item', { id: products.server, period: '1M', ip_address })));
    expect(told).toEqual([
      expect.stringMatching(/^Please enter the IP address of your server/),
      'The address 10.0.0.1 cannot be monitored: it is not one of the public internet.',
      `The address ${address} is monitored for you already.`,
    ]);
  });

  it('refuses a cart with one address twice before it is an invoice, and a second order when it is activated', async () => {
    const customer = await newCustomer();
    const ip_address = newAddress();
    const item = { id: products.server, period: '1M', ip_address };
    await customer.call('guest/cart/add_item', { ...item, multiple: 1 });
    await customer.call('guest/cart/add_item', { ...item, multiple: 1 });
    const told = `The address ${ip_address} is monitored for you already.`;
    expect(await refusal(customer.call('client/cart/checkout'))).toBe(told);
    await customer.call('guest/cart/reset');
    const first = await sold(customer, products.server, { ip_address });
    const more = { client_id: customer.id, product_id: products.server, period: '1M', skip_validation: true };
    const second = Number(await fossBilling.staff('order/create', { ...more, config: { ip_address } }));
    expect(await refusal(act('activate', second))).toContain(`Order #${first} of the same client monitors this`);
    expect((await order(second)).status).toBe('failed_setup');
    await act('delete', second);
    expect(await serviceOf(customer.id, first)).toMatchObject({ status: 'active' });
    await expectEqualSides();
  });

  it('keeps no plan that there is not, and gives an order that failed what its product says now', async () => {
    const customer = await newCustomer();
    const misspelt = { ...plan, plan_slug: 'profesional' };
    const id = await product('To be mended', plan);
    expect(await refusal(fossBilling.staff('servicebreakwater/save_product', { id, config: misspelt }))).toContain(
      'There is no plan “profesional”: choose one of',
    );
    await fossBilling.staff('product/update_config', { id, config: misspelt });
    const failed = await ordered(customer, id);
    await refusal(pay(failed));
    expect((await order(failed)).status).not.toBe('active');
    await fossBilling.staff('servicebreakwater/save_product', { id, config: plan });
    await act('activate', failed);
    expect((await order(failed)).config).toMatchObject({ plan_slug: 'professional' });
    expect(await serviceOf(customer.id, failed)).toMatchObject({ plan_slug: 'professional', status: 'active' });
    await expectEqualSides();
  });

  it('cleans names and host names that would be refused', async () => {
    const customer = await newCustomer(`Tab\there ${'x'.repeat(90)}`);
    const id = await sold(customer, products.server, { ip_address: newAddress(), hostname: `a\tb${'c'.repeat(300)}` });
    expect((await order(id)).status).toBe('active');
    expect((await api.get(`/api/v1/customers/${customer.id}`)).body.data.name).toMatch(/^Tab Here X+$/i);
    await expectEqualSides();
  });

  it('says in the history why an order failed, and sets it up once when it is activated again', async () => {
    const customer = await newCustomer();
    const id = await ordered(customer, products.server, { ip_address: newAddress() });
    await whileAway(() => refusal(pay(id)));
    expect((await order(id)).status).toBe('failed_setup');
    expect(await history(id)).toContain('could not be reached');
    await act('activate', id);
    await act('activate', id, { force: true });
    expect(await serviceOf(customer.id, id)).toMatchObject({ status: 'active' });
    await expectEqualSides();
  });

  it('repairs a renewal that failed of a suspended order by the same button', async () => {
    for (const kind of ['server', 'plan'] as const) {
      const customer = await newCustomer();
      const id = await sold(customer, products[kind], kind === 'server' ? { ip_address: newAddress() } : {});
      await act('suspend', id);
      await whileAway(() => refusal(act('renew', id)));
      expect((await order(id)).status).toBe('failed_renew');
      await act('renew', id);
      expect((await order(id)).status).toBe('active');
      expect(await serviceOf(customer.id, id)).toMatchObject({ status: 'active' });
    }
    await expectEqualSides();
  });

  it('changes a plan by staff’s page, and says by how much a downgrade is too small', async () => {
    const customer = await newCustomer();
    const id = await sold(customer, products.plan);
    const servers = Array.from({ length: 6 }, newAddress);
    for (const ip_address of servers)
      await api.post('/api/v1/billing/provision', { client_id: customer.id, ip_address });
    const change = (plan_slug: string, more: object = {}) =>
      fossBilling.staff('servicebreakwater/change', { order_id: id, plan_slug, ...more });
    await change('business', { dry_run: 1 });
    expect((await order(id)).config.plan_slug).toBe('professional');
    expect(await refusal(change('starter'))).toContain('uses 6, and the new plan or quantity allows 5');
    await change('business');
    expect((await order(id)).config.plan_slug).toBe('business');
    await expectEqualSides();
  });

  it('repairs plan, quantity, price, customer and address by the sync, and says what it repaired', async () => {
    const customer = await newCustomer();
    const [one, many, few] = [
      await sold(customer, products.server, { ip_address: newAddress() }),
      await sold(customer, products.plan),
      await sold(customer, products.domains),
    ];
    const change = { client_id: customer.id, force: true };
    const toOther = { product_slug: 'port_monitoring', new_plan_slug: 'enterprise', service_id: many };
    await api.post('/api/v1/billing/change-subscription', { ...change, ...toOther });
    const toMore = { product_slug: 'domain_monitoring', new_quantity: 50, service_id: few };
    await api.post('/api/v1/billing/change-subscription', { ...change, ...toMore });
    await act('update', many, { price: 77 });
    await fossBilling.staff('client/update', { id: customer.id, first_name: 'Grace', email: 'grace@example.org' });
    const address = newAddress();
    await act('update_config', one, { config: { ...(await order(one)).config, ip_address: address } });
    const told = (await fossBilling.staff<string[]>('servicebreakwater/sync')).join('\n');
    for (const [what, here, there] of [
      ['plan', 'professional', 'enterprise'],
      ['quantity', '2', '50'],
      ['price', '77.00', '10.00'],
      ['name', 'Grace', 'Ada'],
    ] as const)
      expect(told).toContain(`${what} is “${here}” here, and “${there}” at the monitoring service. Repaired.`);
    expect(told).toContain(`address is “${address}” here`);
    expect((await api.get(`/api/v1/customers/${customer.id}`)).body.data).toMatchObject({
      name: 'Grace',
      email: 'grace@example.org',
    });
    await expectEqualSides();
  });

  it('ends what a forced deletion left, and leaves to staff what was never sold here', async () => {
    const customer = await newCustomer();
    const id = await sold(customer, products.plan);
    await whileAway(() => act('delete', id, { force_delete: 1 }));
    expect(await serviceOf(customer.id, id)).toMatchObject({ status: 'active' });
    const other = { client_id: 4_711, service_id: 9_001, product_slug: 'endpoint', ip_address: newAddress() };
    await api.post('/api/v1/billing/provision', other);
    const { count, lines } = await differences();
    expect(count).toBe(2);
    expect(lines.map(({ is_safe }) => is_safe).toSorted()).toEqual([false, true]);
    const told = (await fossBilling.staff<string[]>('servicebreakwater/sync')).join('\n');
    expect(told).toContain(`Order #${id} of client #${customer.id}`);
    const left = await differences();
    expect(left.count).toBe(1);
    const page = await fossBilling.staffPage('/servicebreakwater');
    expect(page).toContain('9001');
    await fossBilling.staff('servicebreakwater/settle', { key: left.lines[0]!.key });
    await expectEqualSides();
  });

  it('repairs once a day by cron what was changed by hand', async () => {
    const customer = await newCustomer();
    const id = await sold(customer, products.domains);
    await fossBilling.staff('servicebreakwater/sync');
    const body = { client_id: customer.id, service_id: id, product_slug: 'domain_monitoring' };
    await api.post('/api/v1/billing/suspend-subscription', body);
    await fossBilling.cron();
    expect((await serviceOf(customer.id, id)).status).not.toBe('active');
    const param = { servicebreakwater_last_sync: '2020-01-01 00:00:00' };
    await fossBilling.staff('system/update_params', param);
    await fossBilling.cron();
    expect(await serviceOf(customer.id, id)).toMatchObject({ status: 'active' });
    await expectEqualSides();
  });

  it('shows a customer one true line of an order of their own, signs them in, and tells of trouble one sentence', async () => {
    const customer = await newCustomer();
    const id = await sold(customer, products.server, {
      ip_address: newAddress(),
      hostname: '<img src=x onerror=alert(1)>',
    });
    const read = async () => (await customer.page(`/order/service/manage/${id}`)).text();
    const page = await read();
    expect(page).toContain('Security monitoring');
    expect(page).toContain('Not looked at yet: the first scan is still to come.');
    expect(page).not.toContain('<img src=x');
    const opened = await customer.page(`/servicebreakwater/open/${id}`);
    expect(opened.status).toBe(302);
    expect(opened.headers.get('cache-control')).toContain('no-store');
    expect(opened.headers.get('location')).toContain('/sso?token=');
    const stranger = await newCustomer();
    expect(await refusal(stranger.call('client/servicebreakwater/state', { order_id: id }))).toBe('Order not found');
    expect(await refusal(stranger.call('client/servicebreakwater/sign_in_url', { order_id: id }))).toBe(
      'Order not found',
    );
    await whileAway(async () => {
      const away = await customer.page(`/servicebreakwater/open/${id}`);
      expect(away.status).toBe(503);
      expect(await away.text()).toMatch(/^The security portal cannot be opened at the moment\./);
      expect(await read()).toContain('Security monitoring');
    });
    const staffs = await fossBilling.staffPage(`/order/manage/${id}`);
    expect(staffs).toContain('waits for its first scan');
    expect(staffs).toContain(`/console/customers/${customer.id}`);
    expect(staffs).not.toContain('<img src=x');
  });

  it('one customer who clicks a hundred times stops nobody’s order', async () => {
    const customer = await newCustomer();
    const id = await sold(customer, products.server, { ip_address: newAddress() });
    let links = 0;
    for (let click = 0; click < 100; click++) {
      await customer.call('client/servicebreakwater/state', { order_id: id });
      const answer = await refusal(customer.call('client/servicebreakwater/sign_in_url', { order_id: id }));
      links += Number(answer.includes('/sso?token='));
    }
    expect(links).toBeLessThanOrEqual(10);
    await act('suspend', id);
    await act('unsuspend', id);
    await expectEqualSides();
  });

  it('whatever happens to orders, both sides agree after the sync, or it names what does not', async () => {
    const step = fc.constantFrom('suspend', 'unsuspend', 'cancel', 'uncancel', 'renew', 'expire', 'delete', 'forced');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('server' as const, 'plan' as const, 'domains' as const),
        fc.array(fc.record({ step, isAway: fc.boolean() }), { minLength: 1, maxLength: 6 }),
        async (kind, steps) => {
          const customer = await newCustomer();
          const id = await sold(customer, products[kind], kind === 'server' ? { ip_address: newAddress() } : {});
          for (const { step, isAway } of steps) {
            const work = async () => {
              if (step === 'expire') {
                await act('update', id, { expires_at: '2020-01-01' });
                await fossBilling.staff('order/batch_suspend_expired');
              } else if (step === 'forced') await act('delete', id, { force_delete: 1 });
              else await act(step, id);
            };
            // What is not possible in that state, or while nobody answers, is refused.
            if (isAway) await whileAway(() => refusal(work()));
            else await refusal(work());
          }
          await fossBilling.staff('servicebreakwater/sync');
          await expectEqualSides();
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});
