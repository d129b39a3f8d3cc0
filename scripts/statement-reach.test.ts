import { readFileSync } from 'node:fs';
import { parsePlPgSQLSync } from 'libpg-query';
import { describe, expect, test } from 'vitest';
import { distribution } from '../src/core/operation/distribution.ts';
import { reachOfStatement } from './statement-reach.ts';
import { acrossPartners } from './statement-rules.ts';
import { findStatementViolations } from './statement-violations.ts';

const layout = {
  isDistributed: (table: string) => ['endpoints', 'customers', 'scans', 'alerts', 'events'].includes(table),
  isLocal: (table: string) => ['sessions', 'api_keys'].includes(table),
};
const reach = (text: string) =>
  reachOfStatement(text, layout).map((found) => `${found.kind} ${'table' in found ? found.table : found.name}`);

describe('a statement is one partner’s', () => {
  test.each([
    ['a comparison with a parameter', 'SELECT FROM endpoints WHERE partner_id = $1 AND id = $2'],
    ['either way round', 'SELECT FROM endpoints e WHERE $1::uuid = e.partner_id'],
    [
      'a join on the partner',
      'SELECT FROM endpoints e JOIN customers c ON c.partner_id = e.partner_id WHERE e.partner_id = $1',
    ],
    ['a join by name', 'SELECT FROM endpoints e JOIN customers c USING (partner_id) WHERE c.partner_id = $1'],
    [
      'an outer join, for the side that may be missing',
      'SELECT FROM endpoints e LEFT JOIN customers c ON c.partner_id = e.partner_id WHERE e.partner_id = $1',
    ],
    [
      'a query within, by the one around it',
      'SELECT (SELECT count(*) FROM alerts a WHERE a.partner_id = e.partner_id) FROM endpoints e WHERE partner_id = $1',
    ],
    ['rows that are put in', 'INSERT INTO endpoints (id, partner_id) VALUES ($1, $2), ($3, $2)'],
    [
      'rows that are put in by a query',
      'INSERT INTO scans (partner_id, id) SELECT e.partner_id, $2 FROM endpoints e WHERE e.partner_id = $1',
    ],
    ['a union', 'SELECT FROM endpoints WHERE partner_id = $1 UNION SELECT FROM customers WHERE partner_id = $1'],
    [
      'a change by what it has read, where both say so',
      `WITH due AS (SELECT id FROM endpoints WHERE partner_id = $1 FOR UPDATE SKIP LOCKED)
       UPDATE scans SET status = $2 FROM due WHERE scans.partner_id = $1 AND scans.endpoint_id = due.id`,
    ],
    ['tables that are on every node', 'SELECT FROM partners JOIN plans ON plans.partner_id = partners.id'],
    ['tables of the coordinator alone', 'DELETE FROM sessions WHERE expires_at < clock_timestamp()'],
  ])('by %s', (_name, text) => {
    expect(reach(text)).toEqual([]);
  });

  test('that locks what it changes does so once, whatever the plan', () => {
    const locking = (condition: string) =>
      `UPDATE alerts SET status = $2 WHERE partner_id = $1 AND id ${condition.replace('…', 'SELECT id FROM alerts WHERE partner_id = $1 FOR UPDATE SKIP LOCKED')}`;
    expect(reach(locking('IN (…)'))).toEqual(['locks-in-condition alerts']);
    expect(reach(locking('= ANY(ARRAY(…))'))).toEqual([]);
  });

  test.each([
    ['nothing names the partner', 'SELECT FROM endpoints WHERE id = $1', ['across-partners endpoints']],
    ['one of several may', 'SELECT FROM endpoints WHERE partner_id = $1 OR id = $2', ['across-partners endpoints']],
    ['it is any of a list', 'SELECT FROM endpoints WHERE partner_id = ANY($1)', ['across-partners endpoints']],
    [
      'only what may be missing is compared',
      'SELECT FROM endpoints e LEFT JOIN customers c ON c.partner_id = e.partner_id AND c.partner_id = $1',
      ['across-partners endpoints'],
    ],
    [
      'what it is not is compared',
      'SELECT FROM endpoints e WHERE NOT EXISTS (SELECT FROM alerts a WHERE a.partner_id = e.partner_id AND a.partner_id = $1)',
      ['across-partners endpoints'],
    ],
    [
      'rows come from a list of partners',
      'INSERT INTO scans (partner_id, id) SELECT s.partner_id, s.id FROM unnest($1::uuid[], $2::uuid[]) AS s (partner_id, id)',
      ['across-partners scans'],
    ],
    ['rows have no partner', 'INSERT INTO scans (id) VALUES ($1)', ['across-partners scans']],
  ])('not when %s', (_name, text, expected) => {
    expect(reach(text)).toEqual(expected);
  });
});

