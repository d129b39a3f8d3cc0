import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { forgottenAtOnce, isOutdatedStatement, maxStatements, PreparingClient } from './preparing-client.ts';

const server = inject('databaseServer');
let client: PreparingClient & pg.Client;
let migration: pg.Client;
let table: string;
let selectAll: string;

beforeEach(async () => {
  table = `prepared_${randomUUID().replaceAll('-', '')}`;
  selectAll = `SELECT * FROM ${table} WHERE a = $1`;
  client = new PreparingClient(server) as PreparingClient & pg.Client;
  migration = new pg.Client(server);
  await Promise.all([client.connect(), migration.connect()]);
  await migration.query(`CREATE TABLE ${table} AS SELECT 1 AS a`);
});

afterEach(async () => {
  await migration.query(`DROP TABLE ${table}`);
  await Promise.all([client.end(), migration.end()]);
});

async function rows(text: string, values: readonly unknown[]): Promise<unknown[]> {
  return ((await client.query(text, [...values])) as pg.QueryResult).rows;
}

test('a statement with parameters is prepared once for all its executions', async () => {
  for (const a of [1, 2, 1]) await rows(selectAll, [a]);
  const prepared = await rows(
    'SELECT (generic_plans + custom_plans)::int AS uses FROM pg_prepared_statements WHERE statement = $1',
    [selectAll],
  );
  expect(prepared).toEqual([{ uses: 3 }]);
});

test.each(['LIKE', '^@'])('a statement with a pattern (%s) is planned for that pattern each time', async (operator) => {
  const search = `SELECT a FROM ${table} WHERE a::text ${operator} $1`;
  expect(await rows(search, ['1'])).toEqual([{ a: 1 }]);
  const prepared = await rows('SELECT FROM pg_prepared_statements WHERE statement = $1', [search]);
  expect(prepared).toEqual([]);
});

test('a statement whose columns a migration changed is prepared again and answers', async () => {
  await rows(selectAll, [1]);
  await migration.query(`ALTER TABLE ${table} ADD COLUMN b int DEFAULT 2`);
  expect(await rows(selectAll, [1])).toEqual([{ a: 1, b: 2 }]);
});

test('within a transaction such a statement fails once, and the transaction can be repeated', async () => {
  await rows(selectAll, [1]);
  await migration.query(`ALTER TABLE ${table} ADD COLUMN b int DEFAULT 2`);
  await client.query('BEGIN');
  const error = await rows(selectAll, [1]).catch((reason: unknown) => reason);
  expect(isOutdatedStatement(error)).toBe(true);
  await client.query('ROLLBACK');
  await client.query('BEGIN');
  expect(await rows(selectAll, [1])).toEqual([{ a: 1, b: 2 }]);
  await client.query('COMMIT');
});

test('however many texts there are, a statement that is in use stays prepared and a connection keeps a bounded number', async () => {
  const preparedOf = async (text: string) =>
    (await client.query('SELECT name FROM pg_prepared_statements WHERE statement = $1', [text])) as pg.QueryResult;
  await rows(selectAll, [1]);
  const before = (await preparedOf(selectAll)).rows;
  for (let length = 1; length <= 2 * maxStatements; length += 1) {
    const ids = Array.from({ length }, (_, index) => `$${index + 1}`);
    await rows(`SELECT a FROM ${table} WHERE a IN (${ids.join(', ')})`, Array<number>(length).fill(1));
    if (length % 100 === 0) await rows(selectAll, [1]);
  }
  expect((await preparedOf(selectAll)).rows).toEqual(before);
  const late = `SELECT a AS late FROM ${table} WHERE a = $1`;
  await rows(late, [1]);
  expect((await preparedOf(late)).rows).toHaveLength(1);
  const [kept] = (await rows('SELECT count(*)::int AS count FROM pg_prepared_statements WHERE $1', [true])) as {
    count: number;
  }[];
  expect(kept!.count).toBeLessThanOrEqual(maxStatements + forgottenAtOnce);
});

test('a statement that was let go of is prepared again when it comes back, within a transaction too', async () => {
  await rows(selectAll, [1]);
  await client.query('BEGIN');
  for (let other = 0; other <= maxStatements + forgottenAtOnce; other += 1)
    await rows(`SELECT ${other} AS a${other} FROM ${table} WHERE a = $1`, [1]);
  expect(await rows(selectAll, [1])).toEqual([{ a: 1 }]);
  await client.query('COMMIT');
});
