import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymenterFiles } from '../../scripts/package-paymenter.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import type { ApiClient } from '../support/api-client.ts';
import { Paymenter, type PaymenterBrowser } from '../support/paymenter.ts';
import { succeeds } from '../support/succeeds.ts';
import { TcpRelay } from '../support/tcp-relay.ts';
import { TestService } from '../support/test-service.ts';

/** Paymenter as a release is unpacked, with the libraries in vendor/. Nothing of it is in this repository. */
const source = process.env.PAYMENTER_DIR;
/** Paymenter wants PHP 8.3 or later. */
const php = process.env.PAYMENTER_PHP ?? 'php';
const extensions = ['pdo_sqlite', 'intl', 'mbstring', 'curl', 'xml'].map((name) => `extension_loaded("${name}")`);
const missing =
  source === undefined
    ? 'PAYMENTER_DIR is not set'
    : !existsSync(join(source, 'vendor/autoload.php'))
      ? `${source} has no libraries in vendor/`
      : !succeeds(php, '-r', `exit(PHP_VERSION_ID >= 80300 && ${extensions.join(' && ')} ? 0 : 1);`)
        ? `${php} (PAYMENTER_PHP) is no PHP 8.3 with pdo_sqlite, intl, mbstring, curl and xml`
        : undefined;
if (missing !== undefined) console.warn(`No real Paymenter sells here: ${missing}.`);

const admin = 'app.admin.resources';
type Kind = 'server' | 'plan' | 'domains';

interface Customer {
  readonly id: number;
  readonly browser: PaymenterBrowser;
}

