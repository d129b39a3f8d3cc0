import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameSample, rarestPiece } from '../../src/resources/endpoints/rarest-piece.ts';
import { isSharded } from '../support/is-sharded.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
/** What a search looks through, by id. */
let texts: Map<string, string>;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  await provision(partner.api, '192.0.2.1', { hostname: 'first.example.net' });
  const { pool } = service.store.database;
  await pool.query(`
    INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, created_at, updated_at)
    SELECT partner_id, gen_random_uuid(), customer_id, '10.0.0.0'::inet + n,
      CASE n % 50 WHEN 0 THEN 'Web-' || n || '.zürich.example.com' ELSE 'server-' || n || '.example.com' END,
      CASE n % 70 WHEN 0 THEN 'Kasse_' || n || ' 100% \\ neu' ELSE 'server-' || n END,
      CASE n % 9 WHEN 0 THEN 'paused' ELSE 'active' END, created_at, created_at
    FROM endpoints, generate_series(1, 900) AS n`);
  await pool.query('ANALYZE endpoints');
  const { rows } = await pool.query<{ id: string; text: string }>(
    `SELECT id, lower(host(ip_address) || E'\\n' || hostname || E'\\n' || nickname) AS text FROM endpoints`,
  );
  texts = new Map(rows.map(({ id, text }) => [id, text]));
});
afterAll(() => service?.stop());

async function found(search: string): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await partner.api.get(
      `/api/v1/endpoints?per_page=100&page=${page}&search=${encodeURIComponent(search)}`,
    );
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    if (body.data.length < 100) {
      expect(body.meta.total).toBe(ids.length);
      return ids.sort();
    }
  }
}

function expected(search: string): string[] {
  return [...texts].flatMap(([id, text]) => (text.includes(search.toLowerCase()) ? [id] : [])).sort();
}

describe('a search for servers', () => {
  it.each([
    'server-777.example',
    'SERVER-777.Example',
    '-450.zürich',
    'kasse_70 100%',
    '100% \\ neu',
    '10.0.2.7',
    'server-7',
    'absent-123.example',
  ])('for %s finds every server that has it in its address, hostname or nickname, and no other', async (search) => {
    expect(await found(search)).toEqual(expected(search));
  });

  it('finds the same whatever part of a name it is', async () => {
    const names = [...texts.values()];
    const part = fc
      .tuple(fc.nat(names.length - 1), fc.nat(60), fc.integer({ min: 1, max: 30 }))
      .map(([index, from, length]) =>
        names[index]!.replaceAll('\n', ' ')
          .slice(from, from + length)
          .trim(),
      )
      .filter((search) => search !== '');
    await fc.assert(
      fc.asyncProperty(part, async (search) => {
        expect(await found(search)).toEqual(expected(search));
      }),
    );
  });

  it.skipIf(isSharded)('reads by the rarest word: what PostgreSQL knows of the names says which', async () => {
    const sample = await nameSample(service.store.database.db);
    expect(sample?.length).toBeGreaterThan(50);
    expect(rarestPiece('server-777.example', sample)).toBe('-777.');
  });
});
