import { look, lookAtDueDomains } from '../support/domain-looks.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { leakedCredential, mention } from '../support/scripted-leak-source.ts';
import { startTextNameServer } from '../support/text-name-server.ts';
import { recordArea, type Scene } from './record-area.ts';

const base = '/api/v1/domain-monitoring';
const absent = '00000000-0000-4000-8000-000000000000';
const actions = ['acknowledge', 'resolve'] as const;
const statuses = ['open', 'acknowledged', 'resolved'] as const;

const breach = (identity: string, more = {}) => leakedCredential(identity, more);

/** Findings of all kinds about a domain. */
const manyFindings = (domain: string) => [
  breach(`john.smith@${domain}`, { occurredAt: '2025-03-04' }),
  breach(`joan@${domain}`, { secretFormat: 'clear_text', secretDigest: 'd2' }),
  breach(`john.smith@${domain}`, { kind: 'combolist', breachName: 'Collection 1', occurredAt: '2012-01-01' }),
  breach(`ceo@${domain}`, {
    kind: 'stealer_log',
    breachName: null,
    secretFormat: 'clear_text',
    malwareFamily: 'RedLine',
    loginSite: `mail.${domain}`,
    publishedAt: '2025-12-01',
  }),
  leakedCredential(null, {
    kind: 'paste',
    breachName: 'Paste',
    unnamedIdentities: 7,
    secretPresent: false,
    secretFormat: null,
  }),
  mention(domain, { excerpt: `Files of ceo@${domain}:hunter2`, confidence: 0.95 }),
  mention('Access for sale', { kind: 'market', actor: null, matchType: 'keyword', confidence: 0.7 }),
  mention('Perhaps a shop', { kind: 'forum', actor: 'Someone', matchType: 'keyword', confidence: 0.1 }),
];

/** Alerts of a customer, unrecorded. */
async function alertsOf({ partner }: Scene, clientId: number): Promise<{ id: string; kind: string }[]> {
  const query = `billing_customer_id=${clientId}&limit=100&sort=severity`;
  return (await partner.api.get(`${base}/alerts?${query}`)).body.data.alerts;
}

/** A domain with what a scan finds about it. */
async function watched(scene: Scene, clientId: number, domain: string, findings = manyFindings): Promise<string> {
  const id = await monitorDomain(scene.partner.api, clientId, domain);
  await scanDomain(scene.service, id, findings(domain));
  return id;
}

const names = await startTextNameServer();

const environment = { DNS_SERVERS: names.server };

