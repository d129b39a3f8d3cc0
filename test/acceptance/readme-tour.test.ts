import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blocksOf } from '../support/docs-examples.ts';
import { ServerProcess } from '../support/server-process.ts';

const repository = resolve(import.meta.dirname, '../..');
const directory = mkdtempSync(join(tmpdir(), 'readme-tour-'));
const environment = { DATA_DIR: join(directory, 'data') };
let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start(environment);
});
afterAll(async () => {
  server?.interrupt();
  await server?.exit;
  rmSync(directory, { recursive: true, force: true });
});

it('the tour of the README runs from top to bottom as it stands there', async () => {
  const readme = readFileSync(join(repository, 'README.md'), 'utf8');
  const [, tour] = /\n## Five-minute tour\n(.*?)\n## /s.exec(readme) ?? [];
  const script = blocksOf(tour!).map(({ code }) => code);
  expect(script.length).toBeGreaterThan(4);
  const { stdout } = await promisify(execFile)(
    // What waits for ever ends, with all that it started.
    'timeout',
    ['200', 'sh', '-euc', script.join('').replaceAll('http://localhost:8080', server.announcement.url)],
    { cwd: repository, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment } },
  );
  expect(stdout).toContain('OpenSSH');
  expect(stdout).toContain('\nport_closed\n');
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^http:\/\/localhost.*\/sso\?token=/);
});
