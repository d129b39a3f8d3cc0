import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { createTestDatabase, dropTestDatabase } from '../support/test-service.ts';

it('states that were recorded without an end get the one that followed from them', async () => {
  const databaseName = await createTestDatabase();
  const connection = { ...inject('databaseServer'), database: databaseName };
  const migrations = await readMigrations();
  const database = openDatabase({ connection, maxConnections: 2, onIdleError: () => {} });
  try {
    await migrate(
      connection,
      migrations.filter(({ version }) => version < 29),
    );
    const [partner, customer, first, second] = Array.from({ length: 4 }, () => randomUUID());
    await database.pool.query(
      `INSERT INTO partners (id, name, status, created_at, updated_at) VALUES ($1, 'A', 'active', now(), now())`,
      [partner],
    );
    await database.pool.query(
      `INSERT INTO customers (partner_id, id, billing_customer_id, name, created_at, updated_at) VALUES ($1, $2, 1, 'A', now(), now())`,
      [partner, customer],
    );
    const record = (resource: string | undefined, state: string, day: string) =>
      database.pool.query(
        `INSERT INTO resource_state_changes (partner_id, customer_id, kind, resource_id, state, at) VALUES ($1, $2, 'endpoint', $3, $4, $5)`,
        [partner, customer, resource, state, `2026-01-${day}T00:00:00Z`],
      );
    await record(first, 'active', '01');
    await record(second, 'active', '02');
    await record(first, 'paused', '05');
    // The clock was set back in between.
    await record(first, 'active', '03');
    await record(first, 'terminated', '09');
    await migrate(connection, migrations);
    const { rows } = await database.pool.query(
      `SELECT CASE resource_id WHEN $1 THEN 1 ELSE 2 END AS resource, state, to_char(at, 'DD') AS at,
         CASE ended_at WHEN 'infinity' THEN 'lasts' ELSE to_char(ended_at, 'DD') END AS ended
       FROM resource_state_changes ORDER BY id`,
      [first],
    );
    expect(rows).toEqual([
      { resource: 1, state: 'active', at: '01', ended: '05' },
      { resource: 2, state: 'active', at: '02', ended: 'lasts' },
      { resource: 1, state: 'paused', at: '05', ended: '05' },
      { resource: 1, state: 'active', at: '05', ended: '09' },
      { resource: 1, state: 'terminated', at: '09', ended: 'lasts' },
    ]);
  } finally {
    await database.close();
    await dropTestDatabase(databaseName);
  }
});