recordArea(
  'domain-monitoring',
  { role: 'api', environment, close: () => names.close() },
  {
    'Findings and alerts, with every filter': async (scene) => {
      const { api, service } = scene;
      const id = await watched(scene, 1, 'shop.example.com');
      const second = await watched(scene, 1, 'second.example.com', (domain) => [
        breach(`joan@${domain}`),
        mention(domain),
      ]);
      await watched(scene, 2, 'other.example.com');
      service.clock.advanceSeconds(3_600);
      const since = service.clock.now().toISOString();
      await scanDomain(service, id, [...manyFindings('shop.example.com').slice(0, 2), breach('new@shop.example.com')]);
      const [first, , third] = await alertsOf(scene, 1);
      await scene.partner.api.post(`${base}/alerts/${first!.id}/acknowledge`, { billing_customer_id: 1 });
      await scene.partner.api.post(`${base}/alerts/${third!.id}/resolve`, { billing_customer_id: 1 });
      const severities = ['low', 'medium', 'high', 'critical'].map((severity) => `&severity=${severity}`);
      const common = ['', `&domain_id=${second}`, ...severities, ...statuses.map((status) => `&status=${status}`)];
      for (const list of ['leaked-credentials', 'dark-web']) {
        const filters = [
          ...common,
          `&since=${since}`,
          '&since=2099-01-01',
          '&limit=2',
          '&limit=2&offset=2',
          '&limit=0',
        ];
        for (const filter of [...filters, '&since=soon', '&severity=bad', '&status=false_positive', '&domain_id=x'])
          await api.get(`${base}/${list}?billing_customer_id=1${filter}`);
      }
      const kinds = ['breach', 'stealer_log', 'combolist', 'paste', 'ransomware_claim', 'forum', 'market', 'rumour'];
      const orders = ['created_at', 'severity', 'last_detected_at', 'kind'].flatMap((sort) =>
        ['asc', 'desc'].map((order) => `&sort=${sort}&order=${order}`),
      );
      const filters = [...common, ...kinds.map((kind) => `&kind=${kind}`), ...orders, '&limit=2', '&limit=2&offset=3'];
      for (const filter of [
        ...filters,
        '&limit=0',
        '&severity=bad',
        '&status=false_positive',
        '&domain_id=x',
        '&order=up',
      ])
        await api.get(`${base}/alerts?billing_customer_id=1${filter}`);
      for (const list of ['domains', 'leaked-credentials', 'dark-web', 'alerts', 'summary']) {
        await api.get(`${base}/${list}?billing_customer_id=2`);
        await api.get(`${base}/${list}?billing_customer_id=999`);
        await api.get(`${base}/${list}`);
      }
      await api.get(`${base}/summary?billing_customer_id=1`);
      await api.get(`${base}/domains/${id}?billing_customer_id=1`);
      for (const alert of await alertsOf(scene, 1)) await api.get(`${base}/alerts/${alert.id}?billing_customer_id=1`);
      await api.get(`${base}/alerts/${first!.id}?billing_customer_id=2`);
      await api.get(`${base}/alerts/${absent}?billing_customer_id=1`);
      await api.get(`${base}/alerts/x?billing_customer_id=1`);
    },
    'What everybody can see of a domain, and what is told of it': async (scene) => {
      const { api, service } = scene;
      const id = await monitorDomain(scene.partner.api, 1, 'shop.example.com');
      const of = 'billing_customer_id=1';
      await api.get(`${base}/domains/${id}/posture?${of}`);
      const shouldBe = { name: 'shop.example.com', type: 'TXT', value: 'v=spf1 mx ~all' } as const;
      for (const seconds of [5, 4_800]) {
        service.clock.advanceSeconds(seconds);
        await lookAtDueDomains(service, async () => look({ spf: { reason: 'spf.absent', shouldBe } }));
      }
      await api.get(`${base}/domains/${id}/posture?${of}`);
      await api.get(`/api/v1/monitoring/alerts?${of}&kind=domain_posture`);
      await api.get(`${base}/domains/${absent}/posture?${of}`);
      const told = { billing_customer_id: 1, dkim_selectors: ['default'], expects_mail: true };
      await api.send('PUT', `${base}/domains/${id}`, told);
      await api.send('PUT', `${base}/domains/${id}`, { ...told, dkim_selectors: 'default', expects_mail: 'yes' });
      await api.send('PUT', `${base}/domains/${absent}`, told);
      const nobody = scene.record(scene.service.client(scene.partner.portalDomain, null), 'nobody');
      await nobody.get(`${base}/record-template`);
      await api.get(`${base}/record-template`);
      const template = { spf_include: '_spf.hoster.example', dkim_selectors: ['h1'] };
      await api.send('PUT', `${base}/record-template`, template);
      await api.send('PUT', `${base}/record-template`, { ...template, report_address: 'nobody' });
      await scene.audit();
    },
    'Every action in every status, twice': async (scene) => {
      const { api, partner } = scene;
      let client = 100;
      for (const status of statuses)
        for (const action of actions) {
          client += 1;
          await watched(scene, client, `shop-${client}.example.com`, (domain) => [
            breach(`john.smith@${domain}`),
            mention(domain),
          ]);
          for (const { id } of await alertsOf(scene, client)) {
            const act = (what: string, body: object = {}, by = api) =>
              by.post(`${base}/alerts/${id}/${what}`, { billing_customer_id: client, ...body });
            if (status !== 'open') await act(status === 'resolved' ? 'resolve' : 'acknowledge', {}, partner.api);
            await act(action, { reason: `It was ${status}.` });
            await act(action);
          }
          await api.get(`${base}/leaked-credentials?billing_customer_id=${client}`);
          await api.get(`${base}/summary?billing_customer_id=${client}`);
        }
      await scene.audit();
    },
    'Actions that are refused': async (scene) => {
      const { api } = scene;
      await watched(scene, 1, 'shop.example.com', (domain) => [breach(`john.smith@${domain}`)]);
      const [{ id } = { id: '' }] = await alertsOf(scene, 1);
      const stranger = await scene.service.partner('Stranger Hosting');
      const foreign = scene.record(scene.service.client(stranger.portalDomain, stranger.apiKey), 'a stranger');
      for (const action of actions) {
        const act = (alertId: string, body: object, by = api) => by.post(`${base}/alerts/${alertId}/${action}`, body);
        await act(id, { billing_customer_id: 2 });
        await act(id, {});
        await act(id, { billing_customer_id: 1, reason: 'r'.repeat(256) });
        await act(absent, { billing_customer_id: 1 });
        await act('x', { billing_customer_id: 1 });
        await act(id, { billing_customer_id: 1 }, foreign);
      }
      for (const action of ['false-positive', 'reopen'])
        await api.post(`${base}/alerts/${id}/${action}`, { billing_customer_id: 1 });
      await scene.audit();
    },
    'What scans do to alerts that people moved': async (scene) => {
      const { api, service, partner } = scene;
      let client = 200;
      for (const status of statuses)
        for (const [index, more] of [[], ['new.one'], ['worse'], ['another breach']].entries()) {
          client += 1;
          const domain = `shop-${client}.example.com`;
          const john = `john.smith@${domain}`;
          const id = await watched(scene, client, domain, () => [breach(john)]);
          const [{ id: alertId } = { id: '' }] = await alertsOf(scene, client);
          if (status !== 'open')
            await partner.api.post(`${base}/alerts/${alertId}/${status === 'resolved' ? 'resolve' : 'acknowledge'}`, {
              billing_customer_id: client,
            });
          service.clock.advanceSeconds(3_600);
          const found = [
            [breach(john)],
            [breach(john), breach(`${more[0]}@${domain}`)],
            [breach(john, { secretFormat: 'clear_text' })],
            [breach(john, { breachName: 'Another' }), mention(domain)],
          ];
          await scanDomain(service, id, found[index]!);
          await api.get(`${base}/alerts?billing_customer_id=${client}`);
          await api.get(`${base}/leaked-credentials?billing_customer_id=${client}`);
          await scanDomain(service, id, [], 'beta');
          await api.get(`${base}/alerts?billing_customer_id=${client}`);
        }
      await scene.audit();
    },
    'Several sources': async (scene) => {
      const { api, service } = scene;
      const id = await watched(scene, 1, 'shop.example.com', (domain) => [breach(`john.smith@${domain}`)]);
      service.clock.advanceSeconds(60);
      await scanDomain(
        service,
        id,
        [breach('john.smith@shop.example.com', { secretFormat: 'clear_text' }), mention('shop.example.com')],
        'beta',
      );
      for (const list of ['leaked-credentials', 'dark-web', 'alerts', 'summary', 'domains'])
        await api.get(`${base}/${list}?billing_customer_id=1`);
      await api.get(`${base}/domains/${id}?billing_customer_id=1`);
      for (const alert of await alertsOf(scene, 1)) await api.get(`${base}/alerts/${alert.id}?billing_customer_id=1`);
    },
    'Proof of control': async (scene) => {
      const { api } = scene;
      const id = await watched(scene, 1, 'shop.example.com');
      const ask = (rest = '', customer: unknown = 1, of = id) =>
        api.post(`${base}/domains/${of}/verification${rest}`, { billing_customer_id: customer });
      const { body } = await ask();
      const { name, value } = body.data.verification.record;
      await ask('/check');
      names.zone.set(name, ['v=spf1 -all', value]);
      scene.service.clock.advanceSeconds(120);
      await ask('/check');
      await ask('/check');
      await api.get(`${base}/domains/${id}?billing_customer_id=1`);
      await api.get(`${base}/leaked-credentials?billing_customer_id=1`);
      await api.get(`${base}/summary?billing_customer_id=1`);
      for (const rest of ['', '/check']) {
        await ask(rest, 2);
        await ask(rest, 'x');
        await ask(rest, 1, absent);
      }
      await scene.audit();
    },
  },
);
