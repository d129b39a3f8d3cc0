import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/** Longer than lists are counted. */
const rows = 5_050;

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  const first = await provision(partner.api, '192.0.2.1', { client_id: 1 });
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
       '{"service": "ssh", "method": "probed", "certificateNames": []}',
       created_at + n * interval '1 second', created_at, created_at
     FROM endpoints CROSS JOIN generate_series(1, $2::int) AS n WHERE id = $1`,
    [first, rows],
  );
});
afterAll(async () => {
  await service?.stop();
});

describe('a list longer than it is counted', () => {
  it('alerts: total says 5,000 and that there are more', async () => {
    const { data } = (await partner.api.get('/api/v1/alerts?limit=1')).body;
    expect(data).toMatchObject({ total: 5_000, total_is_exact: false, has_more: true });
  });

  it('alerts: a shorter list of the same partner is counted exactly', async () => {
    const { data } = (await partner.api.get('/api/v1/alerts?severity=low')).body;
    expect(data).toMatchObject({ total: 0, total_is_exact: true, has_more: false, next_cursor: null });
  });

  it('alerts: an offset beyond 5,000 is refused, because an empty page would look like the end', async () => {
    const last = await partner.api.get('/api/v1/alerts?offset=4999&limit=100');
    expect(last.body.data.alerts).toHaveLength(51);
    expect(last.body.data.has_more).toBe(false);
    const beyond = await partner.api.get('/api/v1/alerts?offset=5000');
    expect(beyond.status).toBe(422);
    expect(beyond.body.errors).toEqual({
      offset: ['The offset field reaches the first 5,000 entries of a list only: go on by cursor, or filter the list.'],
    });
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

  it('endpoints: the counts stay at 5,000, and a page beyond is refused', async () => {
    const { meta } = (await partner.api.get('/api/v1/endpoints?per_page=100')).body;
    expect(meta).toMatchObject({
      total: 5_000,
      total_is_exact: false,
      status_counts: { active: 3_367, paused: 1_683 },
    });
    const beyond = await partner.api.get('/api/v1/endpoints?per_page=100&page=51');
    expect(beyond.status).toBe(422);
    expect(beyond.body.errors).toHaveProperty('page');
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
