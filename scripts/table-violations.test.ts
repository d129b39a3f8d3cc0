import { describe, expect, test } from 'vitest';
import type { TableRules } from './table-owners.ts';
import { findTableViolations } from './table-violations.ts';
import { useSourceTree } from './testing/source-tree.ts';

const tree = useSourceTree();
const rules: TableRules = { owners: { servers: 'resources/servers' }, exemptions: [], unnamed: {} };
const owner = 'src/resources/servers/server.ts';
const other = 'src/monitoring/scans/scan.ts';
const update = "await db.updateTable('servers').set({ seen: 1 }).execute();";

/** What is found in a tree with the tables, where `servers` is written by its owner and by these lines of another room. */
function violationsOf(lines: readonly string[], changed: Partial<TableRules> = {}, tables = ['servers']): string[] {
  tree.write('migrations/schema.sql', ...tables.map((table) => `CREATE TABLE ${table} (\n);`));
  tree.write(owner, "db.insertInto('servers').values({}).execute();");
  tree.write(other, ...lines);
  return findTableViolations(tree.path, { ...rules, ...changed });
}

describe('a table of another room', () => {
  test('may be read', () => {
    expect(violationsOf(["db.selectFrom('servers').forUpdate();", 'sql`SELECT 1 FROM servers FOR UPDATE`'])).toEqual(
      [],
    );
  });

  test.each([
    ["db.insertInto('servers').values({})", 'INSERT'],
    ["tx.db.insertMany('servers', rows)", 'INSERT'],
    ["db.mergeInto('servers as s')", 'INSERT'],
    ["db.deleteFrom('servers')", 'DELETE'],
    ["deleteOlder(db, 'servers', 'at', now)", 'DELETE'],
    ["deleteOlderOfPartners(db, 'servers', 'at', now)", 'DELETE'],
    ["db.updateTable('servers').set({ a: 1 })", 'a'],
    ["db.updateTable('servers as s').where('x', '=', 1).set('a', 1)", 'a'],
    ["db.updateTable('servers').set({ ...(b && { a: 1 }) })", 'a'],
    ["db.updateTable('servers').set(columns)", '…'],
    ["handleDue(resources, { table: 'servers', time: 'a' }, handle)", 'a'],
    ["const due: DueRows = { table: 'servers', time: 'a', columns } as const; handleDue(resources, due, handle)", 'a'],
    ["const rows = db.updateTable('servers'); rows.set({ a: 1 })", 'a'],
    ["db.with('b', (d) => d.updateTable('servers').set({ a: 1 }))", 'a'],
    ['sql`INSERT INTO servers AS s (a) VALUES (1) ON CONFLICT DO UPDATE SET b = 1`', 'INSERT'],
    ['sql`WITH gone AS (DELETE FROM servers WHERE a = 1) SELECT 1`', 'DELETE'],
    ['sql`WITH moved AS (UPDATE servers s SET a = f(x, y) FROM t WHERE b = 2) SELECT 1`', 'a'],
    ['sql`WITH moved AS (\n  UPDATE servers\n  SET a = now())\nSELECT 1`', 'a'],
    ['sql`update only "servers" set a = 1`', 'a'],
    ['sql`TRUNCATE servers`', 'DELETE'],
    ["client.query('DELETE FROM servers')", 'DELETE'],
    ['client.query(`UPDATE servers SET a = 1`)', 'a'],
  ])('is not written: %s', (statement, what) => {
    expect(violationsOf([statement])).toEqual([`${other}:1 writes servers (${what}), which resources/servers owns`]);
  });

  test('each column is named', () => {
    const statement =
      "sql`UPDATE servers SET a = 'x, y = 1', b = CASE WHEN b IS DISTINCT FROM c THEN 1 END, d = 1 -- e\n RETURNING f`";
    expect(violationsOf([statement]).map((violation) => /\((.*)\)/.exec(violation)?.[1])).toEqual(['a', 'b', 'd']);
  });

  test("the partner's own row is of the table of partners", () => {
    const found = violationsOf(['tx.db.updatePartner().set({ name })']);
    expect(found).toEqual([`${other}:1 writes partners, which nobody owns`]);
  });

  test('prose is no statement', () => {
    expect(violationsOf(["'Then update servers, or delete from servers what is old: FOR UPDATE OF servers'"])).toEqual(
      [],
    );
  });

  test('is not written by a room of the same floor, nor from src/ itself', () => {
    tree.write('src/resources/domains/domain.ts', update);
    tree.write('src/service/app.ts', update);
    expect(violationsOf([])).toHaveLength(2);
  });

  test('is written by tests', () => {
    tree.write('src/monitoring/scans/scan.test.ts', update);
    expect(violationsOf([])).toEqual([]);
  });
});

