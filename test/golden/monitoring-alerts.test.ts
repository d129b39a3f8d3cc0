import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { pretendLiveWorker } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { leakedCredential, mention } from '../support/scripted-leak-source.ts';
import { recordArea, type Scene } from './record-area.ts';

const path = '/api/v1/monitoring/alerts';
const absent = '00000000-0000-4000-8000-000000000000';
const actions = ['acknowledge', 'false-positive', 'resolve', 'reopen'] as const;
type Action = (typeof actions)[number];

const act = (api: ApiClient, action: Action, id: string, body: object = {}): Promise<ApiAnswer> =>
  api.post(`${path}/${id}/${action}`, body);

/** Alerts of a customer, oldest first, unrecorded. */
async function alertsOf({ partner }: Scene, clientId: number): Promise<{ id: string; kind: string }[]> {
  const { body } = await partner.api.get(`${path}?billing_customer_id=${clientId}&order=asc&limit=100`);
  return body.data.alerts;
}

/** A server and a domain of a customer, with alerts of every kind. */
async function exposed(scene: Scene, clientId: number): Promise<{ endpointId: string; domainId: string }> {
  const { api } = scene.partner;
  const endpointId = await provision(api, `127.9.60.${clientId}`, { client_id: clientId, hostname: 'www.example.com' });
  const redis = { service: 'redis', product: 'Redis', version: '7.0.15', unauthenticated: true };
  await scene.scan(endpointId, { open: ['22:tcp', '6379:tcp'], identities: { '6379:tcp': redis } });
  const domain = `shop-${clientId}.example.com`;
  const domainId = await monitorDomain(api, clientId, domain);
  scene.service.clock.advanceSeconds(60);
  await scanDomain(scene.service, domainId, [leakedCredential(`joan@${domain}`), mention(domain)]);
  return { endpointId, domainId };
}