describe('Citus refuses', () => {
  test('locks of rows of several partners', () => {
    const text =
      'SELECT id FROM endpoints WHERE next_scan_at <= $1 ORDER BY next_scan_at LIMIT 5 FOR UPDATE SKIP LOCKED';
    expect(reach(text)).toEqual(['locks-across-partners endpoints']);
  });

  test('a query within that is bound by a CTE', () => {
    const text = `WITH endpoint AS (SELECT * FROM endpoints WHERE partner_id = $1)
      SELECT (SELECT count(*) FROM alerts a WHERE a.partner_id = e.partner_id) FROM endpoint e`;
    expect(reach(text)).toEqual(['bound-elsewhere alerts']);
  });

  test('a change that is bound by what a CTE has changed', () => {
    const text = `WITH scan AS (UPDATE scans SET status = 'running' WHERE partner_id = $1 RETURNING partner_id, endpoint_id)
      UPDATE endpoints e SET next_scan_at = $2 FROM scan WHERE e.partner_id = scan.partner_id AND e.id = scan.endpoint_id`;
    expect(reach(text)).toEqual(['bound-elsewhere endpoints']);
  });

  test('volatile functions in changes of distributed rows, not in what is put in', () => {
    expect(reach('UPDATE endpoints SET updated_at = clock_timestamp() WHERE partner_id = $1')).toEqual([
      'volatile-function clock_timestamp',
    ]);
    expect(reach('INSERT INTO endpoints (partner_id, created_at) VALUES ($1, clock_timestamp())')).toEqual([]);
  });

  test('a query within that is bound by rows that a LIMIT has cut', () => {
    const text = (limit: string) => `SELECT (SELECT count(*) FROM alerts a WHERE a.partner_id = e.partner_id)
      FROM (SELECT partner_id FROM endpoints WHERE partner_id = $1 ${limit}) e`;
    expect(reach(text('LIMIT 5'))).toEqual(['bound-elsewhere alerts']);
    expect(reach(text('OFFSET 5'))).toEqual(['bound-elsewhere alerts']);
    expect(reach(text(''))).toEqual([]);
  });

  test('recursion over all partners', () => {
    const text = (partner: string) => `WITH RECURSIVE step AS (SELECT min(kind) AS kind FROM alerts WHERE ${partner}
      UNION ALL SELECT (SELECT min(kind) FROM alerts a WHERE a.kind > step.kind AND ${partner}) FROM step) SELECT kind FROM step`;
    expect(reach(text('true'))).toEqual(['across-partners alerts', 'recursive alerts']);
    expect(reach(text('partner_id = $1'))).toEqual([]);
  });

  test('queries without a column, unless one shard can answer', () => {
    const text = (partner: string) => `SELECT EXISTS (SELECT FROM alerts WHERE ${partner})`;
    expect(reach(text('kind = $1'))).toEqual(['across-partners alerts', 'without-column alerts']);
    expect(reach(text('partner_id = $1'))).toEqual([]);
    expect(reach('SELECT EXISTS (SELECT 1 FROM alerts WHERE kind = $1)')).toEqual(['across-partners alerts']);
  });

  test.each([
    ["updated_at - interval '1 hour'", ['stable-function-of-column -']],
    ['updated_at + make_interval(secs => $2)', ['stable-function-of-column +']],
    ["date_trunc('month', updated_at)", ['stable-function-of-column date_trunc']],
    ["$2::timestamptz - interval '1 hour'", []],
    ['now()', []],
    ['created_at - updated_at', []],
  ])('changes of distributed rows by %s as refuses a time zone', (value, expected) => {
    expect(reach(`UPDATE endpoints SET updated_at = ${value} WHERE partner_id = $1`)).toEqual(expected);
    expect(reach(`DELETE FROM endpoints WHERE partner_id = $1 AND updated_at < ${value}`)).toEqual(expected);
    expect(
      reach(`UPDATE endpoints SET status = $2 WHERE partner_id = $1 AND id IN (
        SELECT id FROM endpoints WHERE partner_id = $1 AND updated_at < ${value})`),
    ).toEqual([]);
    expect(
      reach(`WITH due AS (SELECT id, ${value} AS due FROM endpoints WHERE partner_id = $1)
        UPDATE endpoints SET updated_at = due.due FROM due WHERE partner_id = $1 AND endpoints.id = due.id`),
    ).toEqual([]);
  });

  test('what is not immutable, of changed rows', () => {
    const text = (value: string) => `DELETE FROM endpoints WHERE partner_id = $1 RETURNING ${value}`;
    expect(reach(text('now()'))).toEqual(['function-in-returning now']);
    expect(reach(text('lower(address)'))).toEqual([]);
  });

  test('CASE x WHEN y in changes', () => {
    const update = (value: string) => `UPDATE endpoints SET status = ${value} WHERE partner_id = $1`;
    expect(reach(update("CASE status WHEN 'a' THEN 'b' END"))).toEqual(['simple-case endpoints']);
    expect(reach(update("CASE WHEN status = 'a' THEN 'b' END"))).toEqual([]);
    expect(
      reach(
        "INSERT INTO scans (partner_id, kind) SELECT $1, CASE status WHEN 'a' THEN 'b' END FROM unnest($2) AS status",
      ),
    ).toEqual(['simple-case scans']);
    expect(reach("SELECT CASE status WHEN 'a' THEN 'b' END FROM endpoints WHERE partner_id = $1")).toEqual([]);
  });

  test('parameters in what is done about conflicts of rows of a query', () => {
    const upsert = (rows: string, value: string) => `INSERT INTO scans AS s (partner_id, id) ${rows}
      ON CONFLICT (partner_id, id) DO UPDATE SET status = ${value} WHERE s.status <> ${value}`;
    expect(reach(upsert('SELECT $1, id FROM unnest($2) AS id', '$3'))).toEqual(['parameter-in-conflict $3']);
    expect(reach(upsert('SELECT $1, id FROM unnest($2) AS id', 'excluded.status'))).toEqual([]);
    expect(reach(upsert('SELECT $1, $2', '$3'))).toEqual(['parameter-in-conflict $3']);
    expect(reach(upsert('SELECT $1, id FROM endpoints WHERE partner_id = $1', '$3'))).toEqual([]);
    expect(reach(upsert('VALUES ($1, $2)', '$3'))).toEqual([]);
  });

  test('functions in the change of ON CONFLICT that are not immutable', () => {
    const upsert = (value: string) =>
      reach(`INSERT INTO scans AS s (partner_id, id) VALUES ($1, $2) ON CONFLICT (partner_id, id)
        DO UPDATE SET created_at = ${value}`);
    expect(upsert('now()')).toEqual(['function-in-conflict now']);
    expect(upsert('clock_timestamp()')).toEqual(['function-in-conflict clock_timestamp']);
    expect(upsert("$3::timestamptz + interval '1 hour'")).toEqual(['function-in-conflict +']);
    expect(upsert('greatest(s.created_at, excluded.created_at)')).toEqual([]);
    expect(upsert('lower(excluded.status)')).toEqual([]);
  });

  test('functions in the condition of ON CONFLICT, arithmetic with time zones among them', () => {
    const upsert = (condition: string) =>
      reach(`INSERT INTO scans AS s (partner_id, id) VALUES ($1, $2) ON CONFLICT (partner_id, id)
        DO UPDATE SET status = excluded.status WHERE ${condition}`);
    expect(upsert('s.created_at < now()')).toEqual(['function-in-conflict now']);
    expect(upsert("s.created_at <= excluded.created_at - $3 * interval '1 hour'")).toEqual(['function-in-conflict -']);
    expect(upsert("excluded.created_at - s.created_at >= $3 * interval '1 hour'")).toEqual([]);
  });

  test('one statement over the coordinator and the shards', () => {
    const text = 'SELECT FROM sessions s JOIN customers c ON c.partner_id = s.partner_id WHERE c.partner_id = $1';
    expect(reach(text)).toEqual(['local-with-distributed sessions']);
  });
});

