import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { type Migration, MigrationError, migrate, migrationsDirectory, readMigrations } from './migrate.ts';

const server = inject('databaseServer');

/** One row for each object of the schema: its name and everything about it that could differ. */
const catalogQuery = `
  WITH ours AS (
    SELECT c.* FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
  ), attributes AS (
    SELECT a.*, ours.relname, row_number() OVER (PARTITION BY a.attrelid ORDER BY a.attnum) AS position
    FROM pg_attribute a JOIN ours ON ours.oid = a.attrelid
    WHERE a.attnum > 0 AND NOT a.attisdropped AND ours.relkind IN ('r', 'p', 'v', 'm', 'f')
  )
  SELECT 'relation ' || relname AS object,
    concat_ws(' ', 'kind', relkind, 'persistence', relpersistence, 'row security', relrowsecurity, reloptions::text,
      'partitioned by ' || pg_get_partkeydef(oid), 'partition ' || pg_get_expr(relpartbound, oid),
      'view ' || CASE WHEN relkind IN ('v', 'm') THEN pg_get_viewdef(oid) END) AS definition
    FROM ours WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
  UNION ALL
  SELECT 'column ' || a.relname || '.' || a.attname,
    concat_ws(' ', 'number', a.position, format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
      'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), 'generated ' || nullif(a.attgenerated::text, ''),
      'identity ' || nullif(a.attidentity::text, ''), 'COLLATE ' || nullif(a.attcollation, t.typcollation)::regcollation)
    FROM attributes a JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  UNION ALL
  -- From version 18 NOT NULL is listed here too; the columns say it already.
  SELECT 'constraint ' || ours.relname || '.' || k.conname, pg_get_constraintdef(k.oid)
    FROM pg_constraint k JOIN ours ON ours.oid = k.conrelid WHERE k.contype <> 'n'
  UNION ALL
  SELECT 'index ' || ours.relname, pg_get_indexdef(i.indexrelid) || CASE WHEN i.indisvalid THEN '' ELSE ' invalid' END
    FROM pg_index i JOIN ours ON ours.oid = i.indexrelid
  UNION ALL
  SELECT 'enum ' || t.typname, string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder)
    FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid GROUP BY t.oid, t.typname
  UNION ALL
  SELECT 'trigger ' || ours.relname || '.' || g.tgname, pg_get_triggerdef(g.oid)
    FROM pg_trigger g JOIN ours ON ours.oid = g.tgrelid WHERE NOT g.tgisinternal
  UNION ALL
  SELECT 'function ' || p.oid::regprocedure, pg_get_functiondef(p.oid)
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' AND p.prokind IN ('f', 'p')
  UNION ALL
  SELECT 'extension ' || extname, '' FROM pg_extension`;

type Catalog = ReadonlyMap<string, string>;

async function readCatalog(client: pg.Client): Promise<Catalog> {
  const { rows } = await client.query<{ object: string; definition: string }>(catalogQuery);
  return new Map(rows.map(({ object, definition }) => [object, definition]));
}

/** What to change in schema.sql, or in a new migration, to make the two agree. */
function differences(migrated: Catalog, described: Catalog): string[] {
  const objects = [...new Set([...migrated.keys(), ...described.keys()])].sort();
  return objects.flatMap((object) => {
    const [inMigrations, inSchema] = [migrated.get(object), described.get(object)];
    if (inMigrations === inSchema) return [];
    if (inSchema === undefined) return [`schema.sql lacks ${object}: ${inMigrations}`];
    if (inMigrations === undefined) return [`the migrations lack ${object}: ${inSchema}`];
    return [`${object}: the migrations make «${inMigrations}», schema.sql says «${inSchema}»`];
  });
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}

interface TestDatabase {
  readonly connection: typeof server;
  readonly client: pg.Client;
  drop(): Promise<void>;
}

