import { act, portMonitoring, subscribe } from '../support/billing.ts';
import { pretendLiveWorker } from '../support/rows.ts';
import { enqueueScan, systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { recordArea, type Scene } from './record-area.ts';

const path = '/api/v1/endpoints';
const absent = '00000000-0000-4000-8000-000000000000';
const namespaces = ['billing', 'provisioning'];
const stateActions = ['suspend', 'resume', 'terminate'] as const;

/** What leads to each state of an endpoint. */
const ways: Readonly<Record<string, (scene: Scene, endpointId: string) => Promise<unknown>>> = {
  active: async () => {},
  paused: ({ partner }, endpoint_id) => act(partner.api, 'suspend', { endpoint_id }),
  quota_paused: async ({ partner }, endpointId) => {
    const { body } = await partner.api.get(`${path}/${endpointId}`);
    await subscribe(partner.api, portMonitoring(body.data.billing_customer_id), { plan_slug: 'starter' });
    await act(partner.api, 'suspend-subscription', portMonitoring(body.data.billing_customer_id));
  },
  terminated: ({ partner }, endpoint_id) => act(partner.api, 'terminate', { endpoint_id }),
  deleted: ({ partner }, endpointId) => partner.api.send('DELETE', `${path}/${endpointId}`),
};

/** Several servers of two customers. */
async function severalServers({ partner: { api } }: Scene): Promise<readonly string[]> {
  return [
    await provision(api, '127.9.20.1', { service_id: 11, hostname: 'www.example.com', client_name: 'Jane' }),
    await provision(api, '127.9.20.2', { service_id: 12, hostname: 'mail.example.com' }),
    await provision(api, '2001:db8::20', { service_id: 13 }),
    await provision(api, '127.9.20.4', { client_id: 2, service_id: 14 }),
    await provision(api, '127.9.20.5', { client_id: 2 }),
  ];
}

const environment = { SCAN_ALLOW: '127.0.0.0/8,2001:db8::/32', SCAN_DENY: '127.13.0.0/16' };

recordArea(
  'endpoints',
  { role: 'api', environment },
  {
    Provisioning: async (scene) => {
      const { api } = scene;
      for (const [index, namespace] of namespaces.entries()) {
        const provisionAs = (body: object) => api.post(`/api/v1/${namespace}/provision`, body);
        const ip_address = `127.9.21.${index}`;
        const order = { client_id: 1 + 10 * index, service_id: 5, ip_address };
        const more = { client_name: 'Jane', client_email: 'jane@example.com', hostname: 'www.example.com' };
        await provisionAs({ ...order, ...more, product_slug: 'endpoint', plan_slug: 'basic', mrr: 9.9 });
        await provisionAs({ ...order, ...more });
        await provisionAs({ client_id: order.client_id, service_id: 5 });
        await provisionAs({ ...order, hostname: 'other.example.com', client_name: 'Joan' });
        await provisionAs({ ...order, ip_address: '127.9.21.9' });
        await provisionAs({ ...order, client_id: 2 + 10 * index });
        await provisionAs({ client_id: 1 });
        await provisionAs({});
        await provisionAs({ client_id: 'x', ip_address: 'nowhere', service_id: -1, hostname: 'h'.repeat(300) });
        for (const refused of [
          '127.13.0.1',
          '192.0.2.1',
          '10.0.0.1',
          '255.255.255.255',
          '2001:db8::1',
          '::ffff:127.0.0.1',
        ])
          await provisionAs({ client_id: 3 + 10 * index, ip_address: refused });
        await provisionAs({ client_id: 4 + 10 * index, service_id: 6, hostname: 'unknown.example.com' });
      }
      await api.send('POST', '/api/v1/billing/provision', 'no json');
      await api.get(`${path}?per_page=100`);
      await scene.audit();
    },
    'Every action in every state, twice': async (scene) => {
      const { api } = scene;
      let number = 0;
      for (const [state, way] of Object.entries(ways))
        for (const action of stateActions) {
          number += 1;
          const client_id = 100 + number;
          const endpointId = await provision(scene.partner.api, `127.9.22.${number}`, { client_id, hostname: state });
          await scene.scan(endpointId, { open: ['22:tcp'] });
          await way(scene, endpointId);
          for (let time = 0; time < 2; time += 1) await act(api, action, { endpoint_id: endpointId });
          await api.get(`${path}/${endpointId}/detail`);
          await api.get(`/api/v1/alerts?endpoint_id=${endpointId}`);
        }
      await scene.audit();
    },
    'Actions in the other namespace, and those that are refused': async (scene) => {
      const { api } = scene;
      const endpointId = await provision(scene.partner.api, '127.9.23.1');
      const stranger = await scene.service.partner('Stranger Hosting');
      const foreign = scene.record(scene.service.client(stranger.portalDomain, stranger.apiKey), 'a stranger');
      for (const action of stateActions) {
        const other = `/api/v1/provisioning/${action}`;
        for (const namespace of namespaces) {
          await foreign.post(`/api/v1/${namespace}/${action}`, { endpoint_id: endpointId });
          await api.post(`/api/v1/${namespace}/${action}`, { endpoint_id: absent });
          await api.post(`/api/v1/${namespace}/${action}`, { endpoint_id: 'x' });
          await api.post(`/api/v1/${namespace}/${action}`);
        }
        await api.post(other, { endpoint_id: endpointId });
        await api.get(`${path}/${endpointId}`);
      }
      await scene.service.client(scene.partner.portalDomain, null).get(path);
      await scene.audit();
    },
    'A terminated server that is provisioned again': async (scene) => {
      const { api } = scene;
      const order = { client_id: 1, service_id: 7, ip_address: '127.9.24.1' };
      const endpointId = (await act(api, 'provision', order)).body.data.endpoint_id;
      await scene.scan(endpointId, { open: ['22:tcp', '3306:tcp'] });
      await act(api, 'terminate', { endpoint_id: endpointId });
      const again = (await act(api, 'provision', order)).body.data.endpoint_id;
      await api.get(`${path}/${again}/detail`);
      await scene.scan(again, { open: ['22:tcp'] });
      await api.get(`${path}/${again}/detail`);
      await api.get(`/api/v1/alerts?billing_customer_id=1`);
      await act(api, 'suspend', { endpoint_id: again });
      await act(api, 'provision', order);
      await act(api, 'provision', { ...order, ip_address: '127.9.24.2' });
      await api.get(path);
      await scene.audit();
    },
    'Lists and single servers': async (scene) => {
      const { api } = scene;
      const [first, second, third, fourth] = (await severalServers(scene)) as [string, string, string, string];
      await act(scene.partner.api, 'suspend', { endpoint_id: second });
      await act(scene.partner.api, 'terminate', { endpoint_id: fourth });
      await scene.scan(first, { open: ['22:tcp', '443:tcp'] });
      const filters = [
        '',
        'billing_customer_id=1',
        'billing_customer_id=2',
        'billing_customer_id=999',
        'status=active',
      ];
      for (const query of [...filters, 'status=paused', 'search=mail', 'search=127.9.20', 'search=%25'])
        await api.get(`${path}?${query}`);
      for (const page of [1, 2, 3]) await api.get(`${path}?per_page=2&page=${page}`);
      const { body } = await api.get(`${path}?per_page=2`);
      if (body.meta?.next_cursor) await api.get(`${path}?per_page=2&cursor=${body.meta.next_cursor}`);
      for (const query of ['per_page=0', 'page=0', 'status=gone', 'billing_customer_id=x', 'cursor=x'])
        await api.get(`${path}?${query}`);
      for (const rest of ['', '/detail', '/scans']) {
        for (const id of [first, second, third, fourth, absent, 'x']) await api.get(`${path}/${id}${rest}`);
        await api.get(`${path}/${first}${rest}?billing_customer_id=1`);
        await api.get(`${path}/${first}${rest}?billing_customer_id=2`);
      }
    },
    'Scans and what they tell': async (scene) => {
      const { api, service, partner } = scene;
      const id = await provision(partner.api, '127.9.25.1', { hostname: 'www.example.com' });
      const scan = (body: object) => act(api, 'scan-endpoint', body);
      await scan({ client_id: 1, endpoint_id: id });
      await pretendLiveWorker(service);
      await scene.scan(id, { open: ['22:tcp', '53:udp', '80:tcp', '3306:tcp'] });
      await api.get(`${path}/${id}/detail`);
      await scene.scan(id, { open: ['22:tcp', '443:tcp'], closed: ['80:tcp'] });
      await api.get(`${path}/${id}/detail`);
      const { body } = await api.get(`${path}/${id}/scans`);
      for (const { id: scanId } of body.data) await api.get(`/api/v1/scans/${scanId}`);
      await api.get(`${path}/${id}/scans?per_page=1&page=2`);
      await api.get(`${path}/${id}/scans?per_page=0`);
      await api.get(`${path}/${id}/services`);
      await api.get(`${path}/${id}/services?billing_customer_id=2`);
      await api.get(`${path}/${id}/services?limit=0&cursor=x`);
      await api.get(`${path}/${id}/vantage-points`);
      await api.get(`${path}/${id}/vantage-points?billing_customer_id=2`);
      service.clock.advanceSeconds(7_200);
      const queued = await scan({ client_id: 1, endpoint_id: id });
      const scanPath = `/api/v1/scans/${queued.body.data.scan_id}`;
      await api.get(scanPath);
      await scan({ client_id: 1, endpoint_id: id });
      await act(api, 'suspend', { endpoint_id: id });
      await api.get(scanPath);
      await scan({ client_id: 1, endpoint_id: id });
      await scan({ client_id: 2, endpoint_id: id });
      await scan({ client_id: 1, endpoint_id: absent });
      await scan({});
      await api.get(`${scanPath}?billing_customer_id=2`);
      await api.get(`/api/v1/scans/${absent}`);
      await act(api, 'resume', { endpoint_id: id });
      const waiting = await enqueueScan(systemOperation(service, partner), id);
      await act(api, 'terminate', { endpoint_id: id });
      await api.get(`/api/v1/scans/${waiting}`);
      await api.get(`${path}/${id}/scans`);
      await service.store.database.pool.query('DELETE FROM scan_workers');
      await scene.audit();
    },
    'What customers add and change themselves': async (scene) => {
      const { api } = scene;
      const add = (body: object) => api.post(path, body);
      const added = await add({ billing_customer_id: 1, ip_address: '127.9.26.1', nickname: 'Shop' });
      const id = added.body.data.id;
      await add({ billing_customer_id: 1, ip_address: '127.9.26.1' });
      await add({ billing_customer_id: 2, ip_address: '127.9.26.1' });
      await add({ billing_customer_id: 1, ip_address: '127.9.26.2', status: 'paused', client_name: 'Jane' });
      for (const ip_address of ['127.13.0.1', '10.0.0.1', 'www.example.com'])
        await add({ billing_customer_id: 1, ip_address });
      await add({});
      const change = (body: object, of = id) => api.send('PUT', `${path}/${of}`, body);
      for (const body of [{ nickname: 'Shop 2' }, { status: 'paused' }, { status: 'paused' }, { status: 'active' }, {}])
        await change({ billing_customer_id: 1, ...body });
      await change({ nickname: 'Shop 3' });
      await change({ billing_customer_id: 2, nickname: 'Mine' });
      await change({ billing_customer_id: 1, status: 'gone', nickname: 5 });
      await change({ billing_customer_id: 1 }, absent);
      await api.send('DELETE', `${path}/${id}?billing_customer_id=2`);
      await api.send('DELETE', `${path}/${id}?billing_customer_id=1`);
      await api.send('DELETE', `${path}/${id}`);
      await api.send('DELETE', `${path}/x`);
      await api.get(`${path}/${id}`);
      const additions = '/api/v1/settings/customer-additions';
      await api.get(`${additions}?billing_customer_id=1`);
      await api.get(`${additions}?billing_customer_id=x`);
      await api.send('PUT', additions, { mode: 'off' });
      const console = await scene.administrator();
      for (const mode of ['off', 'within_capacity', 'on', 'perhaps']) {
        await console.send('PUT', additions, { mode });
        await api.get(additions);
      }
      await scene.audit();
    },
  },
);
