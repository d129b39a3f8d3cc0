import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate, readMigrations } from '../../platform/database/migrate.ts';
import type { Placement } from '../../platform/database/place-tables.ts';
import { distribution } from './distribution.ts';

const name = `test_${randomUUID().replaceAll('-', '')}`;
const placements: Readonly<Record<string, Placement>> = distribution;
const tablesIn = (placement: Placement) => Object.keys(placements).filter((table) => placements[table] === placement);
let database: pg.Client;

beforeAll(async () => {
  await administer(`CREATE DATABASE ${name}`);
  await migrate({ ...inject('databaseServer'), database: name }, await readMigrations());
  database = new pg.Client({ ...inject('databaseServer'), database: name });
  await database.connect();
});

afterAll(async () => {
  await database?.end();
  await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
});

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('databaseServer') });
  await client.connect();
  await client.query(statement);
  await client.end();
}

interface ForeignKey {
  readonly child: string;
  readonly parent: string;
  readonly pairs: readonly string[];
  readonly on_delete: string;
}

async function foreignKeys(): Promise<ForeignKey[]> {
  const { rows } = await database.query<ForeignKey>(`
    SELECT k.conrelid::regclass::text AS child, k.confrelid::regclass::text AS parent, k.confdeltype AS on_delete, (
      SELECT array_agg(c.attname || ' ' || p.attname ORDER BY 1) FROM unnest(k.conkey, k.confkey) AS pair (c, p)
      JOIN pg_attribute c ON c.attrelid = k.conrelid AND c.attnum = pair.c
      JOIN pg_attribute p ON p.attrelid = k.confrelid AND p.attnum = pair.p) AS pairs
    FROM pg_constraint k WHERE k.contype = 'f' ORDER BY 1, 2`);
  return rows;
}

describe('tables of a sharded database', () => {
  test('each has its place', async () => {
    const { rows } = await database.query<{ name: string }>(`
      SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        AND NOT c.relispartition AND c.relname <> 'schema_migrations' ORDER BY 1`);
    expect(rows.map((row) => row.name)).toEqual(Object.keys(placements).toSorted());
  });

  test('are with their partner by a column that every key of theirs has', async () => {
    const { rows } = await database.query<{ key: string }>(
      `SELECT i.indexrelid::regclass::text AS key FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
       LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attname = 'partner_id' AND a.attnotnull
       WHERE i.indisunique AND c.relname = ANY($1) AND (a.attnum IS NULL OR NOT a.attnum = ANY (i.indkey))`,
      [tablesIn('partner')],
    );
    expect(rows).toEqual([]);
  });

  test('lead to rows of the same partner, or to tables that are on every node', async () => {
    const keys = (await foreignKeys()).filter(({ child }) => placements[child] === 'partner');
    expect(keys.length).toBeGreaterThan(40);
    for (const key of keys) {
      if (placements[key.parent] === 'partner')
        expect(key).toMatchObject({ pairs: expect.arrayContaining(['partner_id partner_id']) });
      else expect(key).toMatchObject({ parent: expect.toBeOneOf(tablesIn('reference')) });
      // Citus: "SET NULL or SET DEFAULT is not supported in ON DELETE operation when distribution key is included".
      expect(key).toMatchObject({ on_delete: expect.toBeOneOf(['a', 'c', 'r']) });
    }
  });

  test('on every node lead only to one another', async () => {
    const keys = (await foreignKeys()).filter(({ child }) => placements[child] === 'reference');
    expect(keys.map(({ parent }) => placements[parent])).toEqual(keys.map(() => 'reference'));
  });

  test('of the coordinator that lead to the shards are known: those keys are dropped there', async () => {
    const keys = (await foreignKeys()).filter(
      ({ child, parent }) => placements[child] === 'coordinator' && placements[parent] === 'partner',
    );
    expect(keys.map(({ child, parent }) => `${child} to ${parent}`)).toEqual([
      'alert_links to customers',
      'alert_links to notification_deliveries',
      'sessions to customers',
      'sessions to customers',
      'sign_in_tokens to customers',
    ]);
  });
});
