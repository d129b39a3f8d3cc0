import type { ApiClient } from '../support/api-client.ts';
import { act } from '../support/billing.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { linkIn, recipientsPath, settingsPath } from '../support/notifications.ts';
import { PortalBrowser } from '../support/portal-browser.ts';
import { provision } from '../support/scans.ts';
import { leakedCredential, mention, ScriptedLeakSource } from '../support/scripted-leak-source.ts';
import { recordArea, type Scene } from './record-area.ts';

const absent = '00000000-0000-4000-8000-000000000000';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const unauthenticated = {
  '6379:tcp': { service: 'redis', product: 'Redis', version: '7.0.15', unauthenticated: true },
};
/** What the risk table makes of ports that only stand open. */
const silent = { method: 'port_number', product: null, version: null } as const;
const identities = {
  '3306:tcp': { ...silent, service: 'mysql' },
  '23:tcp': { ...silent, service: 'telnet' },
  ...unauthenticated,
};

const leaks = new ScriptedLeakSource('alpha');

/** A server of a customer whose address the billing system has told. */
const newCustomer = ({ partner }: Scene, client_id: number, host: number, more: object = {}): Promise<string> =>
  provision(partner.api, `127.9.50.${host}`, {
    client_id,
    client_name: 'Jane',
    client_email: `jane-${client_id}@example.org`,
    ...more,
  });

/** A visitor's request to a page of the portal, without key or cookie. */
function visit(scene: Scene, method: 'GET' | 'POST', path: string): Promise<unknown> {
  const visitor: ApiClient = scene.record(scene.service.client(scene.partner.portalDomain, null), 'a visitor');
  return method === 'GET' ? visitor.get(path) : visitor.send('POST', path, 'List-Unsubscribe=One-Click', form);
}

/** The pause between two mails to one address. */
const passPause = ({ service }: Scene) => service.clock.advanceSeconds(300);
/** The second server is still to be scanned. */
const passFirstBatch = ({ service }: Scene) => service.clock.advanceSeconds(60);

