import { act } from '../support/billing.ts';
import { provision } from '../support/scans.ts';
import { recordArea } from './record-area.ts';

const path = '/api/v1/whitelists';
const ingestPath = '/api/v1/firewall/ingest';
const absent = '00000000-0000-4000-8000-000000000000';

const iptables = `*filter
:INPUT DROP [0:0]
:FORWARD ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
-A INPUT -i lo -j ACCEPT
-A INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT
-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT
-A INPUT -p tcp -m multiport --dports 80,8000:8010 -j ACCEPT
-A INPUT -s 192.0.2.0/24 -p tcp -m tcp --dport 5432 -j ACCEPT
-A INPUT -p udp -m udp --dport 53 -m set --match-set partners src -j ACCEPT
COMMIT
`;
const ufw = `Status: active
Logging: on (low)
Default: deny (incoming), allow (outgoing), disabled (routed)
New profiles: skip

To                         Action      From
--                         ------      ----
22/tcp                     ALLOW IN    Anywhere
3306/tcp                   ALLOW IN    192.0.2.0/24
`;

recordArea(
  'allowed-ports',
  { role: 'api' },
  {
    'Rules, and the alerts that they end': async (scene) => {
      const { api } = scene;
      const id = await provision(scene.partner.api, '127.9.30.1');
      const other = await provision(scene.partner.api, '127.9.30.2', { client_id: 2 });
      const open = ['22:tcp', '53:tcp', '53:udp', '443:tcp', '8080:tcp', '8081:tcp', '3306:tcp'] as const;
      await scene.scan(id, { open });
      await scene.scan(other, { open: ['22:tcp', '443:tcp'] });
      const alerts = async () => {
        await api.get(`/api/v1/alerts?endpoint_id=${id}&sort=created_at&order=asc`);
        await api.get(`/api/v1/alerts/summary?billing_customer_id=2`);
      };
      const create = (body: object) => api.post(path, body);
      const first = await create({
        endpoint_id: id,
        port_start: 8080,
        port_end: 8090,
        protocol: 'tcp',
        description: 'Shop',
      });
      await alerts();
      await create({ endpoint_id: id, port_start: 8080, port_end: 8090, protocol: 'tcp' });
      const second = await create({ billing_customer_id: 1, port_start: 53, protocol: 'both' });
      await alerts();
      const third = await create({ port_start: 443 });
      await alerts();
      await scene.scan(id, { open });
      await alerts();
      const rules = [first, second, third].map(({ body }) => body.data.id as string);
      for (const rule of rules) await api.get(`${path}/${rule}`);
      await api.send('PUT', `${path}/${rules[0]}`, { port_start: 3306, port_end: 3306, description: 'Database' });
      await alerts();
      await api.send('PUT', `${path}/${rules[1]}`, { billing_customer_id: 1, protocol: 'udp' });
      await scene.scan(id, { open });
      await alerts();
      for (const query of [
        '',
        'billing_customer_id=1',
        'billing_customer_id=2',
        `endpoint_id=${id}`,
        'per_page=1&page=2',
      ])
        await api.get(`${path}?${query}`);
      await api.get(`/api/v1/endpoints/${id}/detail`);
      await api.send('DELETE', `${path}/${rules[0]}?billing_customer_id=1`);
      await api.send('DELETE', `${path}/${rules[2]}`);
      await scene.scan(id, { open });
      await alerts();
      await scene.audit();
    },
    'Rules that are refused': async (scene) => {
      const { api } = scene;
      const id = await provision(scene.partner.api, '127.9.31.1');
      const rule = (await api.post(path, { billing_customer_id: 1, port_start: 22 })).body.data.id;
      for (const body of [
        {},
        { port_start: 0 },
        { port_start: 65_536 },
        { port_start: 90, port_end: 80 },
        { port_start: 80, protocol: 'icmp' },
        { port_start: 80, description: 'd'.repeat(300) },
        { port_start: 80, endpoint_id: absent },
        { port_start: 80, endpoint_id: id, billing_customer_id: 2 },
        { port_start: 80, billing_customer_id: 999 },
      ])
        await api.post(path, body);
      await api.send('PUT', `${path}/${rule}`, { port_start: 90, port_end: 80 });
      await api.send('PUT', `${path}/${rule}`, { billing_customer_id: 2, port_start: 90 });
      await api.send('PUT', `${path}/${absent}`, { port_start: 90 });
      await api.get(`${path}/${rule}?billing_customer_id=2`);
      await api.get(`${path}/${absent}`);
      await api.get(`${path}?per_page=0`);
      await api.send('DELETE', `${path}/${rule}?billing_customer_id=2`);
      await api.send('DELETE', `${path}/${absent}`);
      await scene.audit();
    },
    Firewalls: async (scene) => {
      const { api } = scene;
      const id = await provision(scene.partner.api, '127.9.32.1');
      await scene.scan(id, { open: ['22:tcp', '53:udp', '5432:tcp', '8005:tcp', '9000:tcp'] });
      const ingest = (dump: string, more: object = {}) =>
        api.post(ingestPath, { billing_customer_id: 1, endpoint_id: id, dump, ...more });
      await ingest(iptables, { mode: 'preview' });
      await ingest(iptables);
      await api.get(`/api/v1/alerts?endpoint_id=${id}`);
      await ingest(iptables, { format: 'iptables', mode: 'apply' });
      await ingest(ufw, { format: 'ufw' });
      await ingest(ufw, { format: 'nftables' });
      await ingest('-P INPUT ACCEPT\n-A INPUT -p tcp -m tcp --dport 3306 -j DROP\n');
      await ingest('What is this?');
      await ingest('');
      await ingest(iptables, { billing_customer_id: 2 });
      await ingest(iptables, { endpoint_id: absent });
      await ingest(iptables, { format: 'pf', mode: 'perhaps' });
      await api.get(`${path}?endpoint_id=${id}`);
      await act(api, 'suspend', { endpoint_id: id });
      await ingest(iptables);
      await act(api, 'terminate', { endpoint_id: id });
      await ingest(iptables);
      await api.get(`${path}?endpoint_id=${id}`);
      await scene.audit();
    },
  },
);
