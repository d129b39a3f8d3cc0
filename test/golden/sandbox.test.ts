import type { ApiClient } from '../support/api-client.ts';
import { act, portMonitoring } from '../support/billing.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { SandboxClient } from '../support/sandbox-client.ts';
import { provision } from '../support/scans.ts';
import { recordArea, type Scene } from './record-area.ts';

const base = '/api/v1/sandbox';
const absent = '00000000-0000-4000-8000-000000000000';

/** The account's sandbox, turned on by an administrator. */
async function trial(scene: Scene): Promise<{ readonly sandbox: ApiClient }> {
  await (await scene.administrator()).send('PUT', '/api/v1/account/sandbox', { enabled: true });
  const client = new SandboxClient(scene.service.url, scene.partner.portalDomain, scene.partner.apiKey);
  return { sandbox: scene.record(client, 'the sandbox') };
}

const choose = (api: ApiClient, scenario: string, endpoint_id?: string) =>
  api.send('PUT', `${base}/scenario`, { scenario, ...(endpoint_id ? { endpoint_id } : {}) });
const scan = (api: ApiClient, endpoint_id: string) => api.post(`${base}/scan`, { endpoint_id });

recordArea(
  'sandbox',
  { environment: { SCAN_ENGINE: 'off' } },
  {
    'Off and on': async (scene) => {
      const { api } = scene;
      const client = new SandboxClient(scene.service.url, scene.partner.portalDomain, scene.partner.apiKey);
      const sandbox = scene.record(client, 'the sandbox');
      const paths = ['endpoints', 'whitelists', 'alerts', 'domain-monitoring/alerts?billing_customer_id=1'];
      const lists = async () => {
        for (const path of [...paths, 'sandbox/scenarios', 'sandbox/scenario']) await sandbox.get(`/api/v1/${path}`);
        await scan(sandbox, absent);
        await choose(sandbox, 'clean');
        await sandbox.post(`${base}/reset`);
        await sandbox.get(`${base}/clock`);
      };
      await lists();
      await api.send('PUT', '/api/v1/account/sandbox', { enabled: true });
      const console = await scene.administrator();
      for (const enabled of [true, true, 'perhaps']) await console.send('PUT', '/api/v1/account/sandbox', { enabled });
      await lists();
      await console.send('PUT', '/api/v1/account/sandbox', { enabled: false });
      await lists();
      await api.get('/api/v1/account');
      await scene.audit();
    },
    'Scenarios and scans': async (scene) => {
      const { api } = scene;
      const { sandbox } = await trial(scene);
      const first = await provision(sandbox, '127.9.40.1', { hostname: 'www.example.com' });
      const second = await provision(sandbox, '127.9.40.2');
      await sandbox.get(`${base}/scenarios`);
      for (const scenario of ['clean', 'warnings', 'critical', 'warnings', 'clean', 'critical']) {
        await choose(sandbox, scenario);
        await scan(sandbox, first);
        await sandbox.get(`/api/v1/endpoints/${first}/detail`);
        await sandbox.get(`/api/v1/alerts?endpoint_id=${first}&sort=severity`);
      }
      await choose(sandbox, 'warnings', second);
      await scan(api, second);
      const { body } = await scan(sandbox, second);
      await sandbox.get(`/api/v1/scans/${body.data.scan_id}`);
      await sandbox.get(`/api/v1/endpoints/${second}/scans`);
      for (const query of [
        '',
        `?endpoint_id=${first}`,
        `?endpoint_id=${second}`,
        `?endpoint_id=${absent}`,
        '?endpoint_id=x',
      ])
        await sandbox.get(`${base}/scenario${query}`);
      const alerts = await sandbox.get('/api/v1/alerts?status=open&sort=severity&limit=5');
      for (const [index, action] of ['acknowledge', 'resolve', 'false-positive'].entries())
        await sandbox.post(`/api/v1/alerts/${alerts.body.data.alerts[index].id}/${action}`);
      await sandbox.get(`/api/v1/alerts/${alerts.body.data.alerts[0].id}/remediation`);
      await sandbox.post('/api/v1/whitelists', { port_start: 22, protocol: 'tcp' });
      await scan(sandbox, first);
      await sandbox.get('/api/v1/alerts/summary?billing_customer_id=1');
      await api.get('/api/v1/alerts');
      await api.get('/api/v1/endpoints');
      for (const action of ['suspend', 'terminate']) {
        await act(sandbox, action, { endpoint_id: second });
        await scan(sandbox, second);
        await choose(sandbox, 'critical', second);
      }
      await sandbox.get(`/api/v1/alerts?endpoint_id=${second}`);
      for (const body of [{}, { scenario: 'total' }, { scenario: 'clean', endpoint_id: 'x' }])
        await sandbox.send('PUT', `${base}/scenario`, body);
      await scan(sandbox, absent);
      await sandbox.post(`${base}/scan`);
      await sandbox.get('/api/v1/audit?limit=100');
      await scene.audit();
    },
    'A reset': async (scene) => {
      const { api } = scene;
      const { sandbox } = await trial(scene);
      for (const client of [api, sandbox]) {
        await provision(client, '127.9.41.1', { service_id: 1 });
        await act(client, 'provision-subscription', { ...portMonitoring(1, 2), plan_slug: 'starter' });
        await client.post('/api/v1/whitelists', { port_start: 443, protocol: 'tcp' });
      }
      const { body } = await sandbox.get('/api/v1/endpoints');
      await choose(sandbox, 'critical', body.data[0].id);
      await scan(sandbox, body.data[0].id);
      for (let time = 0; time < 2; time += 1) {
        await sandbox.post(`${base}/reset`);
        for (const path of [
          'endpoints',
          'whitelists',
          'alerts',
          'customers',
          'subscriptions',
          'sandbox/scenario',
          'audit',
        ])
          await sandbox.get(`/api/v1/${path}`);
      }
      for (const path of ['endpoints', 'whitelists', 'customers']) await api.get(`/api/v1/${path}`);
      await scene.audit();
    },
    'Time passes': async (scene) => {
      const { api } = scene;
      const { sandbox } = await trial(scene);
      const id = await provision(sandbox, '127.9.42.1', { service_id: 1 });
      await scan(sandbox, id);
      for (const body of [{ advance_seconds: 7_200 }, { advance_seconds: 0 }, { advance_seconds: 'a day' }, {}])
        await sandbox.post(`${base}/clock`, body);
      await sandbox.get(`/api/v1/endpoints/${id}`);
      await api.get('/api/v1/endpoints');
      await scene.audit();
    },
    Domains: async (scene) => {
      const { service } = scene;
      const { sandbox } = await trial(scene);
      await monitorDomain(sandbox, 1, 'trial.example.com');
      await scene.domainScans();
      for (const scenario of ['warnings', 'critical', 'clean']) {
        service.clock.advanceSeconds(60);
        await choose(sandbox, scenario);
        await scene.domainScans();
        for (const list of ['domains', 'leaked-credentials', 'dark-web', 'alerts?sort=severity', 'summary'])
          await sandbox.get(`/api/v1/domain-monitoring/${list}${list.includes('?') ? '&' : '?'}billing_customer_id=1`);
      }
      const { body } = await sandbox.get('/api/v1/domain-monitoring/alerts?billing_customer_id=1&sort=severity');
      for (const [index, action] of ['acknowledge', 'resolve'].entries())
        await sandbox.post(`/api/v1/domain-monitoring/alerts/${body.data.alerts[index].id}/${action}`, {
          billing_customer_id: 1,
        });
      await sandbox.get(`/api/v1/domain-monitoring/alerts/${body.data.alerts[0].id}?billing_customer_id=1`);
      await sandbox.post(`${base}/reset`);
      await sandbox.get('/api/v1/domain-monitoring/domains?billing_customer_id=1');
      await scene.audit();
    },
  },
);
