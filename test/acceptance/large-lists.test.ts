import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monitorDomain } from '../support/domain-scans.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/** More than two hundred pages of the usual length. */
const rows = 5_050;

let service: TestService;
let partner: TestPartner;
let first: string;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  first = await provision(partner.api, '192.0.2.1', { client_id: 1 });
  await service.store.database.pool.query(
    `INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, created_at, updated_at)
     SELECT partner_id, gen_random_uuid(), customer_id, '10.0.0.0'::inet + n, 'server-' || n, 'Shop ' || n,
       CASE WHEN n % 3 = 0 THEN 'paused' ELSE 'active' END, created_at - n * interval '1 second', updated_at
     FROM endpoints CROSS JOIN generate_series(1, $2::int - 1) AS n WHERE id = $1`,
    [first, rows],
  );
  await service.store.database.pool.query(
    `INSERT INTO alerts (partner_id, id, kind, key, endpoint_id, customer_id, protocol, port, severity, status,
       evidence, created_at, first_detected_at, last_detected_at)
     SELECT partner_id, gen_random_uuid(), 'port', 'tcp/' || n, id, customer_id, 'tcp', n, 'medium', 'open',
       '{"service": "ssh", "method": "probed", "tls": false, "product": null, "version": null, "banner": null, "certificateNames": [],
         "unauthenticated": null, "operatingSystem": null}',
       created_at + n * interval '1 second', created_at, created_at
     FROM endpoints CROSS JOIN generate_series(1, $2::int) AS n WHERE id = $1`,
    [first, rows],
  );
});
afterAll(async () => {
  await service?.stop();
});

