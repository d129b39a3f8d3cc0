import { afterAll, beforeAll, expect, it } from 'vitest';
import { lowestIdAt } from '../../src/platform/ids.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { provision } from '../support/scans.ts';
import { readsOf } from '../support/table-reads.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/** Of each server; the one that is asked for has as many. */
const scans = 100;
const others = 400;
const minuteMs = 60_000;

let service: TestService;
let partner: TestPartner;
let endpointId: string;
let partitions: string[];
let scanIds: string[];

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  endpointId = await provision(partner.api, '127.1.2.4');
  const { pool } = service.store.database;
  // Round after round, as the archive grows; the last was a minute ago.
  for (let round = 0; round < scans; round += 1) {
    const at = new Date(service.clock.now().getTime() - (scans - round) * minuteMs);
    await pool.query(
      `INSERT INTO archived_scans (partner_id, endpoint_id, id, waited_ms, took_ms, duration_ms, is_manual, host_answered, port_set, engine)
       SELECT $1, CASE n WHEN 0 THEN $2::uuid ELSE md5(n::text)::uuid END,
         (substr($3::text, 1, 13) || '-7' || substr(md5(random()::text), 1, 3) || '-8' || substr(md5(random()::text), 1, 3) || '-' ||
           substr(md5(random()::text), 1, 12))::uuid, 10, 1, 1, false, true, 't', 'none'
       FROM generate_series(0, $4::int) n`,
      [partner.partnerId, endpointId, lowestIdAt(at), others],
    );
  }
  await service.autovacuum('archived_scans');
  // Those that are large enough to be worth an index.
  const names = await pool.query<{ name: string }>(
    'SELECT tableoid::regclass::text AS name FROM archived_scans GROUP BY 1 HAVING count(*) > 10000',
  );
  partitions = names.rows.map(({ name }) => name);
  const ids = await pool.query<{ id: string }>('SELECT id FROM archived_scans WHERE endpoint_id = $1 ORDER BY id', [
    endpointId,
  ]);
  scanIds = ids.rows.map(({ id }) => id);
  await pool.query('UPDATE endpoints SET last_scan_id = $1, last_scan_at = $2 WHERE id = $3', [
    scanIds.at(-1),
    service.clock.now(),
    endpointId,
  ]);
});
afterAll(() => service?.stop());

it.each<[string, () => Promise<ApiAnswer>]>([
  ['a page of scans', () => partner.api.get(`/api/v1/endpoints/${endpointId}/scans?per_page=15&page=2`)],
  ['a single scan', () => partner.api.get(`/api/v1/scans/${scanIds[30]}`)],
  ['a server with its latest scan', () => partner.api.get(`/api/v1/endpoints/${endpointId}/detail`)],
])('%s is read from the archive by index', async (_name, request) => {
  const answer = (await request()).body;
  expect(answer.meta?.total ?? scans).toBe(scans);
  expect(partitions).not.toEqual([]);
  const reads = await readsOf(service, partitions, request, ({ status }) => expect(status).toBe(200));
  expect(reads.wholeTables).toEqual([]);
  expect(reads.indexEntries).toBeGreaterThan(0);
  // Of 40,000.
  expect(reads.indexEntries).toBeLessThan(1_000);
});