async function createDatabase(): Promise<TestDatabase> {
  const name = `schema_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const connection = { ...server, database: name };
  const client = new pg.Client(connection);
  await client.connect();
  const drop = async () => {
    await client.end();
    await onServer(`DROP DATABASE ${name}`);
  };
  return { connection, client, drop };
}

describe('schema.sql', () => {
  let migrated: TestDatabase;
  let described: TestDatabase;

  beforeAll(async () => {
    [migrated, described] = [await createDatabase(), await createDatabase()];
    await migrate(migrated.connection, await readMigrations());
    await described.client.query(await readFile(join(migrationsDirectory, 'schema.sql'), 'utf8'));
  });

  afterAll(async () => {
    await migrated.drop();
    await described.drop();
  });

  test('makes the same database as the migrations', async () => {
    const catalog = await readCatalog(migrated.client);
    expect(catalog.get('column schema_migrations.checksum')).toBe('number 3 text NOT NULL');
    expect(differences(catalog, await readCatalog(described.client))).toEqual([]);
  });

  /** The differences after a statement that only one side has seen. */
  async function differencesAfter(side: 'migrated' | 'described', statement: string): Promise<string[]> {
    const { client } = side === 'migrated' ? migrated : described;
    await client.query('BEGIN');
    try {
      await client.query(statement);
      return differences(await readCatalog(migrated.client), await readCatalog(described.client));
    } finally {
      await client.query('ROLLBACK');
    }
  }

  test.each([
    ['described', 'schema.sql lacks'],
    ['migrated', 'the migrations lack'],
  ] as const)('must not lack a column, an index or a table: %s', async (side, message) => {
    const lacking = (object: string) => [expect.stringContaining(`${message} ${object}`)];
    expect(await differencesAfter(side, 'ALTER TABLE installation_facts DROP COLUMN value')).toEqual(
      lacking('column installation_facts.value: number 2 text NOT NULL'),
    );
    expect(await differencesAfter(side, 'DROP INDEX alerts_by_creation')).toEqual(
      lacking('index alerts_by_creation: CREATE INDEX alerts_by_creation ON public.alerts'),
    );
    expect(await differencesAfter(side, 'DROP TABLE scheduler_ticks')).toEqual(
      expect.arrayContaining(lacking('relation scheduler_ticks')),
    );
  });

  test.each([
    ['nullability', 'ALTER TABLE partners ALTER COLUMN name DROP NOT NULL', 'column partners.name'],
    ['a default', 'ALTER TABLE partners ALTER COLUMN evaluation SET DEFAULT true', 'column partners.evaluation'],
    ['a type', 'ALTER TABLE scan_workers ALTER COLUMN host TYPE varchar(9)', 'column scan_workers.host'],
    ['a collation', 'ALTER TABLE scan_workers ALTER COLUMN host TYPE text COLLATE "C"', 'column scan_workers.host'],
    [
      'a constraint',
      'ALTER TABLE partners DROP CONSTRAINT partners_status_check',
      'constraint partners.partners_status_check',
    ],
    ['the values of an enum', "ALTER TYPE severity ADD VALUE 'none' BEFORE 'low'", 'enum severity'],
    ['persistence', 'ALTER TABLE rate_limit_windows SET LOGGED', 'relation rate_limit_windows'],
    ['partitions', 'CREATE TABLE scans_all PARTITION OF scans DEFAULT', 'relation scans_all'],
    ['a view', 'CREATE VIEW names AS SELECT name FROM partners', 'relation names'],
    ['a function', 'CREATE FUNCTION one() RETURNS int LANGUAGE sql RETURN 1', 'function one()'],
  ])('must not differ in %s', async (_what, statement, object) => {
    expect(await differencesAfter('migrated', statement)).toContainEqual(expect.stringContaining(object));
  });

  test('must not differ in the order of columns', async () => {
    const reordered =
      'DROP TABLE installation_facts; CREATE TABLE installation_facts (value text NOT NULL, name text PRIMARY KEY)';
    expect(await differencesAfter('described', reordered)).toEqual([
      'column installation_facts.name: the migrations make «number 1 text NOT NULL», schema.sql says «number 2 text NOT NULL»',
      expect.stringContaining('column installation_facts.value'),
    ]);
  });
});

describe('migrate', () => {
  async function emptyDatabase(): Promise<TestDatabase> {
    const database = await createDatabase();
    onTestFinished(() => database.drop());
    return database;
  }

  function migration(version: number, sql: string, oldestProgram = version): Migration {
    return { version, name: `step-${version}`, sql, checksum: `checksum of ${sql}`, oldestProgram };
  }

  const two = [migration(1, 'CREATE TABLE one (a int)'), migration(2, 'ALTER TABLE one ADD b int')];

  async function objectsOf({ client }: TestDatabase): Promise<string[]> {
    return [...(await readCatalog(client)).keys()].filter((object) => /^(relation|column) one/.test(object)).sort();
  }

  async function appliedTo({ client }: TestDatabase): Promise<unknown[]> {
    const { rows } = await client.query('SELECT version, name FROM schema_migrations ORDER BY version');
    return rows;
  }

  test('applies what is missing, in order, and then nothing', async () => {
    const database = await emptyDatabase();
    expect(await migrate(database.connection, two.slice(0, 1))).toEqual([1]);
    expect(await migrate(database.connection, two)).toEqual([2]);
    expect(await migrate(database.connection, two)).toEqual([]);
    expect(await objectsOf(database)).toEqual(['column one.a', 'column one.b', 'relation one']);
  });

  test('of several processes at once applies each migration once', async () => {
    const database = await emptyDatabase();
    const slow = [migration(1, 'CREATE TABLE one (a int); SELECT pg_sleep(0.05)'), ...two.slice(1)];
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database.connection, slow)));
    expect(applied.flat().sort()).toEqual([1, 2]);
    expect(await appliedTo(database)).toHaveLength(2);
  });

  test('refuses a database that is newer than the program, and leaves it as it is', async () => {
    const database = await emptyDatabase();
    await migrate(database.connection, two);
    const older = migrate(database.connection, two.slice(0, 1));
    await expect(older).rejects.toThrow(MigrationError);
    await expect(older).rejects.toThrow("schema version 2, newer than this program's 1");
    expect(await appliedTo(database)).toHaveLength(2);
  });

  test('lets a program run on a newer database whose migrations all say that it may, and leaves it as it is', async () => {
    const database = await emptyDatabase();
    const additions = [migration(3, 'ALTER TABLE one ADD c int', 2), migration(4, 'ALTER TABLE one ADD d int', 1)];
    await migrate(database.connection, [...two, ...additions]);
    expect(await migrate(database.connection, two)).toEqual([]);
    expect(await appliedTo(database)).toHaveLength(4);
    await expect(migrate(database.connection, two.slice(0, 1))).rejects.toThrow('newer than this program');
    const removal = migration(5, 'ALTER TABLE one DROP b');
    await migrate(database.connection, [...two, ...additions, removal]);
    await expect(migrate(database.connection, two)).rejects.toThrow("schema version 5, newer than this program's 2");
  });

  test('holds a program that runs on a newer database to the migrations that it knows', async () => {
    const database = await emptyDatabase();
    await migrate(database.connection, [...two, migration(3, 'ALTER TABLE one ADD c int', 1)]);
    const otherwise = [two[0]!, migration(2, 'ALTER TABLE one ADD b bigint')];
    await expect(migrate(database.connection, otherwise)).rejects.toThrow('was applied with other contents');
  });

  test('knows nothing of oldest programs where an older release began, and learns it', async () => {
    const database = await emptyDatabase();
    await migrate(database.connection, two);
    await database.client.query('ALTER TABLE schema_migrations DROP COLUMN oldest_program');
    expect(await migrate(database.connection, [...two, migration(3, 'ALTER TABLE one ADD c int', 2)])).toEqual([3]);
    expect(await migrate(database.connection, two)).toEqual([]);
    await expect(migrate(database.connection, two.slice(0, 1))).rejects.toThrow(MigrationError);
  });

  test('waits for a table that is in use without keeping others from it', async () => {
    const database = await emptyDatabase();
    await migrate(database.connection, two.slice(0, 1));
    await database.client.query('BEGIN; SELECT FROM one');
    const migrating = migrate(database.connection, two);
    const other = new pg.Client(database.connection);
    await other.connect();
    onTestFinished(() => other.end());
    await eventually('the migration waits for the table', async () => {
      const { rows } = await other.query(`SELECT FROM pg_locks WHERE relation = 'one'::regclass AND NOT granted`);
      return rows.length === 1;
    });
    // It would wait for the end of the first transaction, behind the migration.
    await other.query('SELECT FROM one');
    await database.client.query('COMMIT');
    expect(await migrating).toEqual([2]);
  });

  test('comes again when it and whoever needs its tables would wait for each other', async () => {
    const database = await emptyDatabase();
    const both = [
      migration(1, 'CREATE TABLE one (a int); CREATE TABLE another (a int)'),
      migration(2, 'ALTER TABLE one ADD b int; ALTER TABLE another ADD b int'),
    ];
    await migrate(database.connection, both.slice(0, 1));
    await database.client.query('BEGIN; SELECT FROM another');
    const migrating = migrate(database.connection, both);
    const observer = new pg.Client(database.connection);
    await observer.connect();
    onTestFinished(() => observer.end());
    await eventually('the migration has one table and waits for the other', async () => {
      const { rows } = await observer.query(
        `SELECT FROM pg_locks WHERE relation = 'another'::regclass AND NOT granted`,
      );
      return rows.length === 1;
    });
    await database.client.query('SELECT FROM one');
    await database.client.query('COMMIT');
    expect(await migrating).toEqual([2]);
  });

  test('rewrites no table: whoever needs one waits no longer than for a lock', async () => {
    const database = await emptyDatabase();
    const migrations = await readMigrations();
    // Those before it ran before there was anybody to wait.
    const first = 34;
    await migrate(database.connection, migrations.slice(0, first - 1));
    await database.client.query(`
      CREATE FUNCTION refuse_rewrite() RETURNS event_trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'rewrites %', pg_event_trigger_table_rewrite_oid()::regclass; END $$;
      CREATE EVENT TRIGGER rewrite ON table_rewrite EXECUTE FUNCTION refuse_rewrite()`);
    await expect(
      migrate(database.connection, [
        ...migrations,
        migration(migrations.length + 1, 'ALTER TABLE alerts ALTER port TYPE bigint'),
      ]),
    ).rejects.toThrow('rewrites alerts');
    expect(await appliedTo(database)).toHaveLength(migrations.length);
  });

  test('refuses a migration that was changed after it was applied, and applies none after it', async () => {
    const database = await emptyDatabase();
    await migrate(database.connection, two.slice(0, 1));
    const changed = [migration(1, 'CREATE TABLE one (a bigint)'), ...two.slice(1)];
    const refused = migrate(database.connection, changed);
    await expect(refused).rejects.toThrow(MigrationError);
    await expect(refused).rejects.toThrow('Migration 1 (step-1) was applied with other contents');
    expect(await objectsOf(database)).toEqual(['column one.a', 'relation one']);
  });

  test('leaves nothing of a failed migration behind, keeps the ones before it, and succeeds once it is mended', async () => {
    const database = await emptyDatabase();
    const broken = migration(2, 'ALTER TABLE one ADD b int; CREATE TABLE one_more (a int); SELECT 1 / 0');
    const failing = migrate(database.connection, [two[0]!, broken]);
    await expect(failing).rejects.toThrow(MigrationError);
    await expect(failing).rejects.toThrow('Migration 2 (step-2) failed: division by zero');
    expect(await appliedTo(database)).toEqual([{ version: 1, name: 'step-1' }]);
    expect(await objectsOf(database)).toEqual(['column one.a', 'relation one']);
    expect(await migrate(database.connection, two)).toEqual([2]);
  });

  test('leaves nothing of a migration behind that could not be recorded', async () => {
    const database = await emptyDatabase();
    await migrate(database.connection, two.slice(0, 1));
    const unrecordable = { ...migration(1, 'CREATE TABLE one_more (a int)'), name: 'the version of another' };
    await expect(migrate(database.connection, [two[0]!, unrecordable])).rejects.toThrow(MigrationError);
    expect(await objectsOf(database)).toEqual(['column one.a', 'relation one']);
  });
});

describe('readMigrations', () => {
  function directoryWith(...names: string[]): string {
    const directory = mkdtempSync(join(tmpdir(), 'migrations-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    for (const name of names) writeFileSync(join(directory, name), `-- ${name}`);
    return directory;
  }

  test('takes the oldest program that runs on a migration from its first line; without, that is one that carries it', async () => {
    const directory = directoryWith('0001-first.sql', '0002-second.sql');
    writeFileSync(join(directory, '0002-second.sql'), '-- Programs of schema version 1 run on this.\nSELECT 1;');
    writeFileSync(join(directory, '0003-third.sql'), '-- Why.\n-- Programs of schema version 1 run on this.\n');
    expect((await readMigrations(directory)).map(({ oldestProgram }) => oldestProgram)).toEqual([1, 1, 3]);
  });

  test('reads the numbered files in order, and no other', async () => {
    const directory = directoryWith('0002-second-step.sql', '0001-first.sql', 'schema.sql', 'README.md');
    const migrations = await readMigrations(directory);
    expect(migrations.map(({ version, name, sql }) => [version, name, sql])).toEqual([
      [1, 'first', '-- 0001-first.sql'],
      [2, 'second-step', '-- 0002-second-step.sql'],
    ]);
    expect(migrations[0]?.checksum).not.toBe(migrations[1]?.checksum);
  });

  test.each([
    ['a gap', '0001-a.sql', '0003-b.sql'],
    ['a number that is used twice', '0001-a.sql', '0001-b.sql'],
    ['a first number other than 1', '0002-a.sql', '0003-b.sql'],
  ])('refuses %s', async (_what, ...names) => {
    await expect(readMigrations(directoryWith(...names))).rejects.toThrow(MigrationError);
  });
});
