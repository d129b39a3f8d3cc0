import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import type { PortText, ScanSight } from '../support/completed-scans.ts';
import { provision } from '../support/scans.ts';
import { recordArea, type Scene } from './record-area.ts';

const path = '/api/v1/alerts';
const absent = '00000000-0000-4000-8000-000000000000';
const actions = ['acknowledge', 'false-positive', 'resolve', 'reopen'] as const;
type Action = (typeof actions)[number];
/** What leads to each status. */
const statuses: Readonly<Record<string, Action | null>> = {
  open: null,
  acknowledged: 'acknowledge',
  resolved: 'resolve',
  false_positive: 'false-positive',
};

const silent = { method: 'port_number', product: null, version: null } as const;
/** What listens; all else is an SSH server. */
const identities: NonNullable<ScanSight['identities']> = {
  '23:tcp': { ...silent, service: 'telnet' },
  '80:tcp': { service: 'http', product: 'nginx', version: '1.24.0' },
  '161:udp': { ...silent, service: 'snmp' },
  '443:tcp': { service: 'https', product: 'nginx', version: null, tls: true, certificateNames: ['www.example.com'] },
  '445:tcp': { ...silent, service: 'microsoft-ds' },
  '587:tcp': { service: 'submission', product: 'Postfix', version: null, banner: '220 mail.example.com ESMTP Postfix' },
  '3306:tcp': { service: 'mysql', product: 'MariaDB', version: '10.11.6' },
  '3389:tcp': { ...silent, service: 'ms-wbt-server' },
  '5432:tcp': { ...silent, service: 'postgresql' },
  '6379:tcp': { service: 'redis', product: 'Redis', version: '7.0.15', unauthenticated: true },
  '8080:tcp': { service: 'http', product: 'Jenkins', version: '2.440' },
};

function act(api: ApiClient, action: Action, id: string, body: object = {}): Promise<ApiAnswer> {
  return api.post(`${path}/${id}/${action}`, body);
}

/** Ids of an endpoint's alerts by port, unrecorded. */
async function alertIds({ partner }: Scene, endpointId: string): Promise<ReadonlyMap<number, string>> {
  const { body } = await partner.api.get(`${path}?endpoint_id=${endpointId}&limit=100`);
  return new Map(body.data.alerts.map(({ port, id }: { port: number; id: string }) => [port, id]));
}

/** A scanned server, and the ids of its alerts by port. */
async function exposed(scene: Scene, address: string, open: PortText[], more: Record<string, unknown> = {}) {
  const endpointId = await provision(scene.partner.api, address, more);
  await scene.scan(endpointId, { open, identities });
  return { endpointId, ids: await alertIds(scene, endpointId) };
}

/** Two customers, three servers, alerts of every severity and status. */
async function manyAlerts(scene: Scene) {
  const first = await exposed(scene, '127.9.0.1', ['22:tcp', '80:tcp', '443:tcp', '6379:tcp'], {
    hostname: 'www.example.com',
  });
  const second = await exposed(scene, '127.9.0.2', ['23:tcp', '161:udp', '3306:tcp', '3389:tcp', '587:tcp']);
  const third = await exposed(scene, '2001:db8::3', ['22:tcp', '445:tcp', '8080:tcp'], { client_id: 2 });
  const { api } = scene.partner;
  await act(api, 'acknowledge', first.ids.get(22)!);
  await act(api, 'resolve', second.ids.get(23)!);
  await act(api, 'false-positive', second.ids.get(3306)!);
  await act(api, 'acknowledge', third.ids.get(445)!);
  await scene.scan(first.endpointId, { open: ['22:tcp', '6379:tcp', '5432:tcp'], closed: ['80:tcp'], identities });
  return [first, second, third] as const;
}

const environment = { SCAN_ALLOW: '127.0.0.0/8,2001:db8::/32' };