describe.skipIf(missing !== undefined)('the extension in a real Paymenter', () => {
  let service: TestService;
  let relay: TcpRelay;
  let api: ApiClient;
  let apiKey: string;
  let paymenter: Paymenter;
  let staff: PaymenterBrowser;
  let lastAddress = 0;
  let lastCustomer = 0;

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    relay = await TcpRelay.start({ host: '127.0.0.1', port: service.service.address!.port });
    const partner = { name: 'Northwind Hosting', portalDomain: 'localhost' };
    ({ apiKey } = await createPartner(service.service.resources, partner));
    api = service.client('localhost', apiKey);
    const branded = await paymenterFiles({ name: 'acme', displayName: 'Acme Security' });
    paymenter = await Paymenter.install(source!, php, new Map([...(await paymenterFiles()), ...branded]));
    staff = await paymenter.staff();
    await makeServer('Security');
    await paymenter.evaluate(`App\\Models\\Category::create(['name' => 'Security', 'slug' => 'security']);`);
    await makeProduct('server', { 'data.settings.product': 'endpoint' });
    await makeProduct('plan', { 'data.settings.product': 'port_monitoring', 'data.settings.plan': 'professional' });
    await makeProduct('domains', { 'data.settings.product': 'domain_monitoring', 'data.settings.domains': '2' });
  });
  afterAll(async () => {
    await paymenter?.stop();
    await relay?.cut();
    await service?.stop();
  });

  const newAddress = () => `127.21.${++lastAddress >> 8}.${lastAddress & 255}`;
  const refusal = (work: Promise<unknown>) => work.then(String, (error: Error) => error.message);

  /** As staff make one: the form asks for what the extension says once that is chosen. */
  async function makeServer(name: string): Promise<void> {
    const form = await staff.open('/admin/servers/create', `${admin}.server-resource.pages.create-server`);
    await form.fill({ 'data.name': name, 'data.extension': 'Breakwater' });
    const url = `http://localhost:${relay.port}`;
    await form.call('create', { 'data.settings.url': url, 'data.settings.api_key': apiKey });
  }

  async function makeProduct(slug: string, said: object): Promise<void> {
    const form = await staff.open('/admin/products/create', `${admin}.product-resource.pages.create-product`);
    const general = { 'data.name': `A ${slug}`, 'data.slug': slug, 'data.category_id': '1', 'data.server_id': '1' };
    await form.fill(general);
    const data = () => form.state.data as { plan: Record<string, { pricing: object }> };
    const plan = `data.plan.${Object.keys(data().plan)[0]}`;
    await form.fill({ [`${plan}.name`]: 'Monthly', [`${plan}.type`]: 'recurring' });
    const price = `${plan}.pricing.${Object.keys(Object.values(data().plan)[0]!.pricing)[0]}.price`;
    await form.call('create', { [price]: '10', ...said });
  }

  /** What "Test Connection" tells staff, with a key in the form. */
  async function tested(key: string): Promise<string> {
    const form = await staff.open('/admin/servers/1/edit', `${admin}.server-resource.pages.edit-server`);
    await form.fill({ 'data.settings.api_key': key });
    await form.call('mountAction', {}, 'Test Configuration', {}, { schemaComponent: 'form.extension' });
    return staff.page('/admin/servers');
  }

  /** Staff's "Trigger Extension Action" on the page of a service. @returns the next page, which has the notice */
  async function trigger(action: string, id: number): Promise<string> {
    const page = `/admin/services/services/${id}/edit`;
    const form = await staff.open(page, `${admin}.service-resource.pages.edit-service`);
    await form.call('mountAction', {}, 'changeStatus');
    await form.call('callMountedAction', { 'mountedActions.0.data.action': action });
    return staff.page('/admin/servers');
  }

  async function newCustomer(firstName = 'Ada'): Promise<Customer> {
    const email = `customer-${++lastCustomer}@example.org`;
    const browser = await paymenter.customer(firstName, email);
    const id = await paymenter.evaluate<number>(`return App\\Models\\User::where('email', '${email}')->first()->id;`);
    return { id, browser };
  }

  /** What asks for nothing is put into the cart by opening its page. */
  async function intoCart({ browser }: Customer, kind: Kind, said: Record<string, string> = {}): Promise<void> {
    const page = `/products/security/${kind}/checkout`;
    if (kind !== 'server') return void (await browser.page(page));
    const form = await browser.open(page, 'products.checkout');
    const fields = Object.entries(said).map(([name, value]) => [`checkoutConfig.${name}`, value]);
    await form.call('checkout', Object.fromEntries(fields));
  }

  /** The cart is ordered. @returns the services, and the number of their invoice */
  async function order({ browser, id }: Customer): Promise<{ ids: number[]; invoice: number }> {
    const cart = await browser.open('/cart', 'cart');
    const { redirect, events } = await cart.call('checkout');
    expect(redirect ?? '', JSON.stringify(events)).toContain('/invoices/');
    return paymenter.evaluate(`
      $order = App\\Models\\Order::where('user_id', ${id})->latest('id')->first();
      $item = App\\Models\\InvoiceItem::where('reference_id', $order->services->first()->id)->latest('id')->first();
      return ['ids' => $order->services->pluck('id'), 'invoice' => $item->invoice_id];`);
  }

  /** Money came in, as a gateway tells Paymenter, and what follows from it is done. */
  const pay = (invoice: number) =>
    paymenter.happens(`
      $invoice = App\\Models\\Invoice::find(${invoice});
      App\\Helpers\\ExtensionHelper::addPayment($invoice->id, null, $invoice->remaining, transactionId: 'paid-${invoice}');`);

  async function sold(customer: Customer, kind: Kind, said: Record<string, string> = {}): Promise<number> {
    await intoCart(customer, kind, kind === 'server' ? { ip_address: newAddress(), ...said } : {});
    const { ids, invoice } = await order(customer);
    await pay(invoice);
    return ids[0]!;
  }

  const status = (id: number) => paymenter.evaluate<string>(`return App\\Models\\Service::find(${id})?->status;`);
  /** What the exceptions say of jobs that failed, the newest last; they are forgotten. */
  async function failures(): Promise<string> {
    return paymenter.evaluate<string>(`
      $said = DB::table('failed_jobs')->pluck('exception')->map(fn ($text) => strtok($text, "\\n"))->join("\\n");
      DB::table('failed_jobs')->delete();
      return $said;`);
  }
  const dueSince = (id: number, days: number) =>
    paymenter.evaluate(`App\\Models\\Service::find(${id})->update(['expires_at' => now()->subDays(${days})]);`);

  /** A customer chooses another plan on the page of a service, and pays for it where it is dearer. */
  async function upgrade({ browser, id }: Customer, serviceId: number, plan: string): Promise<void> {
    const form = await browser.open(`/services/${serviceId}/upgrade`, 'services.upgrade');
    const option = await paymenter.evaluate<{ id: number; value: number }>(`
      $value = App\\Models\\ConfigOption::where('env_variable', '${plan}')->first();
      return ['id' => $value->parent_id, 'value' => $value->id];`);
    const { redirect, events } = await form.call('doUpgrade', { [`configOptions.${option.id}`]: option.value });
    expect(redirect, JSON.stringify(events)).toMatch(/\/invoices\/|\/services\//);
    const open = `return App\\Models\\Invoice::where('user_id', ${id})->where('status', 'pending')->pluck('id');`;
    for (const invoice of await paymenter.evaluate<number[]>(open)) await pay(invoice);
    await paymenter.work();
  }

  /** What the monitoring service has for a service, and the states of its subscription or server. */
  async function there(customer: Customer, id: number) {
    const path = `/api/v1/services?billing_customer_id=${customer.id}&service_id=${id}`;
    const [found] = (await api.get(path)).body.data.services;
    const subscriptions = found?.subscriptions ?? [];
    const states = [...subscriptions, ...(found?.servers ?? [])].map(({ status }) => status);
    // A service that is a subscription has a quantity, too.
    return { ...found, ...subscriptions[0], status: states.join() };
  }

  /** The daily comparison finds nothing. */
  async function expectEqualSides(): Promise<void> {
    expect(await paymenter.compare()).toBe('');
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

  it('is set up by staff’s forms, and its key is encrypted from the first', async () => {
    const settings = await paymenter.evaluate<string>(`return json_encode(DB::table('settings')->get());`);
    expect(settings).not.toContain(apiKey);
    expect(await tested(apiKey)).toContain('Configuration is correct');
    const refused = await tested('bwk_live_wrong');
    expect(refused).toContain('Connection failed: The API key is not valid');
    expect(refused).not.toContain('bwk_live_wrong');
    const form = await staff.page('/admin/products/2/edit');
    for (const plan of ['starter (5 servers)', 'professional (25 servers)']) expect(form).toContain(plan);
  });

  it('stands under a name of one’s own beside itself', async () => {
    const form = await staff.open('/admin/servers/create', `${admin}.server-resource.pages.create-server`);
    const { html } = await form.fill({ 'data.name': 'Acme', 'data.extension': 'Acme' });
    expect(html).toContain('Made in the console of the portal domain');
    expect((form.state.data as { settings: object }).settings).toHaveProperty('api_key');
  });

  it.each([
    ['server', 'endpoint'],
    ['plan', 'port_monitoring'],
    ['domains', 'domain_monitoring'],
  ] as const)(
    'leads the life of a %s from the cart to the end, by invoices and by cron',
    async (kind, product_slug) => {
      const customer = await newCustomer();
      const id = await sold(customer, kind, kind === 'server' ? { hostname: 'web1.example.com' } : {});
      expect(await failures()).toBe('');
      expect(await there(customer, id)).toMatchObject({ product_slug, status: 'active', mrr: 10 });
      await expectEqualSides();

      await paymenter.cron();
      await dueSince(id, 3);
      await paymenter.cron();
      expect(await status(id)).toBe('suspended');
      expect((await there(customer, id)).status).toMatch(/^(suspended|paused)$/);
      await expectEqualSides();

      const renewal = `return App\\Models\\Service::find(${id})->invoices()->where('status', 'pending')->first()->id;`;
      await pay(await paymenter.evaluate<number>(renewal));
      await paymenter.work();
      expect(await status(id)).toBe('active');
      expect(await there(customer, id)).toMatchObject({ status: 'active' });

      await dueSince(id, 20);
      await paymenter.cron();
      await paymenter.cron();
      expect(await status(id)).toBe('cancelled');
      expect((await there(customer, id)).status).not.toMatch(/active|paused|suspended/);
      expect(await failures()).toBe('');
      await expectEqualSides();
    },
  );

  it('refuses at the checkout what is no address, what is never scanned, and what is monitored already', async () => {
    const customer = await newCustomer();
    const ip_address = newAddress();
    await sold(customer, 'server', { ip_address });
    const told = [];
    for (const asked of ['web1.example.com', '10.0.0.1', ip_address])
      told.push(await refusal(intoCart(customer, 'server', { ip_address: asked })));
    expect(told).toEqual([
      expect.stringMatching(/^Please enter the IP address of your server/),
      'The address 10.0.0.1 cannot be monitored: it is not one of the public internet.',
      `The address ${ip_address} is monitored for you already.`,
    ]);
  });

  it('monitors an address once that is ordered twice, and says which service has it', async () => {
    const customer = await newCustomer();
    const ip_address = newAddress();
    await intoCart(customer, 'server', { ip_address });
    await intoCart(customer, 'server', { ip_address });
    const { ids, invoice } = await order(customer);
    await pay(invoice);
    expect(await failures()).toContain(`Service #${ids[0]} of the same customer monitors ${ip_address} already`);
    expect(await there(customer, ids[0]!)).toMatchObject({ status: 'active' });
    expect(await paymenter.compare()).toContain(`#${ids[1]}`);
    expect(await there(customer, ids[0]!)).toMatchObject({ status: 'active' });
    await paymenter.evaluate(`App\\Models\\Service::find(${ids[1]})->delete();`);
    await expectEqualSides();
  });

  it('does what staff trigger on the page of a service', async () => {
    const customer = await newCustomer();
    const id = await sold(customer, 'server');
    for (const [action, state] of [
      ['suspend', 'paused'],
      ['unsuspend', 'active'],
      ['terminate', ''],
      ['create', 'active'],
    ] as const) {
      expect(await trigger(action, id)).toContain('Action triggered successfully');
      if (state !== '') expect((await there(customer, id)).status).toBe(state);
    }
    await whileAway(async () => {
      expect(await trigger('suspend', id)).toContain('could not be reached');
    });
    await expectEqualSides();
  });

  it('ends at once what a customer cancels', async () => {
    const customer = await newCustomer();
    const id = await sold(customer, 'plan');
    const form = await customer.browser.open(`/services/${id}?cancel=1`, 'services.cancel');
    await form.call('cancelService', { type: 'immediate', reason: 'No longer needed' });
    await paymenter.work();
    expect(await status(id)).toBe('cancelled');
    expect((await there(customer, id)).status).toBe('cancelled');
    await expectEqualSides();
  });

  it('sells another plan by a config option, and says by how much one is too small', async () => {
    await paymenter.evaluate(`
      $option = App\\Models\\ConfigOption::create(['name' => 'Plan', 'env_variable' => 'plan', 'type' => 'select',
        'sort' => 0, 'hidden' => false, 'upgradable' => true]);
      $option->products()->attach(2);
      foreach (['professional', 'business', 'starter'] as $at => $plan) {
        $value = $option->children()->create(['name' => ucfirst($plan), 'env_variable' => $plan, 'sort' => $at]);
        $price = $value->plans()->create(['name' => 'Monthly', 'type' => 'recurring', 'billing_period' => 1, 'billing_unit' => 'month']);
        $price->prices()->create(['currency_code' => 'USD', 'price' => $at]);
      }`);
    const customer = await newCustomer();
    const form = await customer.browser.open('/products/security/plan/checkout', 'products.checkout');
    await form.call('checkout');
    const { ids, invoice } = await order(customer);
    const id = ids[0]!;
    await pay(invoice);
    expect(await there(customer, id)).toMatchObject({ plan_slug: 'professional' });
    const servers = Array.from({ length: 6 }, newAddress);
    for (const ip_address of servers)
      await api.post('/api/v1/billing/provision', { client_id: customer.id, ip_address });
    await upgrade(customer, id, 'business');
    expect(await failures()).toBe('');
    expect(await there(customer, id)).toMatchObject({ plan_slug: 'business' });
    await upgrade(customer, id, 'starter');
    expect(await failures()).toContain('uses 6, and the new plan or quantity allows 5');
    expect(await there(customer, id)).toMatchObject({ plan_slug: 'business' });
    expect(await paymenter.compare()).toContain(`#${id}`);
    await upgrade(customer, id, 'business');
    await expectEqualSides();
  });

  it('shows a customer one true line of a service of their own, signs them in, and tells of trouble one sentence', async () => {
    const customer = await newCustomer();
    const id = await sold(customer, 'server', { hostname: '<img src=x onerror=alert(1)>' });
    const page = await customer.browser.page(`/services/${id}`);
    expect(page).toContain('Security monitoring');
    expect(page).toContain('Not looked at yet: the first scan is still to come.');
    expect(page).not.toContain('<img src=x');
    const shown = await customer.browser.open(`/services/${id}`, 'services.show');
    expect((await shown.call('goto', {}, 'signInUrl')).redirect).toContain('/sso?token=');
    const stranger = await newCustomer();
    expect(await refusal(stranger.browser.page(`/services/${id}`))).toContain('404');
    await whileAway(async () => {
      expect(await customer.browser.page(`/services/${id}`)).toContain('Security monitoring');
      expect(await refusal(shown.call('goto', {}, 'signInUrl'))).toMatch(
        /^503: .*The security portal cannot be opened at the moment\./s,
      );
    });
    expect(await paymenter.log()).not.toContain(apiKey);
  });

  it('says in the list of failed jobs why a service was not set up, and the daily comparison sets it up', async () => {
    const customer = await newCustomer();
    let id = 0;
    await whileAway(async () => {
      id = await sold(customer, 'server');
    });
    expect(await failures()).toContain('could not be reached');
    expect(await status(id)).toBe('active');
    expect(await paymenter.compare()).toContain(`#${id}`);
    expect(await there(customer, id)).toMatchObject({ status: 'active' });
    await expectEqualSides();
  });

  it('is compared daily by the scheduler, which ends what was deleted here and leaves what was never sold here', async () => {
    expect(await paymenter.artisan('schedule:list')).toMatch(/30 +3 \* \* \* +breakwater-compare/);
    const customer = await newCustomer();
    const id = await sold(customer, 'domains');
    await paymenter.evaluate(`App\\Models\\Service::find(${id})->delete();`);
    const other = { client_id: 4_711, service_id: 9_001, product_slug: 'endpoint', ip_address: newAddress() };
    const { endpoint_id } = (await api.post('/api/v1/billing/provision', other)).body.data;
    const log = await paymenter.compare();
    expect(log).toMatch(new RegExp(`#${id}.*Repaired\\.`));
    expect(log).toMatch(/#9001/);
    expect((await there(customer, id)).status).toBe('cancelled');
    expect((await there({ ...customer, id: 4_711 }, 9_001)).status).toBe('active');
    await api.post('/api/v1/billing/terminate', { endpoint_id });
    await expectEqualSides();
  });
});