recordArea(
  'monitoring-alerts',
  { role: 'api' },
  {
    'Lists, with every filter and order, and single alerts': async (scene) => {
      const { api, partner } = scene;
      await exposed(scene, 1);
      await exposed(scene, 2);
      const [first, second] = await alertsOf(scene, 1);
      await act(partner.api, 'acknowledge', first!.id);
      await act(partner.api, 'resolve', second!.id);
      const filters = [
        ...['port', 'leaked_credentials', 'dark_web', 'weather'].map((kind) => `kind=${kind}`),
        ...['open', 'acknowledged', 'resolved', 'false_positive', 'gone'].map((status) => `status=${status}`),
        ...['low', 'medium', 'high', 'critical', 'bad'].map((severity) => `severity=${severity}`),
        ...['created_at', 'severity', 'last_detected_at', 'kind'].flatMap((sort) =>
          ['asc', 'desc'].map((order) => `sort=${sort}&order=${order}`),
        ),
        ...['1', '999', 'x'].map((customer) => `billing_customer_id=${customer}`),
        'limit=3&offset=6',
        'cursor=bm90IGpzb24',
      ];
      await api.get(path);
      for (const filter of filters) await api.get(`${path}?${filter}`);
      const { body } = await api.get(`${path}?limit=3`);
      await api.get(`${path}?limit=3&cursor=${body.data.next_cursor}`);
      for (const { id } of await alertsOf(scene, 1)) await api.get(`${path}/${id}?billing_customer_id=1`);
      await api.get(`${path}/${first!.id}?billing_customer_id=2`);
      for (const id of [absent, 'first']) await api.get(`${path}/${id}`);
      for (const alike of [first!.id, absent, 'x']) await api.get(`${path}?alike=${alike}`);
    },
    'Every action on every kind, twice': async (scene) => {
      const { api } = scene;
      let clientId = 10;
      for (const action of actions) {
        clientId += 1;
        await exposed(scene, clientId);
        for (const { id } of await alertsOf(scene, clientId)) {
          await act(api, action, id, { reason: `To ${action}.` });
          await act(api, action, id);
        }
      }
      for (const { id } of await alertsOf(scene, 11)) for (const action of actions) await act(api, action, id);
      await scene.audit();
    },
    'Actions that are refused': async (scene) => {
      const { api, service } = scene;
      await exposed(scene, 30);
      const [first] = await alertsOf(scene, 30);
      const { id } = first!;
      const stranger = await service.partner('Stranger Hosting');
      const foreign = scene.record(service.client(stranger.portalDomain, stranger.apiKey), 'a stranger');
      for (const action of actions) {
        await act(api, action, id, { billing_customer_id: 31 });
        await act(api, action, id, { reason: 'r'.repeat(256) });
        await act(api, action, absent);
        await act(foreign, action, id);
      }
    },
    'What becomes of alerts when what they are about ends': async (scene) => {
      const { api } = scene;
      const { endpointId, domainId } = await exposed(scene, 40);
      await api.post('/api/v1/billing/terminate', { endpoint_id: endpointId });
      await api.post('/api/v1/billing/terminate-domain', { monitored_domain_id: domainId });
      await api.get(`${path}?billing_customer_id=40`);
      for (const { id } of await alertsOf(scene, 40)) for (const action of actions) await act(api, action, id);
    },
    'Many alerts at once, and what they add up to': async (scene) => {
      const { api } = scene;
      const root = '/api/v1/monitoring';
      const { endpointId } = await exposed(scene, 50);
      const second = await provision(scene.partner.api, '127.9.60.150', {
        client_id: 50,
        hostname: 'mail.example.com',
      });
      const http = { service: 'http', product: 'nginx', version: null };
      await scene.scan(second, { open: ['22:tcp', '80:tcp'], identities: { '80:tcp': http } });
      await api.get(`${root}/overview?billing_customer_id=50`);
      await api.get(`${root}/overview?billing_customer_id=x`);
      await api.get(`${root}/port-groups?billing_customer_id=50`);
      await api.get(`${root}/port-groups`);
      await api.get(`${root}/causes?billing_customer_id=50&min_severity=medium`);
      await api.get(`${root}/causes?limit=0`);
      await api.get(`${path}?billing_customer_id=50&min_severity=high&port=6379&protocol=tcp`);
      await api.get(`${root}/public-services?billing_customer_id=50`);
      await api.get(`${root}/public-services`);
      await api.post(`${root}/public-services`, { billing_customer_id: 50, websites: [second, absent] });
      await api.post(`${root}/public-services`, { billing_customer_id: 50, websites: [second], mail_servers: ['x'] });
      await api.post(`${root}/public-services`, { billing_customer_id: 50, websites: [second] });
      await api.get(`${root}/public-services?billing_customer_id=50`);
      const ids = [...(await alertsOf(scene, 50)).map(({ id }) => id), absent];
      for (const action of ['acknowledge', 'false-positive', 'allow', 'forget'])
        await api.post(`${path}/actions`, { billing_customer_id: 50, action, ids, reason: `To ${action}.` });
      await api.get(`${root}/overview?billing_customer_id=50`);
      await api.get(`/api/v1/whitelists?endpoint_id=${endpointId}`);
      await scene.audit();
    },
    // Last: the scan that it asks for waits for good.
    'Looking again whether a cause is over': async (scene) => {
      const { api, service } = scene;
      await exposed(scene, 50);
      const alerts = await alertsOf(scene, 50);
      const [onServer, onDomain] = [
        alerts.find(({ kind }) => kind === 'port')!,
        alerts.find(({ kind }) => kind !== 'port')!,
      ];
      const check = (id: string) => `${path}/${id}/check`;
      await api.post(check(onServer.id));
      await pretendLiveWorker(service);
      await api.get(check(onServer.id));
      for (const body of [{ billing_customer_id: 51 }, {}, {}]) await api.post(check(onServer.id), body);
      await api.get(check(onServer.id));
      await api.get(check(onDomain.id));
      await api.post(check(onDomain.id));
      await api.get(check(absent));
      await scene.audit();
    },
  },
);
