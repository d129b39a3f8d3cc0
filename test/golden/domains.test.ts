import { act } from '../support/billing.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { leakedCredential } from '../support/scripted-leak-source.ts';
import { recordArea, type Scene } from './record-area.ts';

const path = '/api/v1/domain-monitoring/domains';
const absent = '00000000-0000-4000-8000-000000000000';
const namespaces = ['billing', 'provisioning'];
const actions = ['suspend-domain', 'resume-domain', 'terminate-domain', 'update-domain', 'release-domain'] as const;

/** What leads to each state of a domain. */
const ways: Readonly<Record<string, (scene: Scene, domainId: string, clientId: number) => Promise<unknown>>> = {
  active: async () => {},
  paused: ({ partner }, id) => act(partner.api, 'suspend-domain', { monitored_domain_id: id }),
  quota_paused: async ({ partner }, _id, client_id) => {
    const slots = { client_id, service_id: 9, product_slug: 'domain_monitoring' };
    await act(partner.api, 'provision-subscription', { ...slots, quantity: 1 });
    await act(partner.api, 'suspend-subscription', slots);
  },
  terminated: ({ partner }, id) => act(partner.api, 'terminate-domain', { monitored_domain_id: id }),
  released: ({ partner }, id) => act(partner.api, 'release-domain', { monitored_domain_id: id }),
};

recordArea(
  'domains',
  { role: 'api' },
  {
    Provisioning: async (scene) => {
      const { api } = scene;
      for (const [index, namespace] of namespaces.entries()) {
        const provision = (body: object) => api.post(`/api/v1/${namespace}/provision-domain`, body);
        const order = { client_id: 1 + 10 * index, service_id: 5, domain: `Shop-${index}.Example.com.` };
        await provision({ ...order, client_name: 'Jane', client_email: 'jane@example.com' });
        await provision(order);
        await provision({ ...order, domain: 'bücher.example' });
        await provision({ ...order, service_id: 6 });
        await provision({ ...order, client_id: 2 + 10 * index });
        for (const domain of ['com', 'co.uk', 'localhost', '192.0.2.1', 'no domain', 'a..b', `${'a'.repeat(64)}.com`])
          await provision({ ...order, domain });
        await provision({});
        await provision({ client_id: 'x', service_id: 0, domain: 5 });
        await api.get(`${path}?billing_customer_id=${order.client_id}`);
      }
      await scene.audit();
    },
    'Every action in every state, twice': async (scene) => {
      const { api } = scene;
      let client = 100;
      for (const [state, way] of Object.entries(ways))
        for (const action of actions) {
          client += 1;
          const name = `${state.replace('_', '-')}-${client}.example.com`;
          const id = await monitorDomain(scene.partner.api, client, name);
          await scanDomain(scene.service, id, [leakedCredential(`john.smith@${name}`)]);
          await way(scene, id, client);
          const more = action === 'update-domain' ? { domain: `new-${name}` } : {};
          for (let time = 0; time < 2; time += 1) await act(api, action, { monitored_domain_id: id, ...more });
          await api.get(`${path}/${id}?billing_customer_id=${client}`);
          await api.get(`/api/v1/domain-monitoring/alerts?billing_customer_id=${client}`);
        }
      await scene.audit();
    },
    'Actions in the other namespace, and those that are refused': async (scene) => {
      const { api } = scene;
      const id = await monitorDomain(scene.partner.api, 1, 'shop.example.com');
      const other = await monitorDomain(scene.partner.api, 1, 'other.example.com');
      const stranger = await scene.service.partner('Stranger Hosting');
      const foreign = scene.record(scene.service.client(stranger.portalDomain, stranger.apiKey), 'a stranger');
      for (const action of ['update-domain', ...actions]) {
        const more = action === 'update-domain' ? { domain: 'changed.example.com' } : {};
        for (const namespace of action === 'release-domain' ? ['billing'] : namespaces) {
          const call = (body: object, by = api) => by.post(`/api/v1/${namespace}/${action}`, body);
          await call({ monitored_domain_id: id, ...more }, foreign);
          await call({ monitored_domain_id: absent, ...more });
          await call({ monitored_domain_id: 'x', ...more });
          await call({});
        }
        if (action !== 'release-domain')
          await api.post(`/api/v1/provisioning/${action}`, { monitored_domain_id: id, ...more });
      }
      await monitorDomain(scene.partner.api, 1, 'third.example.com');
      for (const domain of ['other.example.com', 'com', 'OTHER.example.com', 'third.example.com'])
        await act(api, 'update-domain', { monitored_domain_id: other, domain });
      await scene.audit();
    },
    'Domains that are monitored again, renamed and released': async (scene) => {
      const { api, service } = scene;
      const order = { client_id: 1, service_id: 1, domain: 'shop.example.com' };
      const id = (await act(api, 'provision-domain', order)).body.data.monitored_domain_id;
      await scanDomain(service, id, [leakedCredential('john.smith@shop.example.com')]);
      const everything = async () => {
        for (const list of ['domains', 'leaked-credentials', 'alerts', 'summary'])
          await api.get(`/api/v1/domain-monitoring/${list}?billing_customer_id=1`);
      };
      await everything();
      await act(api, 'terminate-domain', { monitored_domain_id: id });
      await everything();
      await act(api, 'provision-domain', order);
      await scanDomain(service, id, [leakedCredential('john.smith@shop.example.com')]);
      await everything();
      await act(api, 'update-domain', { monitored_domain_id: id, domain: 'renamed.example.com' });
      await everything();
      await scanDomain(service, id, [leakedCredential('joan@renamed.example.com')]);
      await everything();
      await act(api, 'release-domain', { monitored_domain_id: id });
      await everything();
      await act(api, 'provision-domain', order);
      await everything();
      await scene.audit();
    },
    Lists: async (scene) => {
      const { api, partner } = scene;
      const ids = [];
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        scene.service.clock.advanceSeconds(1);
        ids.push(await monitorDomain(partner.api, 1, `${name}.example.com`));
      }
      await act(partner.api, 'suspend-domain', { monitored_domain_id: ids[1]! });
      await act(partner.api, 'terminate-domain', { monitored_domain_id: ids[2]! });
      for (const query of [
        '',
        '&status=active',
        '&status=paused',
        '&status=terminated',
        '&search=A.EXA',
        '&search=%25',
      ])
        await api.get(`${path}?billing_customer_id=1${query}`);
      for (const offset of [0, 2, 4, 9]) await api.get(`${path}?billing_customer_id=1&limit=2&offset=${offset}`);
      for (const query of [
        '',
        '?billing_customer_id=x',
        '?billing_customer_id=1&status=gone',
        '?billing_customer_id=1&limit=0',
      ])
        await api.get(`${path}${query}`);
      await api.get(`${path}?billing_customer_id=999`);
      await api.get(`${path}/${ids[0]}?billing_customer_id=2`);
      await api.get(`${path}/${absent}?billing_customer_id=1`);
      await api.get(`${path}/${ids[0]}`);
    },
  },
);
