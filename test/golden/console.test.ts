import { act, portMonitoring } from '../support/billing.ts';
import { goodPassword, PortalBrowser } from '../support/portal-browser.ts';
import { provision } from '../support/scans.ts';
import { startTextNameServer } from '../support/text-name-server.ts';
import { totpCode } from '../support/totp.ts';
import { recordArea, type Scene } from './record-area.ts';

const absent = '00000000-0000-4000-8000-000000000000';
const names = await startTextNameServer();
// Nothing listens there: mail is set up, and never sent.
const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'alerts@mail.example.com' };
const environment = { DNS_SERVERS: names.server, PORTAL_CNAME_BASE: 'portals.service.example', ...mail };

const fromElsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };

/** A browser on the partner's portal that nobody has signed in with. */
const visitor = (scene: Scene, asker: string, portalDomain = scene.partner.portalDomain): PortalBrowser =>
  scene.record(new PortalBrowser(scene.service, portalDomain), asker);

recordArea(
  'console',
  { role: 'api', environment, close: () => names.close() },
  {
    'Customers sign in': async (scene) => {
      const { api, partner } = scene;
      await provision(partner.api, '127.9.70.1', {
        client_id: 7,
        client_name: 'Jane',
        client_email: 'jane@example.com',
      });
      await act(partner.api, 'provision-subscription', { ...portMonitoring(7), plan_slug: 'starter' });
      const mint = (body: object) => api.post('/api/v1/sso/token', body);
      await mint({ client_id: 8 });
      await mint({});
      await mint({ client_id: 7, redirect_path: '//elsewhere.example' });
      const minted = await mint({ client_id: 7, client_name: 'Jane', redirect_path: '/alerts' });
      const browser = visitor(scene, 'the customer');
      const link = `/sso?token=${minted.body.data.token}`;
      await browser.get('/api/v1/session');
      await browser.get(link);
      await browser.get(link);
      await browser.get('/api/v1/session');
      const own = ['endpoints', 'alerts', 'alerts/summary', 'alerts/endpoint-summary', 'whitelists', 'customers/7'];
      const paths = [
        ...own,
        'domain-monitoring/summary',
        'domain-monitoring/alerts',
        'notifications/settings',
        'audit',
      ];
      for (const path of [
        ...paths,
        'services',
        'subscriptions',
        'customers',
        'account',
        'keys',
        'settings/customer-additions',
      ])
        await browser.get(`/api/v1/${path}`);
      await browser.get('/api/v1/alerts?billing_customer_id=8');
      await browser.post('/api/v1/endpoints', { ip_address: '127.9.70.2', nickname: 'Mine' });
      await browser.send('POST', '/api/v1/whitelists', { port_start: 80 }, fromElsewhere);
      const end = (id: number | string) => api.send('DELETE', `/api/v1/customers/${id}/sessions`);
      for (const id of [8, 'x', 7, 7]) await end(id);
      await browser.get('/api/v1/endpoints');
      const again = visitor(scene, 'the customer again');
      await again.get(`/sso?token=${(await mint({ client_id: 7 })).body.data.token}`);
      await again.send('DELETE', '/api/v1/session', undefined, fromElsewhere);
      await again.send('DELETE', '/api/v1/session');
      await again.send('DELETE', '/api/v1/session');
      await again.get('/api/v1/session');
      await visitor(scene, 'a visitor', 'nobody.example.net').get('/api/v1/session');
      await scene.audit();
      for (const path of ['7/servers', '8/servers']) await api.get(`/api/v1/customers/${path}`);
    },
    'Administrators sign in': async (scene) => {
      const { api } = scene;
      const first = await scene.administrator();
      const browser = visitor(scene, 'ada');
      const signIn = (body: object, by = browser) => by.post('/api/v1/session', body);
      const own = '/api/v1/administrator';
      await signIn({ email: 'ada@example.com', password: 'not the right one' });
      await signIn({ email: 'nobody@example.com', password: goodPassword });
      await signIn({ email: 'ada' });
      await signIn({ email: 'ada@example.com', password: goodPassword });
      await browser.get('/api/v1/session');
      await browser.get(own);
      await api.get(own);
      const { body } = await browser.get(`${own}/sessions`);
      await browser.send('DELETE', `${own}/sessions/${absent}`);
      for (const session of body.data.sessions.slice(1)) await browser.send('DELETE', `${own}/sessions/${session.id}`);
      await first.get(own);
      const password = (current_password: string, new_password: string) =>
        browser.send('PUT', `${own}/password`, { current_password, new_password });
      await password('not the right one', `${goodPassword} 2`);
      await password(goodPassword, 'short');
      await password(goodPassword, `${goodPassword} 2`);
      const key: string = (await browser.post(`${own}/second-factor`)).body.data.key;
      const code = () => totpCode(key, new Date(scene.service.clock.now().getTime() + 1_000));
      const confirm = () => browser.post(`${own}/second-factor/confirm`, { code: code() });
      await browser.post(`${own}/second-factor/confirm`, { code: 'abcdef' });
      await confirm();
      await confirm();
      await browser.post(`${own}/second-factor`);
      scene.service.clock.advanceSeconds(60);
      const credentials = { email: 'ada@example.com', password: `${goodPassword} 2` };
      const other = visitor(scene, 'ada elsewhere');
      await signIn(credentials, other);
      await signIn({ ...credentials, code: code() }, other);
      await browser.get(own);
      scene.service.clock.advanceSeconds(60);
      const remove = (body: object) => browser.send('DELETE', `${own}/second-factor`, body);
      await remove({ password: goodPassword, code: code() });
      scene.service.clock.advanceSeconds(60);
      await remove({ password: credentials.password, code: code() });
      await remove({ password: credentials.password });
      await browser.get(`${own}/second-factor`);
      await api.get(`${own}/second-factor`);
      const response = { clientDataJSON: 'e30', attestationObject: 'oA', authenticatorData: 'AA', signature: 'AA' };
      const credential = { id: 'AA', type: 'public-key', response };
      await browser.post(`${own}/passkeys`, { password: 'not the right one' });
      await browser.post(`${own}/passkeys/confirm`, { name: 'Laptop', credential });
      await browser.send('DELETE', `${own}/passkeys/${absent}`, { password: credentials.password });
      await visitor(scene, 'a visitor', 'nobody.example.net').post('/api/v1/session/passkey/options');
      await visitor(scene, 'a visitor').post('/api/v1/session/passkey', { credential });
      const demand = '/api/v1/settings/second-factor';
      await browser.get(demand);
      await api.get(demand);
      await browser.send('PUT', demand, { required: true });
      await browser.send('PUT', demand, { required: false });
      await browser.send('DELETE', '/api/v1/session');
      await browser.get(own);
      await other.get('/api/v1/audit?limit=100');
      for (const language of ['de', 'xx']) await other.send('PUT', '/api/v1/session/language', { language });
      await other.send('PUT', '/api/v1/session/language', {});
      const view = '/api/v1/session/view';
      await api.post('/api/v1/billing/provision', { client_id: 7, client_name: 'Jane', ip_address: '127.9.72.1' });
      for (const billing_customer_id of [8, 7, 7]) await other.post(view, { billing_customer_id });
      for (const path of ['session', 'endpoints', 'customers']) await other.get(`/api/v1/${path}`);
      await other.post('/api/v1/endpoints', { ip_address: '127.9.72.2' });
      await other.send('DELETE', view, undefined, fromElsewhere);
      await other.send('DELETE', view);
      await other.get('/api/v1/session');
      await other.get('/api/v1/audit?limit=2');
      scene.service.clock.advanceSeconds(600);
      const makeKey = () => other.post('/api/v1/keys', { name: 'a key that lasts' });
      await makeKey();
      const prove = (body: object) => other.post('/api/v1/session/proof', body);
      for (const body of [{}, { password: 'not the right one' }, { code: '000000' }]) await prove(body);
      await prove({ password: credentials.password });
      await makeKey();
      await other.get('/api/v1/audit?limit=4');
    },
    'Administrators and keys': async (scene) => {
      const { api, partner } = scene;
      const console = await scene.administrator();
      await console.get('/api/v1/administrators');
      const create = (body: object) => console.post('/api/v1/administrators', body);
      const joan = await create({ email: 'joan@example.com', name: 'Joan', password: goodPassword });
      await create({ email: 'JOAN@example.com', password: goodPassword });
      await create({ email: 'jim', password: 'short' });
      await api.get('/api/v1/administrators');
      await api.post('/api/v1/administrators', { email: 'jim@example.com', password: goodPassword });
      const { body } = await console.get('/api/v1/administrators');
      const remove = (id: string) => console.send('DELETE', `/api/v1/administrators/${id}`);
      for (const id of [absent, joan.body.data.administrator.id, joan.body.data.administrator.id]) await remove(id);
      for (const { id, email } of body.data.administrators) if (email === 'ada@example.com') await remove(id);
      await api.get('/api/v1/keys');
      const made = await console.post('/api/v1/keys', { name: 'WHMCS' });
      await console.post('/api/v1/keys', { name: 'x', portal_domain: 'nobody.example.net' });
      await console.post('/api/v1/keys', {});
      await console.post('/api/v1/keys', { name: 'tests', world: 'sandbox' });
      await scene
        .record(scene.service.client(partner.portalDomain, made.body.data.api_key), 'the new key')
        .get('/api/v1/account');
      await console.get('/api/v1/keys');
      const rotate = (id: string, more: object = {}) => console.post(`/api/v1/keys/${id}/rotate`, more);
      const next = await rotate(made.body.data.id, { overlap_seconds: 3_600 });
      await rotate(made.body.data.id, { overlap_seconds: -1 });
      await rotate(absent);
      await console.get('/api/v1/keys');
      for (const id of [next.body.data.id, next.body.data.id, absent])
        await console.send('DELETE', `/api/v1/keys/${id}`);
      await rotate(next.body.data.id);
      await console.get('/api/v1/keys');
      await scene.audit();
    },
    'Portal domains and branding': async (scene) => {
      const { api } = scene;
      const console = await scene.administrator();
      const path = '/api/v1/portal-domains';
      await console.get(path);
      const add = (domain: string) => console.post(path, { domain });
      const added = await add('security.example.net');
      for (const domain of ['security.example.net', 'no domain', 'com']) await add(domain);
      const { id, domain } = added.body.data.portal_domain;
      const check = (of = id) => console.post(`${path}/${of}/check`);
      await check();
      const { body } = await console.get(path);
      const claimed = body.data.portal_domains.find((other: { id: string }) => other.id === id);
      names.zone.set(claimed.records.txt.name, [claimed.records.txt.value]);
      await check();
      names.zone.set(`_security-monitoring.${domain}`, 'silence');
      await check(absent);
      const remove = (of: string) => console.send('DELETE', `${path}/${of}`);
      await remove(id);
      await remove(id);
      for (const { id: other } of body.data.portal_domains) if (other !== id) await remove(other);
      await console.get(path);
      await remove(absent);
      await api.get(path);
      await api.get('/api/v1/branding');
      const brand = (body: object) => console.send('PUT', '/api/v1/branding', body);
      await console.get('/api/v1/branding');
      await brand({ customer_area_url: 'https://billing.example.com/area?to={path}', alert_links: true });
      await brand({ customer_area_url: 'http://billing.example.com', alert_links: 'maybe' });
      await brand({ display_name: 'Blue Harbour', accent_colour: '#aa0000', support_email: 'help@blue.example' });
      await brand({ accent_colour: 'red', support_url: 'javascript:alert(1)', logo: 'x' });
      await brand({});
      await console.get('/api/v1/branding');
      await visitor(scene, 'a visitor').get('/api/v1/session');
      await console.get('/api/v1/audit?limit=100');
    },
    'The account, the audit log and who may ask': async (scene) => {
      const { api, partner, service } = scene;
      await api.get('/api/v1/health');
      await api.get('/api/v1/account');
      const first = await provision(api, '127.9.71.1', { client_name: 'Jane' });
      await provision(api, '127.9.71.2', { client_id: 2 });
      for (const action of ['suspend', 'resume', 'terminate']) await act(api, action, { endpoint_id: first });
      const list = '/api/v1/audit';
      for (const query of ['', 'action=endpoint.suspended', `subject_id=${first}`, 'billing_customer_id=2'])
        await api.get(`${list}?${query}`);
      let query = 'limit=2';
      for (let page = 0; page < 4; page += 1) {
        const { body } = await api.get(`${list}?${query}`);
        if (!body.data?.next_cursor) break;
        query = `limit=2&cursor=${body.data.next_cursor}`;
      }
      for (const query of ['limit=0', 'subject_id=x', 'cursor=x', 'billing_customer_id=x', 'billing_customer_id=999'])
        await api.get(`${list}?${query}`);
      const stranger = await service.partner('Stranger Hosting');
      const asker = (name: string, portalDomain: string, key: string | null) =>
        scene.record(service.client(portalDomain, key), name);
      const nobodies = [
        asker('nobody', partner.portalDomain, null),
        asker('a made-up key', partner.portalDomain, 'bwk_made-up'),
        asker('a stranger', partner.portalDomain, stranger.apiKey),
        asker('the partner elsewhere', stranger.portalDomain, partner.apiKey),
      ];
      const paths = [
        'account',
        'alerts',
        'endpoints',
        'customers',
        'plans',
        'prices',
        'sandbox/scenarios',
        'administrator/sessions',
      ];
      for (const client of nobodies) {
        for (const path of paths) await client.get(`/api/v1/${path}`);
        await client.post('/api/v1/billing/provision', { client_id: 1, ip_address: '127.9.71.3' });
      }
      await api.get('/api/v1/nothing');
      await api.send('PUT', '/api/v1/alerts', {});
      const repeat = { 'idempotency-key': 'order-1' };
      for (const ip_address of ['127.9.71.4', '127.9.71.4', '127.9.71.5'])
        await api.send('POST', '/api/v1/billing/provision', { client_id: 3, ip_address }, repeat);
      await api.send('POST', '/api/v1/billing/provision', 'a=1', {
        'content-type': 'application/x-www-form-urlencoded',
      });
    },
    'Roles of people': async (scene) => {
      const console = await scene.administrator();
      const add = (body: object) => console.post('/api/v1/administrators', { password: goodPassword, ...body });
      const { id } = (await add({ email: 'sue@example.com', role: 'support' })).body.data.administrator;
      await add({ email: 'jim@example.com', role: 'admin' });
      const giveRole = (role: string, of: string) => console.send('PUT', `/api/v1/administrators/${of}/role`, { role });
      const sue = visitor(scene, 'sue');
      await sue.post('/api/v1/session', { email: 'sue@example.com', password: goodPassword });
      await sue.post('/api/v1/keys', { name: 'x' });
      await sue.post(`/api/v1/alerts/${absent}/resolve`);
      await giveRole('manager', id);
      await sue.post('/api/v1/keys', { name: 'x' });
      await giveRole('boss', id);
      await giveRole('owner', absent);
      const { body } = await console.get('/api/v1/administrators');
      for (const { id: own, email } of body.data.administrators)
        if (email === 'ada@example.com') await giveRole('support', own);
      await scene.audit();
    },
    'People by mail': async (scene) => {
      const { api } = scene;
      const console = await scene.administrator();
      const path = '/api/v1/invitations';
      const invite = (email: string, role: string) => console.post(path, { email, role });
      const { id } = (await invite('Sue@example.com', 'support')).body.data.invitation;
      await invite('sue@example.com', 'manager');
      await invite('ada@example.com', 'manager');
      await invite('jim', 'boss');
      await api.get(path);
      await console.get(path);
      for (const of of [id, absent]) await console.post(`${path}/${of}/resend`);
      scene.service.clock.advanceSeconds(1);
      for (const of of [id, id]) await console.send('DELETE', `${path}/${of}`);
      const browser = visitor(scene, 'a visitor');
      const visit = (action: string, body: object) => browser.post(`/api/v1/session/${action}`, body);
      await visit('invitation/look', { token: 'x' });
      await visit('invitation', { token: 'x', password: goodPassword });
      await visit('password-reset', { email: 'ada@example.com' });
      await visit('password-reset', { email: 'nobody@example.com' });
      await visit('password-reset', { email: 'nobody' });
      await visit('password-reset/complete', { token: 'x', password: goodPassword });
      await console.get(`/api/v1/keys/${absent}/requests`);
      await console.get(`/api/v1/keys/${absent}/requests/${absent}`);
      await scene.audit();
    },
    'Where mail comes from, where a domain leads, and the way to more': async (scene) => {
      const { api } = scene;
      const console = await scene.administrator();
      const path = '/api/v1/mail-sender';
      await console.get(path);
      await api.get(path);
      await console.send('PUT', path, { address: 'nobody' });
      await console.post(`${path}/check`);
      await console.post(`${path}/test`);
      await api.post(`${path}/test`);
      await console.send('DELETE', path);
      await scene.service.store.database.pool.query(
        `INSERT INTO mail_senders (partner_id, id, address, dkim_selector, dkim_public_key, dkim_private_key, status, created_at)
         VALUES ($1, $1, 'security@acme.example', 'breakwater', 'MIIB', '\\x00', 'pending', $2)`,
        [scene.partner.partnerId, scene.service.clock.now()],
      );
      await console.send('DELETE', path);
      await console.post(`/api/v1/portal-domains/${absent}/reach`);
      await api.post('/api/v1/billing/provision', { client_id: 90, ip_address: '127.9.71.90' });
      await api.get('/api/v1/upgrade?billing_customer_id=90');
      await api.get('/api/v1/upgrade');
      await scene.audit();
    },
  },
);
