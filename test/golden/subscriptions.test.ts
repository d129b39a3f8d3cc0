import { act, domainMonitoring, portMonitoring } from '../support/billing.ts';
import { sequenceEvents } from '../support/events.ts';
import { provision } from '../support/scans.ts';
import { recordArea, type Scene } from './record-area.ts';

const namespaces = ['billing', 'provisioning'];
const stateActions = ['suspend-subscription', 'resume-subscription', 'terminate-subscription'] as const;

/** What leads to each state of a subscription. */
const ways = { active: [], suspended: ['suspend-subscription'], cancelled: ['terminate-subscription'] };

/** So many servers of a customer, a second apart. Returns their ids. */
async function servers({ partner, service }: Scene, clientId: number, count: number, net: number): Promise<string[]> {
  const ids = [];
  for (let host = 1; host <= count; host += 1) {
    service.clock.advanceSeconds(1);
    ids.push(await provision(partner.api, `127.9.${net}.${host}`, { client_id: clientId, service_id: 50 + host }));
  }
  return ids;
}

async function domains({ partner, service }: Scene, clientId: number, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    service.clock.advanceSeconds(1);
    const domain = `shop-${number}.customer-${clientId}.example.com`;
    await act(partner.api, 'provision-domain', { client_id: clientId, service_id: 60, domain });
  }
}

/** What a customer has, seen from all sides. */
async function overview({ api }: Scene, clientId: number): Promise<void> {
  await api.get(`/api/v1/customers/${clientId}`);
  await api.get(`/api/v1/endpoints?billing_customer_id=${clientId}&per_page=100`);
  await api.get(`/api/v1/domain-monitoring/domains?billing_customer_id=${clientId}&limit=100`);
}