describe('an exemption', () => {
  const exemption = { table: 'servers', room: 'monitoring/scans', writes: ['seen'] };

  test('lets a room write the columns that it names', () => {
    expect(violationsOf([update], { exemptions: [exemption] })).toEqual([]);
  });

  test.each([
    "db.updateTable('servers').set({ seen: 1, name: 2 })",
    "db.updateTable('servers').set({ seen: 1, ...more })",
  ])('lets it write no other column: %s', (statement) => {
    expect(violationsOf([statement], { exemptions: [exemption] })).toHaveLength(1);
  });

  test('lets no other room write', () => {
    tree.write('src/monitoring/leaks/leak.ts', update);
    expect(violationsOf([update], { exemptions: [exemption] })).toEqual([
      'src/monitoring/leaks/leak.ts:1 writes servers (seen), which resources/servers owns',
    ]);
  });

  test('that nothing needs any more is refused', () => {
    expect(violationsOf([update], { exemptions: [{ ...exemption, writes: ['seen', 'name'] }] })).toEqual([
      'monitoring/scans needs no exemption to write servers (name) any more: correct scripts/table-owners.ts',
    ]);
  });
});

describe('a table that is no literal', () => {
  const statements = ['db.updateTable(table).set({ seen: 1 })', `sql\`UPDATE $\{sql.table(table)} SET seen = 1\``];

  test.each(statements)('is refused: %s', (statement) => {
    expect(violationsOf([statement])).toEqual([`${other}:1 writes a table without naming it in a literal`]);
  });

  test.each(statements)('is the one that the rules name for the file: %s', (statement) => {
    const named = { unnamed: { 'monitoring/scans/scan.ts': ['servers'] } };
    expect(violationsOf([statement], named)).toEqual([
      `${other}:1 writes servers (seen), which resources/servers owns`,
    ]);
    const exemptions = [{ table: 'servers', room: 'monitoring/scans', writes: ['seen'] }];
    expect(violationsOf([statement], { ...named, exemptions })).toEqual([]);
  });

  test('is named by the callers of a file that says so', () => {
    const statements = ["db.updateTable(table).where('servers')", "db.updateTable('servers').where('id', '=', 1)"];
    expect(violationsOf(statements, { unnamed: { 'monitoring/scans/scan.ts': [] } })).toEqual([]);
  });

  test('needs a rule only as long as it is there', () => {
    expect(violationsOf([], { unnamed: { 'monitoring/scans/scan.ts': [] } })).toEqual([
      expect.stringContaining('src/monitoring/scans/scan.ts names all tables that it writes'),
    ]);
  });
});

describe('owners', () => {
  test('every table of the schema has one', () => {
    expect(violationsOf([], {}, ['servers', 'domains'])).toEqual([
      expect.stringContaining('Nobody owns the table domains'),
    ]);
  });

  test('a table that is not in the schema has none', () => {
    expect(violationsOf(["db.deleteFrom('serverz')"])).toEqual([`${other}:1 writes serverz, which nobody owns`]);
    expect(violationsOf([], {}, [])).toEqual([expect.stringContaining('not in migrations/schema.sql')]);
  });

  test('write what they own', () => {
    expect(
      violationsOf([update], {
        owners: { servers: 'monitoring/scans' },
        exemptions: [{ table: 'servers', room: 'resources/servers', writes: ['INSERT'] }],
      }),
    ).toEqual([]);
    expect(violationsOf([], { owners: { servers: 'monitoring/scans' } })).toContainEqual(
      expect.stringContaining('monitoring/scans owns servers without writing it'),
    );
  });
});
