import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetDeadNodes } from '../../src/core/nodes/nodes.ts';
import { runCommand } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';
import { ScriptedScanner } from '../support/scripted-scanner.ts';
import { TestService, testEnvironment } from '../support/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start({ scanner: new ScriptedScanner() });
});
afterAll(() => service?.stop());

const run = (...args: string[]) => runCommand(testEnvironment(service.databaseName), args);

it('status tells of nodes, queues and how far behind everything is; a node that fell silent goes after an hour', async () => {
  const { pool } = service.store.database;
  await pool.query(
    `INSERT INTO nodes SELECT gen_random_uuid(), 'worker', 'lost.internal', 7, '0.0.9', true, '{}', 4000, NULL,
       '{"message": "The scheduler could not queue scans", "at": "2026-01-01T00:00:00Z"}', now() - interval '2 hours', now() - interval '59 minutes'`,
  );
  const { json, exitCode } = await run('status', '--json');
  expect(exitCode).toBe(0);
  expect(json.nodes).toMatchObject([
    { role: 'all', alive: true, version: expect.any(String), scanner: { engine: 'scripted', running: 0 } },
    { role: 'worker', host: 'lost.internal', alive: false, version: '0.0.9', clock_ahead_ms: 4_000 },
  ]);
  expect(json.queues.map(({ queue }: { queue: string }) => queue)).toContain('scan');
  expect(json.behind).toMatchObject({ schedule_seconds: 0, events_waiting: expect.any(Number) });
  const { stdout } = await run('status');
  // That it has not looked for long is no stop.
  expect(stdout).toMatch(
    /^Schedule: nothing that is due waits; the scheduler has (?:never looked|looked .+ ago \(it sleeps until something is due\))\.$/m,
  );
  expect(stdout).toMatch(/^worker +lost\.internal:7 +0\.0\.9 +silent for \d+ s +– +4\.0 s$/m);
  expect(stdout).toContain('lost.internal:7 The scheduler could not queue scans');
  await forgetDeadNodes(service.service.resources.db);
  expect((await pool.query('SELECT FROM nodes')).rowCount).toBe(2);
  await pool.query(`UPDATE nodes SET heartbeat_at = now() - interval '61 minutes' WHERE host = 'lost.internal'`);
  await forgetDeadNodes(service.service.resources.db);
  expect((await pool.query('SELECT FROM nodes')).rowCount).toBe(1);
});

it('status tells version, commit and schema, the last backup, and that it is old', async () => {
  const { pool } = service.store.database;
  const { rows } = await pool.query('SELECT max(version) AS schema FROM schema_migrations');
  await eventually('it has said that it is well', async () => (await run('status', '--check')).exitCode === 0);
  expect((await run('status', '--json')).json).toMatchObject({
    build: expect.stringMatching(/^\d+\.\d+\.\d+/),
    schema: rows[0].schema,
    last_backup: null,
    troubles: [],
  });
  const made = new Date(Date.now() - 40 * 3_600_000).toISOString();
  await pool.query(`INSERT INTO installation_facts (name, value) VALUES ('last_backup', $1)`, [
    JSON.stringify({ made_at: made, verified: true }),
  ]);
  const { stdout, exitCode } = await run('status', '--check');
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(new RegExp(`^Breakwater \\S+, schema ${rows[0].schema}$`, 'm'));
  expect(stdout).toContain(`Last backup: ${made}, verified.`);
  expect(stdout).toMatch(/^- the last backup is 40 hours old$/m);
  await pool.query(`DELETE FROM installation_facts WHERE name = 'last_backup'`);
});

it('workers lists what scans, and says how to start one where nothing does', async () => {
  await eventually('it has said how it is', async () =>
    / alive +\S+ +scripted +0 of 256 +ok +ok$/m.test((await run('workers')).stdout),
  );
  const { pool } = service.store.database;
  await pool.query('ALTER TABLE nodes RENAME TO nodes_away; CREATE TABLE nodes (LIKE nodes_away)');
  try {
    expect((await run('workers')).stdout).toMatch(/^No process scans\. Start one: /);
  } finally {
    await pool.query('DROP TABLE nodes; ALTER TABLE nodes_away RENAME TO nodes');
  }
});

it.each([
  [['par'], 'partner'],
  [['partner', 'adm'], 'admin'],
  [['partner', 'admin', 'cre'], 'create'],
  [['serve', '--role', 'w'], 'worker'],
  [['key', '--json', 'rev'], 'revoke'],
])('bash completes %j by %s', async (words, completed) => {
  const { stdout: script } = await run('completion', 'bash');
  const line = ['breakwater', ...words].map((word) => `'${word}'`).join(' ');
  const ask = `${script}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _breakwater; echo "\${COMPREPLY[*]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', ask]);
  expect(stdout).toBe(`${completed}\n`);
});
