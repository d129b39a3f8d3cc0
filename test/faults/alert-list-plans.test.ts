import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiAnswer } from '../support/api-client.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { provision } from '../support/scans.ts';
import { readsOf } from '../support/table-reads.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const customers = 10;
const ports = 100_000;
const leaks = 20_000;
const rare = 40;
const oldAlerts = 20_000;

let service: TestService;
let partner: TestPartner;
/** Of the customer with a long history. */
let endpointId: string;
let ordinaryEndpointId: string;
let domainId: string;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  for (let clientId = 1; clientId <= customers; clientId += 1) {
    ordinaryEndpointId = endpointId;
    endpointId = await provision(partner.api, `192.0.2.${clientId}`, { client_id: clientId });
    domainId = await monitorDomain(partner.api, clientId, `shop-${clientId}.example.com`);
  }
  const values = `(enum_range(NULL::severity))[1 + n / 16 % 4], state, at, at, at + interval '1 hour',
    CASE WHEN state = 'resolved' THEN at END, CASE WHEN state = 'resolved' THEN 'manual' END, CASE WHEN state = 'resolved' THEN at END`;
  const columns = `severity, status, created_at, first_detected_at, last_detected_at, resolved_at, resolution, ended_at`;
  const numbers = `(SELECT n, (ARRAY['open', 'acknowledged', 'resolved'])[1 + n / 64 % 3] AS state, now() - n * interval '1 minute' AS at
    FROM generate_series(0, $1::int - 1) n) AS numbers`;
  const answers = {
    service: 'ssh',
    method: 'probed',
    tls: false,
    product: null,
    version: null,
    banner: null,
    certificateNames: [],
    unauthenticated: null,
    operatingSystem: null,
  };
  await service.bulk(
    `INSERT INTO alerts (partner_id, id, kind, key, endpoint_id, customer_id, protocol, port, evidence, ${columns})
     SELECT e.partner_id, gen_random_uuid(), 'port', 'tcp/' || (1 + n / 10), e.id, e.customer_id, 'tcp', 1 + n / 10, $2::jsonb, ${values}
     FROM ${numbers} JOIN endpoints e ON host(e.ip_address) = '192.0.2.' || (1 + n % 10)`,
    [ports, JSON.stringify(answers)],
  );
  const evidence = {
    ...{
      domain: 'shop.example.com',
      findings: 1,
      identities: 1,
      own_mailboxes: 1,
      clear_text_secrets: 0,
    },
    ...{ secrets: 1, exact_matches: 0, breach_name: 'Shop', actor: null, data_classes: [], malware_families: [] },
    ...{ login_sites: [], titles: [], sources: ['alpha'], occurred_from: null, occurred_to: null },
  };
  for (const [kind, count] of [
    ['leaked_credentials', leaks],
    ['dark_web', rare],
  ] as const)
    await service.bulk(
      `INSERT INTO alerts (partner_id, id, kind, key, domain_id, customer_id, evidence, ${columns})
       SELECT d.partner_id, gen_random_uuid(), $3, d.domain || ' breach ' || n, d.id, d.customer_id, $2::jsonb, ${values}
       FROM ${numbers} JOIN monitored_domains d ON d.domain = 'shop-' || (1 + n % 10) || '.example.com'`,
      [count, JSON.stringify({ ...evidence, kind: kind === 'dark_web' ? 'forum' : 'breach' }), kind],
    );
  // History that no report of this year looks at: it ended long ago.
  await service.bulk(
    `INSERT INTO alerts (partner_id, id, kind, key, endpoint_id, customer_id, protocol, port, evidence, ${columns})
     SELECT partner_id, gen_random_uuid(), 'port', 'tcp/1', $1, customer_id, 'tcp', 1, $3::jsonb, 'low', 'resolved', at, at, at, at, 'manual', at
     FROM endpoints, (SELECT now() - interval '3 years' AS at FROM generate_series(1, $2)) AS old WHERE id = $1`,
    [endpointId, oldAlerts, JSON.stringify(answers)],
  );
  await service.bulk('VACUUM ANALYZE alerts, alert_exposures');
  await service.bulk('ANALYZE endpoints, monitored_domains, customers');
});
afterAll(async () => {
  await service?.stop();
});

const reads = (request: () => Promise<ApiAnswer>) => readsOf(service, ['alerts', 'alert_exposures'], request);

