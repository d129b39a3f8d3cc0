import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ssh } from '../../src/monitoring/versions/testing/seen-versions.ts';
import { alertKinds } from '../../src/wiring/alert-kinds.ts';
import { provision } from '../support/scans.ts';
import { TestService } from '../support/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
});
afterAll(() => service?.stop());

const isLock = /pg_advisory|\block table\b|\bfor (no key )?update\b|\bfor (key )?share\b/i;

it('at the end of a scan kinds take their locks before the live alerts of all kinds are read', async () => {
  const partner = await service.partner();
  const address = '127.42.0.1';
  const id = await provision(partner.api, address);
  const { rows } = await service.store.database.pool.query('SELECT customer_id FROM endpoints WHERE id = $1', [id]);
  const endpoint = { id, customer_id: rows[0].customer_id, ip_address: address, hostname: address };
  const open = [ssh('SSH-2.0-OpenSSH_7.9p1 Debian-10+deb10u2')];
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  /** How much had been sent by then. */
  const reads: number[] = [];
  await partner.operation.transaction(async (tx) => {
    for (const kind of alertKinds)
      await kind.judgePorts?.(tx, { endpoint, open, closed: [], isPartial: false }, async () => {
        reads.push(sent.mock.calls.length);
        return [];
      });
  });
  const texts = (sent.mock.calls as unknown[][]).map(([first]) =>
    typeof first === 'string' ? first : (first as pg.QueryConfig).text,
  );
  sent.mockRestore();
  const locks = texts.flatMap((text, index) => (isLock.test(text) ? [index] : []));
  expect(locks).not.toEqual([]);
  expect(Math.max(...locks)).toBeLessThan(Math.min(...reads));
});