recordArea(
  'notifications',
  { mail: true, environment: { SCAN_ENGINE: 'off' }, leakSources: [leaks] },
  {
    'Settings and addresses': async (scene) => {
      const { api } = scene;
      await newCustomer(scene, 1, 1);
      const settings = () => api.get(`${settingsPath}?client_id=1`);
      const change = (body: object) => api.send('PUT', settingsPath, { client_id: 1, ...body });
      await settings();
      for (const body of [
        { port_alerts_min_severity: 'critical' },
        { domain_alerts: false },
        { port_alerts: false },
        {},
      ])
        await change(body);
      await change({ port_alerts_min_severity: 'urgent', port_alerts: 'maybe' });
      await change({ client_id: 999 });
      await api.get(`${settingsPath}?client_id=999`);
      await api.get(settingsPath);
      const add = (email: string) => api.post(recipientsPath, { client_id: 1, email });
      const remove = (id: string, query = '?client_id=1') => api.send('DELETE', `${recipientsPath}/${id}${query}`);
      const added = await add('bob@example.org');
      await add('Bob@Example.org');
      await add('JANE-1@example.org');
      for (const name of ['c', 'd', 'e', 'f', 'g']) await add(`${name}@example.org`);
      await add('no address');
      await api.post(recipientsPath, { client_id: 999, email: 'x@example.org' });
      await scene.mails();
      await settings();
      const { id } = added.body.data.recipient;
      await remove(id, '?client_id=2');
      await remove(id);
      await remove(id, '');
      await remove(absent);
      await settings();
      const { body } = await settings();
      const choose = (id: string, choice: object) =>
        api.send('PUT', `${recipientsPath}/${id}`, { client_id: 1, ...choice });
      await choose(body.data.recipients[0].id, { monthly_report: true });
      await choose(body.data.recipients[0].id, {});
      await choose(body.data.recipients[0].id, { monthly_report: false });
      await remove(body.data.recipients[0].id);
      await settings();
      await add('jane-1@example.org');
      await settings();
      await scene.audit();
    },
    Channels: async (scene) => {
      const { api } = scene;
      await newCustomer(scene, 9, 9);
      const path = '/api/v1/channels';
      const slack = { type: 'slack', name: 'Operations', url: 'https://hooks.slack.com/services/T0/B0/secret-part' };
      const { body } = await api.post(path, {
        ...slack,
        quiet_from: '22:00',
        quiet_until: '07:00',
        time_zone: 'Europe/Berlin',
      });
      const { id } = body.data.channel;
      await api.post(path, {
        billing_customer_id: 9,
        type: 'telegram',
        name: 'Mine',
        token: `1:${'x'.repeat(35)}`,
        chat_id: '-1',
      });
      await api.post(path, { ...slack, url: 'https://evil.example/', kinds: ['nonsense'], time_zone: 'Mars' });
      await api.post(path, { ...slack, billing_customer_id: 999 });
      await api.get(path);
      await api.get(`${path}?billing_customer_id=9`);
      await api.get(`${path}?billing_customer_id=999`);
      await api.get(`${path}/${id}`);
      await api.get(`${path}/${id}?billing_customer_id=9`);
      await api.send('PUT', `${path}/${id}`, { enabled: false, urgency: 'weekly', min_severity: 'high' });
      await api.send('PUT', `${path}/${absent}`, { enabled: false });
      await api.post(`${path}/${id}/test`, {});
      await api.post(`${path}/${absent}/test`, {});
      await api.send('DELETE', `${path}/${id}`);
      await api.send('DELETE', `${path}/${id}`);
      await scene.audit();
    },
    'Confirming and unsubscribing': async (scene) => {
      const { api, partner, service } = scene;
      const endpointId = await newCustomer(scene, 2, 2, { hostname: 'www.example.com' });
      await api.post(recipientsPath, { client_id: 2, email: 'bob@example.org' });
      const mailed = await scene.mails();
      const confirm = linkIn(mailed[0]!.text, '/mail/confirm');
      await visit(scene, 'GET', confirm);
      await visit(scene, 'POST', confirm);
      await visit(scene, 'POST', confirm);
      await visit(scene, 'POST', '/mail/confirm?token=made-up');
      await scene.scan(endpointId, { open: ['3306:tcp'], identities });
      const [toBob] = await scene.mails();
      const unsubscribe = linkIn(toBob!.text, '/mail/unsubscribe');
      await visit(scene, 'GET', unsubscribe);
      await visit(scene, 'POST', unsubscribe);
      await visit(scene, 'POST', unsubscribe);
      await visit(scene, 'POST', '/mail/unsubscribe?token=made-up');
      await api.get(`${settingsPath}?client_id=2`);
      passPause(scene);
      await scene.scan(endpointId, { open: ['3306:tcp', '6379:tcp'], identities });
      await scene.mails();
      const minted = await api.post('/api/v1/sso/token', { client_id: 2 });
      const browser = scene.record(new PortalBrowser(service, partner.portalDomain), 'the customer');
      await browser.get(`/sso?token=${minted.body.data.token}`);
      await browser.get(settingsPath);
      await browser.send('PUT', settingsPath, { port_alerts: false });
      await browser.send('PUT', settingsPath, { client_id: 1, port_alerts: true });
      await browser.post(recipientsPath, { email: 'bob@example.org' });
      await scene.mails();
      await scene.audit();
    },
    'Mails about ports': async (scene) => {
      const { api } = scene;
      const console = await scene.administrator();
      await scene.mails();
      await console.send('PUT', '/api/v1/branding', {
        display_name: 'Blue “Harbour”',
        accent_colour: '#aa0000',
        support_email: 'help@blue.example',
      });
      const first = await newCustomer(scene, 3, 3, { hostname: 'shop.example.org' });
      const second = await newCustomer(scene, 3, 4);
      await scene.scan(first, { open: ['3306:tcp', '6379:tcp', '22:tcp', '23:tcp'], identities });
      passFirstBatch(scene);
      await scene.mails();
      await api.get(`${settingsPath}?client_id=3`);
      await scene.scan(second, { open: ['3306:tcp'], identities });
      passPause(scene);
      await scene.mails();
      await scene.scan(first, { closed: ['3306:tcp'], open: ['6379:tcp', '22:tcp'], identities });
      passPause(scene);
      await scene.mails();
      await scene.scan(first, { open: ['3306:tcp', '6379:tcp', '22:tcp'], identities });
      passPause(scene);
      await scene.mails();
      await api.send('PUT', settingsPath, { client_id: 3, port_alerts_min_severity: 'low' });
      await scene.scan(second, { open: ['3306:tcp', '22:tcp', '443:tcp'], identities });
      passPause(scene);
      await scene.mails();
      await api.send('PUT', `/api/v1/endpoints/${first}`, { billing_customer_id: 3, nickname: '<b>Shop</b> & "Co"' });
      await act(api, 'terminate', { endpoint_id: second });
      await scene.scan(first, { open: ['8080:tcp'], identities });
      passPause(scene);
      await scene.mails();
      await scene.audit();
    },
    'Alerts that are moved before they are mailed': async (scene) => {
      const { api } = scene;
      const endpointId = await newCustomer(scene, 5, 6);
      await scene.scan(endpointId, { open: ['3306:tcp'], identities });
      await scene.mails();
      const open = ['3306:tcp', '6379:tcp', '23:tcp', '5432:tcp'] as const;
      await scene.scan(endpointId, {
        open,
        // None is critical, and told of before it is moved.
        identities: {
          ...identities,
          '6379:tcp': { ...silent, service: 'redis' },
          '5432:tcp': { ...silent, service: 'postgresql' },
        },
      });
      const { body } = await api.get(`/api/v1/alerts?endpoint_id=${endpointId}&sort=severity`);
      await api.post(`/api/v1/alerts/${body.data.alerts[0].id}/resolve`);
      await api.post(`/api/v1/alerts/${body.data.alerts[1].id}/acknowledge`);
      passPause(scene);
      await scene.mails();
      await scene.audit();
    },
    'Mails about leaks': async (scene) => {
      const { api } = scene;
      await newCustomer(scene, 4, 5);
      const domain = 'shop.example.com';
      leaks.knows(domain, [
        leakedCredential(`john.smith@${domain}`),
        leakedCredential(`ceo@${domain}`, { kind: 'stealer_log', breachName: null, secretFormat: 'clear_text' }),
        mention(domain, { excerpt: `Files of ceo@${domain}:hunter2`, confidence: 0.95 }),
      ]);
      const id = await monitorDomain(api, 4, domain);
      await scene.domainScans();
      await scene.mails();
      await api.get('/api/v1/domain-monitoring/alerts?billing_customer_id=4&sort=severity');
      leaks.knows(domain, [leakedCredential(`new.one@${domain}`, { breachName: 'Another' })]);
      await scene.domainScans(2 * 86_400);
      await scene.mails();
      await api.get('/api/v1/domain-monitoring/summary?billing_customer_id=4');
      await act(api, 'terminate-domain', { monitored_domain_id: id });
      await scene.mails();
      await scene.audit();
    },
    'Weekly summaries': async (scene) => {
      const { api } = scene;
      await newCustomer(scene, 10, 10);
      const setting = '/api/v1/settings/weekly-summary';
      await api.get(setting);
      await visit(scene, 'GET', setting);
      await api.send('PUT', setting, { enabled: false });
      const { data } = (await api.get(`${settingsPath}?client_id=10`)).body;
      await api.send('PUT', `${recipientsPath}/${data.recipients[0].id}`, { client_id: 10, weekly_summary: false });
      const console = await scene.administrator();
      for (const enabled of [false, true, 'perhaps']) await console.send('PUT', setting, { enabled });
      await scene.audit();
    },
  },
);