describe('what triggers do', () => {
  const schema = readFileSync(new URL('../migrations/schema.sql', import.meta.url), 'utf8');
  const functions = [...schema.matchAll(/^CREATE FUNCTION (\w+)\(\) RETURNS trigger [\s\S]*?^\$\$;$/gm)].map(
    ([text, name]) => ({ name: name!, text }),
  );

  /** Each statement as the shard that a changed row lies on runs it: what it takes from rows are parameters. */
  function statementsOf(text: string): string[] {
    const records = ['NEW', 'OLD', ...[...text.matchAll(/^ +(\w+) record;$/gm)].map(([, name]) => name)];
    const found: string[] = [];
    const collect = (node: unknown) => {
      if (typeof node !== 'object' || node === null) return;
      const { query, parseMode } = node as { query?: unknown; parseMode?: unknown };
      // 0: a whole statement; else an expression.
      if (typeof query === 'string' && (parseMode ?? 0) === 0) found.push(query);
      for (const child of Object.values(node)) collect(child);
    };
    collect(parsePlPgSQLSync(text));
    return found.map((query) => query.replaceAll(new RegExp(`\\b(?:${records.join('|')})\\.\\w+`, 'g'), '$1'));
  }

  test.each(functions)('is one partner’s, and nothing that Citus refuses: $name', ({ name, text }) => {
    const statements = statementsOf(text);
    expect(statements.length).toBeGreaterThan(0);
    const recorded = statements.map((each) => ({ file: name, text: each }));
    expect(findStatementViolations(recorded, distribution, { isComplete: false })).toEqual([]);
    // Rows that lie elsewhere, or on the coordinator, are none that a shard can write.
    const written = statements.flatMap((each) => /(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)/.exec(each)?.slice(1) ?? []);
    expect(written.filter((table) => (distribution as Record<string, string>)[table] !== 'partner')).toEqual([]);
  });

  test('would be found otherwise', () => {
    const trigger = (statement: string) =>
      `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NULL; END $$;`;
    const against = (statement: string) =>
      findStatementViolations(
        statementsOf(trigger(statement)).map((text) => ({ file: 'f', text })),
        distribution,
        { isComplete: false },
      );
    expect(against('UPDATE domain_postures SET failures = 0 WHERE partner_id = NEW.partner_id')).toEqual([]);
    expect(against('UPDATE domain_postures SET failures = 0 WHERE domain_id = NEW.id')).toHaveLength(1);
    expect(
      against('UPDATE domain_postures SET due_at = clock_timestamp() WHERE partner_id = NEW.partner_id'),
    ).toHaveLength(1);
  });
});