recordArea(
  'alerts',
  { role: 'api', environment },
  {
    'Lists, with every filter and order': async (scene) => {
      const { api } = scene;
      const [first] = await manyAlerts(scene);
      await api.get(path);
      const filters = [
        ...[
          'billing_customer_id=1',
          'billing_customer_id=2',
          'billing_customer_id=999',
          `endpoint_id=${first.endpointId}`,
        ],
        ...Object.keys(statuses).map((status) => `status=${status}`),
        ...['low', 'medium', 'high', 'critical'].map((severity) => `severity=${severity}`),
        'billing_customer_id=1&status=open&severity=critical',
        `billing_customer_id=2&endpoint_id=${first.endpointId}`,
      ];
      for (const filter of filters) await api.get(`${path}?${filter}`);
      for (const sort of ['created_at', 'severity', 'last_detected_at'])
        for (const order of ['asc', 'desc']) await api.get(`${path}?sort=${sort}&order=${order}`);
    },
    'Lists in pages': async (scene) => {
      const { api } = scene;
      await manyAlerts(scene);
      for (const offset of [0, 5, 10, 15, 1_000]) await api.get(`${path}?limit=5&offset=${offset}`);
      for (const sort of ['created_at', 'severity', 'last_detected_at']) {
        let query = `sort=${sort}&limit=5`;
        for (let page = 0; page < 3; page += 1) {
          const { body } = await api.get(`${path}?${query}`);
          if (!body.data.next_cursor) break;
          query = `sort=${sort}&limit=5&cursor=${body.data.next_cursor}`;
        }
      }
      const refused = ['limit=0', 'limit=101', 'offset=-1', 'status=gone', 'severity=bad', 'sort=port', 'order=up'];
      for (const query of [...refused, 'cursor=bm90IGpzb24', 'endpoint_id=first', 'billing_customer_id=x'])
        await api.get(`${path}?${query}`);
    },
    'Single alerts, their remediation and summaries': async (scene) => {
      const { api } = scene;
      const [first, second, third] = await manyAlerts(scene);
      for (const { ids } of [first, second, third]) for (const id of ids.values()) await api.get(`${path}/${id}`);
      const id = first.ids.get(6379)!;
      for (const platform of ['ufw', 'iptables', 'aws_sg', 'gcp_fw', 'azure_nsg', 'generic'])
        await api.get(`${path}/${id}/remediation?platform=${platform}`);
      await api.get(`${path}/${second.ids.get(161)}/remediation`);
      await api.get(`${path}/${third.ids.get(445)}/remediation?platform=iptables`);
      await api.get(`${path}/${id}/remediation?platform=abacus`);
      for (const what of ['', '/remediation']) {
        await api.get(`${path}/${id}${what}?billing_customer_id=2`);
        await api.get(`${path}/${absent}${what}`);
        await api.get(`${path}/first${what}`);
      }
      for (const customer of [1, 2, 999]) {
        await api.get(`${path}/summary?billing_customer_id=${customer}`);
        await api.get(`${path}/endpoint-summary?billing_customer_id=${customer}`);
      }
      for (const status of Object.keys(statuses))
        await api.get(`${path}/summary?billing_customer_id=1&status=${status}`);
      await api.get(`${path}/summary`);
      await api.get(`${path}/endpoint-summary`);
      await api.get(`${path}/summary?billing_customer_id=1&status=gone`);
    },
    'Every action in every status, twice': async (scene) => {
      const { api, partner } = scene;
      let host = 0;
      for (const [status, way] of Object.entries(statuses))
        for (const action of actions) {
          host += 1;
          const { ids } = await exposed(scene, `127.9.1.${host}`, ['22:tcp'], { nickname: status });
          const id = ids.get(22)!;
          if (way) await act(partner.api, way, id);
          await act(api, action, id, { reason: `It was ${status}.` });
          await act(api, action, id);
        }
      await scene.audit();
    },
    'Actions that are refused': async (scene) => {
      const { api } = scene;
      const { ids } = await exposed(scene, '127.9.2.1', ['22:tcp']);
      const id = ids.get(22)!;
      const stranger = await scene.service.partner('Stranger Hosting');
      const foreign = scene.record(scene.service.client(stranger.portalDomain, stranger.apiKey), 'a stranger');
      for (const action of actions) {
        await act(api, action, id, { billing_customer_id: 2 });
        await act(api, action, id, { reason: 'r'.repeat(256) });
        await act(api, action, id, { reason: 5, billing_customer_id: 'x' });
        await act(api, action, absent);
        await act(api, action, 'first');
        await act(foreign, action, id);
      }
      await act(api, 'resolve', id, { billing_customer_id: '1' });
      await scene.audit();
    },
    'What scans do to alerts that people moved': async (scene) => {
      const { api, partner } = scene;
      let host = 0;
      for (const way of Object.values(statuses))
        for (const sight of [
          { open: ['22:tcp'] },
          { closed: ['22:tcp'] },
          {},
          { open: ['22:tcp'], identities: { '22:tcp': { service: 'telnet', product: null, version: null } } },
        ] satisfies ScanSight[]) {
          host += 1;
          const { endpointId, ids } = await exposed(scene, `127.9.3.${host}`, ['22:tcp']);
          if (way) await act(partner.api, way, ids.get(22)!);
          await scene.scan(endpointId, sight);
          await api.get(`${path}?endpoint_id=${endpointId}&order=asc`);
          await scene.scan(endpointId, { open: ['22:tcp'] });
          await api.get(`${path}?endpoint_id=${endpointId}&order=asc`);
        }
      await scene.audit();
    },
    'Alerts of servers that are paused, terminated and deleted': async (scene) => {
      const { api } = scene;
      const acts: ((endpointId: string) => Promise<ApiAnswer>)[] = [
        (endpoint_id) => api.post('/api/v1/billing/suspend', { endpoint_id }),
        (endpoint_id) => api.post('/api/v1/billing/terminate', { endpoint_id }),
        (endpointId) => api.send('DELETE', `/api/v1/endpoints/${endpointId}`),
      ];
      for (const [index, end] of acts.entries()) {
        const { endpointId, ids } = await exposed(scene, `127.9.4.${index}`, ['22:tcp', '6379:tcp', '3306:tcp']);
        await act(scene.partner.api, 'false-positive', ids.get(3306)!);
        await act(scene.partner.api, 'acknowledge', ids.get(22)!);
        await end(endpointId);
        await api.get(`${path}?endpoint_id=${endpointId}`);
        await api.get(`${path}/${ids.get(22)}`);
        for (const action of actions) await act(api, action, ids.get(6379)!);
        await api.get(`${path}/${ids.get(6379)}`);
        await api.get(`${path}/${ids.get(6379)}/remediation`);
        await api.get(`${path}/summary?billing_customer_id=1`);
        await api.get(`${path}/endpoint-summary?billing_customer_id=1`);
      }
      await scene.audit();
    },
  },
);