it('a query that no index serves is noticed', async () => {
  const whole = async () => {
    await service.store.database.pool.query("SELECT count(*) FROM alerts WHERE evidence ->> 'service' = 'none'");
    return partner.api.get('/api/v1/alerts?limit=1');
  };
  expect((await reads(whole)).wholeTables).toEqual(['alerts']);
});

const orders = ['', ...['created_at', 'severity', 'last_detected_at'].map((sort) => `sort=${sort}&order=asc&`)];
const filters = [
  '',
  'status=open&',
  'severity=critical&',
  'billing_customer_id=3&',
  'billing_customer_id=3&status=open&',
];
const lists = [
  ...['/alerts', '/monitoring/alerts'].flatMap((path) =>
    filters.flatMap((filter) => orders.map((order) => `${path}?${filter}${order}`)),
  ),
  ...['port', 'leaked_credentials'].map((kind) => `/monitoring/alerts?kind=${kind}&`),
  ...['', 'status=open&', 'severity=critical&sort=severity&'].map(
    (query) => `/domain-monitoring/alerts?billing_customer_id=3&${query}`,
  ),
  '/domain-monitoring/summary?billing_customer_id=3&',
  '/alerts/summary?billing_customer_id=3&',
  '/alerts/endpoint-summary?billing_customer_id=3&',
];

it.each(lists)('GET %s of a partner with 120,000 alerts reads them by index', async (path) => {
  const takesLimit = !path.includes('summary');
  const { wholeTables } = await reads(() => partner.api.get(`/api/v1${path}${takesLimit ? 'limit=20' : ''}`));
  expect(wholeTables).toEqual([]);
});

it.each(orders)('a rare kind is found without reading through the others, %s', async (order) => {
  for (const filter of ['', 'status=open&', 'billing_customer_id=3&']) {
    const { wholeTables, indexEntries } = await reads(() =>
      partner.api.get(`/api/v1/monitoring/alerts?kind=dark_web&${filter}${order}limit=100`),
    );
    expect(wholeTables).toEqual([]);
    expect(indexEntries, filter).toBeLessThan(1_000);
  }
});

it.each(orders)('alerts of a port are found and counted without reading through the others, %s', async (order) => {
  for (const filter of ['port=17&', 'port=17&protocol=tcp&', 'port=17&status=open&']) {
    const { wholeTables, indexEntries } = await reads(() =>
      partner.api.get(`/api/v1/monitoring/alerts?${filter}${order}limit=100`),
    );
    expect(wholeTables).toEqual([]);
    expect(indexEntries, filter).toBeLessThan(1_000);
  }
});

it.each(orders)(
  'alerts with the same fault as one are found and counted as those of its port are, %s',
  async (order) => {
    const [one] = (await partner.api.get('/api/v1/monitoring/alerts?port=17&limit=1')).body.data.alerts;
    for (const filter of ['', 'status=open&', 'status=open&severity=critical&']) {
      const { wholeTables, indexEntries } = await reads(() =>
        partner.api.get(`/api/v1/monitoring/alerts?alike=${one.id}&${filter}${order}limit=100`),
      );
      expect(wholeTables).toEqual([]);
      expect(indexEntries, filter).toBeLessThan(1_000);
    }
  },
);

it('a monthly report of a customer with 10,000 alerts reads them by index, and nothing of what ended long before', async () => {
  const month = new Date().toISOString().slice(0, 7);
  for (const path of [`monthly?month=${month}&`, 'exposure?']) {
    const { wholeTables, indexEntries } = await reads(() =>
      partner.api.get(`/api/v1/reports/${path}billing_customer_id=${customers}`),
    );
    expect(wholeTables, path).toEqual([]);
    // It has 12,000 alerts of late, and 20,000 that ended three years ago. A report takes five statements about them.
    expect(indexEntries, path).toBeLessThan(path.startsWith('exposure') ? 15_000 : 60_000);
  }
});

it('alerts of one server or domain, and what a start looks up of kinds, are read by index', async () => {
  const one = await reads(() => partner.api.get(`/api/v1/alerts?endpoint_id=${ordinaryEndpointId}&limit=20`));
  const domain = `billing_customer_id=${customers}&domain_id=${domainId}`;
  const other = await reads(() => partner.api.get(`/api/v1/domain-monitoring/alerts?${domain}`));
  const start = await reads(async () => {
    await (await TestService.start({ role: 'api', sharedWith: service })).stop();
    return partner.api.get('/api/v1/alerts?limit=1&billing_customer_id=999');
  });
  expect([one, other, start].map(({ wholeTables }) => wholeTables)).toEqual([[], [], []]);
});