recordArea(
  'subscriptions',
  { role: 'api' },
  {
    Provisioning: async (scene) => {
      const { api } = scene;
      for (const [index, namespace] of namespaces.entries()) {
        const call = (body: object) => api.post(`/api/v1/${namespace}/provision-subscription`, body);
        const ports = portMonitoring(1 + 10 * index);
        await call({ ...ports, plan_slug: 'starter', mrr: 9.9, client_name: 'Jane', client_email: 'jane@example.com' });
        await call({ ...ports, plan_slug: 'starter', mrr: 9.9 });
        await call({ ...ports, plan_slug: 'business', mrr: 19.9 });
        await call(ports);
        await call({ ...domainMonitoring(1 + 10 * index), quantity: 2 });
        await call({ ...ports, service_id: 9 });
        await call({ ...ports, service_id: 9, plan_slug: 'unheard-of' });
        await call({ ...ports, service_id: 9, product_slug: 'coffee', plan_slug: 'starter' });
        await call({ ...domainMonitoring(1), service_id: 9, quantity: 0 });
        await call({});
        await api.get(`/api/v1/customers/${ports.client_id}`);
      }
      await scene.audit();
    },
    'Every action in every state, twice': async (scene) => {
      const { api } = scene;
      let client = 100;
      for (const [state, way] of Object.entries(ways))
        for (const action of [...stateActions, 'provision-subscription', 'change-subscription']) {
          client += 1;
          const ports = portMonitoring(client);
          await act(scene.partner.api, 'provision-subscription', {
            ...ports,
            plan_slug: 'starter',
            client_name: state,
          });
          await servers(scene, client, 2, client);
          for (const step of way) await act(scene.partner.api, step, ports);
          const more = {
            'provision-subscription': { plan_slug: 'business' },
            'change-subscription': { new_plan_slug: 'professional' },
          }[action];
          for (let time = 0; time < 2; time += 1) await act(api, action, { ...ports, ...more });
          await api.get(`/api/v1/customers/${client}`);
          await api.get(`/api/v1/endpoints?billing_customer_id=${client}`);
        }
      await scene.audit();
    },
    'Actions in the other namespace, and those that are refused': async (scene) => {
      const { api } = scene;
      const ports = portMonitoring(1);
      await act(scene.partner.api, 'provision-subscription', { ...ports, plan_slug: 'starter' });
      for (const action of ['change-subscription', ...stateActions]) {
        const more = action === 'change-subscription' ? { new_plan_slug: 'business' } : {};
        for (const namespace of namespaces) {
          const call = (body: object) => api.post(`/api/v1/${namespace}/${action}`, body);
          await call({ ...ports, client_id: 2, ...more });
          await call({ ...ports, service_id: 2, ...more });
          await call({ ...domainMonitoring(1, 1), ...more });
          await call({ ...ports, product_slug: 'coffee', ...more });
          await call({});
        }
        await api.post(`/api/v1/provisioning/${action}`, { ...ports, ...more });
      }
      await scene.audit();
    },
    'Capacity: limits, changes of plans, and what they pause': async (scene) => {
      const { api } = scene;
      const ports = portMonitoring(1);
      await act(api, 'provision-subscription', { ...ports, plan_slug: 'professional' });
      const ids = await servers(scene, 1, 7, 60);
      await scene.scan(ids[6]!, { open: ['22:tcp'] });
      const change = (body: object) => act(api, 'change-subscription', { ...ports, ...body });
      await change({ new_plan_slug: 'starter' });
      await change({ new_plan_slug: 'starter', dry_run: true });
      await change({ new_plan_slug: 'starter', dry_run: true, force: true });
      await overview(scene, 1);
      await change({ new_plan_slug: 'starter', force: true });
      await overview(scene, 1);
      await api.get(`/api/v1/alerts?endpoint_id=${ids[6]}`);
      await act(api, 'provision', { client_id: 1, ip_address: '127.9.60.20' });
      await api.post('/api/v1/endpoints', { billing_customer_id: 1, ip_address: '127.9.60.20' });
      await act(api, 'resume', { endpoint_id: ids[6]! });
      await act(api, 'suspend', { endpoint_id: ids[0]! });
      await overview(scene, 1);
      await act(api, 'resume', { endpoint_id: ids[0]! });
      await act(api, 'terminate', { endpoint_id: ids[1]! });
      await overview(scene, 1);
      await act(api, 'suspend-subscription', ports);
      await overview(scene, 1);
      await act(api, 'resume-subscription', ports);
      await overview(scene, 1);
      await change({ new_plan_slug: 'business' });
      await overview(scene, 1);
      await act(api, 'terminate-subscription', ports);
      await overview(scene, 1);
      await change({});
      await change({ new_quantity: 5 });
      await scene.audit();
    },
    'Capacity of domains': async (scene) => {
      const { api } = scene;
      const slots = domainMonitoring(1);
      await act(api, 'provision-subscription', { ...slots, quantity: 4 });
      await domains(scene, 1, 4);
      await act(api, 'provision-domain', { client_id: 1, service_id: 60, domain: 'fifth.example.com' });
      const change = (body: object) => act(api, 'change-subscription', { ...slots, ...body });
      for (const more of [{}, { dry_run: true }, { force: true }]) await change({ new_quantity: 2, ...more });
      await overview(scene, 1);
      const { body } = await api.get('/api/v1/domain-monitoring/domains?billing_customer_id=1&status=paused');
      const [paused, other] = body.data.domains;
      await act(api, 'resume-domain', { monitored_domain_id: paused.id });
      await act(api, 'terminate-domain', { monitored_domain_id: other.id });
      await overview(scene, 1);
      await change({ new_quantity: 9 });
      await overview(scene, 1);
      await act(api, 'suspend-subscription', slots);
      await overview(scene, 1);
      await act(api, 'terminate-subscription', slots);
      await overview(scene, 1);
      await change({ new_plan_slug: 'starter' });
      await scene.audit();
    },
    'Plans, and capacity when they change': async (scene) => {
      const { api } = scene;
      const console = await scene.administrator();
      await console.get('/api/v1/plans');
      const set = (slug: string, body: object, by = api) =>
        by.send('PUT', `/api/v1/plans/port_monitoring/${slug}`, body);
      await set('small', { capacity: 3 });
      await set(
        'small',
        { capacity: 3, scan_interval_seconds: 3_600, ports: 'top-1000', protocols: 'tcp+udp' },
        console,
      );
      await act(api, 'provision-subscription', { ...portMonitoring(1), plan_slug: 'small' });
      await servers(scene, 1, 3, 61);
      await set('small', { capacity: 1 }, console);
      await overview(scene, 1);
      await set('small', { capacity: 2 }, console);
      await overview(scene, 1);
      for (const body of [
        {},
        { capacity: -1 },
        { capacity: 1, ports: 'some' },
        { capacity: 1, scan_interval_seconds: 1 },
      ])
        await set('small', body, console);
      await set('Not A Slug', { capacity: 1 }, console);
      await api.get('/api/v1/plans');
      const remove = (slug: string, by = api) => by.send('DELETE', `/api/v1/plans/port_monitoring/${slug}`);
      await remove('small');
      await act(api, 'terminate-subscription', portMonitoring(1));
      await remove('small', console);
      await remove('small');
      await remove('starter');
      await api.get('/api/v1/subscriptions');
      await api.get('/api/v1/services');
      await scene.audit();
    },
    'Services that the billing system reports': async (scene) => {
      const { api } = scene;
      await act(api, 'provision-subscription', { ...portMonitoring(1), plan_slug: 'starter' });
      await act(api, 'provision-subscription', { ...domainMonitoring(1), quantity: 2 });
      const [first] = await servers(scene, 1, 3, 62);
      await servers(scene, 2, 2, 63);
      await domains(scene, 1, 2);
      await scene.scan(first!, { open: ['22:tcp'] });
      const sync = (...services: object[]) => act(api, 'sync-services', { services, module_version: '1.2.3' });
      const server = (client_id: number, service_id: number) => ({ client_id, service_id, product_slug: 'endpoint' });
      for (const status of ['active', 'suspended', 'suspended', 'active', 'cancelled', 'active', 'cancelled']) {
        await sync({ ...portMonitoring(1), status }, { ...domainMonitoring(1), status });
        await overview(scene, 1);
      }
      for (const status of ['suspended', 'active', 'cancelled', 'active']) {
        await sync({ ...server(1, 51), status }, { ...server(2, 52), status }, { ...server(3, 51), status });
        await overview(scene, 1);
      }
      await api.get(`/api/v1/alerts?endpoint_id=${first}`);
      await sync({ ...server(1, 52), status: 'suspended' }, { ...server(1, 52), status: 'cancelled' });
      await sync({ ...portMonitoring(7), status: 'active' });
      await sync();
      await sync({ ...portMonitoring(1), status: 'gone' });
      await sync({ ...portMonitoring(1), status: 'active' }, { product_slug: 'coffee' });
      await act(api, 'sync-services', {});
      await overview(scene, 2);
      await scene.audit();
    },
    'Customers that move': async (scene) => {
      const { api } = scene;
      await act(scene.partner.api, 'provision-subscription', {
        ...portMonitoring(30, 70),
        plan_slug: 'starter',
        mrr: 5,
      });
      await act(scene.partner.api, 'provision-subscription', {
        ...portMonitoring(31, 71),
        plan_slug: 'starter',
        mrr: 5,
      });
      const [first] = await servers(scene, 30, 2, 72);
      await domains(scene, 30, 1);
      await scene.scan(first!, { open: ['22:tcp', '3306:tcp'] });
      await api.post('/api/v1/whitelists', { billing_customer_id: 31, port_start: 22 });
      const customers = '/api/v1/customers';
      await api.post(`${customers}/30/services/70/transfer`, { to: 31, dry_run: true });
      await api.post(`${customers}/30/services/70/transfer`, { to: 31 });
      await api.post(`${customers}/30/services/70/transfer`, { to: 31 });
      await api.post(`${customers}/30/services/7/transfer`, { to: 31 });
      await api.post(`${customers}/30/services/x/transfer`, { to: 30 });
      await api.post(`${customers}/30/services/70/transfer`, { to: 30 });
      await api.post(`${customers}/30/merge`, { into: 32, client_name: 'Ada', dry_run: true });
      await api.post(`${customers}/30/merge`, { into: 31 });
      await api.post(`${customers}/30/merge`, { into: 31 });
      await api.post(`${customers}/30/merge`, { into: 30 });
      await api.post(`${customers}/404/merge`, { into: 31 });
      await api.get(`${customers}/31`);
      await scene.audit();
    },
    'Customers and their lists': async (scene) => {
      const { api } = scene;
      for (const [index, name] of ['Jane', 'Joan', 'Jim', 'Ada'].entries()) {
        const who = { client_name: name, client_email: `${name.toLowerCase()}@example.com` };
        await act(scene.partner.api, 'provision-subscription', {
          ...portMonitoring(20 + index),
          plan_slug: 'starter',
          mrr: index,
          ...who,
        });
        await act(scene.partner.api, 'provision-subscription', { ...domainMonitoring(20 + index), quantity: 2 });
      }
      const [first] = await servers(scene, 20, 2, 64);
      await domains(scene, 20, 1);
      await scene.scan(first!, { open: ['22:tcp', '3306:tcp'] });
      await act(scene.partner.api, 'suspend-subscription', portMonitoring(21));
      await act(scene.partner.api, 'terminate-subscription', domainMonitoring(22));
      const customers = '/api/v1/customers';
      await api.send('PUT', `${customers}/20`, { client_name: 'Jane Doe', client_email: 'doe@example.com' });
      await api.send('PUT', `${customers}/404`, { client_name: 'Nobody' });
      await api.send('PUT', `${customers}/20/services/64`, { plan_slug: 'business', mrr: 4.5 });
      await api.send('PUT', `${customers}/20/services/51`, { plan_slug: 'starter', mrr: 4.5 });
      await api.send('PUT', `${customers}/20/services/51`, { plan_slug: 'unheard-of', mrr: 0 });
      await api.get('/api/v1/usage?from=2026-03-01&to=2026-04-01&billing_customer_id=20');
      await api.get('/api/v1/usage?from=2026-03-01&to=2026-03-01&billing_customer_id=x');
      await sequenceEvents(scene.service);
      await api.get('/api/v1/events?billing_customer_id=20&limit=5');
      await api.get('/api/v1/events?types=alert.opened,scan.completed&limit=2');
      await api.get('/api/v1/events?types=alert.closed&after=x&limit=0');
      await api.get('/api/v1/reports/monthly?month=2026-03&billing_customer_id=20');
      await api.get('/api/v1/reports/monthly?month=2026-04&billing_customer_id=x');
      await api.get('/api/v1/reports/exposure?days=2');
      await api.get('/api/v1/reports/exposure?days=91');
      for (const query of ['', '?search=j', '?search=ada@', '?search=21', '?search=%25', '?limit=0', '?cursor=x'])
        await api.get(`${customers}${query}`);
      let query = '?limit=2';
      for (let page = 0; page < 3; page += 1) {
        const { body } = await api.get(`${customers}${query}`);
        if (!body.data?.next_cursor) break;
        query = `?limit=2&cursor=${body.data.next_cursor}`;
      }
      for (const id of [20, 21, 22, 23, 999, 'x']) await api.get(`${customers}/${id}`);
      const list = '/api/v1/subscriptions';
      const filters = ['status=active', 'status=suspended', 'status=cancelled', 'product_slug=domain_monitoring'];
      for (const filter of ['', 'billing_customer_id=20', 'billing_customer_id=999', ...filters, 'per_page=3&page=2'])
        await api.get(`${list}?${filter}`);
      for (const filter of ['status=gone', 'product_slug=coffee', 'per_page=0']) await api.get(`${list}?${filter}`);
      await api.get('/api/v1/account');
      await scene.service.client(scene.partner.portalDomain, null).get('/api/v1/account');
    },
    Prices: async (scene) => {
      const { api } = scene;
      const price = {
        product_slug: 'port_monitoring',
        plan_slug: 'starter',
        currency: 'EUR',
        billing_cycle: 'monthly',
      };
      const slot = {
        product_slug: 'domain_monitoring',
        currency: 'USD',
        billing_cycle: 'annually',
        amount: '20',
        setup_fee: 5,
      };
      const set = (...prices: object[]) => act(api, 'pricing', { prices });
      await set({ ...price, amount: 9.9 }, slot);
      await set({ ...price, amount: 12 }, slot, { ...price, currency: 'USD', amount: 11 });
      await set({ ...price, amount: -1 }, { ...price, currency: 'EURO', amount: 1 });
      await set();
      await api.get('/api/v1/prices');
      const remove = (query: string, body?: object) => api.send('DELETE', `/api/v1/billing/pricing${query}`, body);
      await remove('?currency=USD&plan_slug=starter');
      await remove('?billing_cycle=weekly');
      await remove('', { product_slug: 'domain_monitoring' });
      await remove('', { product_slug: 'domain_monitoring' });
      await api.get('/api/v1/prices');
      await api.get('/api/v1/billing/pricing');
      await api.get('/api/v1/billing/pricing?client_id=1');
      await remove('');
      await remove('?product=endpoint', { currency: '' });
      await remove('', { all: true });
      await scene.audit();
    },
  },
);
