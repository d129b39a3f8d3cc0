import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { readMigrations } from './migrate.ts';
import { sqlStatements } from './sql-statements.ts';

beforeAll(() => loadModule());

/** What PostgreSQL understands of a script, wherever in it that stands. */
function understood(script: string): unknown[] {
  const { stmts = [] } = parseSync(script) as { stmts?: { stmt: unknown }[] };
  return stmts.map(({ stmt }) =>
    JSON.parse(JSON.stringify(stmt, (key, value) => (/^location$|^rexpr_list/.test(key) ? undefined : value))),
  );
}

describe('the statements of a script', () => {
  it('are those that PostgreSQL sees in it, for every migration', async () => {
    for (const { name, sql } of await readMigrations())
      expect(sqlStatements(sql).map(understood), name).toEqual(understood(sql).map((statement) => [statement]));
  });

  it.each([
    ["SELECT ';'; SELECT 'it''s;'", ["SELECT ';'", "SELECT 'it''s;'"]],
    ['SELECT 1 AS ";"; SELECT 2', ['SELECT 1 AS ";"', 'SELECT 2']],
    ['SELECT $$a;$b$;$$; SELECT $b$;$$;$b$', ['SELECT $$a;$b$;$$', 'SELECT $b$;$$;$b$']],
    [
      "-- It isn't; really\nSELECT 1; /* ; ' */ SELECT 2 -- ;",
      ["-- It isn't; really\nSELECT 1", "/* ; ' */ SELECT 2 -- ;"],
    ],
    ['SELECT 1;; \n; -- nothing;\n', ['SELECT 1']],
    ['', []],
  ])('end at semicolons that are not within something: %s', (script, statements) => {
    expect(sqlStatements(script)).toEqual(statements);
  });
});