describe('a list of thousands', () => {
  it('alerts: total says how many there are, under every filter', async () => {
    const { data } = (await partner.api.get('/api/v1/alerts?limit=1')).body;
    expect(data).toMatchObject({ total: rows, total_is_exact: true, has_more: true });
    const totals: Record<string, number> = {
      'severity=low': 0,
      'status=open&severity=medium': rows,
      'status=resolved': 0,
      'billing_customer_id=1': rows,
      'billing_customer_id=2': 0,
      [`endpoint_id=${first}`]: rows,
    };
    for (const [query, total] of Object.entries(totals)) {
      const answer = await partner.api.get(`/api/v1/alerts?limit=1&${query}`);
      expect(answer.body.data, query).toMatchObject({ total, total_is_exact: true });
    }
    const ofPort = await partner.api.get('/api/v1/monitoring/alerts?limit=1&protocol=tcp&port=4321');
    expect(ofPort.body.data).toMatchObject({ total: 1, total_is_exact: true, has_more: false });
  });

  it('alerts: every offset answers, and offsets reach each of them once', async () => {
    const seen = new Set<string>();
    for (let offset = 0; offset < rows; offset += 100) {
      const { status, body } = await partner.api.get(`/api/v1/alerts?limit=100&offset=${offset}`);
      expect(status).toBe(200);
      expect(body.data.has_more).toBe(offset + 100 < rows);
      for (const alert of body.data.alerts) seen.add(alert.id);
    }
    expect(seen.size).toBe(rows);
    for (const offset of [rows, Number.MAX_SAFE_INTEGER]) {
      const beyond = await partner.api.get(`/api/v1/alerts?limit=100&offset=${offset}`);
      expect(beyond.body.data).toMatchObject({ alerts: [], total: rows, has_more: false, next_cursor: null });
    }
  });

  it('alerts: cursors reach each of them once', async () => {
    const seen = new Set<string>();
    let query = '';
    for (let pages = 0; pages < 52; pages += 1) {
      const { data } = (await partner.api.get(`/api/v1/alerts?limit=100${query}`)).body;
      for (const alert of data.alerts) seen.add(alert.id);
      if (!data.has_more) break;
      query = `&cursor=${data.next_cursor}`;
    }
    expect(seen.size).toBe(rows);
  });

  it('endpoints: the counts are those of all servers, and every page answers', async () => {
    const { meta, links } = (await partner.api.get('/api/v1/endpoints?per_page=100')).body;
    expect(meta).toMatchObject({
      total: rows,
      total_is_exact: true,
      current_endpoint_count: rows,
      status_counts: { active: 3_367, paused: 1_683 },
    });
    expect(new URL(links.last).searchParams.get('page')).toBe('51');
    const seen = new Set<string>();
    for (let page = 1; page <= 51; page += 1) {
      const { status, body } = await partner.api.get(`/api/v1/endpoints?per_page=100&page=${page}`);
      expect(status).toBe(200);
      for (const endpoint of body.data) seen.add(endpoint.id);
    }
    expect(seen.size).toBe(rows);
    const paused = await partner.api.get('/api/v1/endpoints?per_page=15&page=113&status=paused');
    expect(paused.body.meta.total).toBe(1_683);
    expect(paused.body.data).toHaveLength(3);
    for (const page of [52, Number.MAX_SAFE_INTEGER]) {
      const beyond = await partner.api.get(`/api/v1/endpoints?per_page=100&page=${page}`);
      expect(beyond.status).toBe(200);
      expect(beyond.body).toMatchObject({ data: [], links: { next: null }, meta: { total: rows } });
    }
  });

  it('endpoints: a search and the servers of a customer that are never scanned are counted whole', async () => {
    const found = await partner.api.get('/api/v1/endpoints?search=shop&status=active');
    expect(found.body.meta).toMatchObject({ total: 3_366, status_counts: { active: 3_367, paused: 1_683 } });
    const ofCustomer = await partner.api.get('/api/v1/endpoints?billing_customer_id=1');
    expect(ofCustomer.body.meta).toMatchObject({ total: rows, not_scanned_count: 3_367 });
  });

  it('endpoints: whoever follows the next link reaches each of them once', async () => {
    const seen = new Set<string>();
    let next: string | null = '/api/v1/endpoints?per_page=100';
    for (let pages = 0; next !== null && pages < 52; pages += 1) {
      const { body } = await partner.api.get(next);
      for (const endpoint of body.data) seen.add(endpoint.id);
      next = body.links.next && new URL(body.links.next).pathname + new URL(body.links.next).search;
    }
    expect(next).toBeNull();
    expect(seen.size).toBe(rows);
  });

  it('domains of a customer: they are counted whole, and every offset answers', async () => {
    const domains = 10_050;
    await service.store.database.pool.query(
      `INSERT INTO monitored_domains (partner_id, id, customer_id, service_id, domain, status, created_at, updated_at)
       SELECT partner_id, gen_random_uuid(), customer_id, service_id, 'shop-' || n || '.example.com', 'paused', created_at, created_at
       FROM monitored_domains CROSS JOIN generate_series(2, $2::int) AS n WHERE id = $1`,
      [await monitorDomain(partner.api, 1, 'shop.example.com'), domains],
    );
    const list = '/api/v1/domain-monitoring/domains?billing_customer_id=1&limit=20';
    expect((await partner.api.get(list)).body.data).toMatchObject({ total: domains, has_more: true });
    const last = await partner.api.get(`${list}&offset=${domains - 7}`);
    expect(last.body.data).toMatchObject({ total: domains, has_more: false });
    expect(last.body.data.domains).toHaveLength(7);
    const beyond = await partner.api.get(`${list}&offset=2000000`);
    expect(beyond.body.data).toMatchObject({ total: domains, has_more: false, domains: [] });
  });

  it.each([
    ['a nickname, whatever its case', 'sHOP 5049', 1],
    ['a part of an address', '.0.18.255', 1],
    ['nothing that spans two of the texts', 'server-777 shop', 0],
    ['wildcards as they are', 'shop%', 0],
  ])('endpoints: a search finds %s', async (_what, search, found) => {
    const { body } = await partner.api.get(`/api/v1/endpoints?search=${encodeURIComponent(search)}`);
    expect(body.meta).toMatchObject({ total: found, total_is_exact: true });
    expect(body.data).toHaveLength(found);
  });
});