describe('the check', () => {
  const all = Object.keys(acrossPartners).map((path) => ({
    file: `src/${path}`,
    text: 'SELECT id FROM endpoints WHERE id = $1',
  }));

  test('lets files ask for rows of all partners for a reason, and lock them for none', () => {
    expect(findStatementViolations(all, distribution, { isComplete: true })).toEqual([]);
    const locks = { file: all[0]!.file, text: 'SELECT id FROM endpoints WHERE id = $1 FOR UPDATE' };
    expect(findStatementViolations([locks], distribution, { isComplete: false })).toEqual([
      `${all[0]!.file} locks rows of several partners in endpoints: SELECT id FROM endpoints WHERE id = $1 FOR UPDATE`,
    ]);
  });

  test('names exemptions that are no longer needed', () => {
    expect(findStatementViolations(all.slice(1), distribution, { isComplete: true })).toEqual([
      `scripts/statement-rules.ts: ${all[0]!.file} needs no exemption any more.`,
    ]);
  });

  test('counts the job queue as the coordinator’s', () => {
    const text = 'DELETE FROM pgboss.job USING endpoints e WHERE e.partner_id = $1 AND e.id = job.id';
    expect(findStatementViolations([{ file: 'src/a.ts', text }], distribution, { isComplete: false })).toHaveLength(1);
  });
});
