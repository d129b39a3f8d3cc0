import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiAnswer } from '../support/api-client.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { leakedCredential, mention } from '../support/scripted-leak-source.ts';
import { readsOf } from '../support/table-reads.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const base = '/api/v1/domain-monitoring';
const customers = 12;
const perCustomer = 1_500;

let service: TestService;
let partner: TestPartner;
let domainId: string;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  for (let clientId = 1; clientId <= customers; clientId += 1) {
    const domain = `shop-${clientId}.example.com`;
    domainId = await monitorDomain(partner.api, clientId, domain);
    const credentials = Array.from({ length: perCustomer }, (_, index) =>
      leakedCredential(`person.${index}@${domain}`, { breachName: `Breach ${index % 100}` }),
    );
    const mentions = Array.from({ length: perCustomer / 5 }, (_, index) => mention(`Post ${index} ${domain}`));
    await scanDomain(service, domainId, [...credentials, ...mentions]);
  }
  await service.store.database.pool.query(
    'ANALYZE leaked_credentials, dark_web_findings, alerts, domain_scans, monitored_domains, customers',
  );
});
afterAll(async () => {
  await service?.stop();
});

/** Tables that were read from end to end while the request ran. */
async function tablesScanned(request: () => Promise<ApiAnswer>): Promise<readonly string[]> {
  return (await readsOf(service, ['leaked_credentials', 'dark_web_findings', 'alerts'], request)).wholeTables;
}

it('a query that no index serves is noticed', async () => {
  const whole = async () => {
    await service.store.database.pool.query("SELECT count(*) FROM leaked_credentials WHERE malware_family = 'none'");
    return partner.api.get(`${base}/summary?billing_customer_id=1`);
  };
  expect(await tablesScanned(whole)).toContain('leaked_credentials');
});

it.each([
  'leaked-credentials?limit=20',
  'leaked-credentials?limit=20&offset=1000',
  'leaked-credentials?severity=critical',
  'leaked-credentials?since=2020-01-01&limit=100',
  'dark-web?limit=20',
  'dark-web?severity=critical',
  'alerts?limit=20',
  'alerts?status=open&sort=severity',
  'alerts?kind=breach&sort=last_detected_at',
  'domains?limit=20',
  'summary?',
])('GET /%s reads no table of findings from end to end, however many others have', async (path) => {
  expect(await tablesScanned(() => partner.api.get(`${base}/${path}&billing_customer_id=3`))).toEqual([]);
});

it('nor does one for a domain', async () => {
  const query = `billing_customer_id=${customers}&domain_id=${domainId}`;
  for (const path of ['leaked-credentials', 'dark-web', 'alerts']) {
    expect(await tablesScanned(() => partner.api.get(`${base}/${path}?${query}`)), path).toEqual([]);
  }
});
