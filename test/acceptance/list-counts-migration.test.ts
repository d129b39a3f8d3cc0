import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { createTestDatabase, dropTestDatabase } from '../support/test-service.ts';

it('what was there before counts were kept is in them: of each customer, and of all', async () => {
  const databaseName = await createTestDatabase();
  const connection = { ...inject('databaseServer'), database: databaseName };
  const migrations = await readMigrations();
  const database = openDatabase({ connection, maxConnections: 2, onIdleError: () => {} });
  const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  try {
    const first = migrations.find(({ name }) => name.includes('kept-counts'))!;
    await migrate(
      connection,
      migrations.filter(({ version }) => version < first.version),
    );
    const [partner, one, other] = Array.from({ length: 3 }, () => randomUUID());
    await query(
      `INSERT INTO partners (id, name, status, created_at, updated_at) VALUES ($1, 'A', 'active', now(), now())`,
      [partner],
    );
    await query(
      `INSERT INTO customers (partner_id, id, billing_customer_id, name, created_at, updated_at)
       VALUES ($1, $2, 1, 'A', now(), now()), ($1, $3, 2, 'B', now(), now())`,
      [partner, one, other],
    );
    await query(
      `INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, created_at, updated_at)
       SELECT $1, gen_random_uuid(), CASE WHEN n = 3 THEN $3::uuid ELSE $2::uuid END, '10.0.0.0'::inet + n, '', '',
         CASE WHEN n = 2 THEN 'paused' ELSE 'active' END, now(), now()
       FROM generate_series(1, 3) n`,
      [partner, one, other],
    );
    await query(
      `INSERT INTO alerts (partner_id, id, kind, key, endpoint_id, customer_id, protocol, port, severity, status, evidence,
         created_at, first_detected_at, last_detected_at)
       SELECT partner_id, gen_random_uuid(), 'port', 'tcp/22', id, customer_id, 'tcp', 22, 'high', 'open', '{}', now(), now(), now()
       FROM endpoints`,
    );
    await migrate(connection, migrations);
    const counts = await query(
      `SELECT CASE customer_id WHEN $1 THEN 'one' WHEN $2 THEN 'other' ELSE 'all' END AS whose, list, kind, severity, status, count
       FROM list_counts ORDER BY list, whose, status`,
      [one, other],
    );
    const alerts = { list: 'alerts', kind: 'port', severity: 'high', status: 'open' };
    const servers = { list: 'endpoints', kind: null, severity: null };
    expect(counts).toEqual([
      { whose: 'all', ...alerts, count: 3 },
      { whose: 'one', ...alerts, count: 2 },
      { whose: 'other', ...alerts, count: 1 },
      { whose: 'all', ...servers, status: 'active', count: 2 },
      { whose: 'all', ...servers, status: 'paused', count: 1 },
      { whose: 'one', ...servers, status: 'active', count: 1 },
      { whose: 'one', ...servers, status: 'paused', count: 1 },
      { whose: 'other', ...servers, status: 'active', count: 1 },
    ]);
    expect(await query('SELECT FROM list_count_changes')).toEqual([]);
  } finally {
    await database.close();
    await dropTestDatabase(databaseName);
  }
});
